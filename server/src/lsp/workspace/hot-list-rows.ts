/**
 * The rows of lists of hotspots in words and figures, a page at a time, or as a file.
 *
 * Sits in `lsp/`, under `hot-lists.ts`. Figures are written as in overlays and hovers.
 */
import * as l10n from '@vscode/l10n';
import { at, withDefined } from '../../base/check';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import type { Energy } from '../../cost/model/cost-model';
import { figuresOf, formatCount, formatEnergy, formatInterval, formatShare } from '../../words/energy-text';
import type { HotOperation } from '../../lines/hot-operations';
import type { BlockDetails, BlockRows, HotRows } from '../../lines/hot-rows';
import type { FilesTable, ListedFile } from '../../lines/hot-order';
import type { BlockExecutions, HotRow, HotListQuery, SharesOf } from '../../protocol/hot-lists';
import type { Settings } from '../../protocol/settings';
import { isIn } from '../../lines/heat';
import { type EnergyScale, stepIn } from '../../words/energy-scale';
import { figure, interval } from '../views/recordings-view';
import { unitOf } from '../views/view';
import { csvRow } from '../../base/delimited';
import { PAPER_GROUPS } from '../../operations/catalogue/catalogue';
import { listedName } from '../../operations/catalogue/operation-words';
import { writeWholeFile } from '../../host/files/write-file';

/** The unit of all figures of a list, and the total that shares are parts of. */
export interface ListScale {
  readonly settings: Settings;
  /** The total that shares are parts of. */
  readonly total: number;
  readonly sharesOf: SharesOf;
  /** The measure of a recording; undefined for energies of a model. */
  readonly measure: ShownMeasure | undefined;
  /** The scale of colors, which lists have in common with lines and maps. */
  readonly colors: EnergyScale;
}

type HotFigures = Pick<
  HotRow,
  'energy' | 'low' | 'high' | 'energyText' | 'intervalText' | 'step' | 'share' | 'shareText'
>;

const NOT_MODELED: HotFigures = {
  energy: null,
  low: null,
  high: null,
  energyText: '–',
  intervalText: '',
  step: null,
  share: null,
  shareText: '–',
};

/** The sum of energies, of which NaN are not modeled: "1.2 J", "at least 1.2 J", "not modeled". */
export function sumInWords(
  energies: readonly number[],
  scale: Omit<ListScale, 'colors' | 'sharesOf'>,
): string {
  const modeled = energies.filter((energy) => !Number.isNaN(energy));
  if (modeled.length === 0 && energies.length > 0) return l10n.t('not modeled');
  const text = textOfSum(
    modeled.reduce((sum, energy) => sum + energy, 0),
    scale,
  );
  return modeled.length < energies.length ? l10n.t('at least {0}', text) : text;
}

/** "1.2 J", "17 samples" */
function textOfSum(sum: number, { settings, measure }: Omit<ListScale, 'colors' | 'sharesOf'>): string {
  return measure === undefined
    ? formatEnergy(sum, unitOf(settings))
    : figure({ mean: sum }, measure.unit, settings);
}

/** The color of an energy; null if the look gives it none. */
function stepOf(energy: number, { settings, colors }: ListScale): number | null {
  const isHotspot = energy > 0 && energy >= colors.hotspot;
  const { scale, colorSteps: steps } = settings;
  return isIn(settings, isHotspot) ? stepIn(colors, energy, { scale, steps }) : null;
}

/** Energy, interval and share of a row; a variance of NaN means that it is not known. */
function figuresIn(scale: ListScale, energy: Energy): HotFigures {
  const { mean, variance } = energy;
  const { settings, total, measure } = scale;
  const share = total > 0 ? mean / total : 0;
  const step = stepOf(mean, scale);
  const figures = { energy: mean, energyText: textOfSum(mean, scale), share, shareText: formatShare(share) };
  const shared = { ...figures, step };
  if (Number.isNaN(variance)) return { ...shared, low: null, high: null, intervalText: '' };
  const { low, high } = figuresOf(energy);
  const intervalText =
    measure === undefined ? formatInterval(energy, unitOf(settings)) : interval(energy, settings);
  return { ...shared, low, high, intervalText };
}

/** Whole numbers are shown: nothing runs half a time, whatever is expected on the average. */
function executionsIn(runs: number): Pick<HotRow, 'executions' | 'executionsText'> {
  if (Number.isNaN(runs)) return { executions: null, executionsText: '–' };
  const executionsText = runs > 0 && runs < 1 ? '< 1' : formatCount(Math.round(runs));
  return { executions: runs, executionsText };
}

interface ListedRow {
  readonly file: ListedFile;
  readonly row: number;
}

function placeIn({
  file,
  row,
}: ListedRow): Pick<HotRow, 'path' | 'line' | 'place' | 'name' | 'isLowerBound'> {
  const line = at(file.rows.line, row);
  return {
    name: file.rows.nameOf(row),
    path: file.path,
    line,
    place: `${file.shown}:${line + 1}`,
    isLowerBound: at(file.rows.isLowerBound, row) === 1,
  };
}

export function rowOfFile(table: FilesTable<HotRows>, row: number, scale: ListScale): HotRow {
  const place = table.placeOf(row);
  const { energy, variance, least, most, executions, partsOf } = place.file.rows;
  const mean = at(energy, place.row);
  const parts = partsOf?.(place.row) ?? [];
  const components = parts.map(({ component, amount }) => ({
    ...{ name: component, energy: amount.mean, energyText: textOfSum(amount.mean, scale) },
  }));
  return {
    ...placeIn(place),
    text: '',
    ...figuresIn(scale, {
      mean,
      variance: variance?.[place.row] ?? Number.NaN,
      ...withDefined({ least: least?.[place.row], most: most?.[place.row] }),
    }),
    ...executionsIn(at(executions, place.row)),
    ...withDefined({ components: components.length === 0 ? undefined : components }),
  };
}

export function rowOfBlock(
  table: FilesTable<BlockRows>,
  row: number,
  of: BlockExecutions,
  scale: ListScale,
): HotRow {
  const place = table.placeOf(row);
  const details: BlockDetails = place.file.rows.detailsOf(place.row);
  return {
    ...placeIn(place),
    text: '',
    ...figuresIn(scale, details[of]),
    ...executionsIn(at(place.file.rows.executions, place.row)),
    groups: details.groups,
  };
}

export function rowOfOperation(operation: HotOperation, shown: string, scale: ListScale): HotRow {
  const { name, group, executions, energy, path, line } = operation;
  return {
    name: name === '' ? l10n.t('not modeled') : name,
    ...(name === '' ? {} : { words: listedName(name) }),
    text: group,
    path,
    line,
    place: `${shown}:${line + 1}`,
    ...(energy === undefined ? NOT_MODELED : figuresIn(scale, energy)),
    ...executionsIn(executions),
    isLowerBound: false,
  };
}

const LIST_FORMAT = 'jouleline-list';
const LIST_VERSION = 1;

interface ExportedList {
  readonly query: HotListQuery;
  readonly rows: Iterable<HotRow>;
  /** The components that rows may have, in the order of their columns. */
  readonly components: readonly string[];
  readonly source: string;
  readonly provenance: string;
  readonly version: string;
}

/**
 * Writes a list to a file, as CSV or JSON (docs/guide/energy-map.md); a list may have a million rows, which go to the
 * file as they are made. Throws a `Failure` if that fails.
 */
export async function exportHotList(list: ExportedList, path: string, format: 'csv' | 'json'): Promise<void> {
  await writeWholeFile(path, format === 'csv' ? csvOf(list) : jsonOf(list));
}

function* csvOf({ query, rows, components }: ExportedList): Generator<string> {
  const hasGroups = query.list === 'blocks';
  const columns = query.list === 'lines' || query.list === 'methods' ? components : [];
  const head = ['name', 'file', 'line', 'energy', 'low', 'high', 'share', 'executions', 'atLeast'];
  yield csvRow([...head, ...(hasGroups ? PAPER_GROUPS : columns)]);
  for (const row of rows)
    yield csvRow([
      row.name,
      fileOf(row),
      row.line + 1,
      ...[row.energy, row.low, row.high, row.share, row.executions].map((value) => value ?? ''),
      row.isLowerBound,
      ...(hasGroups ? (row.groups ?? []) : componentCells(row, columns, ({ energy }) => energy)),
    ]);
}

function* jsonOf({ query, rows, source, provenance, version }: ExportedList): Generator<string> {
  const { list, search, blocks } = query;
  const head = {
    format: LIST_FORMAT,
    version: LIST_VERSION,
    generator: { name: 'jouleline', version },
    list,
    ...withDefined({
      search: search === '' ? undefined : search,
      executions: list === 'blocks' ? blocks : undefined,
      groups: list === 'blocks' ? PAPER_GROUPS : undefined,
      source: source === '' ? undefined : source,
    }),
    provenance,
  };
  yield `${JSON.stringify(head, undefined, 1).slice(0, -2)},\n "rows": [`;
  let separator = '\n';
  for (const row of rows) {
    const { name, line, energy, low, high, share, executions, isLowerBound, groups, components } = row;
    const figures = { energy, low, high, share, executions };
    const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
    const atLeast = isLowerBound ? { atLeast: true } : {};
    const parts = withDefined({
      groups,
      components: components && Object.fromEntries(components.map((each) => [each.name, each.energy])),
    });
    yield `${separator}  ${JSON.stringify({ name, file: fileOf(row), line: line + 1, ...known, ...atLeast, ...parts })}`;
    separator = ',\n';
  }
  yield '\n ]\n}\n';
}

/** A cell for each component, empty for those that have no part of the row. */
export function componentCells<T>(
  { components = [] }: HotRow,
  names: readonly string[],
  cellOf: (component: NonNullable<HotRow['components']>[number]) => T,
): readonly (T | '')[] {
  return names.map((name) => {
    const found = components.find((each) => each.name === name);
    return found === undefined ? '' : cellOf(found);
  });
}

/** The file of a row's place, without the line. */
function fileOf({ place }: HotRow): string {
  return place.slice(0, place.lastIndexOf(':'));
}
