/** Draws that are the same for the same seed, for generated programs and trees. */

export interface Random {
  /** From 0, below 1. */
  readonly next: () => number;
  readonly below: (bound: number) => number;
  readonly chance: (probability: number) => boolean;
  /** Picks an element of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => readonly T[];
}

/** Park and Miller's generator (1988). */
export function createRandom(seed: number): Random {
  let state = (seed % 2147483646) + 1;
  const next = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  // Seeds beside each other begin alike.
  for (let draw = 0; draw < 10; draw++) next();
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError('nothing to draw from');
      return item;
    },
    shuffle: (list) => {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        const [one, two] = [shuffled[last], shuffled[other]];
        if (one === undefined || two === undefined) continue;
        shuffled[last] = two;
        shuffled[other] = one;
      }
      return shuffled;
    },
  };
}
