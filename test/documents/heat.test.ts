/** What the editor says of hot spots without a run is what the table of the benchmark says. */
import { expect, test } from 'vitest';
import { HOT_METHODS_FOUND } from '../../server/src/lines/program-calls';
import { documents } from './documents';

test('the row of the estimate has as many hot methods as the status bar', () => {
  const table = documents.find(({ path }) => path === 'docs/research/accuracy.md')?.text ?? '';
  const cells = (name: string): readonly string[] =>
    (new RegExp(`^\\| ${name} .*$`, 'm').exec(table)?.[0] ?? '').split('|').map((cell) => cell.trim());
  const column = cells('Ranked by').indexOf(`Of ${HOT_METHODS_FOUND.of} hottest methods`);
  expect(column).toBeGreaterThan(0);
  expect(Number(cells('estimate')[column])).toBe(HOT_METHODS_FOUND.found);
});
