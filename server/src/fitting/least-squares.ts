/**
 * Ordinary, weighted and ridge least squares.
 *
 * Sits in `fitting/`. Minimises equation 4 of "Fine-grained energy modeling"
 * directly: the problem is convex, so that what descent looks for from many
 * starts is found at once.
 */
import { at, multiply, subtract, type Matrix } from './matrix';
import { basicSolution, factorWithPivots, inverseGram, type PivotedFactor } from './rank-revealing';
import { reduceProblem } from './triangular-reduction';

/** What every method gives; one number a column, dependent ones as the method left them. */
export interface Estimate {
  readonly coefficients: Float64Array;
  /** Row-major; of the coefficients that the data determine, 0 elsewhere. */
  readonly covariance: Float64Array;
  /** Standard deviation of a case's residual. */
  readonly residualSd: number;
  /** One a case, for methods that weigh. */
  readonly weights?: Float64Array;
  /** Of the counts alone: which costs they determine, and how far each case reaches. */
  readonly factor: PivotedFactor;
  /** Columns that the method holds at 0 because less would fit better. */
  readonly atBound?: readonly number[];
  /** Sentences for people. */
  readonly warnings: readonly string[];
}

/** `weights` are inverse variances up to a factor. */
export function fitLeastSquares(counts: Matrix, energies: Float64Array, weights?: Float64Array): Estimate {
  const factor = factorWithPivots(reduceProblem(counts, energies, weights === undefined ? {} : { weights }));
  const cases = weights === undefined ? counts.rows : weights.filter((weight) => weight > 0).length;
  const freedom = cases - factor.rank;
  const variance = freedom > 0 ? factor.residualSquares / freedom : Number.NaN;
  return {
    coefficients: basicSolution(factor),
    covariance: inverseGram(factor).map((value) => (value === 0 ? 0 : value * variance)),
    residualSd: Math.sqrt(variance),
    ...(weights === undefined ? {} : { weights }),
    warnings: [],
    factor,
  };
}

/** argmin ‖y − Xb‖² + λ‖b‖², in coefficients as they are. Its covariance leaves out the bias that λ buys. */
export function fitRidge(counts: Matrix, energies: Float64Array, lambda: number): Estimate {
  const reduced = reduceProblem(counts, energies);
  const size = counts.columns;
  const triangle = reduced.triangle.map((value, i) => value * at(reduced.norms, i % size));
  const penalised = factorWithPivots(
    reduceProblem({ rows: size, columns: size, values: triangle }, reduced.target, { ridge: lambda }),
  );
  const coefficients = basicSolution(penalised);
  const inverse = inverseGram(penalised);
  // (X'X + λ)⁻¹ X'X (X'X + λ)⁻¹ = A − λAA, with A the inverse; trace of the hat matrix = p − λ tr A.
  const sandwich = inverse.slice();
  let trace = 0;
  for (let i = 0; i < size; i++) {
    trace += at(inverse, i * size + i);
    for (let j = 0; j < size; j++) {
      let product = 0;
      for (let k = 0; k < size; k++) product += at(inverse, i * size + k) * at(inverse, k * size + j);
      sandwich[i * size + j] = at(inverse, i * size + j) - lambda * product;
    }
  }
  const residuals = subtract(energies, multiply(counts, coefficients));
  const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0);
  const freedom = counts.rows - (penalised.rank - lambda * trace);
  const variance = freedom > 0 ? squares / freedom : Number.NaN;
  return {
    coefficients,
    covariance: sandwich.map((value) => (value === 0 ? 0 : value * variance)),
    residualSd: Math.sqrt(variance),
    warnings: [],
    factor: factorWithPivots(reduced),
  };
}
