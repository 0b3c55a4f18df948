/**
 * The page about a model: it loads nothing and runs nothing, shows what the file
 * holds, and takes no text of the file for markup.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fitCases } from '../../server/src/models/fit/fit-cases';
import { fitLevels } from '../../server/src/models/fit/fit-levels';
import { sampleInTurn } from '../support/sample-in-turn';
import { renderModelReport } from '../../server/src/models/report/model-report';
import type { Admission } from '../../server/src/words/page-head';
import { policyHash } from '../../server/src/host/files/bundled-media';

const identity = {
  id: 'a',
  title: 'A <b>board</b>',
  machine: 'm',
  mode: 'interpreter',
  isLocal: true,
} as const;
const fixtures = join(__dirname, '../fixtures/fitting');

function pageOf(text: string, admission: Admission = { nonce: 'abc' }): string {
  const report = renderModelReport(text, 'model.json', admission);
  if ('problems' in report) throw new Error(report.problems.join('\n'));
  return report.html;
}

function headings(html: string): readonly string[] {
  return Array.from(html.matchAll(/<h2>([^<]*)<\/h2>/g), ([, heading = '']) => heading);
}

describe('the report of a model', () => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${i + 1},${(i * 7) % 11},${2 * (i + 1) + 3 * ((i * 7) % 11)}`,
  );
  const cases = fitCases({
    ...{
      text: `op1,op2,y [J]\n${rows.join('\n')}\n`,
      fileName: 'cases.csv',
      method: 'nnls',
      folds: 4,
      seed: 1,
    },
  });
  if (!('toModelFile' in cases)) throw new Error('not fitted');
  const model = cases.toModelFile(identity);

  it('shows residuals and the ranking of a fit to cases', () => {
    const html = pageOf(model);
    expect(headings(html)).toEqual([
      'Observed against predicted',
      'Ranking of operations by unit cost',
      'Costs and their errors as densities',
      'All operations',
    ]);
    expect(html).not.toContain('Posterior');
    // Of op1 40 · 41 / 2 executions cost 2 each, and of op2 the sum of the second column costs 3 each.
    const sums = [2 * 820, 3 * rows.reduce((sum, row) => sum + Number(row.split(',')[1]), 0)];
    const total = sums.reduce((one, other) => one + other, 0);
    const shares = sums.map((sum) => `${((100 * sum) / total).toFixed(1)} %`);
    expect(html).toContain(
      'with the highest unit cost take 100.0 % of the energy of the cases, the next twenty 0.0 %',
    );
    expect(html).toContain('Share of the energy that the operations up to a rank take together');
    for (const share of shares) expect(html).toContain(`<td>${share}</td></tr>`);
    // A point for each case in both plots, one for each operation.
    expect(html.match(/<circle/g)).toHaveLength(2 * 40 + 2);
    expect(html).toContain('40 cases determine 2 costs');
  });

  it('shows costs that are all held at 0', () => {
    const file = JSON.parse(model) as { operations: object[] };
    const operations = file.operations.map((each) => ({ ...each, mean: 0 }));
    const html = pageOf(JSON.stringify({ ...file, operations }));
    expect(headings(html)).toContain('Ranking of operations by unit cost');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('lets in its own style alone', () => {
    const html = pageOf(model);
    expect(html).toContain(`content="default-src 'none'; style-src 'nonce-abc'; base-uri 'none'`);
    expect(html).toContain('<style nonce="abc">');
    // Of a file nobody gives a name to what is let in: it is known by what it holds.
    const alone = pageOf(model, { hashOf: policyHash });
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(alone) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(alone).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'`);
    expect(html).not.toMatch(/<script|<link|<img|style="|\bon\w+=|url\(|https?:/);
    expect(html).toContain('A &lt;b&gt;board&lt;/b&gt;');
    expect(html).not.toContain('<b>board');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('shows effects, weights and chains of a posterior', async () => {
    const text = readFileSync(join(fixtures, 'hier_3480.csv'), 'utf8');
    const outcome = await fitLevels(
      { tables: [{ text, fileName: 'hier.csv' }], seed: 1, chains: 2, warmup: 20, draws: 40 },
      sampleInTurn,
    );
    if (!('toModelFile' in outcome)) throw new Error('not fitted');
    const html = pageOf(outcome.toModelFile(identity));
    expect(headings(html)).toEqual([
      'Observed against predicted',
      'Effects by category',
      'Weight of each factor',
      'Posterior densities',
      'Chains',
      'All parameters',
    ]);
    expect(html).toContain('chain 2');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
    const shares = Array.from(html.matchAll(/([\d.]+) %<\/td>/g), ([, share]) => Number(share));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  });

  it('shows the bundled model, which says little of its making', () => {
    const path = join(__dirname, '../../media/models/rpi5-openjdk21-xint.json');
    const html = pageOf(readFileSync(path, 'utf8'));
    expect(headings(html)).toContain('Effects by category');
    expect(headings(html)).toContain('Posterior densities');
    expect(headings(html)).not.toContain('Chains');
  });

  it('says what is wrong with a file that is none', () => {
    const report = renderModelReport('{}', 'x.json', { nonce: 'abc' });
    expect('problems' in report ? report.problems.join() : '').toContain('x.json');
  });
});
