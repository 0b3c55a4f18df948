/**
 * The style sheet of the model report: light and dark, in an editor by its
 * theme, in a browser by the system's.
 *
 * Sits in `models/`.
 */
import { schemeTableau10 } from 'd3-scale-chromatic';

const CURVES = schemeTableau10.slice(0, 8);

export const modelPageStyle = `
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
