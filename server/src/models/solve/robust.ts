/**
 * Robust regression by iteratively reweighted least squares.
 *
 * Sits in `models/`. Huber's and Tukey's ψ with the scale of the residuals'
 * median absolute deviation, as R's `rlm`; and vLens's rule (section 3.2,
 * equations 3 and 4): bisquare with the standard deviation as scale and k = 40.
 * A residual can't exceed (n − 1)/√n such deviations, so that with k = 40
 * nothing is rejected below some 1,600 cases.
 */
import { at as elementAt } from '../../base/check';
import { type Estimate, fitLeastSquares } from './least-squares';
import { at, dot, multiply, subtract, type Matrix, multiplyTransposed } from './matrix';
import { deviationFrom, medianOf } from '../../base/statistics';
import { inverseGram, invertUpper, type PivotedFactor, orthonormalBasis } from './rank-revealing';

export type RobustRule = 'huber' | 'bisquare' | 'vlens';

/** 95 % as efficient as least squares where errors are Gaussian; vLens's own k. */
const TUNING: Readonly<Record<RobustRule, number>> = { huber: 1.345, bisquare: 4.685, vlens: 40 };
/** Median absolute deviation to standard deviation, for a Gaussian, as R has it. */
const MAD_FACTOR = 0.6745;
const MAX_ROUNDS = 500;
/** Change of the residuals from round to round, of themselves: as far as numbers of this size go. */
const CONVERGED = 1e-12;

export interface RobustEstimate extends Estimate {
  readonly weights: Float64Array;
  readonly scale: number;
  readonly rounds: number;
  readonly converged: boolean;
}

export function fitRobust(
  counts: Matrix,
  energies: Float64Array,
  rule: RobustRule,
  tuning = TUNING[rule],
  precision = CONVERGED,
): RobustEstimate {
  const start = fitLeastSquares(counts, energies);
  const solve = createWeightedSolver(counts, energies, start.factor);
  let coefficients: Float64Array = start.coefficients;
  let residuals = subtract(energies, multiply(counts, coefficients));
  let weights = new Float64Array(counts.rows).fill(1);
  let scale = 0;
  let rounds = 0;
  let converged = false;
  const smallest = Number.EPSILON * counts.columns * Math.sqrt(dot(energies, energies) / counts.rows);
  while (rounds < MAX_ROUNDS && !converged) {
    scale =
      rule === 'vlens'
        ? deviationFrom(residuals.reduce((sum, value) => sum + value, 0) / residuals.length, residuals)
        : medianOf(residuals.map(Math.abs)) / MAD_FACTOR;
    if (scale <= smallest) {
      // Most cases fit exactly: their residuals are rounding and say nothing of the others'.
      converged = true;
      break;
    }
    rounds++;
    weights = residuals.map((residual) => weightOf(rule, residual / (tuning * scale)));
    coefficients = solve(weights, coefficients);
    const next = subtract(energies, multiply(counts, coefficients));
    const change = subtract(next, residuals);
    converged =
      dot(change, change) <= precision ** 2 * Math.max(1e-20 * smallest ** 2, dot(residuals, residuals));
    residuals = next;
  }
  const warnings = [
    ...(converged
      ? []
      : [`the weights did not settle in ${MAX_ROUNDS} rounds: the costs are those of the last`]),
    ...(rule === 'vlens' ? warnOfRejection(counts.rows, tuning) : []),
  ];
  return {
    coefficients,
    weights,
    scale,
    rounds,
    converged,
    residualSd: scale,
    covariance: covarianceOf(),
    factor: start.factor,
    warnings,
  };

  /**
   * The covariance of R's `summary.rlm`: (X'X)⁻¹ by the variance of ψ over its mean slope squared (Huber 1981,
   * section 7.6).
   */
  function covarianceOf(): Float64Array {
    const [n, p] = [counts.rows, start.factor.rank];
    const unscaled = inverseGram(start.factor);
    if (scale <= smallest || n <= p) return unscaled.fill(scale <= smallest && n > p ? 0 : Number.NaN);
    const slopes = residuals.map((residual) => slopeOf(rule, residual / (tuning * scale)));
    const meanSlope = slopes.reduce((sum, slope) => sum + slope, 0) / n;
    const slopeVariance = slopes.reduce((sum, slope) => sum + (slope - meanSlope) ** 2, 0) / (n - 1);
    const squares = residuals.reduce((sum, residual, i) => sum + (at(weights, i) * residual) ** 2, 0);
    const correction = 1 + (p * slopeVariance) / (n * meanSlope * meanSlope);
    const variance = (squares / (n - p)) * (correction / meanSlope) ** 2;
    return unscaled.map((value) => (value === 0 ? 0 : value * variance));
  }
}

/** The least number of cases in which one can be further than k deviations from the rest. */
export function casesToReject(tuning: number): number {
  return Math.ceil((tuning * tuning + 2 + Math.sqrt((tuning * tuning + 2) ** 2 - 4)) / 2);
}

function warnOfRejection(cases: number, tuning: number): readonly string[] {
  const needed = casesToReject(tuning);
  if (cases >= needed) return [];
  return [
    `with ${cases} cases the rule of vLens (k = ${tuning} standard deviations) can reject none, whatever its energy: it needs ${needed}; use bisquare`,
  ];
}

/** ψ(u)/u, with u in units of the tuning constant. */
function weightOf(rule: RobustRule, u: number): number {
  const size = Math.abs(u);
  if (rule === 'huber') return size <= 1 ? 1 : 1 / size;
  return size >= 1 ? 0 : (1 - size * size) ** 2;
}

/** ψ'(u). */
function slopeOf(rule: RobustRule, u: number): number {
  const square = u * u;
  if (square > 1) return 0;
  return rule === 'huber' ? 1 : (1 - square) * (1 - 5 * square);
}

/** Relative to the first gradient of all: below it is rounding. */
const TOLERANCE = 1e-14;

/**
 * Weighted least squares again and again, with other weights each time: conjugate gradients with the unweighted
 * problem's triangle as preconditioner. Weights near 1 leave it nearly solved, so that a handful of products
 * with the counts takes the place of a new reduction, which costs a hundred of them.
 *
 * Coefficients of dependent columns stay 0. `factor` is that of the same counts, without weights.
 */
function createWeightedSolver(
  counts: Matrix,
  energies: Float64Array,
  factor: PivotedFactor,
): (weights: Float64Array, start: Float64Array) => Float64Array {
  const { rank } = factor;
  const chosen = factor.pivot.slice(0, rank);
  // Orthonormal columns: X·N⁻¹·R⁻¹. Weighted, their Gram matrix lies between the smallest weight and the largest.
  const basis = orthonormalBasis(counts, factor);
  const inverse = invertUpper(factor.triangle, factor.columns, rank);

  return (weights, start) => {
    const current = subtract(energies, multiply(counts, start)).map(
      (residual, i) => residual * at(weights, i),
    );
    const gradient = multiplyTransposed(basis, current);
    const scale = Math.sqrt(dot(energies, energies));
    const move = conjugateGradients(gradient, weights, TOLERANCE * scale);
    const coefficients = start.slice();
    for (let i = 0; i < rank; i++) {
      let sum = 0;
      for (let k = i; k < rank; k++) sum += at(inverse, i * rank + k) * at(move, k);
      const column = elementAt(chosen, i);
      coefficients[column] = at(coefficients, column) + sum / at(factor.norms, column);
    }
    return coefficients;
  };

  function conjugateGradients(
    gradient: Float64Array,
    weights: Float64Array,
    tolerance: number,
  ): Float64Array {
    const move = new Float64Array(rank);
    const rest = gradient.slice();
    const heading = gradient.slice();
    let square = dot(rest, rest);
    for (let round = 0; round < 2 * rank && Math.sqrt(square) > tolerance; round++) {
      const image = multiply(basis, heading);
      for (let i = 0; i < image.length; i++) image[i] = at(image, i) * at(weights, i);
      const curved = multiplyTransposed(basis, image);
      const curvature = dot(heading, curved);
      if (curvature <= 0) break;
      const step = square / curvature;
      for (let k = 0; k < rank; k++) {
        move[k] = at(move, k) + step * at(heading, k);
        rest[k] = at(rest, k) - step * at(curved, k);
      }
      const next = dot(rest, rest);
      for (let k = 0; k < rank; k++) heading[k] = at(rest, k) + (next / square) * at(heading, k);
      square = next;
    }
    return move;
  }
}
