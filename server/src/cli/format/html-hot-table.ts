/** The page's table of the hottest lines; its script sorts and filters it. Sits in `cli/`. */
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import type { AnalyzedFile } from '../../lines/report';
import { cut } from '../terminal';
import { lineId } from './html-code';
import type { Selection } from './html-selection';
import { escapePrintable } from './html-text';
import type { StepsOfFile } from './line-heat';
import { machineOf, type ModelSummary } from '../../cost/model/model-registry';
import type { FormatOptions } from './options';
import { splitLines } from './summary';
import type { RankedLine, ReportSummary } from './summary';

const DEFAULT_TOP = 200;
const CODE_LENGTH = 90;

interface Heading {
  readonly name: string;
  readonly sort: 'number' | 'text';
}

export function* formatHotTable(
  summary: ReportSummary,
  selection: Selection,
  heat: (file: AnalyzedFile) => StepsOfFile,
  options: FormatOptions,
  model: ModelSummary,
): Generator<string> {
  const top = summary.lines.slice(0, options.top ?? DEFAULT_TOP);
  if (top.length === 0) return;
  const places = new Map(selection.files.map((shown, index) => [shown.file, { shown, index }] as const));
  const headings: readonly Heading[] = [
    { name: 'Rank', sort: 'number' },
    { name: 'Share', sort: 'number' },
    { name: 'Of its file', sort: 'number' },
    { name: 'Line', sort: 'text' },
    { name: 'Code', sort: 'text' },
    { name: 'Energy', sort: 'number' },
    { name: 'Unpriced', sort: 'number' },
  ];
  const of =
    top.length < summary.lineCount
      ? `${formatCount(top.length)} of ${formatCount(summary.lineCount)}`
      : 'All';
  const energies = model.isLocal ? '' : ` Energies: ${escapePrintable(machineOf(model))}.`;
  yield `<section class="hottest"><h2>Hottest lines</h2>\n<div class="tools"><p class="hint">${of} lines.${energies}</p><label hidden>Search <input id="search" type="search" placeholder="file, code, operation" autocomplete="off" spellcheck="false"></label><output id="found"></output></div>\n`;
  yield `<div class="scroll"><table id="hot"><thead><tr>${headings.map(formatHeading).join('')}</tr></thead><tbody>\n`;
  for (const ranked of top) {
    const place = places.get(ranked.file);
    const code = place?.shown.code ?? splitLines(ranked.file.text);
    const isShown = place?.shown.shown.includes(ranked.line.line) ?? false;
    const id = place !== undefined && isShown ? lineId(place.index, ranked.line.line) : undefined;
    yield formatRow(ranked, code, heat(ranked.file).get(ranked.line.line) ?? 0, id, options);
  }
  yield `</tbody></table></div></section>\n`;
}

function formatHeading({ name, sort }: Heading): string {
  return `<th scope="col" data-sort="${sort}">${escapePrintable(name)}</th>`;
}

function formatRow(
  { file, line, rank, shareOfReport }: RankedLine,
  code: readonly string[],
  step: number,
  id: string | undefined,
  options: FormatOptions,
): string {
  const name = file.path.split(/[\\/]/).pop() ?? file.path;
  const place = `${escapePrintable(name)}:${line.line + 1}`;
  const where = id === undefined ? place : `<a href="#${id}">${place}</a>`;
  const text = escapePrintable(cut((code[line.line] ?? '').trim().slice(0, 2 * CODE_LENGTH), CODE_LENGTH));
  // What the search finds beside what the row shows.
  const hidden = cut([file.path, ...line.operations.map((operation) => operation.name)].join(' '), 800);
  const number = (value: number, shown: string): string =>
    `<td class="number" data-value="${value}">${escapePrintable(shown)}</td>`;
  return (
    `<tr data-search="${escapePrintable(hidden)}">` +
    `<td class="number" data-value="${rank}"><span class="rank heat h${step}${line.mostlyUnmodeled ? ' hatched' : ''}">${rank}</span></td>` +
    number(shareOfReport, formatShare(shareOfReport)) +
    number(line.shareOfFile, formatShare(line.shareOfFile)) +
    `<td class="where" title="${escapePrintable(file.path)}">${where}<small>${escapePrintable(line.method ?? '')}</small></td>` +
    `<td><code>${text}</code></td>` +
    number(line.own.mean, formatEnergy(line.own.mean, options.unit)) +
    number(line.unmodeledCount, line.unmodeledCount === 0 ? '' : formatCount(line.unmodeledCount)) +
    `</tr>\n`
  );
}
