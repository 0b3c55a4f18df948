/**
 * The report in a terminal: the hottest lines as a colored listing, then what
 * the figures leave out.
 *
 * Sits in `cli/`. Share and rank come first; joules stand beside the
 * machine that they were measured on.
 */
import { listedName, wordsOfOperation } from '../../operations/catalogue/operation-words';
import { counted } from '../../base/counted';
import { groupBy } from '../../base/groups';
import { formatCount, formatShare, withInterval, type EnergyUnit } from '../../words/energy-text';
import { inkOn, parseColor, type Rgb } from '../../words/color';
import { describeEntryPoints } from '../../lines/entry-text';
import { paletteColors } from '../../words/palette';
import type { ReportResult, AnalyzedFile } from '../../lines/report';
import { indexLines } from '../../base/line-index';
import { makePrintable, type TerminalPainter, cut } from '../terminal';
import {
  COLOR_STEPS,
  machineNote,
  type FormatOptions,
  chanceRows,
  createHeat,
  describeScale,
  type StepsOfFile,
} from './options';
import { calledBody } from '../../profile/account/called-lines';
import { accountRows } from './account';
import {
  describeApart,
  describeEnergy,
  describeMode,
  type NamedCount,
  type ReportSummary,
  hottestFirst,
  splitLines,
  type RankedLine,
} from './summary';
import type { OperationEnergy } from '../../cost/pricing/file-energy';

interface TextOptions extends FormatOptions {
  readonly painter: TerminalPainter;
  /** Longest line of the listing. */
  readonly columns: number;
}

const DEFAULT_TOP = 10;
const MAX_PROBLEMS = 20;

/** ", estimated from 3 runs, the last of 2026-03-12", or nothing where no run knew any of the files. */
function describeLearned(files: ReportResult['files']): string {
  const learned = files.find(({ energy }) => energy.learned !== undefined)?.energy.learned;
  if (learned === undefined) return '';
  const runs = learned.count === 1 ? 'a run' : `${learned.count} runs, the last`;
  return `, estimated from ${runs} of ${makePrintable(learned.last)}`;
}

export function* formatText(
  result: ReportResult,
  summary: ReportSummary,
  options: TextOptions,
): Generator<string> {
  const { painter } = options;
  const style: ListingStyle = {
    painter,
    columns: options.columns,
    colors: paletteColors(options.palette, COLOR_STEPS).map(parseColor),
    unit: options.unit,
    machine: machineNote(result.model),
    sharesOf: summary.whole.words,
    heat: createHeat(summary, options),
  };
  yield* heading(result, summary, options);
  if (summary.lineCount > 0) {
    yield `${legend(style, options)}\n\n`;
    yield* formatListing(
      summary.lines.slice(0, Math.min(summary.lineCount, options.top ?? DEFAULT_TOP)),
      style,
    );
  }
  yield* coverage(summary, options);
  yield* troubles(result, painter);
}

function* heading(result: ReportResult, summary: ReportSummary, options: TextOptions): Generator<string> {
  const { painter } = options;
  const { model, files } = result;
  const energies = files[0] === undefined ? '' : `, ${files[0].energy.provenance}`;
  const counts = `${counted(files.length, 'file')}, ${counted(summary.lineCount, 'line')} with energy`;
  yield `${painter.bold(counts + energies)}\n`;
  if (files.length === 0) return;
  yield `${painter.dim('energies:')} ${describeMode(options.frequency)}\n`;
  yield `${painter.dim('model:   ')} ${makePrintable(model.title)} (${makePrintable(model.id)}); intervals 5–95 %, ${makePrintable(model.intervals)}\n`;
  if (result.measured !== undefined)
    for (const [name, text] of accountRows(result.measured, options.unit))
      yield `${painter.dim(name.padEnd(9))} ${makePrintable(text)}\n`;
  yield `${painter.dim('sum:     ')} ${withInterval(summary.total, options.unit)}${makePrintable(machineNote(model))}${options.frequency === 'counted' ? '' : ', each method once'}\n`;
  const apart = describeApart(summary, options.unit);
  if (apart !== undefined) yield `${painter.dim('apart:   ')} ${makePrintable(apart)}\n`;
  if (summary.run !== undefined)
    yield `${painter.dim('run:     ')} ${withInterval(summary.run, options.unit)}${makePrintable(machineNote(model))}, expected of one run of the program${describeLearned(files)}\n`;
  if (result.entryPoints !== undefined)
    yield `${painter.dim('calls:   ')} begin at ${makePrintable(describeEntryPoints(result.entryPoints))} (set --entry to change)\n`;
  for (const chance of chanceRows(result, options))
    yield `${painter.dim('chance:  ')} ${makePrintable(chance)}\n`;
}

function legend(style: ListingStyle, options: TextOptions): string {
  const { painter, colors } = style;
  const bar =
    painter.depth === 'none'
      ? '▁▂▃▄▅▆▇█'
      : colors
          .map((color, step) => painter.heat(' ', color, inkOn(color), step / (COLOR_STEPS - 1)))
          .join('');
  return `cold ${bar} hot, by ${describeScale(options)}; ${painter.warn('≥')} mostly operations that are not modeled: may use much more`;
}

function* coverage(summary: ReportSummary, { painter, frequency }: TextOptions): Generator<string> {
  if (summary.lineCount === 0) return;
  const those = frequency === 'counted' ? 'that ran' : 'expected to run';
  yield `${painter.bold(`${formatShare(summary.modeledShare)} of the operations ${those} are modeled`)}; `;
  yield `${counted(summary.mostlyUnmodeledLines, 'line is', 'lines are')} mostly not modeled (≥)\n`;
  if (summary.unmodeled.length > 0)
    yield `  not modeled, in no energy above: ${names(summary.unmodeled, 6)}\n`;
  if (summary.untyped.length > 0) yield `  operand types not found: ${names(summary.untyped, 6)}\n`;
}

function names(counts: readonly NamedCount[], limit: number): string {
  const shown = counts
    .slice(0, limit)
    .map(({ name, count }) => `${formatCount(count)} × ${makePrintable(listedName(name))}`);
  const more = counts.length - shown.length;
  return shown.join(', ') + (more > 0 ? `, and ${formatCount(more)} more` : '');
}

function* troubles(result: ReportResult, painter: TerminalPainter): Generator<string> {
  const messages = [
    ...result.problems,
    ...result.failed.map(({ path, message }) => `${path}: ${message}`),
    ...result.files.flatMap(({ path, text, problems }) => {
      if (problems.length === 0) return [];
      const index = indexLines(text);
      return problems.map(
        ({ severity, message, start }) => `${path}:${index.lineAt(start) + 1}: ${severity}: ${message}`,
      );
    }),
  ];
  if (messages.length === 0) return;
  // What was left out of a whole report, or how sure its counts are, is worth a note alone.
  const hasProblems = !result.isComplete || result.files.some(({ problems }) => problems.length > 0);
  yield `\n${painter.bold(counted(messages.length, hasProblems ? 'problem' : 'note'))}\n`;
  for (const message of messages.slice(0, MAX_PROBLEMS)) yield `  ${painter.warn(makePrintable(message))}\n`;
  if (messages.length > MAX_PROBLEMS)
    yield `  and ${formatCount(messages.length - MAX_PROBLEMS)} more: see --format json\n`;
}

interface ListingStyle {
  readonly painter: TerminalPainter;
  readonly columns: number;
  /** The colors of the steps, from cold to hot. */
  readonly colors: readonly Rgb[];
  readonly unit: EnergyUnit;
  readonly machine: string;
  readonly sharesOf: string;
  readonly heat: (file: AnalyzedFile) => StepsOfFile;
}

interface Excerpt {
  readonly file: AnalyzedFile;
  readonly hot: readonly RankedLine[];
}

const CONTEXT_LINES = 2;
const TOP_OPERATIONS = 3;
const GLYPHS = '▁▂▃▄▅▆▇█';

function* formatListing(hottest: readonly RankedLine[], style: ListingStyle): Generator<string> {
  for (const excerpt of gatherExcerpts(hottest)) {
    for (const ranked of excerpt.hot) yield describe(ranked, style);
    yield* formatCode(excerpt, style);
    yield '\n';
  }
}

function gatherExcerpts(hottest: readonly RankedLine[]): readonly Excerpt[] {
  const excerpts: { file: AnalyzedFile; hot: RankedLine[] }[] = [];
  for (const ranked of hottest) {
    const near = excerpts.find(
      ({ file, hot }) =>
        file === ranked.file &&
        hot.some(({ line }) => Math.abs(line.line - ranked.line.line) <= 2 * CONTEXT_LINES + 1),
    );
    if (near) near.hot.push(ranked);
    else excerpts.push({ file: ranked.file, hot: [ranked] });
  }
  return excerpts;
}

function describe({ file, line, rank, shareOfReport }: RankedLine, style: ListingStyle): string {
  const { painter, unit } = style;
  const mark = line.mostlyUnmodeled ? painter.warn('≥ ') : '';
  const place = `${makePrintable(file.path)}:${line.line + 1}`;
  const { energy, interval, calls } = describeEnergy(line, unit);
  const figures = `${energy}, ${interval}${makePrintable(style.machine)}${calls === '' ? '' : `; ${calls}`}`;
  const shares = `${formatShare(shareOfReport)} ${style.sharesOf}, ${formatShare(line.shareOfFile)} of its file`;
  const operations = describeOperations(joinBodies(hottestFirst(line)), line.own.mean);
  const of = line.run === undefined || operations === '' ? '' : 'in one call: ';
  return `${painter.bold(`#${rank}  ${place}`)}  ${mark}${shares}  ${painter.dim(figures)}\n${operations === '' ? '' : `    ${painter.dim(of + operations)}\n`}`;
}

/** The operations with one for each method that is called: what a call itself takes is with its body that was not counted. */
function joinBodies(operations: readonly OperationEnergy[]): readonly OperationEnergy[] {
  const calls = groupBy(operations, ({ name }) => calledBody(name) ?? name);
  return operations.flatMap((operation) => {
    const same = calls.get(calledBody(operation.name) ?? operation.name) ?? [];
    const body = same.find(({ name }) => calledBody(name) !== undefined) ?? operation;
    if (body !== operation) return [];
    const mean = same.reduce((sum, { energy }) => sum + (energy?.mean ?? 0), 0);
    return [
      same.length === 1 || body.energy === undefined ? body : { ...body, energy: { ...body.energy, mean } },
    ];
  });
}

function describeOperations(operations: readonly OperationEnergy[], total: number): string {
  const shown = operations.slice(0, TOP_OPERATIONS).map(({ name, count, energy }) => {
    const part = energy === undefined ? 'not modeled' : formatShare(total > 0 ? energy.mean / total : 0);
    return `${formatCount(count)} × ${makePrintable(wordsOfOperation(name))} ${part}`;
  });
  const more = operations.length - shown.length;
  return shown.join(', ') + (more > 0 ? `, ${formatCount(more)} more` : '');
}

/** The excerpt's lines, from the first hot one to the last, with context and line numbers. */
function* formatCode({ file, hot }: Excerpt, style: ListingStyle): Generator<string> {
  const all = splitLines(file.text);
  const places = hot.map(({ line }) => line.line);
  const from = Math.max(0, Math.min(...places) - CONTEXT_LINES);
  const to = Math.min(all.length - 1, Math.max(...places) + CONTEXT_LINES);
  const gutter = String(to + 1).length;
  const room = Math.max(20, style.columns - gutter - 8);
  const code = all.slice(from, to + 1).map((text) => cut(makePrintable(text.slice(0, 4 * room)), room));
  const width = Math.max(...code.map((text) => text.length));
  const steps = style.heat(file);
  const unmodeled = new Set(
    file.energy.lines.filter((line) => line.mostlyUnmodeled).map((line) => line.line),
  );
  for (const [index, text] of code.entries()) {
    const line = from + index;
    const mark = unmodeled.has(line) ? style.painter.warn('≥') : ' ';
    yield `  ${style.painter.dim(String(line + 1).padStart(gutter))} ${mark}${paintLine(text, width, steps.get(line), style)}\n`;
  }
}

function paintLine(
  text: string,
  width: number,
  step: number | undefined,
  { painter, colors }: ListingStyle,
): string {
  const at = step === undefined ? 0 : step / (colors.length - 1);
  if (painter.depth === 'none') {
    const glyph = step === undefined ? ' ' : GLYPHS.charAt(Math.round(at * (GLYPHS.length - 1)));
    return `${glyph} ${text}`.trimEnd();
  }
  const color = step === undefined ? undefined : colors[step];
  if (color === undefined) return ` ${text}`.trimEnd();
  return painter.heat(` ${text.padEnd(width)} `, color, inkOn(color), at);
}
