/**
 * The page's code, file by file, the details of each line, and the list of files that it leaves out.
 *
 * Sits in `cli/`. Texts are made here, so that the page's script formats nothing. They repeat a lot (operation names,
 * counts), so each is stored once and referred to by index; media/webviews/heatmap/heatmap.js reads this layout.
 */
import { wordsOfOperation } from '../../operations/catalogue/operation-words';
import { counted } from '../../base/counted';
import { formatCount, formatShare, formatEnergy, type EnergyUnit } from '../../words/energy-text';
import { indexLines } from '../../base/line-index';
import type { AnalyzedFile } from '../../lines/report';
import { takesEnergy } from '../../lines/heat';
import type { LineIndex, Share } from '../../base/units';
import { cut, makePrintable } from '../terminal';
import type { Selection, ReportFile } from './html-selection';
import { escapePrintable } from './html-colors';
import type { FormatOptions, StepsOfFile } from './options';
import { describeEnergy, hottestFirst, type RankedLine, type SharedWhole } from './summary';
import { type LineEnergy, type OperationEnergy, rankedTotal } from '../../cost/pricing/file-energy';

/** Longer lines of code are cut: nobody reads them, and one may be a megabyte. */
const MAX_LINE_LENGTH = 400;
const MAX_LISTED_FILES = 500;

/** The id of a line's element, which links lead to. */
export function lineId(file: number, line: LineIndex): string {
  return `f${file}-${line + 1}`;
}

export function* formatCodeSections(
  selection: Selection,
  heat: (file: AnalyzedFile) => StepsOfFile,
  options: FormatOptions,
  whole: SharedWhole,
): Generator<string> {
  yield `<section class="code"><h2>Code</h2>\n<p class="hint">${describeSelection(selection)} <span class="keys">Keys: <kbd>↑</kbd> <kbd>↓</kbd> lines, <kbd>n</kbd> <kbd>p</kbd> next and previous hot line, <kbd>/</kbd> search.</span></p>\n`;
  for (const [index, shown] of selection.files.entries())
    yield* formatFile(shown, index, heat(shown.file), options, whole);
  yield `</section>\n`;
}

function describeSelection({ files, leftOut }: Selection): string {
  const all = files.length + leftOut.length;
  const excerpts = files.filter(({ code, shown }) => shown.length < code.length).length;
  const which =
    leftOut.length === 0
      ? 'All files, the one with the hottest line first.'
      : `${formatCount(files.length)} of ${formatCount(all)} files: those with the hottest lines. The others are listed at the end, without their code.`;
  return excerpts === 0
    ? which
    : `${which} ${formatCount(excerpts)} of them in excerpts, around the hottest lines.`;
}

function* formatFile(
  shownFile: ReportFile,
  index: number,
  steps: StepsOfFile,
  options: FormatOptions,
  whole: SharedWhole,
): Generator<string> {
  const { file, code, shown, ranked } = shownFile;
  const total = file.energy.total.mean;
  const rankedLines = [...ranked.values()];
  const share = rankedLines.reduce((sum, each) => sum + each.shareOfReport, 0);
  const facts = [
    `${formatShare(share)} ${whole.words}`,
    `${formatCount(rankedLines.filter(({ line }) => takesEnergy(line)).length)} lines with energy`,
    ...(total > 0 || ranked.size === 0 ? [] : ['nothing modeled']),
  ];
  yield `<details class="file" id="f${index}" open><summary><span class="path">${escapePrintable(file.path)}</span><span class="facts">${escapePrintable(facts.join(' · '))}</span></summary>\n`;
  yield formatProblems(file);
  yield `<ol data-file="${index}" aria-label="${escapePrintable(file.path)}">\n`;
  let next = 0;
  for (const line of shown) {
    if (line > next) yield gap(next, line);
    next = line + 1;
    const text = escapePrintable(cut((code[line] ?? '').slice(0, 2 * MAX_LINE_LENGTH), MAX_LINE_LENGTH));
    const each = ranked.get(line);
    if (each === undefined) {
      yield `<li value="${line + 1}"><code>${text}</code></li>\n`;
      continue;
    }
    const share = options.scope === 'method' ? each.line.shareOfMethod : each.line.shareOfFile;
    const hatched = each.line.mostlyUnmodeled ? ' hatched' : '';
    yield `<li value="${line + 1}" id="${lineId(index, line)}" class="heat h${steps.get(line) ?? 0}${hatched}" data-share="${labelOf(share, each.line.mostlyUnmodeled)}"><code>${text}</code></li>\n`;
  }
  if (next < code.length) yield gap(next, code.length);
  yield `</ol></details>\n`;
}

/** "31.2 %", or "≥ 31.2 %" where the part that is not modeled may outweigh it; just "≥" beside next to nothing. */
function labelOf(share: Share, mostlyUnmodeled: boolean): string {
  if (!mostlyUnmodeled) return escapePrintable(formatShare(share));
  return share < 0.0001 ? '≥' : `≥ ${formatShare(share)}`;
}

function gap(from: LineIndex, to: LineIndex): string {
  return `<li class="gap" value="${from + 1}">${counted(to - from, 'line')} left out</li>\n`;
}

function formatProblems({ text, problems }: AnalyzedFile): string {
  if (problems.length === 0) return '';
  const lines = indexLines(text);
  const items = problems
    .slice(0, 10)
    .map(
      ({ severity, message, start }) =>
        `<li>${escapePrintable(`line ${lines.lineAt(start) + 1}: ${severity}: ${message}`)}</li>`,
    );
  const more = problems.length > 10 ? `<li>and ${formatCount(problems.length - 10)} more</li>` : '';
  return `<ul class="problems">${items.join('')}${more}</ul>\n`;
}

export function* formatLeftOut(
  { leftOut }: Selection,
  { energy: total, words }: SharedWhole,
): Generator<string> {
  if (leftOut.length === 0) return;
  yield `<section class="left-out"><h2>${counted(leftOut.length, 'more file')}</h2>\n<table><thead><tr><th>File</th><th>Share ${words}</th><th>Lines with operations</th></tr></thead><tbody>\n`;
  for (const { path, energy } of leftOut.slice(0, MAX_LISTED_FILES)) {
    const share = total > 0 ? rankedTotal(energy).mean / total : 0;
    yield `<tr><td>${escapePrintable(path)}</td><td>${formatShare(share)}</td><td>${formatCount(energy.lines.length)}</td></tr>\n`;
  }
  yield `</tbody></table>\n`;
  if (leftOut.length > MAX_LISTED_FILES) {
    yield `<p class="hint">And ${formatCount(leftOut.length - MAX_LISTED_FILES)} more; JSON and CSV have them all.</p>\n`;
  }
  yield `</section>\n`;
}

/** Indices into {@link PageData.texts}; -1 where there is nothing. */
type TextIndex = number;

/** Operation, group, count, energy and share of the line; energy and share are -1 if it is not modeled. */
type ReportOperation = readonly [TextIndex, TextIndex, TextIndex, TextIndex, TextIndex];

interface ReportLine {
  /** Counts from 1. */
  readonly line: number;
  /** Over all files. */
  readonly rank: number;
  readonly step: number;
  readonly facts: readonly TextIndex[];
  /** The line's shares of the whole report, of its file, and of its method. */
  readonly shares: readonly [number, number, number];
  readonly unmodeled: 0 | 1;
  readonly operations: readonly ReportOperation[];
}

export interface PageFile {
  readonly path: string;
  readonly lines: readonly ReportLine[];
}

export interface PageData {
  /** The words that say what counts and energies of operations are of: `in one call`, or empty for those of the line. */
  readonly operationsOf: string;
  /** The words behind a line's share of the report: `of all`. */
  readonly sharesOf: string;
  readonly texts: readonly string[];
  readonly colors: readonly string[];
  readonly files: readonly PageFile[];
}

/** Gives each distinct text one index. */
interface DistinctTexts {
  readonly texts: readonly string[];
  add(text: string): TextIndex;
}

export function createTextTable(): DistinctTexts {
  const indices = new Map<string, TextIndex>();
  const texts: string[] = [];
  return {
    texts,
    add(text) {
      const printable = makePrintable(text);
      const known = indices.get(printable);
      if (known !== undefined) return known;
      indices.set(printable, texts.length);
      return texts.push(printable) - 1;
    },
  };
}

interface RowStyle {
  readonly table: DistinctTexts;
  readonly unit: EnergyUnit;
  readonly machine: string;
}

/** Facts, in order: methods, energy, interval, calls, with callees of one call, ranks, unmodeled, frequency, blocks. */
export function describeRow(ranked: RankedLine, step: number, style: RowStyle): ReportLine {
  const { line, rank, shareOfReport } = ranked;
  const { table, unit, machine } = style;
  const words = describeEnergy(line, unit);
  const text = (value: string | undefined): TextIndex =>
    value === undefined || value === '' ? -1 : table.add(value);
  return {
    line: line.line + 1,
    rank,
    step,
    facts: [
      text([line.method ?? '', ...line.otherMethods].join(', ')),
      text(words.energy + machine),
      text(words.interval),
      text(words.calls),
      text(describeInclusive(line, unit)),
      text(`#${line.rank} in its file, #${line.rankInMethod} in its method`),
      text(describeUnmodeled(line)),
      text(describeBasis(line.basis)),
      text(describeBlocks(line.blocks)),
    ],
    shares: [shareOfReport, line.shareOfFile, line.shareOfMethod].map((share) =>
      Number(share.toPrecision(4)),
    ) as [number, number, number],
    unmodeled: line.mostlyUnmodeled ? 1 : 0,
    operations: hottestFirst(line).map((operation) => describeOperation(operation, line, style)),
  };
}

function describeOperation(
  { name, group, count, energy }: OperationEnergy,
  line: LineEnergy,
  { table, unit }: RowStyle,
): ReportOperation {
  const amounts = [
    table.add(wordsOfOperation(name)),
    table.add(group),
    table.add(formatCount(count)),
  ] as const;
  if (energy === undefined) return [...amounts, -1, -1];
  const share = line.own.mean > 0 ? energy.mean / line.own.mean : 0;
  return [...amounts, table.add(formatEnergy(energy.mean, unit)), table.add(formatShare(share))];
}

function describeInclusive({ inclusive, recursive, run }: LineEnergy, unit: EnergyUnit): string {
  if (inclusive === undefined) return '';
  return (
    formatEnergy(inclusive.mean, unit) +
    (run === undefined ? '' : ' in one call') +
    (recursive ? ', recursion counted once' : '')
  );
}

function describeUnmodeled({ modeledCount, unmodeledCount, mostlyUnmodeled }: LineEnergy): string {
  if (unmodeledCount === 0) return '';
  const part = `${formatCount(unmodeledCount)} of ${counted(modeledCount + unmodeledCount, 'operation')} ${unmodeledCount === 1 ? 'is' : 'are'} not modeled`;
  return mostlyUnmodeled ? `${part}: the line may use much more than is shown` : part;
}

/** The names of the blocks without the method's name, which stands beside them. */
function describeBlocks(blocks: readonly string[]): string {
  const shown = blocks.slice(0, 6).map((block) => block.slice(block.indexOf('#') + 1));
  return shown.join(', ') + (blocks.length > shown.length ? ', …' : '');
}

function describeBasis(basis: LineEnergy['basis']): string {
  switch (basis) {
    case 'exact':
      return 'known exactly';
    case 'learned':
      return 'learned from runs';
    case 'heuristic':
      return 'guessed from the shape of the code';
    case 'default':
      return 'not known: the default number of loop trips';
  }
}
