/**
 * Random numbers that come again: sfc32 (Doty-Humphrey, PractRand), seeded by
 * any few numbers, so that one case of a run can be made without those before.
 */

export interface Random {
  /** From 0, below `limit`; 0 where the limit is. */
  below(limit: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Undefined only where there is nothing to choose from. */
  among<T>(items: ArrayLike<T>): T | undefined;
}

/** Mixed by 15 rounds, after which seeds that differ in a bit have nothing in common. */
export function createRandom(...seeds: readonly number[]): Random {
  let [a = 0, b = 0x9e3779b9, c = 0x243f6a88] = seeds.map((seed) => seed | 0);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)] ?? items[0],
    among: (items) => items[below(items.length)],
  };
}
