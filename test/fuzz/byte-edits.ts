/**
 * Changes to bytes that know nothing of what they mean, and the small tools
 * that the changes which do are made of.
 */
import type { Random } from './random';

export function replaceBytes(
  bytes: Uint8Array,
  at: number,
  removed: number,
  inserted: Uint8Array,
): Uint8Array {
  const result = new Uint8Array(bytes.length - removed + inserted.length);
  result.set(bytes.subarray(0, at));
  result.set(inserted, at);
  result.set(bytes.subarray(at + removed), at + inserted.length);
  return result;
}

/** Big-endian, of one, two or four bytes; 0 beyond the end. */
export function numberAt(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** In place; what does not fit the size is cut off. */
export function setNumber(bytes: Uint8Array, at: number, size: number, value: number): void {
  for (let i = 0; i < size && at + i < bytes.length; i++)
    bytes[at + i] = Math.floor(value / 256 ** (size - 1 - i)) & 0xff;
}

/** Values at the borders of what a field can hold, and near what it holds. */
export function oddNumber(random: Random, size: number, current: number): number {
  const top = 256 ** size;
  const value = random.pick<number>([
    0,
    1,
    top - 1,
    top / 2,
    top / 2 - 1,
    current + 1,
    current - 1,
    current * 2,
    random.below(top),
    random.below(256),
    random.below(0x10000),
  ]);
  return ((value % top) + top) % top;
}

export type ByteChange = (bytes: Uint8Array, other: Uint8Array, random: Random) => Uint8Array;

/** A stretch that is short mostly, and sometimes as long as the rest. */
function stretchLength(random: Random, longest: number): number {
  return random.below(1 + Math.min(longest, random.pick([2, 8, 64, 1024, longest])));
}

const flipBit: ByteChange = (bytes, _, random) => {
  const result = bytes.slice();
  const at = random.below(bytes.length);
  result[at] = (result[at] ?? 0) ^ (1 << random.below(8));
  return result;
};

const setNumberAnywhere: ByteChange = (bytes, _, random) => {
  const result = bytes.slice();
  const size = random.pick([1, 2, 4]);
  const at = random.below(bytes.length);
  setNumber(result, at, size, oddNumber(random, size, numberAt(bytes, at, size)));
  return result;
};

const fillRun: ByteChange = (bytes, _, random) => {
  const result = bytes.slice();
  const at = random.below(bytes.length);
  result.fill(random.pick([0, 0xff, 0x5b, random.below(256)]), at, at + stretchLength(random, bytes.length));
  return result;
};

const truncate: ByteChange = (bytes, _, random) => bytes.slice(0, random.below(bytes.length));

const removeRun: ByteChange = (bytes, _, random) => {
  const at = random.below(bytes.length);
  const removed = Math.min(bytes.length - at, stretchLength(random, bytes.length));
  return replaceBytes(bytes, at, removed, new Uint8Array());
};

const duplicateRun: ByteChange = (bytes, _, random) => {
  const from = random.below(bytes.length);
  const run = bytes.subarray(from, from + stretchLength(random, bytes.length));
  return replaceBytes(bytes, random.oneIn(2) ? from : random.below(bytes.length), 0, run);
};

const overwriteFromOther: ByteChange = (bytes, other, random) => {
  const result = bytes.slice();
  const from = random.below(other.length);
  const at = random.below(bytes.length);
  const run = other.subarray(from, from + Math.min(bytes.length - at, stretchLength(random, bytes.length)));
  result.set(run, at);
  return result;
};

const continueAsOther: ByteChange = (bytes, other, random) => {
  const head = bytes.subarray(0, random.below(bytes.length));
  return replaceBytes(head, head.length, 0, other.subarray(random.below(other.length)));
};

export const BLIND_CHANGES: readonly [ByteChange, ...ByteChange[]] = [
  flipBit,
  setNumberAnywhere,
  fillRun,
  truncate,
  removeRun,
  duplicateRun,
  overwriteFromOther,
  continueAsOther,
];
