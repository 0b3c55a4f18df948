/** Names of the catalogue stand in no view, list or page but below “Details”: words for people who read Java do. */
import { rankAmong } from '../../server/src/lines/heat';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../server/src/operations/catalogue/catalogue';
import { rowOfOperation } from '../../server/src/lsp/workspace/hot-list-rows';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import {
  BETWEEN_HOVERS,
  inWork,
  type Shown,
  showComparison,
  showEstimates,
  showProfile,
  showRecordings,
} from '../support/marked-java';

/** Lines with all families but calls of libraries, each marked and run. */
const lines = [
  'for (int j = i + 1; j < a.length; j++) d += l * a[j] / 3 % 2 - 1;',
  'if (a[i] > this.next.f && !(o instanceof String t) || b[i][k] == 0 || i >= 1 || i <= k || i != 2) k--;',
  'b[i + 1][k - 1] = i++ & k | i ^ k << i >> k >>> i;',
  's = "a" + -i + ~k + o;',
  'g = l; this.f = (int) g; list.add(i);',
  'switch (i) { case 1: break; case 2: k = 3; case 3: k = 5; default: k = 4; }',
  'switch (i) { case 1: break; case 1000: k = 3; default: k = 4; }',
  'Runnable r = () -> helper(1, 2L, new Work()); r.run();',
  'int[][] m = new int[3][i]; String z = (String) o; boolean q = i == 3;',
  'synchronized (o) { helper(i, l); }',
  'while (i > 0 ? d < 1 : l != 2) i--;',
  'if (k == 7) throw new IllegalStateException("no");',
  'unknown(o.missing());',
];
const body = lines.map((line, index) => `    ${line} /*×${index + 2}*/ /*|*/`).join('\n');
const java = inWork(`
  int f; static long g; int[] a; String s; java.util.List<Integer> list; Work next;
  int all(int i, int k, long l, double d, int[][] b, Object o) { /*×1*/
${body}
    return k; /*×1*/ /*|*/
  }
  static void helper(int i, long l, Work... w) { }
`);
const more = java.replaceAll(/×(\d+)/g, (_, count: string) => `×${Number(count) * 3}`);
const recorded = {
  format: 'jouleline-energy',
  version: 1,
  unit: 'J',
  entries: lines.map((_, index) => ({ class: 'demo.Work', method: 'all', line: 5 + index, energy: 1 })),
};

/** A name of the catalogue, alone or with operand types. */
const NAMES = new RegExp(
  `\\b(?:${CATALOGUE.map(({ family }) => family).join('|')})_|\\b(?:ArrayLength|LambdaCreation|LibraryFunction)\\b`,
);

const views: Readonly<Record<string, () => Promise<Shown | string>>> = {
  'an estimate': () => showEstimates(java, { profileCommand: 'profile' }),
  'a profile': () => showProfile(java),
  recordings: () => showRecordings(java, { 'e.json': JSON.stringify(recorded) }),
  'a comparison': () => showComparison(java, more),
};

describe.each(Object.entries(views))('%s', (_, show) => {
  test('has words above the details of its hovers, in lenses, hints and the status bar', async () => {
    const shown = await show();
    if (typeof shown === 'string') throw new Error(shown);
    const hovers = shown.hover.split(BETWEEN_HOVERS).filter((hover) => hover !== '(nothing)');
    expect(hovers.length).toBeGreaterThan(9);
    const above = hovers.map((hover) => hover.split('**Details**')[0] ?? '');
    expect(above.filter((text) => NAMES.test(text))).toEqual([]);
    expect(above.filter((text) => /\| [a-z][^|]+ \|/.test(text)).length).toBeGreaterThan(9);
    const { lenses, lensTooltips, hints, rows, overlay } = shown;
    const others = [...lenses, ...lensTooltips, ...hints, rows, overlay.status, overlay.statusTooltip];
    expect(others.filter((text) => NAMES.test(text))).toEqual([]);
  });
});

test('the text has all families of the catalogue', async () => {
  const { hover } = await showEstimates(java);
  const missing = CATALOGUE.filter(
    ({ family }) => family !== 'LibraryFunction' && !new RegExp(`\`${family}(?:_|\`)`).test(hover),
  );
  expect(missing.map(({ family }) => family)).toEqual([]);
});

test('rows of lists have words for each family', () => {
  const scale = { settings: DEFAULT_SETTINGS, total: 1, measure: undefined, colors: rankAmong([], 0) };
  for (const { template, group } of CATALOGUE) {
    const name = template.replaceAll(/(?<=_)T(?=_|$)/g, 'int');
    const row = rowOfOperation({ name, group, executions: 1, path: '/A.java', line: 0 }, 'A.java', scale);
    expect(row.words).not.toMatch(NAMES);
  }
});
