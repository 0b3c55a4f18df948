/**
 * The report as one page that needs nothing else: code colored line by line,
 * an overview of all files, the hottest lines, and each line's operations.
 *
 * Sits in `cli/`. The energy map draws files as SeeSoft does (Eick,
 * Steffen, Sumner 1992), which vLens follows. Nothing remote; its content
 * security policy admits its own style and script by hash and nothing else;
 * without scripts code and colors are still there.
 */
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { machineOf } from '../../cost/model/model-registry';
import { formatPageHead } from '../../words/page-head';
import { paletteColors } from '../../words/palette';
import type { ReportResult } from '../../lines/report';
import type { PageAssets } from '../../host/files/bundled-media';
import { policyHash } from '../../host/files/policy-hash';
import { makePrintable } from '../terminal';
import { chanceRows } from './chances';
import { formatAccount } from './html-account';
import { formatCodeSections, formatLeftOut } from './html-code';
import { styleSteps } from './html-colors';
import { createTextTable, describeRow, type PageData, type PageFile } from './html-data';
import { formatHotTable } from './html-hot-table';
import { PAGE_LIMITS, type PageLimits, selectCode, type Selection } from './html-selection';
import { embedJson, escapePrintable } from './html-text';
import { createHeat, describeScale, type StepsOfFile } from './line-heat';
import { COLOR_STEPS, type FormatOptions, machineNote } from './options';
import { describeMode, type NamedCount, type ReportSummary } from './summary';

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
  yield* formatCodeSections(selection, heat, options);
  yield* formatLeftOut(selection, result);
  yield `</main>\n<aside id="details" aria-live="polite" tabindex="-1"><p class="hint">Point at a line, or choose one, to see which operations cost its energy.</p></aside>\n</div>\n`;
  yield `<footer>Made by Jouleline ${escapePrintable(options.version)}. This page holds all it needs and sends nothing.</footer>\n`;
  yield `<script type="application/json" id="data">${embedJson(gatherData(selection, heat, options, machineNote(result.model)))}</script>\n`;
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function formatIntroduction(result: ReportResult, summary: ReportSummary, options: FormatOptions): string {
  const { model } = result;
  const hottest = summary.lines[0];
  const tiles: readonly (readonly [string, string])[] = [
    [formatCount(result.files.length), result.files.length === 1 ? 'file' : 'files'],
    [formatCount(summary.lineCount), 'lines with operations'],
    [hottest === undefined ? '–' : formatShare(hottest.shareOfReport), 'on the hottest line'],
    [formatShare(summary.modeledShare), 'of operations have a price'],
    [formatCount(summary.mostlyUnmodeledLines), 'lines mostly unpriced'],
  ];
  const sum = `${formatEnergy(summary.total, options.unit)}${machineNote(model)}`;
  const provenance = result.files[0]?.energy.provenance ?? 'estimated';
  return `<header>
<div class="title"><h1>Energy heatmap</h1><p class="provenance"><strong>${escapePrintable(provenance)}</strong> · ${escapePrintable(machineOf(model))}</p></div>
<dl class="tiles">${tiles.map(([value, name]) => `<div><dt>${escapePrintable(name)}</dt><dd>${escapePrintable(value)}</dd></div>`).join('')}</dl>
<div class="legend"><span>cold</span>${swatches()}<span>hot</span><span class="by">by ${escapePrintable(describeScale(options))}</span><span class="swatch heat hatched h8"></span><span>mostly operations without a price: may cost much more</span></div>
<details class="about"><summary>What the figures are</summary>
<p>Each energy is that ${escapePrintable(describeMode(options.frequency))}. All methods${options.frequency === 'counted' ? '' : ', each once'}: ${escapePrintable(sum)}.</p>
<p>Costs come from the model <strong>${escapePrintable(model.title)}</strong> (${escapePrintable(model.id)} ${escapePrintable(model.version)}), ${model.isLocal ? 'fitted on the machine of this report' : `measured on another machine: ${escapePrintable(machineOf(model))}`}. Source: ${escapePrintable(model.source)}. Intervals reach from the 5 to the 95 % quantile, ${escapePrintable(model.intervals)}.</p>
${formatNames('Without a price, and in no energy', summary.unpriced)}${formatNames('Operand types not found', summary.untyped)}</details>
${formatChances(result, options)}${formatAccount(result.measured, options.unit)}${formatTroubles(result)}</header>
`;
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
    .map(({ name, count }) => `${formatCount(count)} × <code>${escapePrintable(name)}</code>`);
  const more = counts.length > 12 ? `, and ${formatCount(counts.length - 12)} more` : '';
  return `<p>${escapePrintable(title)}: ${shown.join(', ')}${more}.</p>\n`;
}

function formatTroubles(result: ReportResult): string {
  const messages = [...result.problems, ...result.failed.map(({ path, message }) => `${path}: ${message}`)];
  if (messages.length === 0) return '';
  const items = messages.slice(0, 50).map((message) => `<li>${escapePrintable(message)}</li>`);
  const more = messages.length > 50 ? `<li>and ${formatCount(messages.length - 50)} more</li>` : '';
  return `<details class="troubles"><summary>${formatCount(messages.length)} problems</summary><ul>${items.join('')}${more}</ul></details>\n`;
}

function gatherData(
  selection: Selection,
  heat: (file: Selection['files'][number]['file']) => StepsOfFile,
  options: FormatOptions,
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
  return { texts: table.texts, colors: paletteColors(options.palette, COLOR_STEPS), files };
}
