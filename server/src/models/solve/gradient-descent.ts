/**
 * Gradient descent with random restarts, as "Fine-grained energy modeling"
 * does it (equations 4 and 5), beside the solution that it descends to.
 *
 * Sits in `models/`. The problem is convex: all starts end at the same J, and
 * where the costs are not determined, at different costs. Works on the reduced
 * triangle, whose gradient is that of all cases, in scaled columns, so that one
 * step size serves all costs.
 */
import { at, dot, multiply, multiplyTransposed, subtract, type Matrix } from './matrix';
import type { Random } from './random';
import { reduceProblem } from './triangular-reduction';
import type { Estimate } from './least-squares';
import { solveReduced } from './least-squares';

interface DescentOptions {
  readonly restarts: number;
  readonly steps: number;
}

const DESCENT: DescentOptions = { restarts: 5, steps: 20_000 };

/** A gradient this small beside the first is taken for none. */
const CONVERGED = 1e-10;

export interface Descent {
  readonly coefficients: Float64Array;
  /** Equation 4, in squared joules. */
  readonly error: number;
  readonly steps: number;
  readonly converged: boolean;
}

export interface DescentEstimate extends Estimate {
  readonly descents: readonly Descent[];
  readonly direct: { readonly coefficients: Float64Array; readonly error: number };
}

export function fitByDescent(
  counts: Matrix,
  energies: Float64Array,
  random: Random,
  { restarts, steps }: DescentOptions = DESCENT,
): DescentEstimate {
  const reduced = reduceProblem(counts, energies);
  const { columns, norms, target } = reduced;
  const triangle: Matrix = { rows: columns, columns, values: reduced.triangle };
  const errorOf = (scaled: Float64Array): number => {
    const rest = subtract(multiply(triangle, scaled), target);
    return (dot(rest, rest) + reduced.unexplained) / (2 * counts.rows);
  };
  const toCosts = (scaled: Float64Array): Float64Array =>
    scaled.map((value, j) => (at(norms, j) > 0 ? value / at(norms, j) : 0));
  const rate = 1 / largestEigenvalue(triangle, random);
  // Costs between none and "this operation alone took all the energy".
  const reach = Math.sqrt(dot(target, target));

  const descents = Array.from({ length: restarts }, (): Descent => {
    let scaled = new Float64Array(columns).map(() => random.uniform() * reach);
    let first = 0;
    for (let step = 0; step < steps; step++) {
      const gradient = multiplyTransposed(triangle, subtract(multiply(triangle, scaled), target));
      const length = Math.sqrt(dot(gradient, gradient));
      if (step === 0) first = length;
      if (length <= CONVERGED * first)
        return { coefficients: toCosts(scaled), error: errorOf(scaled), steps: step, converged: true };
      scaled = scaled.map((value, j) => value - rate * at(gradient, j));
    }
    return { coefficients: toCosts(scaled), error: errorOf(scaled), steps, converged: false };
  });
  const best = descents.reduce((one, other) => (other.error < one.error ? other : one));
  const direct = solveReduced(reduced, counts.rows);
  const unfinished = descents.filter(({ converged }) => !converged).length;
  return {
    ...direct,
    coefficients: best.coefficients,
    descents,
    direct: {
      coefficients: direct.coefficients,
      error: errorOf(direct.coefficients.map((value, j) => value * at(norms, j))),
    },
    warnings:
      unfinished === 0
        ? []
        : [
            `${unfinished} of ${restarts} descents had not arrived after ${steps} steps: the direct solution is exact`,
          ],
  };
}

/**
 * The largest eigenvalue of R'R, by the power method; a little too large rather than too small, so that no step is
 * too long.
 */
function largestEigenvalue(triangle: Matrix, random: Random): number {
  let vector = new Float64Array(triangle.columns).map(() => random.uniform() + 0.5);
  let value = 0;
  for (let round = 0; round < 100; round++) {
    const image = multiplyTransposed(triangle, multiply(triangle, vector));
    const length = Math.sqrt(dot(image, image));
    if (length === 0) return 1;
    value = length / Math.sqrt(dot(vector, vector));
    vector = image.map((entry) => entry / length);
  }
  return value * 1.02;
}
