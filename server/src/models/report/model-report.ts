/**
 * The report of a cost model as a page: how it was made and how good it is,
 * what it says of each operation and how sure it is.
 *
 * Sits in `models/`, for `cli/` and `lsp/` alike. Ranking: Figure 3 of
 * "Fine-grained energy modeling"; effects by category, their weight, densities
 * and chains: Figures 7 to 12 of the probabilistic energy profiler. The page
 * runs no script and loads nothing.
 */
import { at, last } from '../../base/check';
import { ELSEWHERE } from '../../cost/model/application-model';
import { REACH_OF_90 } from '../../base/distributions';
import { escapeHtml } from '../../words/escape-html';
import { listedName } from '../../operations/catalogue/operation-words';
import { formatModelProblem } from '../../cost/model/load-model';
import { readModelFile, type ModelFile } from '../../cost/model/model-file';
import type { Joules, Share } from '../../base/units';
import { counted } from '../../base/counted';
import { formatEnergy as formatIn, JOULES } from '../../words/energy-text';
import { type FitDetails, readFitDetails } from './fit-details';
import {
  type Axis,
  type Curve,
  drawCurves,
  drawIntervals,
  drawPoints,
  type PlotInterval,
  rangeOf,
} from './plots';
import { type Admission, formatPageHead } from '../../words/page-head';
import { schemeTableau10 } from 'd3-scale-chromatic';

/** Rows of a plot; the table has all. */
const MOST_ROWS = 40;
/** Densities in one plot. */
const MOST_CURVES = 8;
const MOST_CHAINS = 12;
/** Over the middle one: what is beyond leaves the others no room. */
const WIDE = 30;

function formatEnergy(energy: Joules): string {
  return energy === 0 ? '0' : formatIn(energy, JOULES);
}

interface NamedEffect {
  readonly category: string;
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

export function renderModelReport(
  text: string,
  fileName: string,
  admission: Admission,
): { readonly html: string } | { readonly problems: readonly string[] } {
  const read = readModelFile(text, fileName, 'judged');
  if ('problems' in read) return { problems: read.problems.map(formatModelProblem) };
  const { file } = read;
  const details = readFitDetails(text);
  const effects = effectsOf(file);
  const isAdditive = file.kind === 'additive';
  const sections = [
    summary(file, details),
    residualPlots(details),
    isAdditive ? effectsByCategory(effects) : `${ranking(effects)}\n${cumulativeShares(details)}`,
    densities(effects, details),
    chains(details),
    table(effects, isAdditive, details),
  ];
  const head = formatPageHead({ title: file.title, style: modelPageStyle }, admission);
  return {
    html: `${head}<main>
${sections.filter((section) => section !== '').join('\n')}
</main>
</body>
</html>
`,
  };
}

function effectsOf(file: ModelFile): readonly NamedEffect[] {
  switch (file.kind) {
    case 'additive':
      return file.parameters;
    case 'per-operation':
      return file.operations.map(({ place, ...cost }) => ({
        category: '',
        ...cost,
        name: place === undefined ? listedName(cost.name) : `${listedName(cost.name)} at ${place}`,
      }));
    case 'application':
      return file.places.flatMap(({ name, mean, sd }) =>
        name === ELSEWHERE ? [] : [{ category: '', name, mean, sd }],
      );
    case 'ecalc':
      return [...file.instructions, ...file.allocations, ...file.library].map((cost) => ({
        category: '',
        ...cost,
      }));
  }
}

function summary(file: ModelFile, { checks, facts, groups }: FitDetails): string {
  const rows = [
    ['machine', `${file.machine}${file.local === true ? ' (the one that uses the model)' : ''}`],
    ['mode', file.mode === 'jit' ? 'JIT' : 'interpreter'],
    ...(file.jvm === undefined ? [] : [['JVM', file.jvm]]),
    ['intervals', hasCovariance(file) ? 'full covariance' : 'independence assumed'],
    ...facts,
  ];
  return `<h1>${escapeHtml(file.title)}</h1>
<p class="soft">${escapeHtml(file.source)}</p>
${checks.length === 0 ? '' : `<ul class="checks">${checks.map(({ passed, message }) => `<li class="${passed ? 'passed' : 'failed'}">${escapeHtml(message)}</li>`).join('')}</ul>`}
<div class="table"><table>${rows.map(([name = '', value = '']) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table></div>
${groups.length === 0 ? '' : `<details><summary>${counted(groups.length, 'group')} of operations that the data can’t tell apart</summary><ul>${groups.map((group) => `<li>${escapeHtml(inWordsOfJava(group))}</li>`).join('')}</ul></details>`}`;
}

/** The sentence with words in the place of the catalogue's names: a longer name may begin with a shorter one. */
function inWordsOfJava({ members, message }: FitDetails['groups'][0]): string {
  return members
    .toSorted((a, b) => b.length - a.length)
    .reduce((sentence, name) => {
      const words = listedName(name);
      return words === name ? sentence : sentence.replaceAll(name, () => `“${words}”`);
    }, message);
}

function hasCovariance(file: ModelFile): boolean {
  return file.kind === 'application' || (file.kind !== 'ecalc' && file.covariance !== undefined);
}

function residualPlots({ residuals }: FitDetails): string {
  if (residuals.length === 0) return '';
  const all = residuals.flat();
  const [low, high] = rangeOf(all, all.some((value) => value < 0) ? [] : [0]);
  const energy = (label: string): Axis => ({ label, low, high, format: formatEnergy });
  const differences = residuals.map(([measured, predicted]): readonly [number, number] => [
    predicted,
    measured - predicted,
  ]);
  const [least, most] = rangeOf(differences.map(([, difference]) => difference));
  return `<h2>Observed against predicted</h2>
<div class="plots">
${drawPoints(
  'What was measured, by what the model predicts',
  energy('predicted'),
  energy('measured'),
  residuals.map(([measured, predicted]) => [predicted, measured]),
  [[low, low, high, high]],
)}
${drawPoints('Residuals: measured less predicted', energy('predicted'), { label: 'residual', low: least, high: most, format: formatEnergy }, differences, [[low, 0, high, 0]])}
</div>`;
}

/** The ranking of the operations with the highest unit cost, as HTML. */
function ranking(effects: readonly NamedEffect[]): string {
  const sorted = effects.toSorted((one, other) => other.mean - one.mean);
  const shown = sorted.slice(0, MOST_ROWS);
  return `<h2>Ranking of operations by unit cost</h2>
<p class="soft">${shown.length < sorted.length ? `The ${shown.length} of ${sorted.length} operations with the highest costs are shown. ` : ''}Points are means, bars 90 % intervals; an interval that reaches 0 is cut there.</p>
${drawIntervals('Energy of one execution', rankingAxis(shown), shown.map(intervalOf))}`;
}

/** The shares of the first ten operations and of the twenty after them, and the curve that they lie on. */
function cumulativeShares({ shares }: FitDetails): string {
  if (shares.length === 0) return '';
  const sums = [0];
  for (const [, share] of shares) sums.push(last(sums) + share);
  const sumTo = (rank: number): Share => at(sums, Math.min(rank, shares.length));
  const between = (from: number, to: number): string => `${(100 * (sumTo(to) - sumTo(from))).toFixed(1)} %`;
  const most = Math.min(shares.length, MOST_ROWS);
  return `<p>The ten operations with the highest unit cost take ${between(0, 10)} of the energy of the cases, the next twenty ${between(10, 30)}.</p>
${drawCurves(
  'Share of the energy that the operations up to a rank take together',
  { label: 'rank by unit cost', low: 0, high: most, format: String },
  { label: 'share', low: 0, high: 1, format: (value) => `${Math.round(100 * value)} %` },
  [{ name: 'share', points: sums.slice(0, most + 1).map((sum, rank) => [rank, sum]) }],
)}`;
}

function effectsByCategory(effects: readonly NamedEffect[]): string {
  const categories = [...new Set(effects.map(({ category }) => category))];
  const ofCategory = (category: string): readonly NamedEffect[] =>
    effects.filter((effect) => effect.category === category).toSorted((one, other) => other.mean - one.mean);
  const axis = energyAxis('effect', effects);
  const means = categories.map((category) => {
    const own = ofCategory(category);
    return own.reduce((sum, { mean }) => sum + mean, 0) / own.length;
  });
  const total = means.reduce((sum, mean) => sum + mean, 0);
  const spread = categories.map((category) => {
    const own = ofCategory(category);
    return (own[0]?.mean ?? 0) - (own.at(-1)?.mean ?? 0);
  });
  return `<h2>Effects by category</h2>
<div class="plots">${categories.map((category) => drawIntervals(category, axis, ofCategory(category).map(intervalOf))).join('\n')}</div>
<h2>Weight of each factor</h2>
<p class="soft">The mean effect of a category’s levels as a share of all categories’, and how far its levels lie apart.</p>
<div class="table"><table><tr><th>factor</th><th>levels</th><th>mean effect</th><th>share</th><th>from least to most</th></tr>
${categories.map((category, index) => `<tr><td>${escapeHtml(category)}</td><td>${ofCategory(category).length}</td><td>${formatEnergy(at(means, index))}</td><td>${((100 * at(means, index)) / total).toFixed(1)} %</td><td>${formatEnergy(at(spread, index))}</td></tr>`).join('\n')}
</table></div>`;
}

/** The methods whose costs have a posterior: the hierarchical model, and the Bayesian regression of one application. */
const POSTERIORS: ReadonlySet<string> = new Set(['bayes', 'application']);

/** Gaussians, as the model holds them; of other methods their deviation is a standard error. */
function densities(effects: readonly NamedEffect[], { method }: FitDetails): string {
  if (effects.length === 0) return '';
  const means = effects.map(({ mean }) => mean).sort((one, other) => one - other);
  const limit = WIDE * at(means, means.length >> 1);
  const known = effects.filter(({ mean, sd }) => sd > 0 && mean <= limit);
  if (known.length === 0) return '';
  const groups = [...new Set(known.map(({ category }) => category))].map((category) => ({
    category,
    shown: known
      .filter((effect) => effect.category === category)
      .toSorted((one, other) => other.mean - one.mean)
      .slice(0, MOST_CURVES),
  }));
  const plots = groups.map(({ category, shown }) => {
    const curves = shown.map(({ name, mean, sd }): Curve => ({
      name,
      points: Array.from({ length: 81 }, (_, step): readonly [number, number] => {
        const u = (step - 40) / 10;
        return [mean + u * sd, Math.exp(-0.5 * u * u) / (sd * Math.sqrt(2 * Math.PI))];
      }),
    }));
    const peak = Math.max(...shown.map(({ sd }) => 1 / (sd * Math.sqrt(2 * Math.PI))));
    const [low, high] = rangeOf(curves.flatMap(({ points }) => points.map(([x]) => x)));
    return drawCurves(
      category === '' ? `The ${shown.length} operations with the highest costs` : category,
      { label: 'energy', low, high, format: formatEnergy },
      { label: 'density', low: 0, high: 1.05 * peak, format: () => '' },
      curves,
    );
  });
  const [title, meaning] = POSTERIORS.has(method)
    ? ['Posterior densities', '']
    : ['Costs and their errors as densities', ', around each cost with its error as deviation: no posterior'];
  return `<h2>${title}</h2>\n<p class="soft">The ${MOST_CURVES} with the highest costs of each are shown${known.length < effects.length ? `, without what costs more than ${WIDE} times the middle one` : ''}; Gaussian, as the model file holds them${meaning}.</p>\n<div class="plots">${plots.join('\n')}</div>`;
}

function chains({ chains: parameters }: FitDetails): string {
  if (parameters.length === 0) return '';
  const plots = parameters.slice(0, MOST_CHAINS).map(({ name, draws }) => {
    const [low, high] = rangeOf(draws.flat());
    const length = draws.reduce((most, one) => Math.max(most, one.length), 1);
    return drawCurves(
      name,
      { label: 'draw kept for this report', low: 0, high: length - 1, format: String },
      { label: 'value', low, high, format: formatEnergy },
      draws.map((values, chain): Curve => ({
        name: `chain ${chain + 1}`,
        points: values.map((value, draw) => [draw, value]),
      })),
      200,
    );
  });
  const left = parameters.length - plots.length;
  return `<h2>Chains</h2>\n<p class="soft">Every chain should look like the others.${left > 0 ? ` ${left} more parameters are in the model file.` : ''}</p>\n<div class="plots">${plots.join('\n')}</div>`;
}

function table(effects: readonly NamedEffect[], isAdditive: boolean, { shares }: FitDetails): string {
  const shareOf = new Map(shares.map(([name, share]) => [listedName(name), share]));
  const share = (name: string): string => {
    const known = shareOf.get(name);
    return shares.length === 0
      ? ''
      : `<td>${known === undefined ? '' : `${(100 * known).toFixed(1)} %`}</td>`;
  };
  return `<h2>All ${isAdditive ? 'parameters' : 'operations'}</h2>
<div class="table"><table><tr><th>name</th>${isAdditive ? '<th>category</th>' : ''}<th>mean</th><th>deviation</th><th>5 %</th><th>95 %</th>${shares.length === 0 ? '' : '<th>share of the energy</th>'}</tr>
${effects
  .toSorted((one, other) => other.mean - one.mean)
  .map((effect) => {
    const { name, middle, low, high } = intervalOf(effect);
    return `<tr><td>${escapeHtml(name)}</td>${isAdditive ? `<td>${escapeHtml(effect.category)}</td>` : ''}<td>${formatEnergy(middle)}</td><td>${formatEnergy(effect.sd)}</td><td>${formatEnergy(low)}</td><td>${formatEnergy(high)}</td>${share(name)}</tr>`;
  })
  .join('\n')}
</table></div>`;
}

function intervalOf({ name, mean, sd }: NamedEffect): PlotInterval {
  return { name, middle: mean, low: Math.max(0, mean - REACH_OF_90 * sd), high: mean + REACH_OF_90 * sd };
}

/** Calls of a library may cost ten thousand times what an operation does: then by powers of ten. */
function rankingAxis(effects: readonly NamedEffect[]): Axis {
  const means = effects.flatMap(({ mean }) => (mean > 0 ? [mean] : [])).sort((one, other) => one - other);
  const axis = energyAxis('energy of one execution', effects);
  if (means.length === 0) return axis;
  const [least, middle, most] = [at(means, 0), at(means, means.length >> 1), last(means)];
  if (!(most > WIDE * middle)) return axis;
  return { ...axis, low: Math.max(least / 2, middle / 1000), high: 2 * most, isLogarithmic: true };
}

/** An interval far beyond all means would leave them no room. */
function energyAxis(label: string, effects: readonly NamedEffect[]): Axis {
  const most = effects.reduce((high, { mean }) => Math.max(high, mean), 0);
  const [low, high] = rangeOf(
    effects.map((effect) => Math.min(intervalOf(effect).high, 2 * most)),
    [0],
  );
  return { label, low, high, format: formatEnergy };
}

const CURVES = schemeTableau10.slice(0, 8);

const modelPageStyle = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --back: #ffffff; --mark: #0550ae; --bad: #b42318; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --back: #0d1117; --mark: #79c0ff; --bad: #ff8b80; --good: #56d364; } }
body.vscode-light, body.vscode-dark, body.vscode-high-contrast { --text: var(--vscode-foreground); --soft: var(--vscode-descriptionForeground); --line: var(--vscode-editorWidget-border, #80808060); --back: var(--vscode-editor-background); --mark: var(--vscode-charts-blue, #3794ff); --bad: var(--vscode-errorForeground); --good: var(--vscode-charts-green, #89d185); }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem; background: var(--back); color: var(--text); font: 14px/1.5 var(--vscode-font-family, system-ui, sans-serif); }
main { max-width: 60rem; margin: 0 auto; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1rem; }
figure { margin: 0; max-width: 46rem; } figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font-size: 11px; }
svg .row { text-anchor: end; dominant-baseline: central; } svg .tick, svg .label { text-anchor: middle; } svg .label { fill: var(--text); }
.grid { stroke: var(--line); stroke-width: .7; } .rule { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 5 4; }
.mark { fill: var(--mark); fill-opacity: .45; } .mark.solid { fill-opacity: 1; } .span { stroke: var(--mark); stroke-width: 2; stroke-opacity: .7; }
.curve { fill: none; stroke-width: 1.4; stroke-linejoin: round; }
${CURVES.map((color, index) => `.curve.c${index} { stroke: ${color}; } .key.c${index} { background: ${color}; }`).join('\n')}
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem .9rem; padding: 0; margin: .3rem 0 0; font-size: 12px; }
.key { display: inline-block; width: .8em; height: .8em; margin-right: .35em; border-radius: 2px; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; } th:first-child, td:first-child { text-align: left; }
.checks { list-style: none; padding: 0; } .passed::before { content: "✓ "; color: var(--good); } .failed::before { content: "✗ "; color: var(--bad); } .failed { color: var(--bad); }
details summary { cursor: pointer; color: var(--soft); }
`;
