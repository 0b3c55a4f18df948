/** Names of the catalogue stand in no view, list or page but below “Details”: words for people who read Java do. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rankAmong } from '../../server/src/lines/heat';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../server/src/operations/catalogue/catalogue';
import { rowOfOperation } from '../../server/src/lsp/workspace/hot-list-rows';
import { DEFAULT_SETTINGS } from '../../server/src/lsp/session/settings';
import { indexLines } from '../../server/src/base/line-index';
import { formatHtml } from '../../server/src/cli/format/html';
import { summarize } from '../../server/src/cli/format/summary';
import { PictureDrawing } from '../../server/src/lines/draw-picture';
import { renderModelReport } from '../../server/src/models/report/model-report';
import { FileState } from '../../server/src/pages/picture';
import { emptyReport, sampleOptions } from '../cli/sample-report';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { makeFileEnergy, modeledOperation, unmodeledOperation } from '../support/file-energy';
import { sampleHead } from '../webviews/sample-picture';
import { ALL_NAMES, NAMES } from './names-of-catalogue';
import {
  BETWEEN_HOVERS,
  inWork,
  readMarks,
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

const views: Readonly<Record<string, () => Promise<Shown>>> = {
  'an estimate': () => showEstimates(java, { profileCommand: 'profile' }),
  'a profile': () => showProfile(java),
  recordings: () => showRecordings(java, { 'e.json': JSON.stringify(recorded) }),
  'a comparison': () => showComparison(java, more),
};

describe.each(Object.entries(views))('%s', (_, show) => {
  test('has words above the details of its hovers, in lenses, hints and the status bar', async () => {
    const shown = await show();
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
  const whole = { total: 1, sharesOf: 'list', measure: undefined } as const;
  const scale = { settings: DEFAULT_SETTINGS, ...whole, colors: rankAmong([], 0) };
  for (const name of ALL_NAMES) {
    const operation = { name, group: 'control', executions: 1, path: '/A.java', line: 0 } as const;
    const row = rowOfOperation(operation, 'A.java', scale);
    expect(row.words).not.toMatch(NAMES);
  }
});

describe('a page has words for each family', () => {
  const text = '\n'.repeat(ALL_NAMES.length);
  const path = 'A.java';

  test('the energy map', () => {
    const analyzer = newAnalyzer();
    const { text: code } = readMarks(java);
    analyzer.setHeaders(path, code);
    const file = operationsOf(analyzer, path, code);
    const drawing = new PictureDrawing();
    const shown = { root: 0, path, text: code, lines: indexLines(code), state: FileState.estimated };
    drawing.add({ ...shown, colored: { file, colors: [] } });
    const { operationNames, methodNames } = drawing.finish(sampleHead);
    expect(operationNames.length).toBeGreaterThan(60);
    expect([...operationNames, ...methodNames].filter((name) => NAMES.test(name))).toEqual([]);
  });

  test('the report of sources', () => {
    const sketches = ALL_NAMES.map((name, line) => ({
      line,
      mean: 1,
      operations: [line % 2 === 0 ? modeledOperation(name, 1, 1) : unmodeledOperation(name, 1)],
    }));
    const files = [{ path, text, problems: [], energy: makeFileEnergy(sketches) }];
    const result = { ...emptyReport, files };
    const html = [...formatHtml(result, summarize(result), sampleOptions, { style: '', script: '' })].join(
      '',
    );
    expect(html).toContain('reads an array’s length');
    expect(html).not.toMatch(NAMES);
  });

  test('the report of a model, whose costs may be those of families', () => {
    const families = CATALOGUE.map(({ family }) => family);
    const operations = [...new Set([...families, ...ALL_NAMES, 'Addition_int_int:constant'])].map(
      (name, index) => ({
        ...{ name, mean: 1e-9 * (index + 1), sd: 1e-10 },
      }),
    );
    const model = readFileSync(resolve(__dirname, '../../media/models/x64-openjdk25-compiled.json'), 'utf8');
    const [first, ...others] = ALL_NAMES;
    const groups = [
      { kind: 'exact', members: ALL_NAMES, message: `${first} = ${others.join(' + ')} in every case` },
      {
        kind: 'weak',
        members: ['BlockGoto', 'BlockGoto_for'],
        message: 'BlockGoto_for, BlockGoto hardly vary',
      },
    ];
    const own = JSON.stringify({ ...(JSON.parse(model) as object), operations, fit: { groups } });
    const report = renderModelReport(own, 'model.json', { nonce: 'abc' });
    if ('problems' in report) throw new Error(report.problems.join());
    expect(report.html).toContain('>adds ints (a small constant)<');
    expect(report.html).toContain('“goes back to the loop’s test”, “goes on elsewhere” hardly vary');
    expect(report.html).not.toMatch(NAMES);
    const texts = new Set(Array.from(report.html.matchAll(/>([^<>]+)</g), ([, each = '']) => each.trim()));
    expect(families.filter((family) => texts.has(family))).toEqual([]);
  });
});
