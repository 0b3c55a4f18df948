/**
 * Chooses few mixes of operations that many summaries are near to: k-means over shares of kinds.
 */

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
    for (let k = 0; k < weights.length; k++) if (a[k] !== b[k]) return (a[k] ?? 0) - (b[k] ?? 0);
    return 0;
  });
  let mixes = Array.from({ length: count }, (_, i) =>
    (sorted[Math.floor(((i + 0.5) * sorted.length) / count)] ?? new Float64Array(weights.length)).slice(),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const sums = mixes.map(() => new Float64Array(weights.length));
    const sizes = new Float64Array(count);
    for (const row of rows) {
      const mix = nearestMix(row, mixes, weights);
      sizes[mix] = (sizes[mix] ?? 0) + 1;
      const sum = sums[mix];
      if (sum !== undefined) for (let k = 0; k < row.length; k++) sum[k] = (sum[k] ?? 0) + (row[k] ?? 0);
    }
    mixes = sums.map((sum, mix) => {
      const size = sizes[mix] ?? 0;
      return size === 0 ? (mixes[mix] ?? sum) : sum.map((share) => share / size);
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
      distance += (weights[k] ?? 0) * ((row[k] ?? 0) - (mix[k] ?? 0)) ** 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}
