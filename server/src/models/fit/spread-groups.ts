/**
 * The statement about costs that the data can't tell apart: the middle of all
 * solutions that fit equally well and give nothing a negative cost, and how far
 * these solutions reach.
 *
 * Sits in `models/`. Of two twins, any solver gives one the whole cost and the
 * other none. Here each gets half, with the deviation of "anything from none
 * to all": along a null direction v, coefficients may be b + t·v for t in an
 * interval, taken as uniform: mean at its middle, variance width²/12 · vv'.
 */
import { at as elementAt } from '../../base/check';
import { at } from '../solve/matrix';

/** Two groups may share an operation: the middle of one interval moves the other's. */
const ROUNDS = 50;

export interface SpreadCosts {
  readonly coefficients: Float64Array;
  /** Row-major, with what the choice among equal solutions adds. */
  readonly covariance: Float64Array;
}

export function spreadOverGroups(
  basic: Float64Array,
  covariance: Float64Array,
  directions: readonly Float64Array[],
  norms: Float64Array,
): SpreadCosts {
  if (directions.length === 0) return { coefficients: basic, covariance };
  const size = basic.length;
  let coefficients = startOf(basic, directions, norms);
  const isPositive = coefficients.every((value) => value >= 0);
  const widths = directions.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    directions.forEach((direction, k) => {
      const { low, high } = rangeAlong(coefficients, direction);
      const middle = (low + high) / 2;
      widths[k] = high - low;
      coefficients = coefficients.map((value, j) => {
        const moved = value + middle * at(direction, j);
        // Within the range nothing is below 0, but for rounding.
        return isPositive ? Math.max(0, moved) : moved;
      });
    });
  }
  const spread = covariance.slice();
  directions.forEach((direction, k) => {
    const variance = elementAt(widths, k) ** 2 / 12;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        spread[i * size + j] = at(spread, i * size + j) + variance * at(direction, i) * at(direction, j);
  });
  return { coefficients, covariance: spread };
}

/** The shortest solution; where that has something below 0 and the solver's has not, the solver's. */
function startOf(
  basic: Float64Array,
  directions: readonly Float64Array[],
  norms: Float64Array,
): Float64Array<ArrayBuffer> {
  const shortest = withoutNull(basic, directions, norms);
  const isPositive = (costs: Float64Array): boolean => costs.every((value) => value >= 0);
  return !isPositive(shortest) && isPositive(basic) ? basic.slice() : shortest;
}

/**
 * The range in which t leaves no coefficient below 0. Where one is below already, the range ends where all that were
 * above are 0.
 */
function rangeAlong(coefficients: Float64Array, direction: Float64Array): { low: number; high: number } {
  let [low, high] = [-Infinity, Infinity];
  direction.forEach((slope, j) => {
    if (slope === 0) return;
    const zero = -at(coefficients, j) / slope;
    if (slope > 0) low = Math.max(low, zero);
    else high = Math.min(high, zero);
  });
  if (Number.isFinite(low) && Number.isFinite(high) && low <= high) return { low, high };
  const reach = Math.max(
    ...Array.from(direction, (slope, j) => (slope === 0 ? 0 : Math.abs(at(coefficients, j) / slope))),
  );
  return { low: -reach, high: reach };
}

/** The shortest of all equal solutions, in scaled units: twins share evenly. Modified Gram-Schmidt. */
function withoutNull(
  basic: Float64Array,
  directions: readonly Float64Array[],
  norms: Float64Array,
): Float64Array<ArrayBuffer> {
  const product = (one: Float64Array, other: Float64Array): number => {
    let sum = 0;
    for (let j = 0; j < one.length; j++) sum += at(one, j) * at(other, j) * at(norms, j) ** 2;
    return sum;
  };
  const basis: Float64Array[] = [];
  for (const direction of directions) {
    let rest = direction.slice();
    for (const known of basis) {
      const along = product(rest, known);
      rest = rest.map((value, j) => value - along * at(known, j));
    }
    const length = Math.sqrt(product(rest, rest));
    if (length > 0) basis.push(rest.map((value) => value / length));
  }
  let coefficients = basic.slice();
  for (const known of basis) {
    const along = product(coefficients, known);
    coefficients = coefficients.map((value, j) => value - along * at(known, j));
  }
  return coefficients;
}
