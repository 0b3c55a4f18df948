/**
 * Writes tuples as the agent does, for traces that no JVM recorded.
 *
 * Sits in `profile/`, the other side of `trace-file.ts`.
 */
import type { TupleSubject } from './trace-file';

/** The bytes of a piece before it is handed on: more than the agent's, which has less room. */
const PIECE = 1 << 16;
/** The length of the longest tuple: three numbers of nine bytes. */
const LONGEST = 27;
const HEAD = 8;

export interface TraceWriter {
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
