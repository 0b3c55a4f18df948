/**
 * Weighted least squares again and again, with other weights each time.
 *
 * Sits in `models/`, under `robust.ts`. Conjugate gradients on what is still
 * missing, with the unweighted problem's triangle as preconditioner: weights
 * near 1 leave it nearly solved, so that a handful of products with the counts
 * takes the place of a new reduction, which costs a hundred of them.
 */
import { orthonormalBasis } from './leverage';
import { at, dot, multiply, multiplyTransposed, subtract, type Matrix } from './matrix';
import { invertUpper, type PivotedFactor } from './rank-revealing';

/** Relative to the first gradient of all: below it is rounding. */
const TOLERANCE = 1e-14;

/** Coefficients of dependent columns stay 0. `factor` is that of the same counts, without weights. */
export function createWeightedSolver(
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
      const column = chosen[i] ?? 0;
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
