/**
 * Random draws that are the same for the same seed, on every machine.
 *
 * Sits in `models/`. xoshiro128** of Blackman and Vigna (2018), seeded through
 * splitmix32; normal draws by Marsaglia's polar method.
 */
import { at } from '../../base/check';

export interface Random {
  /** A number in [0, 1), of 53 bits. */
  uniform(): number;
  /** Mean 0, deviation 1. */
  normal(): number;
  /** Mean 1. */
  exponential(): number;
  /** A whole number below `limit`. */
  below(limit: number): number;
}

export function createRandom(seed: number): Random {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  const splitmix = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()];
  let spare: number | undefined;

  const bits = (): number => {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return scrambled;
  };
  const uniform = (): number => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) / 2 ** 53;
  return {
    uniform,
    normal() {
      if (spare !== undefined) {
        const value = spare;
        spare = undefined;
        return value;
      }
      for (;;) {
        const x = 2 * uniform() - 1;
        const y = 2 * uniform() - 1;
        const square = x * x + y * y;
        if (square >= 1 || square === 0) continue;
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = y * factor;
        return x * factor;
      }
    },
    exponential: () => -Math.log(1 - uniform()),
    below: (limit) => Math.floor(uniform() * limit),
  };
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/** 0 to `size` − 1 in random order (Fisher and Yates). */
export function shuffledIndices(size: number, random: Random): readonly number[] {
  const order = Array.from({ length: size }, (_, index) => index);
  for (let i = size - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const value = at(order, i);
    order[i] = at(order, j);
    order[j] = value;
  }
  return order;
}
