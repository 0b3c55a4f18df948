/**
 * The page that explains the colors: the meaning of cold and hot, the scale, the model, and how much of the
 * file is modeled.
 *
 * Free of `vscode`. The page runs no script and loads nothing: its style sheet
 * is the only thing that its policy lets in, by nonce. All text is escaped.
 */
import { CHANGE_SYMBOLS } from '../../../server/src/protocol/overlay';
import type { ComparisonLegend, LineChange, Overlay } from '../../../server/src/protocol/overlay';
import { readColor, unknownColor } from '../../../server/src/words/color';
import { themedSteps } from '../../../server/src/words/themed-colors';
import { withDefined } from '../../../server/src/base/check';
import { hatch, inkCss } from '../line-look';
import { escapeHtml } from '../../../server/src/words/escape-html';
import type { Translator } from '../../../server/src/pages/comparison-words';
import { renderPageHead } from './page-head';

export type LegendContent = Pick<Overlay, 'palette' | 'legend' | 'status'> & {
  readonly file: string;
  readonly paletteName: string;
  /** The palette as the lines of the editor have it. */
  readonly colors: readonly string[];
};

/** The page's own words, in the editor's language. */
export type LegendWords = ReturnType<typeof legendWords>;

export function legendWords(l10n: Translator, language: string) {
  return {
    language,
    title: l10n.t('What the energy colors mean'),
    cold: l10n.t('Cold'),
    hot: l10n.t('Hot'),
    hatched: l10n.t('Hatched:'),
    hatchedMeaning: l10n.t('at least this much. Operations that are not modeled may use more.'),
    rows: {
      scale: l10n.t('Scale'),
      scope: l10n.t('Compared within'),
      model: l10n.t('Cost model'),
      machine: l10n.t('Machine'),
      provenance: l10n.t('Source of the numbers'),
      modeled: l10n.t('Modeled share'),
      palette: l10n.t('Palette'),
      total: l10n.t('This file'),
    },
    scales: {
      rank: l10n.t('rank: lines in order of energy, evenly spread over the colors'),
      linear: l10n.t('linear: the color follows the energy'),
      logarithmic: l10n.t('logarithmic: the color follows the order of magnitude'),
    },
    scopes: {
      method: l10n.t('the method'),
      file: l10n.t('the file'),
      workspace: l10n.t('the workspace'),
    },
    compared: l10n.t('Compared'),
    noChange: l10n.t('Lines without color: unchanged, or no significant difference.'),
    changes: {
      lessEnergy: l10n.t('less energy than before: the stronger the color, the more a run saves'),
      moreEnergy: l10n.t('more energy than before: the stronger the color, the more a run uses'),
      new: l10n.t('new: did not run before'),
      gone: l10n.t('gone: no longer runs; a dashed line shows where the code was'),
    },
    provenances: {
      estimated: l10n.t('estimated: how often a line runs and what an operation costs both come from models'),
      modeled: l10n.t(
        'modeled: how often a line runs was counted, what an operation costs comes from a model',
      ),
      measured: l10n.t('measured'),
    },
  };
}

export function renderLegend(content: LegendContent, words: LegendWords, nonce: string): string {
  const { legend } = content;
  const rows: readonly (readonly [string, string])[] = [
    ...(legend.comparison === undefined
      ? []
      : [[words.compared, `${legend.comparison.before} → ${legend.comparison.after}`] as const]),
    [words.rows.scale, words.scales[legend.scale]],
    [words.rows.scope, words.scopes[legend.scope]],
    [words.rows.model, legend.modelTitle],
    [words.rows.machine, legend.machine],
    [words.rows.provenance, words.provenances[legend.provenance]],
    [words.rows.modeled, `${formatShare(legend.modeledShare)}. ${legend.unmodeledNote}`],
    [words.rows.palette, content.paletteName],
    [words.rows.total, content.status],
  ];
  const head = renderPageHead({
    ...words,
    admits: [`style-src 'nonce-${nonce}'`],
    elements: [`<style nonce="${nonce}">${styleSheet(content)}</style>`],
  });
  return `${head}<main>
<h1>${escapeHtml(words.title)}</h1>
<p class="file">${escapeHtml(content.file)}</p>
${legend.comparison === undefined ? heatRows(content, words) : changeRows(legend.comparison, words)}
<dl>
${rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>`;
}

function heatRows({ colors, legend }: LegendContent, words: LegendWords): string {
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
  return `${swatches([...steps.lessEnergy.toReversed(), ...steps.moreEnergy], `${changes.lessEnergy} – ${changes.moreEnergy}`)}
<div class="ends">
<p>${named('lessEnergy')}</p>
<p>${named('moreEnergy')}</p>
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
  const items = steps.map((step) => `<span class="step s${step}"></span>`).join('');
  return `<div class="steps" role="img" aria-label="${escapeHtml(label)}">${items}</div>`;
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Only the editor's own colors beside the palette's, so that the page suits every theme. */
function styleSheet({ colors, palette }: LegendContent): string {
  const steps = colors.map((color, step) => `.s${step}{background:${color}}`).join('\n');
  const at = Math.floor(palette.length / 2);
  const color = readColor(palette[at] ?? '') ?? unknownColor;
  const middle = { color, ...withDefined({ themed: themedSteps(palette)?.[at] }) };
  return `
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background);
  font: var(--vscode-font-size, 13px)/1.5 var(--vscode-font-family, sans-serif); padding: 0 24px 24px; }
main { max-width: 44rem; }
h1 { font-size: 1.5em; font-weight: 500; margin: 20px 0 0; }
.file { color: var(--vscode-descriptionForeground); margin: 2px 0 20px; overflow-wrap: anywhere; }
.steps { display: flex; height: 32px;
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent)); border-radius: 4px; overflow: hidden; }
.step { flex: 1; forced-color-adjust: none; }
${steps}
.ends { display: flex; justify-content: space-between; gap: 24px; }
.ends p { margin: 8px 0 20px; max-width: 48%; }
.ends p:last-child { text-align: right; }
.hatch-row { display: flex; gap: 14px; align-items: flex-start; margin: 0 0 20px; }
.swatch { flex: none; width: 56px; height: 20px; margin-top: 1px; forced-color-adjust: none; }
.hatch { flex: none; width: 56px; height: 20px; margin-top: 1px; border-left: 3px dashed ${inkCss(middle)};
  background-color: ${hatch(middle, 0.6)}; forced-color-adjust: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 0;
  border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, #8884)); padding-top: 16px; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; overflow-wrap: anywhere; }
`;
}
