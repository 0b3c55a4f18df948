/** Medians and quantiles. Sits in `models/`. */
import { at } from './matrix';

export function median(values: Float64Array): number {
  return quantile(values.toSorted(), 0.5);
}

/** The quantile of values in ascending order, between neighbors in proportion (R's type 7). */
export function quantile(sorted: Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const low = at(sorted, below);
  return below + 1 < sorted.length ? low + (place - below) * (at(sorted, below + 1) - low) : low;
}
