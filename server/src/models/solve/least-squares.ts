/**
 * Ordinary, weighted and ridge least squares.
 *
 * Sits in `models/`. Minimizes equation 4 of "Fine-grained energy modeling"
 * directly: the problem is convex, so that what descent looks for from many
 * starts is found at once.
 */
import { at, multiply, multiplyTransposed, subtract, type Matrix } from './matrix';
import {
  basicSolution,
  factorWithPivots,
  inverseGram,
  solveGram,
  type PivotedFactor,
} from './rank-revealing';
import { reduceProblem, type ReducedProblem } from './triangular-reduction';

/** The estimate that every method gives: one number a column, dependent columns as the method left them. */
export interface Estimate {
  readonly coefficients: Float64Array;
  /** Row-major; of the coefficients that the data determine, 0 elsewhere. */
  readonly covariance: Float64Array;
  /** Standard deviation of a case's residual. */
  readonly residualSd: number;
  /** One a case, for methods that weigh. */
  readonly weights?: Float64Array;
  /** The factorization of the counts alone: it says which costs they determine, and how far each case reaches. */
  readonly factor: PivotedFactor;
  /** Columns that the method holds at 0 because less would fit better. */
  readonly atBound?: readonly number[];
  /** Sentences for people. */
  readonly warnings: readonly string[];
}

/** `weights` are inverse variances up to a factor. */
export function fitLeastSquares(counts: Matrix, energies: Float64Array, weights?: Float64Array): Estimate {
  if (weights === undefined) {
    const estimate = solveReduced(reduceProblem(counts, energies), counts.rows);
    return { ...estimate, coefficients: refine(counts, energies, estimate) };
  }
  const cases = weights.filter((weight) => weight > 0).length;
  return { ...solveReduced(reduceProblem(counts, energies, { weights }), cases), weights };
}

/**
 * One step of iterative refinement by the seminormal equations (Björck 1987):
 * b + (R'R)⁻¹X'r. Gives small costs beside large ones another digit, for one
 * product with the cases.
 */
function refine(counts: Matrix, energies: Float64Array, { coefficients, factor }: Estimate): Float64Array {
  const residuals = subtract(energies, multiply(counts, coefficients));
  const step = solveGram(factor, multiplyTransposed(counts, residuals));
  return coefficients.map((value, j) => value + at(step, j));
}

/** `cases` are those that the problem was reduced from, and that count. */
export function solveReduced(reduced: ReducedProblem, cases: number): Estimate {
  const factor = factorWithPivots(reduced);
  const freedom = cases - factor.rank;
  const variance = freedom > 0 ? factor.residualSquares / freedom : Number.NaN;
  return {
    coefficients: basicSolution(factor),
    covariance: inverseGram(factor).map((value) => (value === 0 ? 0 : value * variance)),
    residualSd: Math.sqrt(variance),
    warnings: [],
    factor,
  };
}

/** Adds the penalty λ to a problem that was reduced before: one reduction serves many λ. */
export function penalize(
  { columns, norms, triangle, target }: ReducedProblem,
  lambda: number,
): PivotedFactor {
  const values = triangle.map((value, i) => value * at(norms, i % columns));
  return factorWithPivots(reduceProblem({ rows: columns, columns, values }, target, { ridge: lambda }));
}

/** argmin ‖y − Xb‖² + λ‖b‖², in coefficients as they are. Its covariance leaves out the bias that λ buys. */
export function fitRidge(counts: Matrix, energies: Float64Array, lambda: number): Estimate {
  const reduced = reduceProblem(counts, energies);
  const size = counts.columns;
  const penalized = penalize(reduced, lambda);
  const coefficients = basicSolution(penalized);
  const inverse = inverseGram(penalized);
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
  const freedom = counts.rows - (penalized.rank - lambda * trace);
  const variance = freedom > 0 ? squares / freedom : Number.NaN;
  return {
    coefficients,
    covariance: sandwich.map((value) => (value === 0 ? 0 : value * variance)),
    residualSd: Math.sqrt(variance),
    warnings: [],
    factor: factorWithPivots(reduced),
  };
}
