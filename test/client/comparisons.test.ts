/** The comparisons that are remembered: the newest first, and none that another version wrote in another form. */
import { expect, it } from 'vitest';
import {
  addComparison,
  type Comparison,
  readComparisons,
  removeComparison,
  shownSides,
} from '../../client/src/comparisons';

const side = (name: string): Comparison['sides'][0] => ({
  path: `/w/${name}.json`,
  name,
  started: '2026-01-02T03:04:05Z',
  machine: 'JVM 25',
});
const of = (a: string, b: string, made: string): Comparison => ({
  sides: [side(a), side(b)],
  headline: `${a} and ${b}`,
  made,
});

it('keeps each pair once, the newest first, and no more than fifty', () => {
  const first = addComparison(addComparison([], of('a', 'b', '1')), of('a', 'c', '2'));
  expect(addComparison(first, of('a', 'b', '3')).map(({ made }) => made)).toEqual(['3', '2']);
  expect(removeComparison(first, of('a', 'c', '')).map(({ made }) => made)).toEqual(['1']);
  const many = Array.from({ length: 60 }, (_, at) => of('a', String(at), String(at)));
  const kept = many.reduce<readonly Comparison[]>(addComparison, []);
  expect([kept.length, kept[0]?.made]).toEqual([50, '59']);
});

it('reads what it wrote, and leaves out what is none', () => {
  const one = of('a', 'b', '1');
  expect(readComparisons(JSON.parse(JSON.stringify([one])))).toEqual([one]);
  expect(readComparisons([{ ...one, sides: [side('a')] }, null, 7, { made: '1' }])).toEqual([]);
  expect(readComparisons(undefined)).toEqual([]);
});

it('is shown if both of its sides are still there', () => {
  const sides = [
    { path: '/w/b.json', compared: 'after' },
    { path: '/w/c.json', compared: 'none' },
    { path: '/w/a.json', compared: 'before' },
  ] as const;
  expect(shownSides(sides)).toEqual([sides[2], sides[0]]);
  expect(shownSides(sides.slice(0, 2))).toBeUndefined();
});
