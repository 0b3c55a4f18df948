/**
 * Fits non-negative costs to columns that few cases execute each, given the
 * costs of all other columns in these cases.
 *
 * Sits in `models/`, beside `family-fit.ts`, which finds those others. Library
 * methods: hundreds of columns, of which a case has one to five. Coordinate
 * descent over the cases that have a column (each step the best cost that is not
 * below 0, the others kept; the problem is convex) takes a thousandth of the
 * time of active sets here. A weak prior decides only what no case tells.
 */
import { at as elementAt, outside } from '../../base/check';
import type { Joules, Share } from '../../base/units';
import { at, decompose, solveLower } from './matrix';
import { medianOf } from '../../base/statistics';

export interface SparseCase {
  /** Above 0. */
  readonly energy: Joules;
  /** The part of the energy that is known already, in joules. */
  readonly known: Joules;
  /** Column and executions, above 0. */
  readonly entries: readonly (readonly [number, number])[];
}

export interface SparseFit {
  readonly coefficients: Float64Array;
  /** Row-major. */
  readonly covariance: Float64Array;
}

/** Relative deviation of a case that the prior is weighed against. */
const CASE_DEVIATION: Share = 0.1;
/** The deviation of a cost from its prior mean, relative to that mean. */
const SPREAD: Share = 3;
/** A column takes no less than this of a case, where all of it is known before. */
const LEAST_SHARE: Share = 0.01;
const MOST_SWEEPS = 2000;
/** The change of a cost at which the sweeps end, relative to its prior mean. */
const TOLERANCE = 1e-6;

/**
 * The number of fits. They minimize the sum of squared logarithms of y / ŷ: a cost that is too high by a factor
 * counts as much as one that is too low by it. Squares of shares of the measured energy would draw a cost that
 * differs from case to case to the lowest of them. Each fit of squares takes its scales from the fit before: with
 * √(ŷ · L(y, ŷ)), L the logarithmic mean, its gradient is that of the logarithms.
 */
const FITS = 10;
/** How far the scale may lie from the measured. */
const MOST_APART = 9;

export function fitSparse(cases: readonly SparseCase[], columns: number): SparseFit {
  const means = priorMeans(cases, columns);
  let scales = cases.map(({ energy }) => energy);
  let coefficients = Float64Array.from(means);
  for (let fit = 0; fit < FITS; fit++) {
    coefficients = descend(cases, coefficients, means, scales);
    scales = cases.map(({ energy, known, entries }) => {
      const expected = entries.reduce((sum, [j, count]) => sum + at(coefficients, j) * count, known);
      return scaleOf(energy, Math.min(energy * MOST_APART, Math.max(energy / MOST_APART, expected)));
    });
  }
  return { coefficients, covariance: covarianceOf(cases, coefficients, means, scales) };
}

function scaleOf(energy: Joules, expected: Joules): number {
  const ratio = Math.log(energy / expected);
  return Math.sqrt(expected * (Math.abs(ratio) < 1e-6 ? expected : (energy - expected) / ratio));
}

const WEIGHT = CASE_DEVIATION / SPREAD;

function descend(
  cases: readonly SparseCase[],
  start: Float64Array,
  means: Float64Array,
  scales: readonly number[],
): Float64Array<ArrayBuffer> {
  const ofColumn: (readonly [number, number])[][] = Array.from(means, () => []);
  cases.forEach(({ entries }, i) => {
    for (const [column, count] of entries) ofColumn[column]?.push([i, count / elementAt(scales, i)]);
  });
  const coefficients = Float64Array.from(start);
  const residuals = cases.map((each, i) => residualOf(each, coefficients) / elementAt(scales, i));
  const squares = ofColumn.map((entries, j) =>
    entries.reduce((sum, [, value]) => sum + value * value, (WEIGHT / at(means, j)) ** 2),
  );
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let most = 0;
    ofColumn.forEach((entries, j) => {
      const [mean, own, square] = [at(means, j), at(coefficients, j), elementAt(squares, j)];
      const pull = entries.reduce(
        (sum, [i, value]) => sum + value * (residuals[i] ?? outside(i)),
        (WEIGHT / mean) * WEIGHT * (1 - own / mean),
      );
      const next = Math.max(0, own + pull / square);
      if (next === own) return;
      most = Math.max(most, Math.abs(next - own) / mean);
      for (const [i, value] of entries) residuals[i] = (residuals[i] ?? outside(i)) - value * (next - own);
      coefficients[j] = next;
    });
    if (most < TOLERANCE) break;
  }
  return coefficients;
}

function residualOf({ energy, known, entries }: SparseCase, coefficients: Float64Array): Joules {
  return entries.reduce((left, [j, count]) => left - at(coefficients, j) * count, energy - known);
}

/** Each entry of a case takes an equal part of what is left; one that runs less than once takes as much less. */
function priorMeans(cases: readonly SparseCase[], columns: number): Float64Array {
  const shares: number[][] = Array.from({ length: columns }, () => []);
  for (const { energy, known, entries } of cases) {
    const left = Math.max(energy - known, LEAST_SHARE * energy);
    const parts = entries.reduce((sum, [, count]) => sum + Math.min(1, count), 0);
    for (const [column, count] of entries) shares[column]?.push(left / (parts * Math.max(1, count)));
  }
  return Float64Array.from(shares, (own) => (own.length === 0 ? 1 : medianOf(own)));
}

/** (A'A + P)⁻¹ times the variance of a case: of columns in units of their prior means, so that it is well scaled. */
function covarianceOf(
  cases: readonly SparseCase[],
  coefficients: Float64Array,
  means: Float64Array,
  scales: readonly number[],
): Float64Array {
  const columns = means.length;
  const gram = new Float64Array(columns * columns);
  for (let j = 0; j < columns; j++) gram[j * (columns + 1)] = WEIGHT * WEIGHT;
  for (const [place, { entries }] of cases.entries())
    for (const [i, one] of entries)
      for (const [j, other] of entries) {
        const scale = scales[place] ?? outside(place);
        gram[i * columns + j] =
          at(gram, i * columns + j) + (((one * at(means, i)) / scale) * other * at(means, j)) / scale;
      }
  decompose(gram, columns);
  const variance = Math.max(
    cases.reduce((sum, each, i) => sum + (residualOf(each, coefficients) / elementAt(scales, i)) ** 2, 0) /
      Math.max(1, cases.length),
    Number.MIN_VALUE,
  );
  // L⁻¹ by columns; the inverse is its transpose times itself.
  const inverse = Array.from({ length: columns }, (_, j) => {
    const unit = new Float64Array(columns);
    unit[j] = 1;
    solveLower(gram, columns, unit);
    return unit;
  });
  const covariance = new Float64Array(columns * columns);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j <= i; j++) {
      const [one, other] = [elementAt(inverse, i), elementAt(inverse, j)];
      let sum = 0;
      for (let k = i; k < columns; k++) sum += at(one, k) * at(other, k);
      const value = sum * variance * at(means, i) * at(means, j);
      covariance[i * columns + j] = value;
      covariance[j * columns + i] = value;
    }
  return covariance;
}
