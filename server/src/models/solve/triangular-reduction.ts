/**
 * The orthogonal reduction of a least-squares problem to a triangle.
 *
 * Sits in `models/`. Sequential accumulation of Householder reflections (Lawson
 * and Hanson, "Solving Least Squares Problems", chapter 27): rows are taken in
 * blocks that fit a processor's cache, and each block is folded into the
 * triangle so far. Columns are scaled to unit length first. The remaining
 * problem, min ‖R·(norms∘b) − c‖² + rest², has the same solutions as the whole
 * problem and loses no accuracy to it, as normal equations would. Cost: rows ×
 * columns².
 */
import { at, columnNorms, type Matrix } from './matrix';

export interface ReducedProblem {
  readonly columns: number;
  /** The lengths of the columns as given; columns of zeros have 0 and stay zero. */
  readonly norms: Float64Array;
  /** Row-major columns × columns, upper triangular, of the scaled columns. */
  readonly triangle: Float64Array;
  readonly target: Float64Array;
  /** Squares that no coefficients can explain. */
  readonly unexplained: number;
}

/** The number of rows in a block: with 190 columns it is about 100 KB, which a second-level cache holds. */
const BLOCK = 64;

/**
 * The square of what rounding leaves, again and again, of a column that depends on others, which have length 1: where
 * nothing else is in it, a division by it would not be finite.
 */
const NOTHING = 1e-280;

/** `weights` multiply squared residuals; `ridge` adds `ridge`·‖b‖² in unscaled coefficients. */
export function reduceProblem(
  matrix: Matrix,
  target: Float64Array,
  options: { readonly weights?: Float64Array; readonly ridge?: number } = {},
): ReducedProblem {
  const { rows, columns, values } = matrix;
  const norms = columnNorms(matrix);
  const width = columns + 1;
  const triangle = new Float64Array(width * width);
  const block = new Float64Array(width * BLOCK);
  const inverses = norms.map((norm) => (norm > 0 ? 1 / norm : 0));
  for (let start = 0; start < rows; start += BLOCK) {
    const count = Math.min(BLOCK, rows - start);
    block.fill(0);
    for (let i = 0; i < count; i++) {
      const row = start + i;
      const root = options.weights === undefined ? 1 : Math.sqrt(at(options.weights, row));
      for (let j = 0; j < columns; j++)
        block[j * BLOCK + i] = at(values, row * columns + j) * at(inverses, j) * root;
      block[columns * BLOCK + i] = at(target, row) * root;
    }
    fold(triangle, block, width, count);
  }
  if (options.ridge !== undefined && options.ridge > 0) {
    const root = Math.sqrt(options.ridge);
    for (let start = 0; start < columns; start += BLOCK) {
      const count = Math.min(BLOCK, columns - start);
      block.fill(0);
      for (let i = 0; i < count; i++) block[(start + i) * BLOCK + i] = root * at(inverses, start + i);
      fold(triangle, block, width, count);
    }
  }
  return split(triangle, norms, columns);
}

/** Reflects the block's rows into the triangle, column by column; the block is used up. */
function fold(triangle: Float64Array, block: Float64Array, width: number, count: number): void {
  for (let j = 0; j < width; j++) {
    const own = j * BLOCK;
    let square = 0;
    for (let i = 0; i < count; i++) square += at(block, own + i) ** 2;
    if (square < NOTHING) continue;
    const diagonal = at(triangle, j * width + j);
    const length = Math.sqrt(diagonal * diagonal + square);
    const reflected = diagonal > 0 ? -length : length;
    const head = diagonal - reflected;
    const factor = 2 / (head * head + square);
    triangle[j * width + j] = reflected;
    for (let k = j + 1; k < width; k++) {
      const other = k * BLOCK;
      let product = head * at(triangle, j * width + k);
      for (let i = 0; i < count; i++) product += at(block, own + i) * at(block, other + i);
      product *= factor;
      if (product === 0) continue;
      triangle[j * width + k] = at(triangle, j * width + k) - product * head;
      for (let i = 0; i < count; i++) block[other + i] = at(block, other + i) - product * at(block, own + i);
    }
  }
}

function split(whole: Float64Array, norms: Float64Array, columns: number): ReducedProblem {
  const width = columns + 1;
  const triangle = new Float64Array(columns * columns);
  const target = new Float64Array(columns);
  for (let i = 0; i < columns; i++) {
    triangle.set(whole.subarray(i * width, i * width + columns), i * columns);
    target[i] = at(whole, i * width + columns);
  }
  return { columns, norms, triangle, target, unexplained: at(whole, width * width - 1) ** 2 };
}
