/**
 * One mutated file of a run: which, by the run's seed and its number alone.
 */
import { BLIND_CHANGES, type ByteChange } from './byte-edits';
import type { ClassSeed } from './class-seeds';
import { createRandom } from './random';

export interface FuzzCase {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Mutations stop to grow a file there. */
const LARGEST = 1024 * 1024;

/** `leftOut` are changes not to make, by their order: how a failing case is made smaller. */
export function makeCase(
  seeds: readonly ClassSeed[],
  change: ByteChange,
  runSeed: number,
  number: number,
  leftOut: ReadonlySet<number> = new Set(),
): FuzzCase {
  const random = createRandom(runSeed, number);
  const seed = random.among(seeds);
  const other = random.among(seeds);
  if (seed === undefined || other === undefined) throw new Error('there is nothing to start from');
  let { bytes } = seed;
  for (let order = 0; order < changeCount(runSeed, number); order++) {
    if (leftOut.has(order) || bytes.length > LARGEST) continue;
    const ofThis = createRandom(runSeed, number, order + 1);
    const next = ofThis.oneIn(4) ? ofThis.pick(BLIND_CHANGES) : change;
    bytes = next(bytes, other.bytes, ofThis);
  }
  return { name: seed.name, bytes };
}

/** One mostly, and up to eight. */
export function changeCount(runSeed: number, number: number): number {
  const random = createRandom(number, runSeed, 1);
  let count = 1;
  while (count < 8 && random.oneIn(2)) count++;
  return count;
}

/** The same failure from as few changes as will do. */
export function shrinkCase(
  make: (leftOut: ReadonlySet<number>) => FuzzCase,
  changes: number,
  fails: (bytes: Uint8Array) => boolean,
): FuzzCase {
  const leftOut = new Set<number>();
  for (let order = 0; order < changes; order++) {
    leftOut.add(order);
    if (!fails(make(leftOut).bytes)) leftOut.delete(order);
  }
  return make(leftOut);
}
