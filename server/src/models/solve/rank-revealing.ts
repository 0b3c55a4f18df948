/**
 * QR with column pivoting on scaled columns: which costs the data determine,
 * and which combinations of columns are nothing but zero.
 *
 * Sits in `models/`, over the triangle of `triangular-reduction.ts`; Businger
 * and Golub (1965). Counts are whole numbers, so an exact dependency leaves
 * rounding only (below 1e-10), and a nearly exact one leaves far more.
 */
import { outside } from '../../base/check';
import { at, selectColumns, type Matrix } from './matrix';
import type { ReducedProblem } from './triangular-reduction';

/** The tolerance for the diagonal of the scaled triangle; reference runs and R's own `qr` use the same. */
export const RANK_TOLERANCE = 1e-7;

export interface PivotedFactor {
  readonly columns: number;
  readonly norms: Float64Array;
  readonly rank: number;
  /** Column numbers, the `rank` independent ones first. */
  readonly pivot: readonly number[];
  /** Row-major columns × columns: R of the permuted, scaled columns. */
  readonly triangle: Float64Array;
  /** Q'c, in the order of the rows of the triangle. */
  readonly target: Float64Array;
  /** Squares that the independent columns leave. */
  readonly residualSquares: number;
}

export function factorWithPivots(problem: ReducedProblem): PivotedFactor {
  const size = problem.columns;
  const r = problem.triangle.slice();
  const c = problem.target.slice();
  const pivot = Array.from({ length: size }, (_, j) => j);
  const squares = new Float64Array(size);
  let rank = size;
  for (let k = 0; k < size; k++) {
    // Recomputed rather than updated: exact, and no slower than the reflection itself.
    squares.fill(0);
    for (let i = k; i < size; i++)
      for (let j = k; j < size; j++) squares[j] = at(squares, j) + at(r, i * size + j) ** 2;
    let best = k;
    for (let j = k + 1; j < size; j++) if (at(squares, j) > at(squares, best) * (1 + 1e-9)) best = j;
    if (Math.sqrt(at(squares, best)) <= RANK_TOLERANCE) {
      rank = k;
      break;
    }
    if (best !== k) swapColumns(r, size, pivot, k, best);
    reflect(r, c, size, k);
  }
  let rest = problem.unexplained;
  for (let i = rank; i < size; i++) rest += at(c, i) ** 2;
  return { columns: size, norms: problem.norms, rank, pivot, triangle: r, target: c, residualSquares: rest };
}

function swapColumns(r: Float64Array, size: number, pivot: number[], one: number, other: number): void {
  for (let i = 0; i < size; i++) {
    const value = at(r, i * size + one);
    r[i * size + one] = at(r, i * size + other);
    r[i * size + other] = value;
  }
  const name = pivot[one] ?? outside(one);
  pivot[one] = pivot[other] ?? outside(other);
  pivot[other] = name;
}

function reflect(r: Float64Array, c: Float64Array, size: number, k: number): void {
  let square = 0;
  for (let i = k; i < size; i++) square += at(r, i * size + k) ** 2;
  const diagonal = at(r, k * size + k);
  const reflected = diagonal > 0 ? -Math.sqrt(square) : Math.sqrt(square);
  if (square === diagonal * diagonal) return;
  const v = new Float64Array(size);
  for (let i = k; i < size; i++) v[i] = at(r, i * size + k);
  v[k] = diagonal - reflected;
  const factor = 2 / (square - diagonal * diagonal + at(v, k) ** 2);
  const products = new Float64Array(size);
  let ofTarget = 0;
  for (let i = k; i < size; i++) {
    const head = at(v, i);
    for (let j = k; j < size; j++) products[j] = at(products, j) + head * at(r, i * size + j);
    ofTarget += head * at(c, i);
  }
  for (let i = k; i < size; i++) {
    const head = factor * at(v, i);
    for (let j = k; j < size; j++) r[i * size + j] = at(r, i * size + j) - head * at(products, j);
    c[i] = at(c, i) - head * ofTarget;
  }
  for (let i = k + 1; i < size; i++) r[i * size + k] = 0;
}

/** A solution in unscaled coefficients; dependent columns have 0 in it. */
export function basicSolution(factor: PivotedFactor): Float64Array {
  const { columns, rank, pivot, norms } = factor;
  const solved = solveUpper(factor.triangle, columns, rank, factor.target);
  const coefficients = new Float64Array(columns);
  for (let k = 0; k < rank; k++) {
    const column = pivot[k] ?? outside(k);
    coefficients[column] = at(solved, k) / at(norms, column);
  }
  return coefficients;
}

/** (X'X)⁻¹ times a vector, in unscaled columns; dependent columns have 0 in it. */
export function solveGram(factor: PivotedFactor, vector: Float64Array): Float64Array {
  const { columns, rank, pivot, norms, triangle } = factor;
  const side = new Float64Array(rank);
  for (let i = 0; i < rank; i++) {
    const column = pivot[i] ?? outside(i);
    let sum = at(vector, column) / at(norms, column);
    for (let k = 0; k < i; k++) sum -= at(triangle, k * columns + i) * at(side, k);
    side[i] = sum / at(triangle, i * columns + i);
  }
  return basicSolution({ ...factor, target: side });
}

/** (X'X)⁻¹ in unscaled columns, row-major; rows and columns of dependent ones are 0. */
export function inverseGram(factor: PivotedFactor): Float64Array {
  const { columns, rank, pivot, norms } = factor;
  const inverse = invertUpper(factor.triangle, columns, rank);
  const gram = new Float64Array(columns * columns);
  for (let a = 0; a < rank; a++) {
    for (let b = a; b < rank; b++) {
      let sum = 0;
      for (let k = b; k < rank; k++) sum += at(inverse, a * rank + k) * at(inverse, b * rank + k);
      const [i, j] = [pivot[a] ?? outside(a), pivot[b] ?? outside(b)];
      const value = sum / (at(norms, i) * at(norms, j));
      gram[i * columns + j] = value;
      gram[j * columns + i] = value;
    }
  }
  return gram;
}

/** Row-major rank × rank inverse of the leading triangle. Applied to a case's scaled counts its columns give leverages. */
export function invertUpper(triangle: Float64Array, columns: number, rank: number): Float64Array {
  const inverse = new Float64Array(rank * rank);
  for (let j = 0; j < rank; j++) {
    inverse[j * rank + j] = 1 / at(triangle, j * columns + j);
    for (let i = j - 1; i >= 0; i--) {
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum += at(triangle, i * columns + k) * at(inverse, k * rank + j);
      inverse[i * rank + j] = -sum / at(triangle, i * columns + i);
    }
  }
  return inverse;
}

/** Directions in which coefficients (unscaled) can move and change no prediction, one for each dependent column. */
export function nullDirections(factor: PivotedFactor): readonly Float64Array[] {
  const { columns, rank, pivot, norms } = factor;
  return pivot.slice(rank).flatMap((column, extra) => {
    const norm = at(norms, column);
    if (norm === 0) return [];
    const side = new Float64Array(rank);
    for (let i = 0; i < rank; i++) side[i] = at(factor.triangle, i * columns + rank + extra);
    const solved = solveUpper(factor.triangle, columns, rank, side);
    const direction = new Float64Array(columns);
    direction[column] = -1 / norm;
    for (let k = 0; k < rank; k++) {
      // What rounding leaves of a coefficient that is 0.
      if (Math.abs(at(solved, k)) < RANK_TOLERANCE) continue;
      const independent = pivot[k] ?? outside(k);
      direction[independent] = at(solved, k) / at(norms, independent);
    }
    return [direction];
  });
}

function solveUpper(triangle: Float64Array, columns: number, rank: number, side: Float64Array): Float64Array {
  const solved = side.slice(0, rank);
  for (let i = rank - 1; i >= 0; i--) {
    let sum = at(solved, i);
    for (let k = i + 1; k < rank; k++) sum -= at(triangle, i * columns + k) * at(solved, k);
    solved[i] = sum / at(triangle, i * columns + i);
  }
  return solved;
}

/**
 * The leverage of each case, which says how much the case draws the fit to itself: the diagonal of the hat
 * matrix. Leverages lie between 0 and 1 and add up to the rank; a case near 1 alone determines some cost.
 */
export function leveragesOf(counts: Matrix, factor: PivotedFactor, weights?: Float64Array): Float64Array {
  const basis = orthonormalBasis(counts, factor);
  const leverages = new Float64Array(counts.rows);
  for (let i = 0; i < counts.rows; i++) {
    let square = 0;
    for (let k = 0; k < basis.columns; k++) square += at(basis.values, i * basis.columns + k) ** 2;
    leverages[i] = weights === undefined ? square : square * at(weights, i);
  }
  return leverages;
}

/** Q of the independent columns: x·N⁻¹ = q·R, by forward substitution row by row. */
export function orthonormalBasis(counts: Matrix, factor: PivotedFactor): Matrix {
  const { rank, pivot, norms, triangle } = factor;
  const { rows, values } = selectColumns(counts, pivot.slice(0, rank));
  for (let row = 0; row < rows; row++) {
    const offset = row * rank;
    for (let j = 0; j < rank; j++)
      values[offset + j] = at(values, offset + j) / at(norms, pivot[j] ?? outside(j));
    for (let j = 0; j < rank; j++) {
      const own = at(values, offset + j) / at(triangle, j * factor.columns + j);
      values[offset + j] = own;
      if (own === 0) continue;
      const line = j * factor.columns;
      for (let k = j + 1; k < rank; k++)
        values[offset + k] = at(values, offset + k) - own * at(triangle, line + k);
    }
  }
  return { rows, columns: rank, values };
}
