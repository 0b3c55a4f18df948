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
