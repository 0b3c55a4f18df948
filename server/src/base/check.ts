/**
 * Checks for cases that cannot happen unless this program has a fault.
 *
 * A check throws a `Fault` where the alternative would be a silent zero: a
 * wrong figure that looks right. A case that a user or a file can cause is no
 * fault; it has a result of its own.
 *
 * V8 keeps one record for all calls of `at` of what kinds of arrays come by, so
 * a call takes some nanoseconds. An inner loop that runs millions of times reads
 * its column itself: `column[row] ?? outside(row)` costs as much as `column[row]`.
 */

/** An error of this program itself: something happened that its authors ruled out. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** Throws: the code that calls this was never to run. `what` says what was found instead. */
export function unreachable(what: string): never {
  throw new Fault(`Jouleline has a fault: ${what}.`);
}

/** Throws: an array has no element at `index`. Stands on the right of `??` in inner loops. */
export function outside(index: number): never {
  return unreachable(`an array has no element ${index}`);
}

export type NumberColumn =
  Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array;

/** The element of an array or of a column of numbers. Throws a fault if there is none. */
export function at(column: NumberColumn, index: number): number;
export function at<T>(array: readonly T[], index: number): T;
export function at<T>(array: ArrayLike<T>, index: number): T {
  const value = array[index];
  if (value === undefined && !(index in array)) outside(index);
  return value as T;
}

/** The last element of an array. Throws a fault if the array is empty. */
export function last<T>(array: readonly T[]): T {
  return at(array, array.length - 1);
}

/** The value, which is known to be there. Throws a fault that names `what` if it is not. */
export function present<T>(value: T, what: string): NonNullable<T> {
  return value ?? unreachable(`${what} is missing`);
}

/** The members of `T` whose value may be undefined become optional; all others stay. */
type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The same object without the members that are undefined, for the optional members of an object:
 * `{ kind, ...withDefined({ label, value }) }`.
 */
export function withDefined<const T extends object>(members: T): Defined<T>;
export function withDefined(members: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  for (const key in members) if (members[key] !== undefined) kept[key] = members[key];
  return kept;
}
