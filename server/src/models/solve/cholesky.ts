/**
 * Cholesky's decomposition of positive definite matrices, row-major, in place.
 *
 * Sits in `models/`, under what draws and fits with Gaussians.
 */
import { at } from './matrix';

/** The lower half becomes the factor L; the upper one is left as it is. */
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
