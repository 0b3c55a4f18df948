/**
 * The report in a terminal: the hottest lines as a colored listing, then what
 * the figures leave out.
 *
 * Sits in `cli/`. Share and rank come first; joules stand beside the
 * machine that they were measured on.
 */
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { inkOn, parseColor } from '../../words/color';
import { paletteColors } from '../../words/palette';
import type { ReportResult } from '../../lines/report';
import { indexLines } from '../../base/line-index';
import { makePrintable } from '../terminal';
import type { TerminalPainter } from '../terminal';
import { createHeat, describeScale } from './line-heat';
import { COLOR_STEPS, machineNote } from './options';
import type { FormatOptions } from './options';
import { accountRows } from './account';
import { chanceRows } from './chances';
import { describeMode } from './summary';
import type { NamedCount, ReportSummary } from './summary';
import { formatListing } from './text-listing';
import type { ListingStyle } from './text-listing';

export interface TextOptions extends FormatOptions {
  readonly painter: TerminalPainter;
  /** Longest line of the listing. */
  readonly columns: number;
}

const DEFAULT_TOP = 10;
const MAX_PROBLEMS = 20;

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
    heat: createHeat(summary, options),
  };
  yield* heading(result, summary, options);
  if (summary.lines.length > 0) {
    yield `${legend(style, options)}\n\n`;
    yield* formatListing(summary.lines.slice(0, options.top ?? DEFAULT_TOP), style);
  }
  yield* coverage(summary, options);
  yield* troubles(result, painter);
}

function* heading(result: ReportResult, summary: ReportSummary, options: TextOptions): Generator<string> {
  const { painter } = options;
  const { model } = result;
  const first = result.files[0];
  const energies = first === undefined ? '' : `, ${first.energy.provenance}`;
  yield painter.bold(
    `${counted(result.files.length, 'file')}, ${counted(summary.lineCount, 'line')} with operations${energies}`,
  );
  yield `\n${painter.dim('energies:')} ${describeMode(options.frequency)}\n`;
  yield `${painter.dim('model:   ')} ${makePrintable(model.title)} (${makePrintable(model.id)}); intervals 5–95 %, ${makePrintable(model.intervals)}\n`;
  if (result.measured !== undefined)
    for (const [name, text] of accountRows(result.measured, options.unit))
      yield `${painter.dim(name.padEnd(9))} ${makePrintable(text)}\n`;
  yield `${painter.dim('sum:     ')} ${formatEnergy(summary.total, options.unit)}${makePrintable(machineNote(model))}${options.frequency === 'counted' ? '' : ', each method once'}\n`;
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
  return `cold ${bar} hot, by ${describeScale(options)}; ${painter.warn('≥')} mostly operations without a price: may cost much more`;
}

function* coverage(summary: ReportSummary, { painter, frequency }: TextOptions): Generator<string> {
  if (summary.lineCount === 0) return;
  const those = frequency === 'counted' ? 'that ran' : 'expected to run';
  yield `${painter.bold(`${formatShare(summary.modeledShare)} of the operations ${those} have a price`)}; `;
  yield `${counted(summary.mostlyUnmodeledLines, 'line is', 'lines are')} mostly unpriced (≥)\n`;
  if (summary.unpriced.length > 0)
    yield `  without a price, in no energy above: ${names(summary.unpriced, 6)}\n`;
  if (summary.untyped.length > 0) yield `  operand types not found: ${names(summary.untyped, 6)}\n`;
}

function names(counts: readonly NamedCount[], limit: number): string {
  const shown = counts
    .slice(0, limit)
    .map(({ name, count }) => `${formatCount(count)} × ${makePrintable(name)}`);
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
  yield `\n${painter.bold(counted(messages.length, 'problem'))}\n`;
  for (const message of messages.slice(0, MAX_PROBLEMS)) yield `  ${painter.warn(makePrintable(message))}\n`;
  if (messages.length > MAX_PROBLEMS)
    yield `  and ${formatCount(messages.length - MAX_PROBLEMS)} more: see --format json\n`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
