/**
 * One set of counts modeled by several cost models, side by side: the total by
 * each model, and the methods that are hottest by any of them.
 *
 * Sits in `cli/`. Where energies are scaled to a measured total they are
 * that total's by every model, and methods' shares are what differs.
 */
import { counted } from '../../base/counted';
import {
  figuresOf,
  formatEnergy,
  formatInterval,
  formatShare,
  type EnergyUnit,
} from '../../words/energy-text';
import { formatChance } from '../../lines/energy-limit';
import type { Energy } from '../../cost/model/cost-model';
import { type FileEnergy, rankedTotal } from '../../cost/pricing/file-energy';
import { machineOf } from '../../cost/model/model-registry';
import type { ReportResult } from '../../lines/report';
import { chanceFigures } from './options';
import { makePrintable } from '../terminal';

const MODEL_COLUMNS_FORMAT = 'jouleline-model-columns';
const MODEL_COLUMNS_VERSION = 1;

const DEFAULT_TOP = 20;

interface MethodRow {
  readonly path: string;
  readonly name: string;
  /** The energy of all calls of the method in a run, else of one call, by each model; undefined where a model has no such method. */
  readonly energies: readonly (Energy | undefined)[];
}

interface ModelTotals {
  readonly energy: Energy;
  readonly modeled: number;
  readonly unmodeled: number;
}

function totalsOf({ files, run, total }: ReportResult): ModelTotals {
  const sum = (read: (energy: FileEnergy) => number): number =>
    files.reduce((all, { energy }) => all + read(energy), 0);
  return {
    energy: run ?? total,
    modeled: sum((energy) => energy.modeledCount),
    unmodeled: sum((energy) => energy.unmodeledCount),
  };
}

function listMethods(results: readonly ReportResult[]): readonly MethodRow[] {
  const rows = new Map<string, { path: string; name: string; energies: (Energy | undefined)[] }>();
  results.forEach(({ files }, model) => {
    for (const { path, energy } of files)
      for (const method of energy.methods) {
        const id = `${path}\n${method.key}\n${method.name}`;
        const row = rows.get(id) ?? { path, name: method.name, energies: results.map(() => undefined) };
        row.energies[model] = rankedTotal({ run: method.run, total: method.energy });
        rows.set(id, row);
      }
  });
  const totals = results.map((result) => totalsOf(result).energy.mean || 1);
  const largest = ({ energies }: MethodRow): number =>
    Math.max(...energies.map((energy, model) => (energy?.mean ?? 0) / (totals[model] ?? 1)));
  return [...rows.values()].filter((row) => largest(row) > 0).sort((a, b) => largest(b) - largest(a));
}

const NOT_MODELED = 'not modeled';

export function formatModelColumnsText(
  results: readonly ReportResult[],
  unit: EnergyUnit,
  top = DEFAULT_TOP,
): string {
  const totals = results.map(totalsOf);
  const methods = listMethods(results);
  const energyCell = (energy: Energy | undefined, model: number): string => {
    if (energy === undefined) return '–';
    if (totals[model]?.modeled === 0) return NOT_MODELED;
    const whole = totals[model]?.energy.mean ?? 0;
    return `${formatEnergy(energy.mean, unit)}  ${whole > 0 ? formatShare(energy.mean / whole) : ''}`.trimEnd();
  };
  const rows: readonly (readonly string[])[] = [
    ['', ...results.map(({ model }) => makePrintable(model.id))],
    ['machine', ...results.map(({ model }) => makePrintable(model.isLocal ? 'this one' : machineOf(model)))],
    [
      results[0]?.run === undefined ? 'all files' : 'one run',
      ...totals.map(({ energy, modeled }) => (modeled === 0 ? NOT_MODELED : formatEnergy(energy.mean, unit))),
    ],
    ['5 to 95 %', ...totals.map(({ energy }) => formatInterval(energy, unit))],
    [
      'not modeled',
      ...totals.map(({ modeled, unmodeled }) => formatShare(unmodeled / Math.max(1, modeled + unmodeled))),
    ],
    ...(results[0]?.within === undefined
      ? []
      : [
          [
            `within ${makePrintable(results[0].within.limit.text)}`,
            ...results.map(({ within }) => (within === undefined ? '–' : formatChance(within.lines))),
          ],
        ]),
    ...methods.slice(0, top).map(({ name, energies }) => [makePrintable(name), ...energies.map(energyCell)]),
  ];
  const widths = Array.from({ length: results.length + 1 }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rest = methods.length - top;
  return `${lines.join('\n')}\n${rest > 0 ? `and ${counted(rest, 'more method')} (--top)\n` : ''}`;
}

export function formatModelColumnsJson(results: readonly ReportResult[], top?: number): string {
  const data = {
    format: MODEL_COLUMNS_FORMAT,
    version: MODEL_COLUMNS_VERSION,
    models: results.map((result) => {
      const { energy, modeled, unmodeled } = totalsOf(result);
      return {
        ...result.model,
        total: figuresOf(energy),
        priced: modeled,
        unpriced: unmodeled,
        ...(result.within === undefined ? {} : { within: chanceFigures(result.within) }),
        problems: result.problems,
      };
    }),
    methods: listMethods(results)
      .slice(0, top)
      .map(({ path, name, energies }) => ({
        file: path,
        method: name,
        energies: energies.map((energy) => (energy === undefined ? null : figuresOf(energy))),
      })),
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
