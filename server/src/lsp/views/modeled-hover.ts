/**
 * The hover of a line: its share, how often it runs, and its pieces with what they do; and at the end the details.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the user's text, so all are escaped.
 */
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import type { LineEnergy } from '../../cost/pricing/file-energy';
import { rankedEnergy } from '../../cost/pricing/file-energy';
import { isRuntimeWork } from '../../profile/account/called-lines';
import { chanceWithin, formatChance, parseEnergyLimit } from '../../lines/energy-limit';
import { formatCount, formatEnergy, formatInterval, formatShare, roundCalls } from '../../words/energy-text';
import { shortMethodInWords } from '../../words/text-sections';
import { code, join, listOf, unbroken, escapeText } from './markdown';
import { detailsOf } from './modeled-details';
import { isWithinProgram, machineNote, type ModeledView, staleReason, whyStale } from './modeled-view';
import {
  cellsOfPiece,
  type CountedPiece,
  fragmentOf,
  layOnPieces,
  type PieceCells,
  type PieceRow,
  rowsOfPieces,
  tableOfPieces,
} from './pieces';
import { unitOf } from './view';

/** The most rows of the table of pieces; one more row sums up the rest. */
const MAX_ROWS = 10;
const MAX_NAMES = 4;

/** The paragraphs of the hover; none for a line without operations. */
export function describeLine(view: ModeledView, lineNumber: number): readonly string[] {
  const index = view.energy.lines.findIndex(({ line }) => line === lineNumber);
  if (view.newer.includes(lineNumber)) return [`*${newerLine()}*`];
  if (index < 0) return describeMethodAt(view, lineNumber);
  const line = at(view.energy.lines, index);
  const { modeled, unmodeled } = piecesOfLine(view, line);
  const rows = rowsOfPieces(modeled);
  const reason = staleReason(view, line);
  return [
    ...(reason === undefined ? [] : [`*${whyStale(reason)}*`]),
    `**${shares(view, line)}** ${frequency(view, line, rows[0] ?? rowsOfPieces(unmodeled)[0])}`,
    pieceTable(view, line, rows),
    notIncluded(rowsOfPieces(unmodeled), line),
    callees(view, line),
    ...called(view, line),
    limitChance(view, line.method),
    ...detailsOf(view, line, at(view.heat, index)),
  ];
}

function newerLine(): string {
  return l10n.t(
    'This line is newer than the profile, which has no figures of it. Profile again to count it.',
  );
}

/** The hover on a method's name, if a limit is set. Most of these lines have no operations of their own. */
function describeMethodAt(view: ModeledView, lineNumber: number): readonly string[] {
  const method = view.energy.methods.find(({ nameStart }) => view.lines.lineAt(nameStart) === lineNumber);
  const chance = limitChance(view, method?.name);
  return chance === '' ? [] : [`**Jouleline:** ${chance}`];
}

/** The chance that a method stays within the limit of the settings, with what it calls. */
function limitChance(
  { kind, settings, energy, model, measured }: ModeledView,
  name: string | undefined,
): string {
  const limit = parseEnergyLimit(settings.energyLimit, settings.batteryCapacityWattHours);
  const method = energy.methods.find((each) => each.name === name);
  if (method === undefined || 'problem' in limit) return '';
  const { inclusive, unmodeledCount, recursive, unanalyzedCalls = 0 } = method;
  const isPartial = unmodeledCount > 0 || recursive || unanalyzedCalls > 0;
  const chance = chanceWithin(inclusive ?? method.energy, limit.limit, model, measured, isPartial);
  const whose = [code(method.name), formatChance(chance), limit.limit.text] as const;
  const text =
    kind === 'profile'
      ? l10n.t('{0} in the profiled run, callees included: {1} likely to stay within {2}', ...whose)
      : l10n.t('one call of {0}, callees included: {1} likely to stay within {2}', ...whose);
  const note = escapeText(machineNote(model));
  const error = chance.transferError === undefined ? '' : `± ${Math.round(chance.transferError * 100)} %`;
  const notes = join([note, error], '; ');
  return notes === '' ? text : `${text} (${notes})`;
}

/** "7.5 % of this file, 0.3 % of the program." */
function shares(view: ModeledView, line: LineEnergy): string {
  const mark = line.mostlyUnmodeled ? '≥ ' : '';
  const ofFile = `${mark}${formatShare(line.shareOfFile)}`;
  const program = view.programEnergy();
  const energy = rankedEnergy(line).mean;
  return program === undefined || !(program > 0) || energy > program
    ? l10n.t('{0} of this file.', ofFile)
    : l10n.t('{0} of this file, {1} of the program.', ofFile, `${mark}${formatShare(energy / program)}`);
}

/** "`j < n` runs 110 times a call." The piece that takes most energy stands for the line. */
function frequency(view: ModeledView, line: LineEnergy, hottest: PieceRow | undefined): string {
  if (line.executions === 0) return l10n.t('It did not run.');
  const made = madeMethods(view, line);
  if (made !== '')
    return view.kind === 'profile'
      ? l10n.t('Ran what Java makes for this type: {0}.', made)
      : l10n.t('Runs what Java makes for this type, about as often: {0}.', made);
  const piece = hottest === undefined || hottest.fragment === '' ? l10n.t('It') : code(hottest.fragment);
  const count = hottest?.count ?? line.executions;
  if (count === undefined) return '';
  if (view.kind === 'profile')
    return count === 1
      ? l10n.t('{0} ran once.', piece)
      : l10n.t('{0} ran {1} times.', piece, formatCount(count));
  const times = timesText(count);
  const isOfCall = view.energy.methods.some(
    ({ name, kind }) => name === line.method && (kind === 'method' || kind === 'constructor'),
  );
  if (count < 1) return isOfCall ? l10n.t('{0} runs in about {1} of calls.', piece, formatShare(count)) : '';
  const about = line.basis === 'exact' ? 'exact' : view.energy.mode === 'worst-case' ? 'most' : 'about';
  return isOfCall ? PER_CALL[about](piece, times) : EACH_TIME[about](piece, times);
}

/** "`new Work` × 3, `hashCode` × 12": the methods without a text that share a line, as the header of a record. */
function madeMethods({ kind, energy }: ModeledView, { method = '', otherMethods }: LineEnergy): string {
  const names = new Set([method, ...otherMethods]);
  const made = energy.methods.filter((each) => each.kind === 'implicit' && names.has(each.name));
  if (made.length < 2) return '';
  const rows = made.flatMap(({ key, calls, expectedCalls }): readonly (readonly [string, number?])[] => {
    const count = kind === 'profile' ? calls : expectedCalls && roundCalls(expectedCalls);
    const name = nameOfMade(key);
    return count === 0 ? [] : [count === undefined ? [name] : [name, count]];
  });
  const sorted = rows.toSorted(([, a = 0], [, b = 0]) => b - a);
  return listOf(sorted, MAX_ROWS, ([name, count]) =>
    count === undefined ? code(name) : `${code(name)} × ${formatCount(count)}`,
  );
}

/** `demo/Work.hashCode()I` as `hashCode`, and a constructor as `new Work`. */
function nameOfMade(key: string): string {
  const name = nameOfMethod(key);
  return name.startsWith('new ') ? name : name.slice(name.lastIndexOf('.') + 1);
}

/** Functions, because translations are loaded after this file. */
const PER_CALL = {
  exact: (piece: string, times: string) => l10n.t('{0} runs {1} a call.', piece, times),
  about: (piece: string, times: string) => l10n.t('{0} runs about {1} a call.', piece, times),
  most: (piece: string, times: string) => l10n.t('{0} runs at most {1} a call.', piece, times),
};

const EACH_TIME = {
  exact: (piece: string, times: string) => l10n.t('{0} runs {1}.', piece, times),
  about: (piece: string, times: string) => l10n.t('{0} runs about {1}.', piece, times),
  most: (piece: string, times: string) => l10n.t('{0} runs at most {1}.', piece, times),
};

/** "once", "110 times", "1.5 times" */
function timesText(count: number): string {
  const rounded = expected(count);
  return rounded === '1' ? l10n.t('once') : l10n.t('{0} times', rounded);
}

/** Expected executions, whole unless they are few: "110", "1.5", "0.07". */
function expected(count: number): string {
  return formatCount(count >= 10 ? Math.round(count) : Number(count.toPrecision(2)));
}

interface PiecesOfLine {
  readonly modeled: readonly (CountedPiece & { readonly fragment: string })[];
  readonly unmodeled: readonly (CountedPiece & { readonly fragment: string })[];
}

function piecesOfLine(view: ModeledView, line: LineEnergy): PiecesOfLine {
  const asPiece = ({ name, count, energy, priceBasis }: LineEnergy['operations'][number]): CountedPiece => ({
    ...{ name, count, amount: energy?.mean },
    isGuessed: priceBasis === 'kin' || priceBasis === 'typical',
  });
  const placed =
    view.kind === 'profile'
      ? layOnPieces(line.operations.map(asPiece), view.piecesOn(line.line))
      : line.pieces.map((piece) => ({
          ...asPiece(piece),
          fragment: fragmentOf(view, piece.offset, piece.name),
        }));
  return {
    modeled: placed.filter(({ amount }) => amount !== undefined),
    unmodeled: placed.filter(({ amount }) => amount === undefined),
  };
}

function pieceTable(view: ModeledView, line: LineEnergy, rows: readonly PieceRow[]): string {
  if (rows.length === 0) return '';
  const unit = unitOf(view.settings);
  const isProfile = view.kind === 'profile';
  const figures = (amount: number): readonly string[] => [
    unbroken(formatEnergy(amount, unit)),
    unbroken(line.own.mean > 0 ? formatShare(amount / line.own.mean) : ''),
  ];
  const cells = rows
    .slice(0, MAX_ROWS)
    .map((row): PieceCells => [
      ...cellsOfPiece(row),
      isProfile ? formatCount(row.count) : expected(row.count),
      ...figures(row.amount ?? 0),
    ]);
  const rest = rows.slice(MAX_ROWS);
  if (rest.length > 0)
    cells.push([
      '',
      l10n.t('{0} more', rest.length),
      '',
      ...figures(rest.reduce((sum, { amount = 0 }) => sum + amount, 0)),
    ]);
  if (rows.length > 1) cells.push(['', `**${l10n.t('the whole line')}**`, '', ...figures(line.own.mean)]);
  return tableOfPieces(
    [isProfile ? l10n.t('times') : l10n.t('times a call'), l10n.t('energy'), l10n.t('share')],
    cells,
  );
}

/** Names the operations that the model has no cost for: they are never zero. */
function notIncluded(rows: readonly PieceRow[], { mostlyUnmodeled }: LineEnergy): string {
  if (rows.length === 0) return '';
  const names = listOf(rows, MAX_ROWS, (row) => join(cellsOfPiece(row), ' '));
  return mostlyUnmodeled
    ? l10n.t('Not included, because the model has no cost for it, and possibly **more than everything above**: {0}', names) // prettier-ignore
    : l10n.t('Not included, because the model has no cost for it: {0}', names);
}

/** "With the methods that it calls: 2.81 µJ. Calls `Work.one` × 6." */
function callees(view: ModeledView, line: LineEnergy): string {
  const unknown = line.unanalyzedCalls ?? 0;
  const unknownCalls =
    unknown === 0
      ? ''
      : unknown === 1
        ? l10n.t('Not included: 1 call of a method whose code is not known.')
        : l10n.t('Not included: {0} calls of methods whose code is not known.', expected(unknown));
  if (line.inclusive === undefined || !isWithinProgram(view, line)) return unknownCalls;
  const energy = formatEnergy(line.inclusive.mean, unitOf(view.settings));
  const whole = line.recursive
    ? l10n.t('With the methods that it calls, recursion counted once: {0}.', energy)
    : l10n.t('With the methods that it calls: {0}.', energy);
  return join([whole, line.executions === undefined ? '' : calleeList(line), unknownCalls], ' ');
}

/** The called methods by name, the most frequent first. */
function calleeList({ callees: calls }: LineEnergy): string {
  const counts = new Map<string, number>();
  for (const { key, count } of calls) counts.set(key, (counts.get(key) ?? 0) + count);
  if (counts.size === 0) return '';
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return l10n.t(
    'Calls {0}.',
    listOf(sorted, MAX_NAMES, ([key, count]) => `${code(nameOfMethod(key))} × ${formatCount(count)}`),
  );
}

/** `demo/Work.fib(I)I` as `Work.fib`, and a constructor as `new Work`. */
function nameOfMethod(key: string): string {
  return shortMethodInWords(key.slice(0, key.indexOf('(')));
}

/** Sentences about the energy that code that was not counted took for the line; none where no samples say so. */
function called(view: ModeledView, { operations }: LineEnergy): readonly string[] {
  const unit = unitOf(view.settings);
  const sampled = operations.flatMap(({ name, energy, samples }) =>
    energy === undefined || samples === undefined ? [] : [{ ...energy, name, samples }],
  );
  const ofCode = sampled.filter(({ name }) => !isRuntimeWork(name));
  const runtime = sampled
    .filter(({ name }) => isRuntimeWork(name))
    .map(({ name, ...energy }) =>
      l10n.t('{0}: {1} ({2}), modeled', name, formatEnergy(energy.mean, unit), formatInterval(energy, unit)),
    );
  if (ofCode.length === 0) return runtime;
  const [mean, variance] = [sumOf(ofCode, (each) => each.mean), sumOf(ofCode, (each) => each.variance)];
  const figures = [formatEnergy(mean, unit), formatInterval({ mean, variance }, unit)] as const;
  const samples = sumOf(ofCode, (each) => each.samples);
  return [
    samples === 1
      ? l10n.t(
          'code that was not counted, called from here: {0} ({1}), by 1 sample; count it with `--include`',
          ...figures,
        )
      : l10n.t(
          'code that was not counted, called from here: {0} ({1}), by {2} samples; count it with `--include`',
          ...figures,
          formatCount(samples),
        ),
    ...runtime,
  ];
}

function sumOf<T>(items: readonly T[], figureOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figureOf(item), 0);
}
