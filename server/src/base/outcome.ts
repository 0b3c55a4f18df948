/**
 * The result of reading bytes: a value, or the problem and its place.
 *
 * Sits at the bottom of `base/`. Inside a reader malformed input unwinds
 * by {@link MalformedInput}; every exported reader turns that into an
 * {@link Outcome} with {@link attempt}, so that nothing is thrown at a caller.
 */

export interface ReadProblem {
  /** The problem in one sentence that stands alone and names the place inside the file. */
  readonly message: string;
  /** Byte offset in the input at which reading went wrong. */
  readonly offset?: number;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ReadProblem };

/** Unwinds a reader; never leaves `classfile/`. */
export class MalformedInput extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failAt(message: string, offset?: number): Outcome<never> {
  return { ok: false, problem: problemAt(message, offset) };
}

/** Names from a file may have 65,535 letters; a sentence with one stays readable, and holds on to little. */
const LONGEST_MESSAGE = 400;

export function problemAt(message: string, offset?: number): ReadProblem {
  const short =
    message.length <= LONGEST_MESSAGE
      ? message
      : `${message.slice(0, LONGEST_MESSAGE / 2)} … ${message.slice(-LONGEST_MESSAGE / 2)}`;
  return offset === undefined ? { message: short } : { message: `${short} (at byte ${offset})`, offset };
}

/** Runs a reader; malformed input becomes a problem, a defect of ours still surfaces. */
export function attempt<T>(read: () => T): Outcome<T> {
  try {
    return succeed(read());
  } catch (error) {
    if (error instanceof MalformedInput) return failAt(error.message, error.offset);
    throw error;
  }
}
