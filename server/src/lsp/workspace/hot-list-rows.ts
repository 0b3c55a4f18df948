/**
 * The rows of lists of hotspots in words and figures, a page at a time.
 *
 * Sits in `lsp/`, under `hot-lists.ts`. Figures are written as in overlays and hovers.
 */
import { at } from '../../base/check';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import type { Energy } from '../../cost/model/cost-model';
import { figuresOf, formatCount, formatEnergy, formatInterval, formatShare } from '../../words/energy-text';
import type { HotOperation } from '../../lines/hot-operations';
import type { BlockDetails, BlockRows, HotRows } from '../../lines/hot-rows';
import type { FilesTable, ListedFile } from '../../lines/hot-order';
import type { BlockExecutions, HotRow } from '../../protocol/hot-lists';
import type { Settings } from '../../protocol/settings';
import { figure, interval } from '../views/recordings-view';
import { unitOf } from '../views/view';

/** The unit of all figures of a list, and the total that shares are parts of. */
export interface ListScale {
  readonly settings: Settings;
  /** The total that shares are parts of. */
  readonly total: number;
  /** The measure of a recording; undefined for energies of a model. */
  readonly measure: ShownMeasure | undefined;
}

type HotFigures = Pick<
  HotRow,
  'energy' | 'low' | 'high' | 'energyText' | 'intervalText' | 'share' | 'shareText'
>;

const NOT_MODELED: HotFigures = {
  energy: null,
  low: null,
  high: null,
  energyText: '–',
  intervalText: '',
  share: null,
  shareText: '–',
};

/** "1.2 J", "17 samples" */
export function textOfSum(sum: number, { settings, measure }: ListScale): string {
  return measure === undefined
    ? formatEnergy(sum, unitOf(settings))
    : figure({ mean: sum }, measure.unit, settings);
}

/** Energy, interval and share of a row; a variance of NaN means that it is not known. */
function figuresIn(scale: ListScale, mean: number, variance: number): HotFigures {
  const { settings, total, measure } = scale;
  const share = total > 0 ? mean / total : 0;
  const shared = { energy: mean, energyText: textOfSum(mean, scale), share, shareText: formatShare(share) };
  if (Number.isNaN(variance)) return { ...shared, low: null, high: null, intervalText: '' };
  const energy: Energy = { mean, variance };
  const { low, high } = figuresOf(energy);
  const intervalText =
    measure === undefined ? formatInterval(energy, unitOf(settings)) : interval(energy, settings);
  return { ...shared, low, high, intervalText };
}

function executionsIn(runs: number): Pick<HotRow, 'executions' | 'executionsText'> {
  return Number.isNaN(runs)
    ? { executions: null, executionsText: '–' }
    : { executions: runs, executionsText: formatCount(runs) };
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
  const { energy, variance, executions } = place.file.rows;
  return {
    ...placeIn(place),
    text: '',
    ...figuresIn(scale, at(energy, place.row), variance?.[place.row] ?? Number.NaN),
    ...executionsIn(at(executions, place.row)),
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
  const { mean, variance } = details[of];
  return {
    ...placeIn(place),
    text: '',
    ...figuresIn(scale, mean, variance),
    ...executionsIn(at(place.file.rows.executions, place.row)),
    groups: details.groups,
  };
}

export function rowOfOperation(operation: HotOperation, shown: string, scale: ListScale): HotRow {
  const { name, group, executions, energy, path, line } = operation;
  return {
    name,
    text: group,
    path,
    line,
    place: `${shown}:${line + 1}`,
    ...(energy === undefined ? NOT_MODELED : figuresIn(scale, energy.mean, energy.variance)),
    ...executionsIn(executions),
    isLowerBound: false,
  };
}
