import { describe, expect, test } from 'vitest';
import { coverage, figuresOf, hitsAmong, meanFigures, shareUnder, spearman } from './heat-figures.mjs';

const scores = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values));

const places = ['a', 'b', 'c', 'd'];
const truth = scores({ a: 60, b: 25, c: 15 });

describe('the energy under the highest scores', () => {
  test('is the sum over those places', () => {
    expect(shareUnder(1, truth, truth, places)).toBeCloseTo(0.6);
    expect(shareUnder(2, scores({ d: 9, c: 8, b: 1 }), truth, places)).toBeCloseTo(0.15);
    expect(shareUnder(9, truth, truth, places)).toBeCloseTo(1);
  });

  test('is the mean over all orders of equal scores', () => {
    // One of b, c and d follows a: (25 + 15 + 0) / 3.
    expect(shareUnder(2, scores({ a: 2, b: 1, c: 1, d: 1 }), truth, places)).toBeCloseTo(0.6 + 0.4 / 3);
  });

  test('by chance is the share of the places', () => {
    expect(shareUnder(1, new Map(), truth, places)).toBeCloseTo(0.25);
    expect(hitsAmong(2, 1, new Map(), truth, places)).toBeCloseTo(0.5);
  });
});

test('of the truly hottest, those with high scores are found', () => {
  expect(hitsAmong(2, 2, scores({ a: 1, d: 2 }), truth, places)).toBeCloseTo(1);
  expect(hitsAmong(3, 3, truth, truth, places)).toBeCloseTo(3);
});

describe("Spearman's correlation", () => {
  test('is that of ranks, equal values sharing theirs', () => {
    expect(spearman([1, 2, 30], [5, 6, 7])).toBeCloseTo(1);
    expect(spearman([1, 2, 3], [9, 8, 1])).toBeCloseTo(-1);
    // 1 - 6 · (1 + 1 + 1 + 1) / (5 · 24).
    expect(spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(0.8);
    // Ranks less their mean: -2, -0.5, -0.5, 1, 2 and -1, -2, 0.5, 0.5, 2. Products: 2 + 1 - 0.25 + 0.5 + 4.
    expect(spearman([1, 2, 2, 3, 5], [2, 1, 4, 4, 6])).toBeCloseTo(7.25 / 9.5);
  });

  test('is 0 where all values are equal', () => {
    expect(spearman([0, 0, 0], [1, 2, 3])).toBe(0);
  });
});

test('figures compare lines and methods with a run and with samples', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `l${index}`);
  const run = { lines: scores({ l0: 50, l1: 30, l2: 20 }), methods: scores({ m: 70, n: 30, unused: 0 }) };
  const estimate = { lines: scores({ l2: 3, l1: 2, l0: 1 }), methods: scores({ n: 5, m: 4, unused: 6 }) };
  const all = { lines, methods: ['m', 'n', 'unused'] };
  const figures = figuresOf(estimate, run, scores({ m: 1, n: 8 }), all);
  expect(figures.part).toBeCloseTo(0.5);
  expect(figures.partOfBest).toBeCloseTo(0.5 / 0.8);
  expect(figures.fifty).toBeCloseTo(1);
  expect(figures.spearman).toBeCloseTo(-1);
  expect(figures.recorder).toBeCloseTo(1);
  expect(figures.top).toBeCloseTo(1);
  expect(meanFigures([figures, { ...figures, part: 1 }]).part).toBeCloseTo(0.75);
});

test('coverage counts what ran within its range, and below, and above', () => {
  const ranges = new Map([
    ['a', [1, 100]],
    ['b', [1, 10]],
    ['c', [5, 50]],
    ['d', [0, 9]],
    ['idle', [1, 2]],
  ] as const);
  const found = coverage(ranges, scores({ a: 30, b: 11, c: 4, d: 9, idle: 0, unknown: 1 }));
  expect(found).toEqual({ places: 4, within: 0.5, below: 0.25, above: 0.25, decades: 1 });
});
