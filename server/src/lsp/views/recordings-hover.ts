/**
 * The hover of a line that recordings or several profiles say something about.
 *
 * Sits in `lsp/`. Pure. Names come from other people's files, so all stand between backticks.
 */
import * as l10n from '@vscode/l10n';
import { formatShare } from '../../words/energy-text';
import { divideOfPlace, type EvidenceLine } from '../../lines/file-evidence';
import { code, codes, DETAILS, escapeText, join, listOf, rowsOf, table, unbroken } from './markdown';
import { cellsOfPiece, layOnPieces, type PieceCells, rowsOfPieces, tableOfPieces } from './pieces';
import {
  extentOf,
  figure,
  howKnown,
  interval,
  type RecordingsView,
  shareOfRun,
  shownLines,
} from './recordings-view';
import type { Saying, ShownPlace } from '../../recordings/merge/side-by-side';

/** The most methods that are told about one line: several names may stand on it. */
const MAX_PLACES = 4;
const MAX_SAYINGS = 20;

/**
 * The paragraphs of the hover: everything that the recordings say about a line side by side, and where they disagree;
 * none for a line that no recording knows.
 */
export function describeRecordings(view: RecordingsView, lineNumber: number): readonly string[] {
  const line = view.evidence.lines.find((each) => each.line === lineNumber);
  if (line === undefined) return [];
  const places = line.places.slice(0, MAX_PLACES);
  return [
    heading(view, line),
    ...places.flatMap((place) => describePlace(view, line, place)),
    line.isChanged
      ? l10n.t('This method has changed since it was measured. The numbers are from before the change.')
      : '',
    DETAILS(),
    line.isShown
      ? l10n.t('Rank {0} of {1} in the file', line.rank, shownLines(view.evidence).lines.length)
      : '',
    ...places.flatMap((place) => detailsOfPlace(view, place)),
  ];
}

/** "3 J, 75.0 % of the run." */
function heading({ evidence, settings }: RecordingsView, line: EvidenceLine): string {
  const { measure } = evidence;
  if (!line.isShown) {
    const device = code(measure.device);
    const noDevice =
      measure.device === ''
        ? l10n.t('no data for the device that is shown')
        : l10n.t('no data for {0}, the device that is shown', device);
    const nothing = measure.component === '' ? noDevice : l10n.t('no energy of {0}', code(measure.component));
    return `**Jouleline: ${nothing}**`;
  }
  const amount = measure.unit === 'joules' ? `${figure(line.own, 'joules', settings)}, ` : '';
  const share = escapeText(shareOfRun(line.own.mean, measure));
  return `**${amount}${share}.**`;
}

function describePlace(view: RecordingsView, line: EvidenceLine, place: ShownPlace): readonly string[] {
  const { measure } = view.evidence;
  const rows: string[] = [];
  const extent = extentOf(place);
  const name = place.placement.kind === 'class' ? place.placement.class : (line.method ?? '');
  const amount =
    measure.unit === 'joules' && place.amount !== undefined && line.places.length > 1
      ? figure(place.amount, 'joules', view.settings)
      : '';
  if (extent !== '') rows.push(join([`${code(name)}: ${extent}`, amount], ', '));
  if (measure.unit === 'joules' && place.parts.length > 0)
    rows.push(
      l10n.t(
        'of it {0}',
        place.parts
          .map(({ component, amount: part }) => `${code(component)} ${figure(part, 'joules', view.settings)}`)
          .join(', '),
      ),
    );
  const called = place.amount?.called ?? 0;
  if (called > 0) {
    const part = figure({ mean: called }, measure.unit, view.settings);
    rows.push(l10n.t('of it {0} in library code that it calls', part));
  }
  const disagreeing = place.sayings.filter(({ disagrees }) => disagrees).flatMap(({ names }) => names);
  const disagreement =
    disagreeing.length === 0
      ? ''
      : l10n.t('These differ from what is shown by more than their intervals: {0}', codes(disagreeing));
  return [rows.join('  \n'), disagreement, pieceTable(view, place)];
}

/** The device, the interval, the names of operations, and all that recordings say of the place. */
function detailsOfPlace(view: RecordingsView, place: ShownPlace): readonly string[] {
  const { measure } = view.evidence;
  const rows: string[] = [];
  if (measure.unit === 'joules' && place.amount !== undefined) {
    const range = interval(place.amount, view.settings);
    const known = range === '' ? l10n.t('uncertainty unknown') : `5–95 %: ${range}`;
    const device = measure.device === '' ? '' : ` (${code(measure.device)})`;
    rows.push(`${figure(place.amount, 'joules', view.settings)}${device}, ${known}`);
  }
  if (place.constrainedBy.length > 0)
    rows.push(l10n.t('scaled to the total of {0}', codes(place.constrainedBy)));
  const { parts } = divideOfPlace(place, view.operationsOn);
  const names = parts.flatMap(({ name }) => (name === '' ? [] : [name]));
  return [
    rows.join('  \n'),
    names.length === 0 ? '' : l10n.t('Operations: {0}', listOf(names, MAX_OPERATIONS, code)),
    tableOf(place.sayings, view),
  ];
}

/** The most rows of the table of pieces; one more row sums up the rest. */
const MAX_OPERATIONS = 8;

/** The lines of a place, from 0. */
function linesOf(placement: ShownPlace['placement']): readonly number[] {
  if (placement.kind === 'line') return [placement.line - 1];
  if (placement.kind !== 'method') return [];
  const { first, last } = placement.method;
  return Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index);
}

/** The amount of a line or a method, divided over the pieces of its text. */
function pieceTable(view: RecordingsView, place: ShownPlace): string {
  const { evidence, settings, operationsOn, piecesOn } = view;
  const { amount, placement } = place;
  const { operations, parts } = divideOfPlace(place, operationsOn);
  if (amount === undefined || parts.length === 0) return '';
  const pieces = linesOf(placement).flatMap(piecesOn);
  // How often an operation ran is not known: places of equal operations that run together have equal parts.
  const counted = parts.map(({ name, mean }) => ({ name, count: 0, amount: mean }));
  const rows = rowsOfPieces(layOnPieces(counted, pieces));
  const { unit } = evidence.measure;
  const isEnergy = unit === 'joules';
  const figures = (mean: number): readonly string[] => [
    ...(isEnergy ? [unbroken(figure({ mean }, unit, settings))] : []),
    unbroken(formatShare(mean / amount.mean)),
  ];
  const cells = rows
    .slice(0, MAX_OPERATIONS)
    .map((row): PieceCells => [...cellsOfPiece(row), ...figures(row.amount ?? 0)]);
  const rest = rows.slice(MAX_OPERATIONS);
  if (rest.length > 0)
    cells.push([
      '',
      l10n.t('{0} more', rest.length),
      ...figures(rest.reduce((sum, { amount: part = 0 }) => sum + part, 0)),
    ]);
  const known = new Set(parts.map(({ name }) => name));
  const without = operations.filter(({ name, energy }) => energy === undefined && !known.has(name));
  const unmodeled = rowsOfPieces(
    layOnPieces(
      without.map(({ name }) => ({ name, count: 0, amount: undefined })),
      pieces,
    ),
  );
  const titles = [...(isEnergy ? [l10n.t('energy')] : []), l10n.t('share')];
  return join(
    [
      l10n.t('Modeled division of this amount, in the proportions of the cost model:'),
      tableOfPieces(titles, cells),
      unmodeled.length === 0
        ? ''
        : l10n.t(
            'Not modeled, and without a part: {0}',
            listOf(unmodeled, MAX_OPERATIONS, (row) => join(cellsOfPiece(row), ' ')),
          ),
    ],
    '\n\n',
  );
}

function tableOf(sayings: readonly Saying[], view: RecordingsView): string {
  const titles = [
    l10n.t('profile or recording'),
    l10n.t('value'),
    l10n.t('share of its total'),
    '5–95 %',
    l10n.t('kind'),
    l10n.t('device'),
    l10n.t('date'),
  ];
  const rows = rowsOf(sayings, MAX_SAYINGS, (saying) => cellsOf(saying, view));
  return table('lrrllll', titles, rows);
}

function cellsOf(saying: Saying, { settings }: RecordingsView): readonly string[] {
  const { unit, amount, share, isChosen, disagrees, isOfMethod, device, component, date } = saying;
  const names = codes(saying.names);
  const marks = [
    ...(saying.isPart ? [escapeText(saying.measure)] : isOfMethod ? [l10n.t('whole method')] : []),
    ...(disagrees ? [`**${l10n.t('disagrees')}**`] : []),
  ];
  const range = unit === 'joules' ? interval(amount, settings) : '';
  return [
    `${isChosen ? `**${names}**` : names}${saying.tool === '' ? '' : ` (${code(shorten(saying.tool))})`}`,
    [unbroken(figure(amount, unit, settings)), ...marks].join(', '),
    unbroken(formatShare(share)),
    range === '' ? l10n.t('unknown') : unbroken(range),
    howKnown(saying),
    codes([device, component].filter((text) => text !== '')),
    date === '' ? '' : code(date),
  ];
}

const MOST_OF_TOOL = 30;

function shorten(tool: string): string {
  return tool.length > MOST_OF_TOOL ? `${tool.slice(0, MOST_OF_TOOL - 1)}…` : tool;
}
