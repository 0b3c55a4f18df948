/**
 * The report as one page that needs nothing else: code colored line by line,
 * an overview of all files, the hottest lines, and each line's operations.
 *
 * Sits in `cli/`. The energy map draws files as SeeSoft does (Eick,
 * Steffen, Sumner 1992), which vLens follows. Nothing remote; its content
 * security policy admits its own style and script by hash and nothing else;
 * without scripts code and colors are still there.
 */
import { listedName, wordsOfOperation } from '../../operations/catalogue/operation-words';
import { rankedEnergy } from '../../cost/pricing/file-energy';
import { counted } from '../../base/counted';
import {
  figuresOf,
  formatCount,
  formatEnergy,
  formatShare,
  type EnergyUnit,
  withInterval,
} from '../../words/energy-text';
import { machineOf, type ModelSummary } from '../../cost/model/model-registry';
import { formatPageHead } from '../../words/page-head';
import { describeEntryPoints } from '../../lines/entry-text';
import { paletteColors } from '../../words/palette';
import type { ReportResult, AnalyzedFile } from '../../lines/report';
import { type PageAssets, policyHash } from '../../host/files/bundled-media';
import { makePrintable, cut } from '../terminal';
import {
  formatCodeSections,
  formatLeftOut,
  lineId,
  createTextTable,
  describeRow,
  type PageData,
  type PageFile,
} from './html-code';
import { styleSteps, embedJson, escapePrintable } from './html-colors';
import { PAGE_LIMITS, type PageLimits, selectCode, type Selection } from './html-selection';
import {
  COLOR_STEPS,
  type FormatOptions,
  machineNote,
  chanceRows,
  createHeat,
  describeScale,
  type StepsOfFile,
} from './options';
import {
  describeApart,
  describeEnergy,
  describeMode,
  describeTimes,
  type NamedCount,
  type ReportSummary,
  splitLines,
  timesOf,
  type RankedLine,
} from './summary';
import { describeAccount, listAccount } from '../../profile/account/account-text';

export function* formatHtml(
  result: ReportResult,
  summary: ReportSummary,
  options: FormatOptions,
  assets: PageAssets,
  limits: PageLimits = PAGE_LIMITS,
): Generator<string> {
  const style = styleSteps(options.palette) + assets.style;
  const selection = selectCode(summary, result.files, limits);
  const heat = createHeat(summary, options);
  yield formatPageHead({ title: 'Energy heatmap', style, script: assets.script }, { hashOf: policyHash });
  yield formatIntroduction(result, summary, options);
  yield `<div class="columns">\n<main>\n`;
  yield `<section class="overview" hidden><h2>Overview</h2><p class="hint">Each strip is a file, each row a line of code. Choose one to go there.</p><div id="strips"></div></section>\n`;
  yield* formatHotTable(summary, selection, heat, options, result.model);
  yield* formatCodeSections(selection, heat, options, summary.whole);
  yield* formatLeftOut(selection, summary.whole);
  yield `</main>\n<aside id="details" aria-live="polite" tabindex="-1"><p class="hint">Point at a line, or choose one, to see which operations cost its energy.</p></aside>\n</div>\n`;
  yield `<footer>Made by Jouleline ${escapePrintable(options.version)}. This page holds all it needs and sends nothing.</footer>\n`;
  yield `<script type="application/json" id="data">${embedJson(gatherData(selection, heat, options, summary.whole.words, machineNote(result.model)))}</script>\n`;
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function formatIntroduction(result: ReportResult, summary: ReportSummary, options: FormatOptions): string {
  const { model } = result;
  const hottest = summary.lines[0];
  const tiles: readonly (readonly [string, string])[] = [
    [formatCount(result.files.length), result.files.length === 1 ? 'file' : 'files'],
    [formatCount(summary.lineCount), 'lines with energy'],
    [hottest === undefined ? '–' : formatShare(hottest.shareOfReport), hottestName(summary)],
    [formatShare(summary.modeledShare), 'of operations are modeled'],
    [formatCount(summary.mostlyUnmodeledLines), 'lines mostly not modeled'],
  ];
  const sum = `${withInterval(summary.run ?? summary.total, options.unit)}${machineNote(model)}`;
  const apart = describeApart(summary, options.unit);
  const once = options.frequency === 'counted' ? '' : ', each once';
  const what = options.frequency === 'estimated' ? 'One expected run' : `All methods${once}`;
  const begin =
    result.entryPoints === undefined
      ? ''
      : ` Calls begin at ${escapePrintable(describeEntryPoints(result.entryPoints))}.`;
  const provenance = result.files[0]?.energy.provenance ?? 'estimated';
  return `<header>
<div class="title"><h1>Energy heatmap</h1><p class="provenance"><strong>${escapePrintable(provenance)}</strong> · ${escapePrintable(machineOf(model))}</p></div>
<dl class="tiles">${tiles.map(([value, name]) => `<div><dt>${escapePrintable(name)}</dt><dd>${escapePrintable(value)}</dd></div>`).join('')}</dl>
<div class="legend"><span>cold</span>${swatches()}<span>hot</span><span class="by">by ${escapePrintable(describeScale(options))}</span><span class="swatch heat hatched h12"></span><span>mostly operations that are not modeled: may use much more</span></div>
<details class="about"><summary>What the figures are</summary>
<p>Each energy is that ${escapePrintable(describeMode(options.frequency))}. ${what}: ${escapePrintable(sum)}.${apart === undefined ? '' : ` Apart: ${escapePrintable(apart)}.`}${begin}</p>
<p>Costs come from the model <strong>${escapePrintable(model.title)}</strong> (${escapePrintable(model.id)} ${escapePrintable(model.version)}), ${model.isLocal ? 'fitted on the machine of this report' : `measured on another machine: ${escapePrintable(machineOf(model))}`}. Source: ${escapePrintable(model.source)}. Intervals reach from the 5 to the 95 % quantile, ${escapePrintable(model.intervals)}.</p>
${formatNames('Not modeled, and in no energy', summary.unmodeled)}${formatNames('Operand types not found', summary.untyped)}</details>
${formatChances(result, options)}${formatAccount(result.measured, options.unit)}${formatTroubles(result)}</header>
`;
}

function hottestName({ whole: { words } }: ReportSummary): string {
  return words === 'of all' ? 'on the hottest line' : `${words}, on the hottest line`;
}

function formatChances(result: ReportResult, options: FormatOptions): string {
  const rows = chanceRows(result, options).map(
    (text) => `<p class="chance">How likely: ${escapePrintable(text)}.</p>`,
  );
  return rows.length === 0 ? '' : `${rows.join('')}\n`;
}

function swatches(): string {
  const steps = Array.from({ length: COLOR_STEPS }, (_, step) => `<span class="heat h${step}"></span>`);
  return `<span class="scale" aria-hidden="true">${steps.join('')}</span>`;
}

function formatNames(title: string, counts: readonly NamedCount[]): string {
  if (counts.length === 0) return '';
  const shown = counts
    .slice(0, 12)
    .map(({ name, count }) => `${formatCount(count)} × ${escapePrintable(listedName(name))}`);
  const more = counts.length > 12 ? `, and ${formatCount(counts.length - 12)} more` : '';
  return `<p>${escapePrintable(title)}: ${shown.join(', ')}${more}.</p>\n`;
}

function formatTroubles(result: ReportResult): string {
  const messages = [...result.problems, ...result.failed.map(({ path, message }) => `${path}: ${message}`)];
  if (messages.length === 0) return '';
  const items = messages.slice(0, 50).map((message) => `<li>${escapePrintable(message)}</li>`);
  const more = messages.length > 50 ? `<li>and ${formatCount(messages.length - 50)} more</li>` : '';
  return `<details class="troubles"><summary>${counted(messages.length, 'problem')}</summary><ul>${items.join('')}${more}</ul></details>\n`;
}

function gatherData(
  selection: Selection,
  heat: (file: Selection['files'][number]['file']) => StepsOfFile,
  options: FormatOptions,
  sharesOf: string,
  machine: string,
): PageData {
  const table = createTextTable();
  const files = selection.files.map(({ file, shown, ranked }): PageFile => {
    const steps = heat(file);
    const rows = shown.flatMap((line) => {
      const each = ranked.get(line);
      return each === undefined
        ? []
        : [describeRow(each, steps.get(line) ?? 0, { table, unit: options.unit, machine })];
    });
    return { path: makePrintable(file.path), lines: rows };
  });
  const operationsOf = selection.files.some(({ file }) => file.energy.run !== undefined) ? 'in one call' : '';
  return {
    operationsOf,
    sharesOf,
    texts: table.texts,
    colors: paletteColors(options.palette, COLOR_STEPS),
    files,
  };
}

/** The table of the account as HTML; empty without a measured profile. */
function formatAccount(measured: ReportResult['measured'], unit: EnergyUnit): string {
  if (measured === undefined) return '';
  const { account, notes } = measured;
  const { total, limits } = describeAccount(measured, unit);
  const row = (name: string, energy: number | undefined, provenance: string): string => {
    const share = energy === undefined || account.total <= 0 ? '' : formatShare(energy / account.total);
    const text = energy === undefined ? 'not told apart' : formatEnergy(energy, unit);
    return `<tr><th scope="row">${escapePrintable(name)}</th><td>${escapePrintable(text)}</td><td>${escapePrintable(share)}</td><td>${escapePrintable(provenance)}</td></tr>`;
  };
  const parts = listAccount(measured).map(({ name, energy, provenance }) => row(name, energy, provenance));
  const texts = [limits, ...notes]
    .filter((text) => text !== '')
    .map((text) => `<li>${escapePrintable(text)}</li>`);
  return `<details class="account" open><summary>Where the measured energy went</summary>
<p>${escapePrintable(total)}.</p>
<table>${parts.join('')}${row('total', account.total, 'measured')}</table>
<ul>${texts.join('')}</ul></details>
`;
}

const DEFAULT_TOP = 200;
const CODE_LENGTH = 90;

interface Heading {
  readonly name: string;
  readonly sort: 'number' | 'text';
}

function* formatHotTable(
  summary: ReportSummary,
  selection: Selection,
  heat: (file: AnalyzedFile) => StepsOfFile,
  options: FormatOptions,
  model: ModelSummary,
): Generator<string> {
  const top = summary.lines.slice(0, Math.min(summary.lineCount, options.top ?? DEFAULT_TOP));
  if (top.length === 0) return;
  const places = new Map(selection.files.map((shown, index) => [shown.file, { shown, index }] as const));
  const headings: readonly Heading[] = [
    { name: 'Rank', sort: 'number' },
    {
      name: summary.whole.words === 'of all' ? 'Share' : `Share ${summary.whole.words}`,
      sort: 'number',
    },
    { name: 'Of its file', sort: 'number' },
    { name: 'Line', sort: 'text' },
    { name: 'Code', sort: 'text' },
    { name: options.frequency === 'counted' ? 'Executions' : 'Calls', sort: 'number' },
    { name: 'Energy', sort: 'number' },
    { name: '5 to 95 %', sort: 'number' },
    { name: 'Not modeled', sort: 'number' },
  ];
  const of =
    top.length < summary.lineCount
      ? `${formatCount(top.length)} of ${counted(summary.lineCount, 'line')}`
      : 'All lines';
  const energies = model.isLocal ? '' : ` Energies: ${escapePrintable(machineOf(model))}.`;
  yield `<section class="hottest"><h2>Hottest lines</h2>\n<div class="tools"><p class="hint">${of}.${energies}</p><label hidden>Search <input id="search" type="search" placeholder="file, code, operation" autocomplete="off" spellcheck="false"></label><output id="found"></output></div>\n`;
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
  const hidden = cut(
    [file.path, ...line.operations.map(({ name }) => wordsOfOperation(name))].join(' '),
    800,
  );
  const { energy, interval } = describeEnergy(line, options.unit);
  const { high } = figuresOf(rankedEnergy(line));
  const number = (value: number, shown: string): string =>
    `<td class="number" data-value="${value}">${escapePrintable(shown)}</td>`;
  return (
    `<tr data-search="${escapePrintable(hidden)}">` +
    `<td class="number" data-value="${rank}"><span class="rank heat h${step}${line.mostlyUnmodeled ? ' hatched' : ''}">${rank}</span></td>` +
    number(shareOfReport, formatShare(shareOfReport)) +
    number(line.shareOfFile, formatShare(line.shareOfFile)) +
    `<td class="where" title="${escapePrintable(file.path)}">${where}<small>${escapePrintable(line.method ?? '')}</small></td>` +
    `<td><code>${text}</code></td>` +
    number(timesOf(line) ?? -1, describeTimes(line)) +
    number(rankedEnergy(line).mean, energy) +
    number(high, interval) +
    number(line.unmodeledCount, line.unmodeledCount === 0 ? '' : formatCount(line.unmodeledCount)) +
    `</tr>\n`
  );
}
