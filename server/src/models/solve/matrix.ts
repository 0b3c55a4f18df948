/**
 * Dense matrices as rows of numbers, and the few products that fits need.
 *
 * Sits in `models/`, under everything else. Counts of 20,000 cases by 187
 * operations are 30 MB here; as arrays of arrays they would be several times
 * that and as much slower.
 */
import { outside } from '../../base/check';

/** Row-major. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** The element of a column of numbers; as quick as `array[index]`, since few kinds of columns come by here. */
export function at(array: Float64Array | Int32Array | Uint32Array, index: number): number {
  return array[index] ?? outside(index);
}

/** A vector of the matrix's rows. */
export function multiply({ rows, columns, values }: Matrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(rows);
  for (let i = 0, offset = 0; i < rows; i++, offset += columns) {
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += at(values, offset + j) * at(vector, j);
    product[i] = sum;
  }
  return product;
}

/** The transpose times a vector. */
export function multiplyTransposed({ rows, columns, values }: Matrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(columns);
  for (let i = 0, offset = 0; i < rows; i++, offset += columns) {
    const factor = at(vector, i);
    if (factor === 0) continue;
    for (let j = 0; j < columns; j++) product[j] = at(product, j) + factor * at(values, offset + j);
  }
  return product;
}

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += at(one, i) * at(other, i);
  return sum;
}

export function subtract(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, i) => value - at(other, i));
}

export function selectRows({ columns, values }: Matrix, rows: readonly number[]): Matrix {
  const selected = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    selected.set(values.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return { rows: rows.length, columns, values: selected };
}

export function selectColumns({ rows, columns, values }: Matrix, chosen: readonly number[]): Matrix {
  const selected = new Float64Array(rows * chosen.length);
  for (let i = 0; i < rows; i++) {
    chosen.forEach((column, j) => {
      selected[i * chosen.length + j] = at(values, i * columns + column);
    });
  }
  return { rows, columns: chosen.length, values: selected };
}

export function selectEntries(vector: Float64Array, chosen: readonly number[]): Float64Array {
  return Float64Array.from(chosen, (index) => at(vector, index));
}

/** Euclidean lengths, by the largest entry so that squares neither overflow nor vanish. */
export function columnNorms({ rows, columns, values }: Matrix): Float64Array {
  const largest = new Float64Array(columns);
  for (let i = 0; i < rows * columns; i++) {
    const j = i % columns;
    largest[j] = Math.max(at(largest, j), Math.abs(at(values, i)));
  }
  const squares = new Float64Array(columns);
  for (let i = 0; i < rows * columns; i++) {
    const j = i % columns;
    const scale = at(largest, j);
    if (scale > 0) squares[j] = at(squares, j) + (at(values, i) / scale) ** 2;
  }
  return squares.map((square, j) => at(largest, j) * Math.sqrt(square));
}

/**
 * Cholesky's decomposition of a positive definite matrix, row-major, in place.
 *
 * The lower half becomes the factor L; the upper one is left as it is.
 */
export function decompose(matrix: Float64Array, size: number): void {
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = at(matrix, i * size + j);
      for (let k = 0; k < j; k++) sum -= at(matrix, i * size + k) * at(matrix, j * size + k);
      // Positive but for rounding.
      matrix[i * size + j] =
        i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / at(matrix, j * size + j);
    }
  }
}

/** L⁻¹ b, in place. */
export function solveLower(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = at(vector, i);
    for (let k = 0; k < i; k++) sum -= at(factor, i * size + k) * at(vector, k);
    vector[i] = sum / at(factor, i * size + i);
  }
}

/** L'⁻¹ b, in place. */
export function solveLowerTransposed(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let i = size - 1; i >= 0; i--) {
    let sum = at(vector, i);
    for (let k = i + 1; k < size; k++) sum -= at(factor, k * size + i) * at(vector, k);
    vector[i] = sum / at(factor, i * size + i);
  }
}
