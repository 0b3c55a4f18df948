/**
 * The leverage of each case, which says how much the case draws the fit to
 * itself: the diagonal of the hat matrix.
 *
 * Sits in `models/`. Leverages lie between 0 and 1 and add up to the rank; a
 * case near 1 alone determines some cost.
 */
import { at, selectColumns, type Matrix } from './matrix';
import type { PivotedFactor } from './rank-revealing';

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
    for (let j = 0; j < rank; j++) values[offset + j] = at(values, offset + j) / at(norms, pivot[j] ?? 0);
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
