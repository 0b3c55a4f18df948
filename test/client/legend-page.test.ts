/** The legend's page: it says what the overlay says, and lets nothing in. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderLegend } from '../../client/src/panels/legend-page';
import type { LegendContent, LegendWords } from '../../client/src/panels/legend-page';
import { escapeHtml } from '../../server/src/words/escape-html';
import { shownColors } from '../../client/src/line-look';
import { sampleOverlay } from './sample-overlay';

const words: LegendWords = {
  language: 'en',
  title: 'Colors',
  cold: 'Cold',
  hot: 'Hot',
  hatched: 'Hatched:',
  hatchedMeaning: 'at least.',
  rows: {
    scale: 'Scale',
    scope: 'Within',
    model: 'Model',
    machine: 'Machine',
    provenance: 'Provenance',
    modeled: 'Modeled',
    palette: 'Palette',
    total: 'Total',
  },
  scales: { rank: 'by rank', linear: 'linear', logarithmic: 'logarithmic' },
  scopes: { method: 'method', file: 'file', workspace: 'workspace' },
  compared: 'Compared',
  noChange: 'no color: no change',
  changes: { lessEnergy: 'less energy', moreEnergy: 'more energy', new: 'new lines', gone: 'gone lines' },
  provenances: { estimated: 'estimated', modeled: 'modeled', measured: 'measured' },
};

function contentWith(over: Partial<LegendContent> = {}): LegendContent {
  const overlay = { ...sampleOverlay(1, []), ...over };
  const { palette, legend, status } = overlay;
  const settings = {
    display: 'line',
    opacity: 0.4,
    overviewRuler: true,
    endOfLineText: false,
    theme: 'dark',
  } as const;
  const paletteName = 'viridis';
  const colors = shownColors({ palette, paletteName }, settings);
  return { file: 'A.java', palette, paletteName, colors, legend, status, ...over };
}

describe('the legend', () => {
  test('shows each color once, and what the overlay says of them', () => {
    const page = renderLegend(contentWith(), words, 'abc');
    expect(page.match(/class="step /g)).toHaveLength(3);
    for (const text of [
      'coldest lines',
      'hottest line',
      'by rank',
      'Raspberry Pi 5, interpreter',
      'estimated',
      '87.3 %',
    ]) {
      expect(page).toContain(text);
    }
  });
  test('has the colors of the lines', () => {
    const content = contentWith();
    const page = renderLegend(content, words, 'abc');
    content.colors.forEach((color, step) => {
      expect(color).toMatch(/^rgba\(/);
      expect(page).toContain(`.s${step}{background:${color}}`);
    });
  });
  test('of a comparison shows both directions on one scale, and what is new and gone apart, each with a symbol', () => {
    const { legend } = sampleOverlay(1, []);
    const steps = { lessEnergy: [1, 3], moreEnergy: [2, 4], gone: [5], new: [6] };
    const palette = ['#888', '#889', '#988', '#88c', '#c88', '#0aa', '#d18'];
    const comparison = { before: 'main <1>', after: 'branch', steps };
    const page = renderLegend(contentWith({ palette, legend: { ...legend, comparison } }), words, 'abc');
    expect([...page.matchAll(/class="step s(\d)"/g)].map(([, step]) => Number(step))).toEqual([3, 1, 2, 4]);
    for (const text of [
      '▼',
      '▲',
      'swatch s6',
      'swatch s5',
      'new lines',
      'main &lt;1&gt; → branch',
      'no color: no change',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('coldest lines');
  });
  test('runs no script, loads nothing, and has one style sheet with the nonce', () => {
    const page = renderLegend(contentWith(), words, 'abc');
    expect(page).toContain(
      'content="default-src &#39;none&#39;; style-src &#39;nonce-abc&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"',
    );
    expect(page).not.toMatch(/<script|<img|<link|<iframe|src=|href=|url\(|@import|style="|\son\w+=/i);
    expect(page.match(/<style/g)).toHaveLength(1);
  });
  test('a palette that is no palette cannot write into the style sheet', () => {
    const page = renderLegend(
      contentWith({ palette: ['#fff', 'red}</style><script>alert(1)</script>'] }),
      words,
      'abc',
    );
    expect(page).not.toContain('alert');
  });
  test('no text of the server or of a file name can add an element', () => {
    const tags = (page: string): string[] => page.match(/<[a-z!/][^>]*>/gi) ?? [];
    const plain = tags(renderLegend(contentWith(), words, 'abc')).length;
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'b', '/', ' ', '=') }),
        (text) => {
          const { legend } = sampleOverlay(1, []);
          const hostile = {
            ...legend,
            modelTitle: text,
            machine: text,
            cold: text,
            hot: text,
            unmodeledNote: text,
          };
          const page = renderLegend(
            contentWith({ file: text, status: text, paletteName: text, legend: hostile }),
            words,
            'abc',
          );
          expect(tags(page)).toHaveLength(plain);
        },
      ),
    );
  });
  test('escaped text reads as it was', () => {
    expect(escapeHtml(`a < b && c > "d" + 'e'`)).toBe(
      'a &lt; b &amp;&amp; c &gt; &quot;d&quot; + &#39;e&#39;',
    );
  });
});
