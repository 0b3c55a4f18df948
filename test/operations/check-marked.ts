/**
 * Marked Java: source with the operations that each line runs beside it, in
 * order, as a comment. Lines without a comment are not looked at, nor
 * members that no text shows.
 */
import { expect } from 'vitest';
import { anyPlatform, extractText, withText } from './extract-text';
import { listSites } from '../../server/src/operations/catalogue/site-table';

/** `prefix` and `suffix` stand around the marked lines, unmarked. */
export function checkMarked(text: string, path = 'Test.java'): void {
  const starts = lineStarts(text);
  const found = new Map<number, string[]>();
  for (const { operations, bodyStart } of withText(extractText(text, anyPlatform(), path))) {
    for (const site of listSites(operations.sites)) {
      const line = lineOf(starts, bodyStart + site.offset);
      const names = found.get(line) ?? [];
      names.push(operations.keys[site.key]?.name ?? '');
      found.set(line, names);
    }
  }
  const marked = text.split('\n').flatMap((line, index) => {
    const [code = '', expected] = line.trimEnd().split(/\s*\/\/ ?/);
    return expected === undefined ? [] : [{ code, expected, actual: (found.get(index) ?? []).join(', ') }];
  });
  expect(marked.map(({ code, actual }) => `${code} // ${actual}`)).toEqual(
    marked.map(({ code, expected }) => `${code} // ${expected}`),
  );
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  return starts.findLastIndex((start) => start <= offset);
}
