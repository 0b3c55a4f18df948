/**
 * Reads the hierarchical model's data from a table of measured patterns.
 *
 * Sits in `models/`. Columns: `operation`, `size`, `type`, `device`
 * (levels; an empty cell takes none), `energy` or `y` with its unit, optionally
 * `pattern`. One row for each measurement; tables of several machines are put
 * together by their devices' names.
 */
import { chooseUnit, splitUnit } from '../fit/energy-unit';
import type { CaseOptions } from '../fit/read-cases';
import { parseNumber, type NamedTable } from '../fit/read-table';
import type { FitProblem } from '../fit/regression-data';
import type { LevelMeasurement } from './level-model';

/** Columns, and the model file's names for them. */
export const LEVEL_COLUMNS = [
  ['operation', 'Operation'],
  ['size', 'Data size'],
  ['type', 'Data type'],
  ['device', 'Device'],
] as const;

const MAX_PROBLEMS = 5;

export interface ReadMeasurements {
  readonly measurements: readonly LevelMeasurement[];
  readonly isProxy: boolean;
  readonly problems: readonly FitProblem[];
}

export function readMeasurements(
  { names, rows }: NamedTable,
  fileName: string,
  options: CaseOptions = {},
): ReadMeasurements {
  const problems: FitProblem[] = [];
  const fail = (message: string): void => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ severity: 'error', message: `${fileName}: ${message}` });
  };
  const nothing = (isProxy: boolean): ReadMeasurements => ({ measurements: [], isProxy, problems });
  const places = LEVEL_COLUMNS.map(([column]) => names.indexOf(column));
  const energyPlace = names.findIndex((name) => ['energy', 'y'].includes(splitUnit(name).name));
  const missing = LEVEL_COLUMNS.filter((_, k) => (places[k] ?? -1) < 0).map(([column]) => column);
  if (missing.length > 0)
    fail(
      `has no column ${missing.join(', ')}: the method bayes takes a row for each measurement of a pattern, with operation, size, type, device and energy [J]`,
    );
  if (energyPlace < 0) fail('has no column energy, as energy [J]');
  if (problems.length > 0) return nothing(false);
  const energyColumn = names[energyPlace] ?? '';
  const unit = chooseUnit(energyColumn, options.unit, options.watts);
  if ('problem' in unit) {
    fail(unit.problem);
    return nothing(false);
  }
  const patternPlace = names.indexOf('pattern');
  const measurements = rows.map(({ line, cells }): LevelMeasurement => {
    const levels = places.map((place) => cells[place]?.trim() ?? '');
    const text = cells[energyPlace]?.trim() ?? '';
    const energy = parseNumber(text) * unit.factor;
    if (!Number.isFinite(energy))
      fail(
        `row ${line}, column ${energyColumn}: ${text === '' ? 'nothing' : `"${text.slice(0, 30)}"`} stands where an energy is expected; measure it again or remove the row`,
      );
    if (levels[0] === '') fail(`row ${line}, column operation: no operation is named`);
    const pattern = patternPlace < 0 ? '' : (cells[patternPlace]?.trim() ?? '');
    return {
      pattern: pattern === '' ? levels.slice(0, 3).filter(Boolean).join(' ') : pattern,
      levels,
      energy,
    };
  });
  if (measurements.length === 0) fail('has no measurement: one row each is expected');
  const total = measurements.reduce((sum, { energy }) => sum + energy, 0);
  if (problems.length === 0 && total <= 0)
    fail(
      `column ${energyColumn}: energies are 0 or below on average; was too much subtracted for the empty loop?`,
    );
  if (problems.length > 0) return nothing(unit.isProxy);
  return {
    measurements,
    isProxy: unit.isProxy,
    problems:
      unit.warning === undefined ? [] : [{ severity: 'warning', message: `${fileName}: ${unit.warning}` }],
  };
}
