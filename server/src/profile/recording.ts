/**
 * The files between this program and the agent in the profiled JVM: which
 * classes to swap in (`classes.tsv`, `classes.bin`), what became of them
 * (`classes.log`), and what was counted (`counts.bin`).
 *
 * Sits in `profile/`; server/agent/jouleline/runtime reads and writes the other side.
 */
import { ByteCursor } from '../classfile/bytes';
import { computeCrc32 } from '../classfile/crc32';
import { attempt, MalformedInput, type Outcome } from '../classfile/outcome';
import type { CounterNumber, CounterSharing } from './probe-code';

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

const tableVersion = 1;

/** In the order of their numbers. */
export function encodeSwapTable(classes: readonly SwappedClass[], sharing: CounterSharing): SwapTable {
  const counters = Math.max(0, ...classes.slice(-1).map((last) => last.first + last.counters));
  const lines = [[tableVersion, counters, sharing].join('\t')];
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
export function readCounters(bytes: Uint8Array): Outcome<RecordedCounters> {
  return attempt(() => {
    const cursor = new ByteCursor(bytes);
    const magic = String.fromCharCode(...bytes.subarray(cursor.advance(8), 8));
    if (magic !== 'JLCOUNTS') throw new MalformedInput('Not a file of counters', 0);
    const long = (): number => cursor.u4() * 0x1_0000_0000 + cursor.u4();
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

/** Reads classes.log; lines that are not whole are left out. */
export function readJournal(text: string): readonly LoadedClass[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const [event, name, detail] = line.split('\t');
      if (name === undefined || (event !== 'instrumented' && event !== 'differs' && event !== 'failed'))
        return [];
      return [{ event, name, ...(detail === undefined ? {} : { detail }) }];
    });
}
