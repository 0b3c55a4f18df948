/** The reference data and numbers of test/fixtures/fitting (its README says how they were made). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readCases } from '../../server/src/models/fit/read-cases';
import { readTable } from '../../server/src/models/fit/read-table';
import type { RegressionData } from '../../server/src/models/fit/regression-data';

const folder = join(import.meta.dirname, '../fixtures/fitting');

export function referenceText(file: string): string {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The output of R; the caller knows its shape. */
export function expected(file: string): unknown {
  return JSON.parse(referenceText(file));
}

export function casesOf(text: string, fileName = 'cases.csv'): RegressionData {
  const read = readTable(text, fileName);
  if ('problems' in read) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  const { data, problems } = readCases(read.table, fileName);
  if (data === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  return data;
}

export function referenceCases(file: string): RegressionData {
  return casesOf(referenceText(file), file);
}

/** The largest |a − b| / |b|; absolute where b is 0. */
export function relativeError(values: ArrayLike<number>, reference: readonly number[]): number {
  if (values.length !== reference.length) return Infinity;
  return Math.max(
    ...reference.map((wanted, i) => Math.abs((values[i] ?? Number.NaN) - wanted) / (Math.abs(wanted) || 1)),
  );
}
