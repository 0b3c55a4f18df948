/**
 * Reads traces as the agent writes them (trace.bin and trace.tsv, described in
 * server/agent/jouleline/runtime/TraceFile.java).
 *
 * Sits in `profile/` beside `recording.ts`.
 */
import { ByteCursor } from '../../classfile/read/bytes';
import { attempt, type Outcome } from '../../base/outcome';
import type { CounterNumber } from '../probes/probe-code';
import { openRecorded, readNumber } from '../read/recorded-bytes';

/** Nanoseconds since the start of the trace. */
type TraceTime = number;

export interface TraceTuple {
  /** The index of the thread. */
  readonly thread: number;
  /** The counter of a path, or the number of a call site. */
  readonly number: CounterNumber;
  readonly kind: 'path' | 'call';
  readonly enter: TraceTime;
  readonly exit: TraceTime;
}

export interface TraceSummary {
  readonly tuples: number;
  /** The number of tuples that the file had no room for. */
  readonly dropped: number;
  /** The nanoseconds between two ticks of the clock: on average, and at most. */
  readonly resolution: number;
  readonly longestTick: number;
  /** The nanoseconds of a probe that writes nothing; 0 if the agent did not see the end. */
  readonly probe: number;
  /** The names of the threads, by index. */
  readonly threads: readonly string[];
}

export interface RecordedTrace {
  readonly summary: TraceSummary;
  /** The pieces of tuples, as they stand in the file. */
  readonly bytes: Uint8Array;
  /** The content of windows.bin, which `count-windows.ts` reads; absent for an older agent. */
  readonly windows?: Uint8Array;
}

/** The contents of trace.bin, trace.tsv and windows.bin. */
export interface RecordedTraceFiles {
  readonly bytes: Uint8Array;
  readonly summary: string;
  readonly windows?: Uint8Array;
}

export function readTrace({ bytes, summary, windows }: RecordedTraceFiles): Outcome<RecordedTrace> {
  return attempt(() => {
    const { offset } = openRecorded(bytes, 'JLTRACE', 'a trace');
    return {
      summary: readSummary(summary),
      bytes: bytes.subarray(offset),
      ...(windows === undefined ? {} : { windows }),
    };
  });
}

function readSummary(text: string): TraceSummary {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const numberOf = (name: string): number => {
    const value = Number(rows.find(([key]) => key === name)?.[1]);
    return Number.isFinite(value) ? value : 0;
  };
  return {
    tuples: numberOf('tuples'),
    dropped: numberOf('dropped'),
    resolution: numberOf('elapsed') / Math.max(1, numberOf('ticks')),
    longestTick: numberOf('longest'),
    probe: numberOf('probe'),
    threads: rows.flatMap(([key, name]) => (key === 'thread' && name !== undefined ? [name] : [])),
  };
}

/** The subject of a tuple: twice the counter of a path, or twice the number of a call site plus 1. */
export type TupleSubject = number;

export type VisitTuple = (thread: number, subject: TupleSubject, enter: TraceTime, exit: TraceTime) => void;

/** Lists the tuples in the order of the file, and leaves out an incomplete last piece. Throws {@link MalformedInput} for broken pieces. */
export function listTuples(bytes: Uint8Array): readonly TraceTuple[] {
  const tuples: TraceTuple[] = [];
  visitTuples([bytes], (thread, subject, enter, exit) => {
    tuples.push({
      thread,
      number: Math.floor(subject / 2),
      kind: subject % 2 === 0 ? 'path' : 'call',
      enter,
      exit,
    });
  });
  return tuples;
}

/** Visits the tuples of a file that comes in chunks, and holds no more than one chunk and a piece. Cost: some 50 ns a tuple. */
export function visitTuples(chunks: Iterable<Uint8Array>, visit: VisitTuple): void {
  let rest: Uint8Array = new Uint8Array();
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : concatenate(rest, chunk);
    rest = bytes.subarray(visitPieces(bytes, visit));
  }
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** Returns how many bytes the complete pieces take. */
function visitPieces(bytes: Uint8Array, visit: VisitTuple): number {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const cursor = new ByteCursor(bytes, at);
    const thread = cursor.u4();
    const end = at + 8 + cursor.u4();
    if (end > bytes.length) break;
    const tuples = new ByteCursor(bytes, at + 8, end);
    const number = (): number => readNumber(tuples, 'A tuple of a trace');
    let last = 0;
    while (tuples.offset < end) {
      const subject = number();
      const difference = number();
      const enter = last + (difference % 2 === 0 ? difference / 2 : -(difference + 1) / 2);
      const exit = enter + number();
      last = exit;
      visit(thread, subject, enter, exit);
    }
    at = end;
  }
  return at;
}
