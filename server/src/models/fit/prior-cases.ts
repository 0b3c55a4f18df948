/**
 * The assumptions about costs before any case was measured, written as cases:
 * each operation costs as much as the mean operation, give or take as much.
 *
 * Sits in `models/`. A run of one program leaves many operations that always
 * run together: their sum is known, and without this any split of it would do
 * as well. vLens (section 3.2.2) groups such instructions, so that they cost
 * the same; here they do where nothing says otherwise, and what cases do tell
 * outweighs it by far: one of these weighs no more than a single case.
 */
import type { Joules } from '../../base/units';
import { at, type Matrix } from '../solve/matrix';
import type { RegressionData } from './regression-data';

/** `noise`: standard deviation of a case. Undefined where nothing ran, or took nothing. */
export function priorCases(
  { counts, energies, names }: RegressionData,
  noise: Joules,
):
  | { readonly counts: Matrix; readonly energies: Float64Array; readonly cases: readonly string[] }
  | undefined {
  const total = counts.values.reduce((sum, count) => sum + count, 0);
  const energy = energies.reduce((sum, each) => sum + each, 0);
  if (!(total > 0 && energy > 0 && noise > 0)) return undefined;
  const mean = energy / total;
  const size = counts.columns;
  const values = new Float64Array(size * size);
  for (let column = 0; column < size; column++) values[column * (size + 1)] = noise / mean;
  return {
    counts: { rows: size, columns: size, values },
    energies: new Float64Array(size).fill(noise),
    cases: names.map((name) => `what is assumed of ${name}`),
  };
}

/** The cases, and the others behind them. */
export function joinCases(data: RegressionData, others: Omit<RegressionData, 'names'>): RegressionData {
  const rows = data.counts.rows + others.counts.rows;
  const values = new Float64Array(rows * data.counts.columns);
  values.set(data.counts.values);
  values.set(others.counts.values, data.counts.values.length);
  const energies = new Float64Array(rows);
  for (let row = 0; row < data.counts.rows; row++) energies[row] = at(data.energies, row);
  energies.set(others.energies, data.counts.rows);
  return {
    names: data.names,
    counts: { rows, columns: data.counts.columns, values },
    energies,
    cases: [...data.cases, ...others.cases],
  };
}
