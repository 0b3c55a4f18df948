/**
 * Columns of numbers that grow. Sits in `base/`, under what fills the
 * columns of a picture: an array of objects, or of boxed numbers, for a million
 * lines would take ten times the memory.
 */
type GrowingColumn =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

export interface Growing<C extends GrowingColumn> {
  readonly length: number;
  push(value: number): void;
  /** Adds zeros, and answers with the place of the first. */
  extend(count: number): number;
  /** The value is turned into the column's kind; `at` below `length`. */
  put(at: number, value: number): void;
  at(at: number): number;
  /** The values added so far, in memory of their own. */
  finish(): C;
}

/** Room for the rows of a short file: most files are. */
const FIRST_LENGTH = 64;

export function growing<C extends GrowingColumn>(make: (length: number) => C): Growing<C> {
  let values = make(FIRST_LENGTH);
  let length = 0;

  function reserve(count: number): void {
    if (length + count <= values.length) return;
    const larger = make(Math.max(length + count, values.length * 2));
    larger.set(values);
    values = larger;
  }

  return {
    get length() {
      return length;
    },
    push(value) {
      reserve(1);
      values[length++] = value;
    },
    extend(count) {
      reserve(count);
      length += count;
      return length - count;
    },
    put(at, value) {
      values[at] = value;
    },
    at: (at) => values[at] ?? 0,
    finish() {
      const exact = make(length);
      exact.set(values.subarray(0, length));
      return exact;
    },
  };
}
