import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { formatOperations } from '../../server/src/cli/commands/operations';
import { formatCsv } from '../../server/src/cli/format/csv';
import { formatJson } from '../../server/src/cli/format/json';
import { summarize } from '../../server/src/cli/format/summary';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import { sampleOptions, sampleReport } from './sample-report';
import { packSites } from '../../server/src/operations/catalogue/site-table';

const document = readFileSync(resolve(__dirname, '../../docs/reference/formats.md'), 'utf8');

/** Names in code spans and in the example. */
const described = new Set(
  [...document.matchAll(/`([^`\n]+)`|^\{?"(\w+)":/gm)].flatMap(
    ([, code = '', key = '']) => `${code} ${key}`.match(/\w+/g) ?? [],
  ),
);

function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

function undescribed(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => !described.has(name));
}

test('docs/reference/formats.md describes every field of the JSON report', () => {
  const text = [...formatJson(sampleReport, summarize(sampleReport), sampleOptions)].join('');
  expect(undescribed(keysOf(JSON.parse(text)))).toEqual([]);
});

test('docs/reference/formats.md describes every column of the CSV report', () => {
  const [header = ''] = [...formatCsv(sampleReport, summarize(sampleReport), sampleOptions)];
  expect(undescribed(header.trim().split(','))).toEqual([]);
});

test('docs/reference/formats.md describes every field of the operations', () => {
  const file: FileOperations = {
    path: 'A.java',
    problems: [{ severity: 'error', message: 'm', start: 0, end: 1 }],
    members: [
      {
        identity: 'i',
        key: 'A.f()V',
        name: 'A.f()',
        className: 'A',
        kind: 'method',
        nameStart: 10,
        start: 8,
        end: 30,
        bodyStart: 20,
        problems: [],
        operations: {
          keys: [
            {
              name: 'java.lang.Math.abs',
              family: 'LibraryFunction',
              group: 'library function',
              operands: ['int'],
              size: 'load',
            },
          ],
          sites: packSites([
            { key: 0, block: 0, offset: 2, callee: 0, amount: { value: 3, basis: 'default' } },
          ]),
          callees: ['A.g()V'],
          blocks: [{ id: 0, name: 'entry', kind: 'entry', start: 0, end: 5 }],
          region: { kind: 'block', block: 0 },
        },
      },
    ],
  };
  const text = formatOperations('A.java', 'class A {\n void f() {\n  abs(g());\n }\n}\n', file, '1.0.0');
  expect(undescribed(keysOf(JSON.parse(text)))).toEqual([]);
});
