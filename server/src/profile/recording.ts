/**
 * The files between this program and the agent in the profiled JVM: which
 * classes to swap in (`classes.tsv`, `classes.bin`), and for each JVM what
 * became of them (`classes.log`), what was counted (`counts.bin`, `tree.bin`),
 * what had not ended when that was written (`running.log`), and of a trace its
 * tuples, threads and windows (`trace.bin`, `trace.tsv`, `windows.bin`).
 *
 * Sits in `profile/`; server/agent/jouleline/runtime reads and writes the other side.
 */
import { ByteCursor } from '../classfile/bytes';
import { computeCrc32 } from '../classfile/crc32';
import { attempt, MalformedInput, type Outcome, succeed } from '../classfile/outcome';
import { type ContextForest, readContexts, sumContexts } from './counted-contexts';
import type { CounterNumber, CounterSharing } from './probe-code';
import type { RecordKind } from './record-kind';
import { readTrace, type RecordedTrace, type RecordedTraceFiles } from './trace-file';
import { readStacks, type RunningStack } from './running-activations';

export interface SwappedClass {
  /** Binary name with slashes. */
  readonly name: string;
  readonly original: Uint8Array;
  readonly instrumented: Uint8Array;
  /** Its first counter, and how many are its own from there on. */
  readonly first: CounterNumber;
  readonly counters: number;
}

export interface SwapTable {
  /** The content of classes.tsv. */
  readonly index: string;
  /** The content of classes.bin. */
  readonly bytes: Uint8Array;
}

const tableVersion = 4;

export interface JdkClasses {
  /** Whether there are classes of the JDK among those that count. */
  readonly isFollowed: boolean;
  /** Classes that count nothing, and tell who hands work over; absent where nobody asks. */
  readonly handOvers?: readonly SwappedClass[];
}

/** In the order of their numbers. */
export function encodeSwapTable(
  counting: readonly SwappedClass[],
  sharing: CounterSharing,
  record: RecordKind = 'counts',
  { isFollowed, handOvers }: JdkClasses = { isFollowed: false },
): SwapTable {
  const counters = countCounters(counting);
  const classes = [...counting, ...(handOvers ?? [])];
  const hasJdk = isFollowed || (handOvers ?? []).length > 0;
  const head = [hasJdk ? 'followed' : 'not followed', handOvers === undefined ? 'as called' : 'handed over'];
  const lines = [[tableVersion, counters, sharing, record, ...head].join('\t')];
  const bytes = new Uint8Array(classes.reduce((sum, { instrumented }) => sum + instrumented.length, 0));
  let place = 0;
  for (const { name, original, instrumented, first, counters: own } of classes) {
    const cells = [name, computeCrc32(original), original.length, place, instrumented.length, first, own];
    lines.push(cells.join('\t'));
    bytes.set(instrumented, place);
    place += instrumented.length;
  }
  return { index: `${lines.join('\n')}\n`, bytes };
}

export function countCounters(classes: readonly SwappedClass[]): number {
  return Math.max(0, ...classes.slice(-1).map((last) => last.first + last.counters));
}

export interface RecordedCounters {
  /** Whether the program ended by itself; else what was counted last, at most half a second before its end. */
  readonly hasEnded: boolean;
  /** Whether the program made threads beside its first: where they share counters, counts may be lost. */
  readonly hasOtherThreads: boolean;
  readonly counters: Float64Array;
}

const countsVersion = 1;
const headLength = 32;

/** Reads counts.bin. Counts above 2^53 are rounded. */
function readCounters(bytes: Uint8Array): Outcome<RecordedCounters> {
  return attempt(() => {
    const cursor = new ByteCursor(bytes);
    const magic = String.fromCharCode(...bytes.subarray(cursor.advance(8), 8));
    if (magic !== 'JLCOUNTS') throw new MalformedInput('Not a file of counters', 0);
    // Signed: a size below 0, which then throws, takes from its sum.
    const long = (): number => (cursor.u4() | 0) * 0x1_0000_0000 + cursor.u4();
    const version = long();
    if (version !== countsVersion) throw new MalformedInput(`Version ${version} of counts is not known`, 8);
    const hasEnded = long() === 1;
    return {
      hasEnded,
      hasOtherThreads: long() === 1,
      counters: Float64Array.from({ length: Math.floor((bytes.length - headLength) / 8) }, long),
    };
  });
}

/** What became of a class when the program loaded it. */
export interface LoadedClass {
  readonly event: 'instrumented' | 'differs' | 'failed';
  readonly name: string;
  readonly detail?: string;
}

export interface Journal {
  /** Version, vendor and name of the JVM. */
  readonly machine: readonly [string, string, string];
  readonly classes: readonly LoadedClass[];
  /** Files that could not be written on, each with the reason. */
  readonly stopped: readonly string[];
}

/** Reads classes.log; a last line that is not whole is left out. */
function readJournal(text: string): Journal {
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  const [, version = '', vendor = '', name = ''] = rows.find(([event]) => event === 'jvm') ?? [];
  return {
    machine: [version, vendor, name],
    classes: rows.flatMap(([event, owner, detail]) => {
      if (owner === undefined || (event !== 'instrumented' && event !== 'differs' && event !== 'failed'))
        return [];
      return [{ event, name: owner, ...(detail === undefined ? {} : { detail }) }];
    }),
    stopped: rows.flatMap(([event, file, reason = '']) =>
      event === 'stopped' && file !== undefined ? [`${file}: ${reason}`] : [],
    ),
  };
}

/** What one JVM left behind. */
export interface RecordedMachine extends RecordedCounters {
  readonly journal: Journal;
  /** By thread. */
  readonly stacks: readonly RunningStack[];
  /** Of a recording of the calling context tree. */
  readonly contexts?: ContextForest;
  readonly trace?: RecordedTrace;
}

/** The contents of a JVM's files; what another kind of record writes is missing. */
export interface MachineFiles {
  readonly counts: Uint8Array;
  readonly log: string;
  readonly running: string;
  readonly tree?: Uint8Array;
  readonly trace?: RecordedTraceFiles;
}

export function readMachine({ counts, log, running, tree, trace }: MachineFiles): Outcome<RecordedMachine> {
  const counters = readCounters(counts);
  if (!counters.ok) return counters;
  const contexts = tree === undefined ? undefined : readContexts(tree);
  if (contexts?.ok === false) return contexts;
  const traced = trace === undefined ? undefined : readTrace(trace);
  if (traced?.ok === false) return traced;
  return succeed({
    ...counters.value,
    journal: readJournal(log),
    stacks: readStacks(running),
    ...(contexts === undefined ? {} : { contexts: contexts.value }),
    ...(traced === undefined ? {} : { trace: traced.value }),
  });
}

/** Those of all JVMs together. `length`: of how many counters there are. */
export function addCounters(machines: readonly RecordedMachine[], length: number): Float64Array {
  const sums = new Float64Array(length);
  for (const { counters, contexts } of machines) {
    const own = contexts === undefined ? counters : sumContexts(contexts, length);
    for (const [index, count] of own.entries()) sums[index] = (sums[index] ?? 0) + count;
  }
  return sums;
}
