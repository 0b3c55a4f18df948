/** Means, deviations and quantiles of values. Sits in `base/`. */

/** Deviations are taken from the first value, so that large values that differ little keep their digits. */
export function meanOf(values: readonly number[] | Float64Array): number {
  let sum = 0;
  const first = values[0] ?? NaN;
  for (const value of values) sum += value - first;
  return first + sum / values.length;
}

/** The standard deviation of a sample of two values or more. */
export function deviationFrom(mean: number, values: readonly number[] | Float64Array): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

export function medianOf(values: readonly number[] | Float64Array): number {
  return quantileOf(Float64Array.from(values).sort(), 0.5);
}

/** The quantile of values in ascending order, between neighbors in proportion (R's type 7). */
export function quantileOf(sorted: readonly number[] | Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const low = sorted[below] ?? NaN;
  return below + 1 < sorted.length ? low + (place - below) * ((sorted[below + 1] ?? NaN) - low) : low;
}

/** True if two values differ by no more than equal sums that were added up in another order. */
export function isRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
}

/** The least value that all but `1 - share` of the weight lies at or below. */
export function outermostOf(
  values: readonly { readonly error: number; readonly weight: number }[],
  share: number,
): number {
  const sorted = [...values].sort((a, b) => a.error - b.error);
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  // A sum of weights is off by rounding.
  const found = sorted.find(({ weight }) => (below += weight) >= share * all * (1 - 1e-12));
  return found?.error ?? NaN;
}

/** Spearman's rank correlation. Equal values share their middle rank; 0 where all of one side are equal. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [middleRanks(one), middleRanks(other)];
  const middle = (one.length - 1) / 2;
  const product = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, rank, index) => sum + (rank - middle) * ((y[index] ?? NaN) - middle), 0);
  const scale = Math.sqrt(product(a, a) * product(b, b));
  return scale === 0 ? 0 : product(a, b) / scale;
}

function middleRanks(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [rank, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, rank);
    last.set(value, rank);
  }
  return values.map((value) => ((first.get(value) ?? NaN) + (last.get(value) ?? NaN)) / 2);
}
