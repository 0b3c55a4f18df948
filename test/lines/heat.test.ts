import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeHeat, isSameScale, partOfUnknown, rankAmong } from '../../server/src/lines/heat';
import type { HeatOptions } from '../../server/src/lines/heat';
import { makeFileEnergy } from '../support/file-energy';

const byRank: HeatOptions = { scale: 'rank', scope: 'file', steps: 16 };

/** `means` are the energies of consecutive lines; methods, where given, their methods. */
function check(
  means: readonly number[],
  options: Partial<HeatOptions>,
  expectedSteps: readonly number[],
  methods: readonly string[] = [],
): void {
  const sketches = means.map((mean, line) => {
    const method = methods[line];
    return { line, mean, ...(method === undefined ? {} : { method }) };
  });
  const heat = computeHeat(makeFileEnergy(sketches), { ...byRank, steps: 11, ...options });
  expect(heat.map(({ step }) => step)).toEqual(expectedSteps);
}

describe('heat', () => {
  test('ranks spread evenly over the colors, whatever the energies are', () => {
    check([1, 1000, 2], {}, [0, 10, 5]);
  });

  test('equal energies share a rank and a color', () => {
    check([5, 5, 1, 9], {}, [5, 5, 0, 10]);
  });

  test('a linear scale goes from nothing to the hottest line', () => {
    check([100, 50, 10, 0], { scale: 'linear' }, [10, 5, 1, 0]);
  });

  test('a logarithmic scale goes over four decades to the hottest line', () => {
    check([10_000, 1000, 100, 1, 0.5, 0], { scale: 'logarithmic' }, [10, 8, 5, 0, 0, 0]);
  });

  test('a logarithmic scale has no hot line where no line has a hundredth of all energy', () => {
    // 2,000 lines of 0.05 % each: a twentieth of the hot end.
    const flat = Array.from({ length: 2000 }, (_, line) => 1 + line / 1e6);
    check(
      flat,
      { scale: 'logarithmic' },
      flat.map(() => 7),
    );
  });

  test('within a method only its own lines count', () => {
    check([1, 2, 300, 100], { scope: 'method' }, [0, 10, 10, 0], ['a()', 'a()', 'b()', 'b()']);
  });

  test('within the workspace lines of other files count too', () => {
    check([1, 2], { scope: 'workspace', workspace: () => rankAmong([3, 1, 2, 3, 4, 5], 6) }, [0, 3]);
  });

  test('where all lines cost the same, none is hot and none is cold', () => {
    for (const scale of ['rank', 'linear', 'logarithmic'] as const) {
      check([7, 7], { scale }, [5, 5]);
      check([0, 0], { scale }, [5, 5]);
      check([], { scale }, []);
    }
  });

  test('a rank counts the lines that take more, of those that take energy', () => {
    const means = [5, 0, 5, 1, 9, 1];
    const ranks = [2, 6, 2, 4, 1, 4];
    const lines = means.map((mean, line) => ({ line, mean, method: 'a()' }));
    for (const scope of ['method', 'file', 'workspace'] as const)
      for (const scale of ['rank', 'linear'] as const) {
        const heat = computeHeat(makeFileEnergy(lines), { scale, scope, steps: 11 });
        expect(heat.map(({ rank, of }) => [rank, of])).toEqual(ranks.map((rank) => [rank, 5]));
      }
    // Other files' lines that take as much change no rank.
    const workspace = () => rankAmong([...means, 5, 5, 7], 8);
    const heat = computeHeat(makeFileEnergy(lines), { ...byRank, scope: 'workspace', workspace });
    expect(heat.map(({ rank }) => rank)).toEqual([3, 9, 3, 7, 1, 7]);
    expect(heat.every(({ of }) => of === 8)).toBe(true);
  });

  const anyLines = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
  const anyScale = fc.constantFrom('rank', 'linear', 'logarithmic');

  test('a line with more energy never gets a colder color, and every color exists', () => {
    fc.assert(
      fc.property(anyLines, anyScale, fc.integer({ min: 2, max: 64 }), (means, scale, steps) => {
        const heat = computeHeat(makeFileEnergy(means.map((mean, line) => ({ line, mean }))), {
          ...byRank,
          scale,
          steps,
        });
        const ordered = heat
          .map(({ step }, index) => ({ step, mean: means[index] ?? 0 }))
          .sort((a, b) => a.mean - b.mean);
        ordered.forEach(({ step }, index) => {
          expect(step).toBeGreaterThanOrEqual(Math.max(0, ordered[index - 1]?.step ?? 0));
          expect(step).toBeLessThan(steps);
          expect(Number.isInteger(step)).toBe(true);
        });
      }),
    );
  });

  const hottestQuarter = (steps: number): number => steps * 0.75;
  const anySteps = fc.integer({ min: 16, max: 256 });
  const logarithmic = { scale: 'logarithmic', scope: 'workspace' } as const;

  test('no line is in the hottest quarter of a file with less than a thousandth of the workspace’s energy', () => {
    fc.assert(
      fc.property(anyLines, anyLines, anySteps, (own, others, steps) => {
        const sum = own.reduce((all, each) => all + each, 0);
        const rest = others.reduce((all, each) => all + each, 0);
        fc.pre(sum > 0 && rest > 0);
        const quiet = own.map((each) => (each / sum) * rest * 0.00099);
        const all = rankAmong([...quiet, ...others], own.length + others.length);
        const energy = makeFileEnergy(quiet.map((mean, line) => ({ line, mean })));
        for (const { step } of computeHeat(energy, { ...logarithmic, steps, workspace: () => all }))
          expect(step).toBeLessThan(hottestQuarter(steps));
      }),
    );
  });

  test('no line of a part is in the hottest quarter while the rest is not known', () => {
    fc.assert(
      fc.property(anyLines, anySteps, (own, steps) => {
        const energy = makeFileEnergy(own.map((mean, line) => ({ line, mean })));
        const heat = computeHeat(energy, { ...logarithmic, steps, workspace: (all) => partOfUnknown(all()) });
        for (const { step } of heat) expect(step).toBeLessThan(hottestQuarter(steps));
      }),
    );
  });

  test('a scale is the same as long as hardly a line would get another color', () => {
    const isSame = (one: readonly number[], other: readonly number[]): boolean =>
      isSameScale(rankAmong(one, one.length), rankAmong(other, other.length));
    expect(isSame([1, 10, 100], [1, 20, 110])).toBe(true);
    expect(isSame([1, 10, 100], [1, 10, 200])).toBe(false);
    expect(isSame([1, 10, 100], [1, 2, 10, 100])).toBe(false);
    expect(isSame([1, 10, 100], [])).toBe(false);
    expect(isSame([], [])).toBe(true);
  });

  test('ranks within a file are those that the energies carry', () => {
    fc.assert(
      fc.property(anyLines, (means) => {
        const energy = makeFileEnergy(means.map((mean, line) => ({ line, mean })));
        const heat = computeHeat(energy, byRank);
        expect(heat.map(({ rank }) => rank)).toEqual(energy.lines.map(({ rank }) => rank));
        expect(new Set(heat.map(({ of }) => of))).toEqual(
          new Set(means.length === 0 ? [] : [means.filter((mean) => mean > 0).length]),
        );
      }),
    );
  });
});
