/**
 * Reads the input of a fit from a table of text.
 *
 * Sits in `models/`. Columns: `y`, the energy of each case, with its unit;
 * optionally `case`, what it is called, and `weight`; all others are counts.
 */
import { at, withDefined } from '../../base/check';
import type { Watts } from '../../base/units';
import { parseNumber, type NamedTable } from './read-table';
import { type FitProblem, type RegressionData, chooseUnit, splitUnit } from './regression-data';

export interface CaseOptions {
  readonly unit?: string;
  readonly watts?: Watts;
}

export interface ReadCases {
  readonly data?: RegressionData;
  readonly weights?: Float64Array;
  /** Times stand in for energies. */
  readonly isProxy: boolean;
  readonly problems: readonly FitProblem[];
}

const MAX_PROBLEMS = 5;

export function readCases(
  { names, rows }: NamedTable,
  fileName: string,
  options: CaseOptions = {},
): ReadCases {
  const problems: FitProblem[] = [];
  const fail = (message: string): void => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ severity: 'error', message: `${fileName}: ${message}` });
  };
  const columns = names.map((name, index) => ({ index, ...splitUnit(name) }));
  const energyColumns = columns.filter(({ name }) => name === 'y');
  const [energyColumn] = energyColumns;
  if (energyColumn === undefined || energyColumns.length > 1) {
    fail(
      energyColumn === undefined
        ? 'has no column y: the energy of each case, as y [J]'
        : 'has two columns y, in two units: remove one',
    );
    return { isProxy: false, problems };
  }
  const unit = chooseUnit(at(names, energyColumn.index), options.unit, options.watts);
  if ('problem' in unit) {
    fail(unit.problem);
    return { isProxy: false, problems };
  }
  const labelIndex = names.indexOf('case');
  const weightIndex = names.indexOf('weight');
  const special = new Set([energyColumn.index, labelIndex, weightIndex]);
  const operations = names.flatMap((name, index) => (special.has(index) ? [] : [{ name, index }]));

  const read = (cells: readonly string[], index: number, line: number, what: string): number => {
    const value = parseNumber(cells[index] ?? '');
    if (Number.isFinite(value)) return value;
    const text = cells[index]?.trim() ?? '';
    const shown =
      text === '' ? 'nothing stands' : `"${text.length > 30 ? `${text.slice(0, 30)}…` : text}" stands`;
    fail(
      `row ${line}, column ${at(names, index)}: ${shown} where ${what} is expected; measure the case again or remove it`,
    );
    return Number.NaN;
  };
  const values = new Float64Array(rows.length * operations.length);
  const energies = new Float64Array(rows.length);
  const weights = new Float64Array(rows.length).fill(1);
  const cases = rows.map(({ line, cells }, i) => {
    operations.forEach(({ index }, j) => {
      values[i * operations.length + j] = read(cells, index, line, 'a count');
    });
    energies[i] = read(cells, energyColumn.index, line, 'an energy') * unit.factor;
    if (weightIndex >= 0) {
      const weight = read(cells, weightIndex, line, 'a weight');
      if (weight < 0) fail(`row ${line}, column weight: ${weight} is below 0`);
      weights[i] = weight;
    }
    const label = labelIndex < 0 ? '' : (cells[labelIndex]?.trim() ?? '');
    return label === '' ? `row ${line}` : `row ${line} (${label})`;
  });
  if (weightIndex >= 0 && !weights.some((weight) => weight > 0))
    fail('column weight: no case has a weight above 0');
  if (problems.length > 0) return { isProxy: unit.isProxy, problems };
  return {
    data: {
      names: operations.map(({ name }) => name),
      counts: { rows: rows.length, columns: operations.length, values },
      energies,
      cases,
    },
    ...withDefined({ weights: weightIndex < 0 ? undefined : weights }),
    isProxy: unit.isProxy,
    problems:
      unit.warning === undefined ? [] : [{ severity: 'warning', message: `${fileName}: ${unit.warning}` }],
  };
}
