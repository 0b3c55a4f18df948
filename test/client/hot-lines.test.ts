/** The way from the hottest line to the coldest and round again. */
import { expect, test } from 'vitest';
import { findHotLine } from '../../client/src/hot-lines';
import type { AnchoredLine } from '../../client/src/overlay-state';
import { overlayLine } from './sample-overlay';

/** Ranks of lines 10, 20, 30, …; the second and the fourth are equally hot. */
const lines = [3, 2, 1, 2].map((rank, index): AnchoredLine => ({
  line: overlayLine(index, { rank }),
  anchor: { line: (index + 1) * 10, character: 0 },
}));

function check(from: number, direction: 'next' | 'previous', expected: readonly number[]): void {
  let cursor = from;
  const visited = expected.map(
    () => (cursor = findHotLine(lines, cursor, direction)?.target.anchor.line ?? -1),
  );
  expect(visited).toEqual(expected);
}

test('next goes from hot to cold, equal ones from top to bottom, and round', () => {
  check(30, 'next', [20, 40, 10, 30]);
});
test('previous goes the same way back', () => {
  check(30, 'previous', [10, 40, 20, 30]);
});
test('from a line without energy it begins at the hottest, or at the coldest', () => {
  check(15, 'next', [30]);
  check(15, 'previous', [10]);
});
test('says which place it is', () => {
  expect(findHotLine(lines, 30, 'next')).toMatchObject({ place: 2, total: 4 });
});
test('leaves out lines that are newer than the profile', () => {
  const newer: AnchoredLine = {
    line: overlayLine(9, { rank: 5, change: 'new', isStale: true }),
    anchor: { line: 90, character: 0 },
  };
  expect(findHotLine([...lines, newer], 10, 'next')).toMatchObject({ place: 1, total: 4 });
});
test('one line leads to itself, no line to nothing', () => {
  expect(findHotLine(lines.slice(0, 1), 10, 'previous')?.target.anchor.line).toBe(10);
  expect(findHotLine([], 1, 'next')).toBeUndefined();
});
