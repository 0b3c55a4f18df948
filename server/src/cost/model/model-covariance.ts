/**
 * The covariance of a model file's parameters, and the checks that it is one.
 *
 * Sits in `cost/`, under `model-file.ts`. Where only marginal deviations are
 * known, as in the published table, the file says so in words instead.
 */
import { at } from '../../base/check';
import type { Joules } from '../../base/units';
import { describeValue, type Report } from './model-fields';

const INDEPENDENCE_ASSUMED = 'independence assumed';

/** Relative to the parameters' deviations: files are written with some seven digits. */
const TOLERANCE = 1e-6;

/** Row-major; `undefined` where independence is assumed, or after a problem. Cubic in the parameters. */
export function readCovariance(
  value: unknown,
  deviations: readonly Joules[],
  report: Report,
): Float64Array | undefined {
  if (value === undefined || value === INDEPENDENCE_ASSUMED) return undefined;
  const size = deviations.length;
  if (!Array.isArray(value) || value.length !== size) {
    report(
      'covariance',
      `is ${describeValue(value)}; write "${INDEPENDENCE_ASSUMED}", or one row of numbers for each of the ${size} parameters`,
    );
    return undefined;
  }
  const matrix = new Float64Array(size * size);
  let rejected = 0;
  const reject = (place: string, message: string): void => {
    rejected++;
    report(place, message);
  };
  value.forEach((row: unknown, i) => {
    if (!Array.isArray(row) || row.length !== size) {
      reject(`covariance[${i}]`, `is ${describeValue(row)}; a row of ${size} numbers is expected`);
      return;
    }
    row.forEach((cell: unknown, j) => {
      if (typeof cell === 'number' && Number.isFinite(cell)) matrix[i * size + j] = cell;
      else reject(`covariance[${i}][${j}]`, `is ${describeValue(cell)}; a finite number is expected`);
    });
  });
  if (rejected === 0) checkEntries(matrix, deviations, reject);
  if (rejected === 0 && !isPositiveSemidefinite(matrix, deviations)) {
    reject(
      'covariance',
      'gives some sum of operations a negative variance: compute it again, or leave it out',
    );
  }
  return matrix;
}

/** Symmetric, with the squares of the deviations on its diagonal, and no correlation beyond ±1. */
function checkEntries(matrix: Float64Array, deviations: readonly Joules[], report: Report): void {
  const size = deviations.length;
  deviations.forEach((rowSd, i) => {
    deviations.forEach((columnSd, j) => {
      const value = at(matrix, i * size + j);
      const scale = rowSd * columnSd;
      const place = `covariance[${i}][${j}]`;
      if (i === j && Math.abs(value - scale) > TOLERANCE * scale) {
        report(place, `is ${value}, and the square of the parameter's sd is ${scale}: make the two agree`);
      } else if (Math.abs(value - at(matrix, j * size + i)) > TOLERANCE * scale) {
        report(place, `differs from covariance[${j}][${i}]: a covariance is symmetric`);
      } else if (Math.abs(value) > (1 + TOLERANCE) * scale) {
        report(place, `is ${value}, a correlation beyond 1: at most ${scale} is possible`);
      }
    });
  });
}

/** Cholesky's decomposition of the correlations goes through, but for rounding. */
function isPositiveSemidefinite(matrix: Float64Array, deviations: readonly Joules[]): boolean {
  const size = deviations.length;
  const factor = new Float64Array(size * size);
  const entry = (i: number, j: number): number => at(factor, i * size + j);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const scale = at(deviations, i) * at(deviations, j);
      let value = scale === 0 ? 0 : at(matrix, i * size + j) / scale;
      for (let k = 0; k < j; k++) value -= entry(i, k) * entry(j, k);
      if (i === j) {
        if (value < -TOLERANCE * size) return false;
        factor[i * size + i] = Math.sqrt(Math.max(0, value));
      } else if (entry(j, j) > Math.sqrt(TOLERANCE)) {
        factor[i * size + j] = value / entry(j, j);
      } else if (Math.abs(value) > Math.sqrt(TOLERANCE * size)) {
        return false;
      }
    }
  }
  return true;
}
