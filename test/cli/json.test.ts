import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatJson } from '../../server/src/cli/format/json';
import { summarize } from '../../server/src/cli/format/summary';
import type { ReportResult } from '../../server/src/lines/report';
import { emptyReport, hostileReport, sampleOptions, sampleReport } from './sample-report';

interface Line {
  readonly line: number;
  readonly energy: {
    readonly mean: number;
    readonly sd: number;
    readonly low: number;
    readonly high: number;
  };
  readonly share: number;
  readonly rank: number;
  readonly unpriced: number;
  readonly operations: readonly {
    readonly name: string;
    readonly count: number;
    readonly energy: { readonly mean: number } | null;
  }[];
}

interface Report {
  readonly totals: { readonly energy: { readonly mean: number } };
  readonly files: readonly {
    readonly path: string;
    readonly total: { readonly mean: number };
    readonly lines: readonly Line[];
  }[];
}

function print(result: ReportResult, more: { readonly top?: number } = {}): string {
  return [...formatJson(result, summarize(result), { ...sampleOptions, ...more })].join('');
}

function read(result: ReportResult, more: { readonly top?: number } = {}): Report {
  return JSON.parse(print(result, more)) as Report;
}

describe('the JSON report', () => {
  test('is as docs/reference/formats.md says', () => {
    const pretty = `${JSON.stringify(JSON.parse(print(sampleReport)), undefined, 2)}\n`;
    const golden = join(import.meta.dirname, '../fixtures/report/sample-report.json');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, pretty);
    expect(pretty).toBe(readFileSync(golden, 'utf8'));
  });

  test('adds up: operations to lines, lines to files, files to the total', () => {
    const { totals, files } = read(sampleReport);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    for (const { total, lines } of files) {
      expect(sum(lines.map(({ energy }) => energy.mean))).toBeCloseTo(total.mean, 12);
      for (const { energy, operations } of lines) {
        expect(sum(operations.map((operation) => operation.energy?.mean ?? 0))).toBeCloseTo(energy.mean, 12);
      }
    }
    expect(sum(files.map(({ total }) => total.mean))).toBeCloseTo(totals.energy.mean, 12);
  });

  test('says null, not zero, of what is not modeled', () => {
    const operations = read(sampleReport).files[1]?.lines[0]?.operations ?? [];
    expect(operations.map(({ energy }) => energy?.mean ?? null)).toEqual([8e-8, null, null]);
  });

  test('keeps the hottest lines only where asked, and the totals of all', () => {
    const all = read(sampleReport);
    const top = read(sampleReport, { top: 2 });
    expect(top.files.map(({ lines }) => lines.map(({ line }) => line))).toEqual([[4, 5], []]);
    expect(top.totals).toEqual(all.totals);
  });

  test('has one line of text for each line of code', () => {
    const lines = print(sampleReport).split('\n');
    expect(lines.filter((line) => line.startsWith('{"line":'))).toHaveLength(5);
  });

  test.each([
    ['no files', emptyReport],
    ['hostile texts', hostileReport('"\\\n\u2028</script>\ud800')],
  ])('is JSON with %s', (_, result) => {
    expect(read(result).files).toHaveLength(result.files.length);
  });
});
