/**
 * Non-negative costs of operations that come in families: what the data say
 * little of is taken for what its family costs.
 *
 * Sits in `models/`, over `nonnegative.ts`. Two stages (empirical Bayes): one
 * cost a family first, then one an operation, each drawn to its family's by a
 * Gaussian prior whose deviation is a share of it. Residuals are relative, so
 * that short cases count as much as long ones. Exact twins share evenly, and
 * an operation that hardly runs gets no cost that some other residual left.
 */
import { present } from '../../base/check';
import type { Joules, Share } from '../../base/units';
import { divide } from './cross-validation';
import { at, multiply, selectEntries, selectRows, type Matrix } from '../solve/matrix';
import { fitNonnegative } from '../solve/nonnegative';
import { inverseGram, type PivotedFactor } from '../solve/rank-revealing';

export interface FamilyColumn {
  readonly name: string;
  readonly family: string;
  /** Deviation of its cost from its family's, relative to that. */
  readonly spread: Share;
}

export interface FamilyFit {
  readonly coefficients: Float64Array;
  /** Row-major. */
  readonly covariance: Float64Array;
  readonly families: ReadonlyMap<string, Joules>;
  /** The standard deviation of a case's residual, relative to the case's energy. */
  readonly residualSd: Share;
  /** The factorization of the counts together with the rows of the prior. */
  readonly factor: PivotedFactor;
}

/** Relative deviation of a case that a prior is weighed against: what cases that were left out have shown. */
const CASE_DEVIATION: Share = 0.1;
/** A family that costs nothing by itself has a small share of what the others do. */
const LEAST_SHARE = 0.2;

/** `energies` are above 0. */
export function fitFamilies(
  counts: Matrix,
  energies: Float64Array,
  columns: readonly FamilyColumn[],
  weights?: Float64Array,
): FamilyFit {
  const relative = relativeTo(counts, energies, weights);
  const names = [...new Set(columns.map(({ family }) => family))];
  const place = new Map(names.map((name, index) => [name, index]));
  const merged = new Float64Array(counts.rows * names.length);
  for (let i = 0; i < counts.rows; i++)
    columns.forEach(({ family }, j) => {
      const target = i * names.length + present(place.get(family), family);
      merged[target] = at(merged, target) + at(relative.counts.values, i * columns.length + j);
    });
  const ofFamilies = fitNonnegative(
    { rows: counts.rows, columns: names.length, values: merged },
    relative.target,
  ).coefficients;
  const positive = [...ofFamilies].filter((cost) => cost > 0).sort((a, b) => a - b);
  const least = LEAST_SHARE * (positive[positive.length >> 1] ?? 1);
  const families = new Map(names.map((name, index) => [name, Math.max(at(ofFamilies, index), least)]));

  const rows = counts.rows + columns.length;
  const values = new Float64Array(rows * columns.length);
  values.set(relative.counts.values);
  const target = new Float64Array(rows);
  target.set(relative.target);
  columns.forEach(({ family, spread }, j) => {
    const row = counts.rows + j;
    const weight = CASE_DEVIATION / spread;
    values[row * columns.length + j] = weight / (families.get(family) ?? least);
    target[row] = weight;
  });
  const fit = fitNonnegative({ rows, columns: columns.length, values }, target);
  const predicted = multiply(relative.counts, fit.coefficients);
  let squares = 0;
  for (let i = 0; i < counts.rows; i++) squares += (at(predicted, i) - at(relative.target, i)) ** 2;
  const total = weights === undefined ? counts.rows : weights.reduce((sum, weight) => sum + weight, 0);
  const residualSd = Math.sqrt(squares / total);
  const variance = Math.max(residualSd, Number.MIN_VALUE) ** 2;
  return {
    coefficients: fit.coefficients,
    covariance: inverseGram(fit.factor).map((value) => value * variance),
    families,
    residualSd,
    factor: fit.factor,
  };
}

/** Each case in units of its own energy. */
function relativeTo(
  counts: Matrix,
  energies: Float64Array,
  weights: Float64Array | undefined,
): { readonly counts: Matrix; readonly target: Float64Array } {
  const values = counts.values.slice();
  const target = new Float64Array(counts.rows);
  for (let i = 0; i < counts.rows; i++) {
    const root = weights === undefined ? 1 : Math.sqrt(at(weights, i));
    target[i] = root;
    for (let j = 0; j < counts.columns; j++) {
      const index = i * counts.columns + j;
      values[index] = (at(values, index) * root) / at(energies, i);
    }
  }
  return { counts: { ...counts, values }, target };
}

/** Predictions of cases by fits to the others, as cross-validation makes them. */
export function predictLeftOut(
  counts: Matrix,
  energies: Float64Array,
  columns: readonly FamilyColumn[],
  {
    folds,
    seed,
    weights,
  }: { readonly folds: number; readonly seed: number; readonly weights?: Float64Array },
): Float64Array {
  const predictions = new Float64Array(counts.rows);
  for (const { left, kept } of divide(counts.rows, folds, seed)) {
    const { coefficients } = fitFamilies(
      selectRows(counts, kept),
      selectEntries(energies, kept),
      columns,
      weights === undefined ? undefined : selectEntries(weights, kept),
    );
    const predicted = multiply(selectRows(counts, left), coefficients);
    left.forEach((row, index) => {
      predictions[row] = at(predicted, index);
    });
  }
  return predictions;
}
