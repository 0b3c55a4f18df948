/**
 * Measures of how well a model's energies agree with measured ones.
 *
 * Sits in `models/`. NMAE and r: "Fine-grained energy modeling", equation 6
 * and Table 3; AEE and R²: vLens, equations 6 and 7.
 */
import { at } from '../solve/matrix';

export interface Goodness {
  /** Correlation of predicted and measured energies; `null` where either does not vary. */
  readonly r: number | null;
  /** Mean of |ŷ − y| / y, over cases that took energy at all. */
  readonly nmae: number | null;
  /** 1 − Σ(y − ŷ)² / Σ(y − ȳ)². */
  readonly rSquared: number | null;
  /** |Σŷ − Σy| / Σy. */
  readonly aee: number | null;
}

/** `leftOut` are places of cases that are not judged by. */
export function measureGoodness(
  allPredicted: Float64Array,
  allMeasured: Float64Array,
  leftOut: ReadonlySet<number> = new Set(),
): Goodness {
  const predicted = allPredicted.filter((_, i) => !leftOut.has(i));
  const measured = allMeasured.filter((_, i) => !leftOut.has(i));
  const size = measured.length;
  const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const totals = { predicted: sumOf(predicted), measured: sumOf(measured) };
  let [both, squares, fitted, residual, relative, positive] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < size; i++) {
    const y = at(measured, i) - totals.measured / size;
    const yHat = at(predicted, i) - totals.predicted / size;
    both += y * yHat;
    squares += y * y;
    fitted += yHat * yHat;
    const error = at(predicted, i) - at(measured, i);
    residual += error * error;
    if (at(measured, i) > 0) {
      relative += Math.abs(error) / at(measured, i);
      positive++;
    }
  }
  return {
    r: squares > 0 && fitted > 0 ? both / Math.sqrt(squares * fitted) : null,
    nmae: positive > 0 ? relative / positive : null,
    rSquared: squares > 0 ? 1 - residual / squares : null,
    aee: totals.measured > 0 ? Math.abs(totals.predicted - totals.measured) / totals.measured : null,
  };
}
