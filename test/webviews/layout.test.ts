/** The plan: every line has one place, nothing lies on anything else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLUMN, layOut, lineAt, placeFinder } from '../../client/webviews/energy-map/layout';

const blocks = fc.array(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 }), {
  minLength: 1,
  maxLength: 12,
});
const screens = fc.record({
  width: fc.integer({ min: 50, max: 3000 }),
  height: fc.integer({ min: 50, max: 2000 }),
});

describe('the plan', () => {
  test('has a place for every line, finds the line there, and keeps within its size', () => {
    fc.assert(
      fc.property(blocks, screens, (sizes, screen) => {
        const counts = sizes.flat();
        let next = 0;
        const given = sizes.map((files, group) => ({ group, files: files.map(() => next++) }));
        const layout = layOut(given, (file) => counts[file] ?? 0, screen);
        const find = placeFinder(layout);
        counts.forEach((count, file) => {
          for (const line of new Set([0, Math.floor(count / 2), count - 1])) {
            const place = find(file, line);
            if (place === undefined) throw new Error(`line ${line} of file ${file} is nowhere`);
            expect(lineAt(layout, place.x + 1, place.y + 0.5)).toEqual({ file, line });
            expect(place.x + COLUMN).toBeLessThanOrEqual(layout.width + 1e-6);
            expect(place.y + 1).toBeLessThanOrEqual(layout.height + 1e-6);
          }
        });
        expect(layout.strips.count.reduce((sum, count) => sum + count, 0)).toBe(
          counts.reduce((a, b) => a + b, 0),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('gives each of a few files a column of its own, under its package', () => {
    const layout = layOut(
      [
        { group: 0, files: [0, 1] },
        { group: 1, files: [2] },
      ],
      () => 60,
      { width: 1600, height: 900 },
    );
    expect(new Set(layout.strips.x).size).toBe(3);
    expect(layout.areas.map(({ group }) => group)).toEqual([0, 1]);
  });

  test('breaks a file of 100,000 lines into columns', () => {
    const layout = layOut([{ group: 0, files: [0] }], () => 100_000, { width: 1600, height: 1000 });
    expect(layout.strips.count.length).toBeGreaterThan(5);
    expect(layout.width / layout.height).toBeGreaterThan(0.8);
  });

  test('lays out 50,000 files', () => {
    const files = Array.from({ length: 50_000 }, (_, file) => file);
    const layout = layOut([{ group: 0, files }], (file) => 20 + (file % 300), { width: 1600, height: 1000 });
    expect(layout.strips.file.length).toBeGreaterThanOrEqual(50_000);
  });

  test('of nothing has nothing', () => {
    const layout = layOut([], () => 0, { width: 800, height: 600 });
    expect(layout.strips.file).toHaveLength(0);
    expect(lineAt(layout, 1, 1)).toBeUndefined();
  });
});
