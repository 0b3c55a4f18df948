/**
 * The page that explains the colors: the meaning of cold and hot, the scale, the model, and how much of the
 * file is modeled.
 *
 * Free of `vscode`. The page runs no script and loads nothing: its style sheet
 * is the only thing that its policy lets in, by nonce. All text is escaped.
 */
import { CHANGE_SYMBOLS } from '../../../server/src/protocol/overlay';
import type { ComparisonLegend, LineChange, OverlayLegend } from '../../../server/src/protocol/overlay';
import { parseColor, unknownColor, writeColor } from '../color';
import type { RgbColor } from '../color';
import { hatch } from '../line-look';
import { escapeHtml } from '../../../server/src/base/escape-html';
import { renderPageHead } from './page-head';

export interface LegendContent {
  readonly file: string;
  readonly paletteName: string;
  readonly palette: readonly string[];
  readonly legend: OverlayLegend;
  readonly status: string;
}

/** The page's own words, in the editor's language. */
export interface LegendWords {
  readonly language: string;
  readonly title: string;
  readonly cold: string;
  readonly hot: string;
  readonly hatched: string;
  readonly hatchedMeaning: string;
  readonly rows: {
    readonly scale: string;
    readonly scope: string;
    readonly model: string;
    readonly machine: string;
    readonly provenance: string;
    readonly priced: string;
    readonly palette: string;
    readonly total: string;
  };
  readonly scales: Readonly<Record<OverlayLegend['scale'], string>>;
  readonly scopes: Readonly<Record<OverlayLegend['scope'], string>>;
  /** The words for the changes of a comparison; `compared` names both sides. */
  readonly changes: Readonly<Record<LineChange, string>>;
  readonly compared: string;
  readonly noChange: string;
  readonly provenances: Readonly<Record<OverlayLegend['provenance'], string>>;
}

export function renderLegend(content: LegendContent, words: LegendWords, nonce: string): string {
  const { legend } = content;
  const colors = content.palette.map((color) => parseColor(color) ?? unknownColor);
  const rows: readonly (readonly [string, string])[] = [
    ...(legend.comparison === undefined
      ? []
      : [[words.compared, `${legend.comparison.before} → ${legend.comparison.after}`] as const]),
    [words.rows.scale, words.scales[legend.scale]],
    [words.rows.scope, words.scopes[legend.scope]],
    [words.rows.model, legend.modelTitle],
    [words.rows.machine, legend.machine],
    [words.rows.provenance, words.provenances[legend.provenance]],
    [words.rows.priced, `${formatShare(legend.modeledShare)}. ${legend.unpricedNote}`],
    [words.rows.palette, content.paletteName],
    [words.rows.total, content.status],
  ];
  const head = renderPageHead({
    ...words,
    admits: [`style-src 'nonce-${nonce}'`],
    elements: [`<style nonce="${nonce}">${styleSheet(colors)}</style>`],
  });
  return `${head}<main>
<h1>${escapeHtml(words.title)}</h1>
<p class="file">${escapeHtml(content.file)}</p>
${legend.comparison === undefined ? heatRows(colors, legend, words) : changeRows(legend.comparison, words)}
<dl>
${rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>`;
}

function heatRows(colors: readonly RgbColor[], legend: OverlayLegend, words: LegendWords): string {
  return `${swatches([...colors.keys()], `${words.cold} – ${words.hot}`)}
<div class="ends">
<p><strong>${escapeHtml(words.cold)}</strong><br>${escapeHtml(legend.cold)}</p>
<p><strong>${escapeHtml(words.hot)}</strong><br>${escapeHtml(legend.hot)}</p>
</div>
<p class="hatch-row"><span class="hatch" aria-hidden="true"></span><span><strong>${escapeHtml(words.hatched)}</strong> ${escapeHtml(words.hatchedMeaning)}</span></p>`;
}

/**
 * The rows for changes, from much less energy to much more. Lines that are new or gone have a color of their
 * own.
 */
function changeRows({ steps }: ComparisonLegend, words: LegendWords): string {
  const { changes } = words;
  const named = (change: LineChange): string =>
    `<strong>${CHANGE_SYMBOLS[change]}</strong> ${escapeHtml(changes[change])}`;
  return `${swatches([...steps.cheaper.toReversed(), ...steps.dearer], `${changes.cheaper} – ${changes.dearer}`)}
<div class="ends">
<p>${named('cheaper')}</p>
<p>${named('dearer')}</p>
</div>
<p>${escapeHtml(words.noChange)}</p>
${(['new', 'gone'] as const)
  .map(
    (change) =>
      `<p class="hatch-row"><span class="swatch s${steps[change][0] ?? 0}" aria-hidden="true"></span><span>${named(change)}</span></p>`,
  )
  .join('\n')}`;
}

function swatches(steps: readonly number[], label: string): string {
  const items = steps.map((step) => `<li class="step s${step}"></li>`).join('');
  return `<ol class="steps" role="img" aria-label="${escapeHtml(label)}">${items}</ol>`;
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Only the editor's own colors beside the palette's, so that the page suits every theme. */
function styleSheet(colors: readonly RgbColor[]): string {
  const steps = colors.map((color, step) => `.s${step}{background:${writeColor(color, 1)}}`).join('\n');
  const middle = colors[Math.floor(colors.length / 2)] ?? unknownColor;
  return `
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background);
  font: var(--vscode-font-size, 13px)/1.5 var(--vscode-font-family, sans-serif); padding: 0 24px 24px; }
main { max-width: 44rem; }
h1 { font-size: 1.5em; font-weight: 500; margin: 20px 0 0; }
.file { color: var(--vscode-descriptionForeground); margin: 2px 0 20px; overflow-wrap: anywhere; }
.steps { display: flex; list-style: none; margin: 0; padding: 0; height: 32px;
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent)); border-radius: 4px; overflow: hidden; }
.step { flex: 1; forced-color-adjust: none; }
${steps}
.ends { display: flex; justify-content: space-between; gap: 24px; }
.ends p { margin: 8px 0 20px; max-width: 48%; }
.ends p:last-child { text-align: right; }
.hatch-row { display: flex; gap: 14px; align-items: flex-start; margin: 0 0 20px; }
.swatch { flex: none; width: 56px; height: 20px; margin-top: 1px; forced-color-adjust: none; }
.hatch { flex: none; width: 56px; height: 20px; margin-top: 1px; border-left: 3px dashed ${writeColor(middle, 1)};
  background-color: ${hatch(middle, 0.6)}; forced-color-adjust: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 0;
  border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884)); padding-top: 16px; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; overflow-wrap: anywhere; }
`;
}
