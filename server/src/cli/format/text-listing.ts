/**
 * The hottest lines with the code around them, colored line by line.
 *
 * Sits in `cli/`. Hot lines that stand close together share one
 * excerpt; excerpts come in the order of their hottest lines.
 */
import { formatCount, formatEnergy, formatInterval, formatShare } from '../../words/energy-text';
import type { EnergyUnit } from '../../words/energy-text';
import { inkOn, type Rgb } from '../../words/color';
import type { AnalyzedFile } from '../../lines/report';
import { cut, makePrintable } from '../terminal';
import type { TerminalPainter } from '../terminal';
import type { StepsOfFile } from './line-heat';
import { dearestFirst, splitLines } from './summary';
import type { OperationEnergy } from '../../cost/pricing/file-energy';
import type { RankedLine } from './summary';

export interface ListingStyle {
  readonly painter: TerminalPainter;
  readonly columns: number;
  /** The colors of the steps, from cold to hot. */
  readonly colors: readonly Rgb[];
  readonly unit: EnergyUnit;
  readonly machine: string;
  readonly heat: (file: AnalyzedFile) => StepsOfFile;
}

interface Excerpt {
  readonly file: AnalyzedFile;
  readonly hot: readonly RankedLine[];
}

const CONTEXT_LINES = 2;
const TOP_OPERATIONS = 3;
const GLYPHS = '▁▂▃▄▅▆▇█';

export function* formatListing(hottest: readonly RankedLine[], style: ListingStyle): Generator<string> {
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
  const energy = `${formatEnergy(line.own.mean, unit)}, ${formatInterval(line.own, unit)}${makePrintable(style.machine)}`;
  const shares = `${formatShare(shareOfReport)} of all, ${formatShare(line.shareOfFile)} of its file`;
  const operations = describeOperations(
    line.operations.length === 0 ? [] : dearestFirst(line),
    line.own.mean,
  );
  return `${painter.bold(`#${rank}  ${place}`)}  ${mark}${shares}  ${painter.dim(energy)}\n${operations === '' ? '' : `    ${painter.dim(operations)}\n`}`;
}

function describeOperations(operations: readonly OperationEnergy[], total: number): string {
  const shown = operations.slice(0, TOP_OPERATIONS).map(({ name, count, energy }) => {
    const part = energy === undefined ? 'no price' : formatShare(total > 0 ? energy.mean / total : 0);
    return `${formatCount(count)} × ${makePrintable(name)} ${part}`;
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
  const unpriced = new Set(file.energy.lines.filter((line) => line.mostlyUnmodeled).map((line) => line.line));
  for (const [index, text] of code.entries()) {
    const line = from + index;
    const mark = unpriced.has(line) ? style.painter.warn('≥') : ' ';
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
