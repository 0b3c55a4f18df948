/**
 * The files between this program and the agent in the profiled JVM. This program writes which classes to
 * swap in (`classes.tsv`, `classes.bin`). Each JVM writes what became of them (`classes.log`), what was
 * counted (`counts.bin`, `tree.bin`), what had not ended by then (`running.log`), and the tuples, threads
 * and windows of a trace (`trace.bin`, `trace.tsv`, `windows.bin`), and processor time (`power.tsv`).
 *
 * Sits in `profile/`; server/agent/jouleline/runtime reads and writes the other side.
 */
import { ByteCursor } from '../../classfile/read/bytes';
import { withDefined } from '../../base/check';
import { computeCrc32 } from '../../base/crc32';
import { attempt, MalformedInput, type Outcome, succeed } from '../../base/outcome';
import { type ContextForest, readContexts, sumContexts } from './counted-contexts';
import type { CounterNumber, CounterSharing } from '../probes/probe-code';
import type { RecordKind } from '../plan/plan';
import type { JavaLaunch } from '../../runs/java-main';
import { readTrace, type CapturedTrace, type CapturedTraceFiles } from '../trace/trace-file';
import { readStacks, type RunningStack } from './running-activations';
import { SYNCHRONIZATION_CHIPS } from '../../power/find-pattern';
import type { Seconds } from '../../base/units';

export interface SwappedClass {
  /** Binary name with slashes. */
  readonly name: string;
  readonly original: Uint8Array;
  readonly instrumented: Uint8Array;
  /** Its first counter; `counters` is how many it has from there on. */
  readonly first: CounterNumber;
  readonly counters: number;
}

export interface SwapTable {
  /** The content of classes.tsv. */
  readonly index: string;
  /** The content of classes.bin. */
  readonly bytes: Uint8Array;
}

const tableVersion = 5;

export interface JdkClasses {
  /** True if classes of the JDK are counted, too. */
  readonly isFollowed: boolean;
  /** Classes that count nothing and report hand-overs; absent if hand-overs are not followed. */
  readonly handOvers?: readonly SwappedClass[];
}

/** Encodes the classes in the order of their numbers. */
export function encodeSwapTable(
  counting: readonly SwappedClass[],
  sharing: CounterSharing,
  record: RecordKind | 'samples' = 'counts',
  { isFollowed, handOvers }: JdkClasses = { isFollowed: false },
  metering?: TraceMetering,
): SwapTable {
  const counters = countCounters(counting);
  const classes = [...counting, ...(handOvers ?? [])];
  const hasJdk = isFollowed || (handOvers ?? []).length > 0;
  const head = [hasJdk ? 'followed' : 'not followed', handOvers === undefined ? 'as called' : 'handed over'];
  head.push(metering === undefined ? '-' : encodeMetering(metering));
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

/** The way in which power is tied to a trace: by patterns of load, or by processor time in the place of a meter. */
export type TraceMetering =
  { readonly kind: 'patterns'; readonly chip: Seconds } | { readonly kind: 'cpu-time' };

/** Both patterns differ, so that neither is taken for the other. */
function encodeMetering(metering: TraceMetering): string {
  if (metering.kind === 'cpu-time') return 'cpu';
  const chips = SYNCHRONIZATION_CHIPS;
  return `${Math.round(metering.chip * 1e9)} ${chips.join('')} ${chips.toReversed().join('')}`;
}

export function countCounters(classes: readonly SwappedClass[]): number {
  return Math.max(0, ...classes.slice(-1).map((last) => last.first + last.counters));
}

export interface CapturedCounters {
  /** True if the program ended by itself; else the counts are at most half a second older than its end. */
  readonly hasEnded: boolean;
  /** True if the program made more threads than its first: shared counters may then lose counts. */
  readonly hasOtherThreads: boolean;
  readonly counters: Float64Array;
}

const countsVersion = 1;
const headLength = 32;

/** Reads counts.bin. Counts above 2^53 are rounded. */
function readCounters(bytes: Uint8Array): Outcome<CapturedCounters> {
  return attempt(() => {
    const cursor = new ByteCursor(bytes);
    const magic = String.fromCharCode(...bytes.subarray(cursor.advance(8), 8));
    if (magic !== 'JLCOUNTS') throw new MalformedInput('Not a file of counters', 0);
    // Sums are signed: a size below 0, for which the instruction then throws, is subtracted.
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

/** The fate of a class when the program loaded it. */
export interface LoadedClass {
  readonly event: 'instrumented' | 'differs' | 'failed';
  readonly name: string;
  readonly detail?: string;
}

export interface CaptureJournal {
  /** The version, vendor and name of the JVM. */
  readonly machine: readonly [string, string, string];
  /** The JVM's own words for how it runs code, as in "interpreted mode". */
  readonly mode?: string;
  readonly classes: readonly LoadedClass[];
  /** The files that could not be written to, each with the reason. */
  readonly stopped: readonly string[];
  /** The exit code of the JVM; absent if it had no end, or none that the agent saw. */
  readonly exitCode?: number;
  /** Absent if the JVM does not tell it. */
  readonly launch?: JavaLaunch;
}

/** Reads the row of server/agent/jouleline/runtime/Launch.java, in which each field is encoded as in a form of a web page. */
function readLaunch(row: readonly string[] | undefined): JavaLaunch | undefined {
  const [, home, folder, classPath, ...options] =
    row?.map((field) => new URLSearchParams(`f=${field}`).get('f') ?? '') ?? [];
  if (home === undefined || folder === undefined || classPath === undefined) return undefined;
  return { home, folder, classPath, options };
}

/** Reads classes.log, and leaves out an incomplete last line. */
function readJournal(text: string): CaptureJournal {
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  const [, version = '', vendor = '', name = '', mode] = rows.find(([event]) => event === 'jvm') ?? [];
  const exits = rows.filter(([event]) => event === 'exit').map(([, code]) => Number(code));
  return {
    ...withDefined({
      mode,
      exitCode: exits.at(-1),
      launch: readLaunch(rows.find(([event]) => event === 'launch')),
    }),
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

/** The data that one JVM left behind. */
export interface CapturedMachine extends CapturedCounters {
  readonly journal: CaptureJournal;
  /** The stacks of the threads. */
  readonly stacks: readonly RunningStack[];
  /** The calling contexts, if they were captured. */
  readonly contexts?: ContextForest;
  readonly trace?: CapturedTrace;
}

/** The contents of a JVM's files; files of other record kinds are missing. */
export interface MachineFiles {
  readonly counts: Uint8Array;
  readonly log: string;
  readonly running: string;
  readonly tree?: Uint8Array;
  readonly trace?: CapturedTraceFiles;
}

export function readMachine({ counts, log, running, tree, trace }: MachineFiles): Outcome<CapturedMachine> {
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

/** Adds up the counters of all JVMs. `length` is the number of counters. */
export function addCounters(machines: readonly CapturedMachine[], length: number): Float64Array {
  const sums = new Float64Array(length);
  for (const { counters, contexts } of machines) {
    const own = contexts === undefined ? counters : sumContexts(contexts, length);
    for (const [index, count] of own.entries()) sums[index] = (sums[index] ?? 0) + count;
  }
  return sums;
}
