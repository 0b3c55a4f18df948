/**
 * Non-negative least squares: no operation gives energy back.
 *
 * Sits in `models/`. Lawson and Hanson's active sets ("Solving Least Squares
 * Problems", chapter 23), started from the columns that are positive without
 * the bound, on the reduced triangle. Sub-problems are solved by orthogonal
 * reduction, not by normal equations: near twins stay as accurate as the rest.
 * (ml-fcnnls uses normal equations, and takes several times as long.)
 */
import type { Estimate } from './least-squares';
import { at, dot, multiply, multiplyTransposed, selectColumns, subtract, type Matrix } from './matrix';
import { basicSolution, factorWithPivots, inverseGram } from './rank-revealing';
import { reduceProblem, type ReducedProblem } from './triangular-reduction';

/** A gradient below this, of unit-length columns and relative to the target, is rounding. */
const TOLERANCE = 1e-12;

export function fitNonnegative(counts: Matrix, energies: Float64Array): Estimate {
  const reduced = reduceProblem(counts, energies);
  const factor = factorWithPivots(reduced);
  const { scaled, converged } = solveNonnegative(reduced);
  const coefficients = scaled.map((value, j) => (value === 0 ? 0 : value / at(reduced.norms, j)));
  const passive = coefficients.filter((value) => value > 0).length;
  const residuals = subtract(energies, multiply(counts, coefficients));
  const freedom = counts.rows - passive;
  const variance = freedom > 0 ? dot(residuals, residuals) / freedom : Number.NaN;
  return {
    coefficients,
    // Of the fit without bounds: a cost held at 0 is known no better than the data tell it.
    covariance: inverseGram(factor).map((value) => (value === 0 ? 0 : value * variance)),
    residualSd: Math.sqrt(variance),
    factor,
    atBound: [...coefficients.keys()].filter((j) => at(coefficients, j) === 0 && at(reduced.norms, j) > 0),
    warnings: converged ? [] : ['the non-negative fit did not end: its costs are not the best ones'],
  };
}

interface Solution {
  readonly scaled: Float64Array;
  readonly converged: boolean;
}

function solveNonnegative({ triangle, target, columns, norms }: ReducedProblem): Solution {
  const matrix: Matrix = { rows: columns, columns, values: triangle };
  const unscaled = factorWithPivots({
    columns,
    norms: norms.map((n) => (n > 0 ? 1 : 0)),
    triangle,
    target,
    unexplained: 0,
  });
  const tolerance = TOLERANCE * Math.sqrt(dot(target, target));
  const isPassive = Array.from(basicSolution(unscaled), (value) => value > 0);
  // Lawson and Hanson start from a feasible point and step back towards it; at the start there is none but 0.
  let current = new Float64Array(columns);
  let trial = solvePassive(matrix, target, isPassive);
  while (trial.some((value, j) => isPassive[j] === true && value <= 0)) {
    trial.forEach((value, j) => {
      if (isPassive[j] === true && value <= 0) isPassive[j] = false;
    });
    trial = solvePassive(matrix, target, isPassive);
  }
  current = trial;
  const refused = new Set<number>();
  for (let round = 0; round < 3 * columns + 30; round++) {
    const gradient = multiplyTransposed(matrix, subtract(target, multiply(matrix, current)));
    let entering = -1;
    for (let j = 0; j < columns; j++) {
      if (isPassive[j] === true || at(norms, j) === 0 || at(gradient, j) <= tolerance || refused.has(j))
        continue;
      if (entering < 0 || at(gradient, j) > at(gradient, entering)) entering = j;
    }
    if (entering < 0) return { scaled: current, converged: true };
    isPassive[entering] = true;
    current = stepBack(matrix, target, isPassive, current, entering);
    if (at(current, entering) > 0) refused.clear();
    else refused.add(entering);
  }
  return { scaled: current, converged: false };
}

/** Solves for the passive columns; where some would be negative, goes as far as none is, and lets go of those. */
function stepBack(
  matrix: Matrix,
  target: Float64Array,
  isPassive: boolean[],
  start: Float64Array,
  entering: number,
): Float64Array<ArrayBuffer> {
  let current = start.slice();
  for (;;) {
    const trial = solvePassive(matrix, target, isPassive);
    // A twin of passive columns gains by rounding only: it is left out.
    if (at(trial, entering) <= 0 && at(current, entering) === 0) isPassive[entering] = false;
    let step = 1;
    let first = -1;
    trial.forEach((value, j) => {
      if (isPassive[j] !== true || value > 0) return;
      const own = at(current, j) / (at(current, j) - value);
      if (own < step || first < 0) {
        step = Math.min(step, own);
        first = j;
      }
    });
    if (first < 0 && isPassive[entering] === true) return trial;
    if (first < 0) return current;
    current = current.map((value, j) => {
      if (isPassive[j] !== true) return 0;
      return j === first ? 0 : Math.max(0, value + step * (at(trial, j) - value));
    });
    current.forEach((value, j) => {
      if (value === 0 && j !== entering) isPassive[j] = false;
    });
    isPassive[first] = false;
  }
}

function solvePassive(
  matrix: Matrix,
  target: Float64Array,
  isPassive: readonly boolean[],
): Float64Array<ArrayBuffer> {
  const chosen = [...isPassive.keys()].filter((j) => isPassive[j] === true);
  const solution = new Float64Array(matrix.columns);
  const solved = basicSolution(factorWithPivots(reduceProblem(selectColumns(matrix, chosen), target)));
  chosen.forEach((column, k) => {
    solution[column] = at(solved, k);
  });
  return solution;
}
