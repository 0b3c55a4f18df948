/**
 * Reads traces as the agent writes them (trace.bin and trace.tsv, described in
 * server/agent/jouleline/runtime/TraceFile.java).
 *
 * Sits in `profile/` beside `capture.ts`.
 */
import { ByteCursor } from '../../classfile/read/bytes';
import { attempt, type Outcome, MalformedInput } from '../../base/outcome';
import type { CounterNumber } from '../probes/probe-code';
import { outside, withDefined } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { TraceMarks } from '../../power/join-power';
import type { TracedPaths } from './traced-paths';

const NANOS = 1e-9;

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

export interface CapturedTrace {
  readonly summary: TraceSummary;
  /** The pieces of tuples, as they stand in the file. */
  readonly bytes: Uint8Array;
  /** The content of windows.bin, which `captured-windows.ts` reads; absent for an older agent. */
  readonly windows?: Uint8Array;
  /** Present if the JVM made patterns of load for a meter. */
  readonly marks?: TraceMarks;
  /** The processor time that the program's threads had used at a time of the trace; present where it stands in for a meter. */
  readonly processorTime?: readonly (readonly [time: Seconds, used: Seconds])[];
}

/** The contents of trace.bin, trace.tsv, windows.bin and power.tsv. */
export interface CapturedTraceFiles {
  readonly bytes: Uint8Array;
  readonly summary: string;
  readonly windows?: Uint8Array;
  readonly power?: string;
}

export function readTrace({ bytes, summary, windows, power }: CapturedTraceFiles): Outcome<CapturedTrace> {
  return attempt(() => {
    const { offset } = openCaptured(bytes, 'JLTRACE', 'a trace');
    return {
      summary: readSummary(summary),
      bytes: bytes.subarray(offset),
      ...withDefined({ windows, marks: readMarks(summary) }),
      ...(power === undefined ? {} : { processorTime: readProcessorTime(power) }),
    };
  });
}

/** Undefined if the JVM made no pattern. */
function readMarks(text: string): TraceMarks | undefined {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const calendar = Number(rows.find(([key]) => key === 'calendar')?.[1]);
  if (!Number.isFinite(calendar)) return undefined;
  const patterns = rows.flatMap(([key, start, chip, chips = '']) =>
    key === 'pattern'
      ? [{ start: Number(start) * NANOS, chip: Number(chip) * NANOS, chips: Array.from(chips, Number) }]
      : [],
  );
  return { calendar: calendar / 1000, patterns };
}

/** Leaves out an incomplete last line. */
function readProcessorTime(text: string): NonNullable<CapturedTrace['processorTime']> {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [time, used] = line.split('\t');
      return [Number(time) * NANOS, Number(used) * NANOS] as const;
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

/** The bytes of a piece before it is handed on: more than the agent's, which has less room. */
const PIECE = 1 << 16;
/** The length of the longest tuple: three numbers of nine bytes. */
const LONGEST = 27;
const HEAD = 8;

/** Writes tuples as the agent does, for traces that no JVM wrote. */
interface TraceWriter {
  readonly add: (subject: TupleSubject, enter: number, exit: number) => void;
  readonly flush: () => void;
}

/** Writes the tuples of one thread, with times in whole nanoseconds. `put` may keep the bytes that it is given. */
export function createTraceWriter(thread: number, put: (piece: Uint8Array) => void): TraceWriter {
  let bytes = new Uint8Array(PIECE);
  let length = HEAD;
  let last = 0;
  const number = (value: number): void => {
    let rest = value;
    while (rest >= 0x80) {
      bytes[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[length++] = rest;
  };
  const flush = (): void => {
    if (length === HEAD) return;
    const view = new DataView(bytes.buffer);
    view.setUint32(0, thread);
    view.setUint32(4, length - HEAD);
    put(bytes.subarray(0, length));
    bytes = new Uint8Array(PIECE);
    length = HEAD;
    last = 0;
  };
  return {
    add(subject, enter, exit) {
      if (length + LONGEST > PIECE) flush();
      number(subject);
      const difference = enter - last;
      number(difference >= 0 ? 2 * difference : -2 * difference - 1);
      number(exit - enter);
      last = exit;
    },
    flush,
  };
}

export interface TraceScan {
  /** Seconds since the trace began; Infinity where there is no tuple. */
  readonly from: number;
  readonly to: number;
  readonly tuples: number;
  /** The number of tuples by call site. */
  readonly callTuples: ReadonlyMap<number, number>;
  /** True if each execution of each path has a tuple: then no execution lies unseen within another. */
  readonly isComplete: boolean;
}

/**
 * Scans a trace for the facts that need no other times: its span, its timed calls, and if every path has its own
 * tuple.
 */
export function scanTrace(paths: TracedPaths, visitTrace: (visit: VisitTuple) => void): TraceScan {
  const ofPath = new Float64Array(paths.places.length);
  const callTuples = new Map<number, number>();
  let from = Infinity;
  let to = -Infinity;
  let tuples = 0;
  visitTrace((_, subject, enter, exit) => {
    tuples++;
    if (enter < from) from = enter;
    if (exit > to) to = exit;
    if (subject % 2 === 1) {
      const call = (subject - 1) / 2;
      callTuples.set(call, (callTuples.get(call) ?? 0) + 1);
      return;
    }
    const path = paths.indexOf(subject / 2);
    if (path >= 0) ofPath[path] = (ofPath[path] ?? outside(path)) + 1;
  });
  const isComplete = paths.executions.every((executions, path) => executions === ofPath[path]);
  return { from: from * NANOS, to: to * NANOS, tuples, callTuples, isComplete };
}

/** The version of both formats. */
const version = 1;

/** Opens the content behind the magic bytes and the version. `what` names the file, for people. */
export function openCaptured(bytes: Uint8Array, magic: string, what: string): ByteCursor {
  const { length } = magic;
  if (String.fromCharCode(...bytes.subarray(0, length)) !== magic) throw new MalformedInput(`Not ${what}`, 0);
  if (bytes[length] !== version)
    throw new MalformedInput(`Version ${bytes[length] ?? 0} of ${what} is not known`, length);
  return new ByteCursor(bytes, length + 1);
}

/** Reads a number of seven bits a byte, the lowest first; the last byte lacks the highest bit. */
export function readNumber(cursor: ByteCursor, what: string): number {
  const { bytes, end } = cursor;
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.offset < end ? bytes[cursor.offset++] : undefined;
    if (byte === undefined) throw new MalformedInput(`${what} ends early`, cursor.offset);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}
