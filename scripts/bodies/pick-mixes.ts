/**
 * Chooses few mixes of operations that many summaries are near to: k-means over shares of kinds.
 */
import { at } from '../../server/src/base/check';

/** Rounds of improvement; more change next to nothing. */
const ROUNDS = 12;

/**
 * `rows`: shares, each row's sum is 1. Starts with rows that lie evenly in the order of the rows sorted, so that the
 * result does not depend on chance.
 */
export function pickMixes(
  rows: readonly Float64Array[],
  weights: Float64Array,
  count: number,
): readonly Float64Array[] {
  const sorted = [...rows].sort((a, b) => {
    const differing = a.findIndex((share, kind) => share !== at(b, kind));
    return differing === -1 ? 0 : at(a, differing) - at(b, differing);
  });
  let mixes = Array.from({ length: count }, (_, i) =>
    at(sorted, Math.floor(((i + 0.5) * sorted.length) / count)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const sums = mixes.map(() => new Float64Array(weights.length));
    const sizes = new Float64Array(count);
    for (const row of rows) {
      const mix = nearestMix(row, mixes, weights);
      sizes[mix] = at(sizes, mix) + 1;
      const sum = at(sums, mix);
      for (let k = 0; k < row.length; k++) sum[k] = at(sum, k) + at(row, k);
    }
    mixes = sums.map((sum, mix) => {
      const size = at(sizes, mix);
      return size === 0 ? at(mixes, mix) : sum.map((share) => share / size);
    });
  }
  return mixes;
}

export function nearestMix(row: Float64Array, mixes: readonly Float64Array[], weights: Float64Array): number {
  let best = 0;
  let least = Infinity;
  mixes.forEach((mix, index) => {
    let distance = 0;
    for (let k = 0; k < row.length && distance < least; k++)
      distance += at(weights, k) * (at(row, k) - at(mix, k)) ** 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}
