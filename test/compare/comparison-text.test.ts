/**
 * Text and Markdown about measured runs: the verdict stands before what differs by chance, and a run has the energy that
 * its profile shows.
 */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { compareProfiles } from '../../server/src/compare/deltas/compare-profiles';
import {
  formatComparisonMarkdown,
  formatComparisonText,
} from '../../server/src/compare/pages/comparison-text';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';

const model = bundledModel();
const noisy = [2, 2.9, 1.6, 2.2, 2.7];
const startUp = [0.5, 0.5, 0.5];

function compare(
  energies: readonly (readonly number[])[],
  executions: readonly (readonly number[])[] = [[1000], [1000]],
  isProxy = true,
): ReturnType<typeof compareProfiles> {
  const [a, b] = ['a', 'b'].map((name, side) => ({
    name,
    profile: profileOfEnergies(executions[side] ?? [], energies[side] ?? [], startUp, isProxy),
  }));
  if (a === undefined || b === undefined) throw new Error();
  return compareProfiles(a, b, model, { alpha: 0, isApplication: applicationClasses([]) });
}

describe('the headline', () => {
  test('says that no difference was found, and the smallest that would have been, before any difference', () => {
    const comparison = compare([noisy, noisy.map((each) => each * 1.2)]);
    for (const text of [formatComparisonText(comparison), formatComparisonMarkdown(comparison)]) {
      const [verdict, smallest, percent] = ['no difference found', 'smallest', ' %'].map((each) =>
        text.indexOf(each),
      );
      expect(verdict).toBeGreaterThan(0);
      expect(smallest).toBeGreaterThan(verdict ?? NaN);
      expect(percent).toBeGreaterThan(smallest ?? NaN);
      expect(text).toMatch(/; the difference of \+456 mJ \\?\(\+20\.0 %\\?\) .* is within chance$/m);
    }
    expect(comparison.totals.smallest).toBeGreaterThan(comparison.totals.delta);
  });

  test('begins with the difference where it is more than chance', () => {
    const text = formatComparisonText(compare([noisy, noisy.map((each) => each * 9)]));
    expect(text.split('\n')[0]).toBe(
      'a 2.28 J, b 20.5 J a run, measured by CPU time, a proxy: +18.2 J (+800.0 %) [+12.4 J to +24.1 J], more than chance (p < 0.001)',
    );
    expect(text).not.toContain('no difference');
  });
});

test('a task that differs by no more than chance says so before its figures', () => {
  // What the same operations took differs by more than chance: each side has its own scale, and
  // takes the same in all, as far as runs tell.
  const steady = [2, 2.02, 1.98, 2.01, 1.99];
  const comparison = compare([steady, noisy], [[1000], [300]]);
  const [method] = comparison.methods;
  expect(method?.p).toBeGreaterThan(0.05);
  const row =
    formatComparisonText(comparison).match(/android\.part\.Service0\.work .*counts differ/)?.[0] ?? '';
  expect(row).toContain(
    'could be chance (875 mJ would have been found): +280 mJ (+18.7 %) [−373 mJ to +933 mJ]',
  );
});

test.each([true, false])(
  'runs are what their profiles show, and their parts add up to them (proxy: %s)',
  (isProxy) => {
    const comparison = compare([noisy, noisy], undefined, isProxy);
    const { totals, parts, work } = comparison;
    // Five runs of 11.4 J in all; 0.5 J of each are start-up.
    expect(totals.energyA).toBeCloseTo(2.28, 9);
    expect(parts.reduce((sum, { energyA = 0 }) => sum + energyA, 0)).toBeCloseTo(totals.energyA, 9);
    expect(parts.find(({ part }) => part === 'runtime: start-up')).toMatchObject({
      energyA: 0.5,
      energyB: 0.5,
    });
    expect(work.energyA).toBeCloseTo(1.78, 9);
    const text = formatComparisonText(comparison);
    expect(text).toMatch(/^a 2\.28 J, b 2\.28 J a run/);
    expect(text).toMatch(/lines +1\.78 J +1\.78 J/);
    expect(text).toMatch(/a run +2\.28 J +2\.28 J/);
  },
);

test('runs that took turns are said to be compared by rounds, but not where only shares are compared', () => {
  const [even, odd] = [true, false].map((isEven) =>
    Array.from({ length: 8 }, (_, round) => 2 + ((round % 2 === 0) === isEven ? 0.1 : 0)),
  );
  const notesWith = (supplies: readonly boolean[]): string => {
    const [a, b] = [even, odd].map((energies = [], side) => {
      const turns = { series: 7, place: side + 1, programs: 2 };
      const profile = profileOfEnergies([1000], energies, Array(8).fill(0.5), false, turns);
      const { measurement } = profile;
      if (measurement === undefined) throw new Error();
      const machine = { ...measurement.machine, onBattery: supplies[side] === true };
      return { name: String(side), profile: { ...profile, measurement: { ...measurement, machine } } };
    });
    if (a === undefined || b === undefined) throw new Error();
    const { notes } = compareProfiles(a, b, model, { alpha: 0, isApplication: applicationClasses([]) });
    return notes.join('\n');
  };
  expect(notesWith([false, false])).toContain('round by round (8 rounds)');
  expect(notesWith([false, true])).toContain('compared as shares');
  expect(notesWith([false, true])).not.toContain('round by round');
});

test('no row is more than chance below a headline that found no difference', () => {
  // The same operations take the same on both sides, so that counts alone would make each difference certain.
  for (const factor of [0.9, 1, 1.05, 1.3, 9]) {
    const counts = [
      [1000, 500],
      [1000 * factor, 700],
    ];
    const { totals, methods, tasks } = compare([noisy, noisy.map((each) => each * factor)], counts);
    const rows = [...methods, ...(tasks?.list ?? [])];
    expect(methods.filter(({ countsDiffer }) => countsDiffer).length).toBeGreaterThan(0);
    if (!totals.isSignificant) expect(rows.filter(({ isSignificant }) => isSignificant)).toEqual([]);
    for (const { energyA, energyB } of methods) {
      expect(energyA).toBeLessThanOrEqual(totals.energyA * (1 + 1e-9));
      expect(energyB).toBeLessThanOrEqual(totals.energyB * (1 + 1e-9));
    }
  }
});

test('a method of which less is modeled than before takes at least so much, and has no difference', () => {
  const [a, b] = [1000, 10].map((count) => profileOfEnergies([count], noisy, startUp, true));
  if (a === undefined || b === undefined) throw new Error();
  const keys = [...b.keys, operationKey('example.Store.find', ['int'], 'load')];
  const classes = b.classes.map((each) => ({
    ...each,
    methods: each.methods.map((method) => ({
      ...method,
      operations: method.operations.flatMap((row) => [row, [1, 7, 500] as const]),
    })),
  }));
  const rewritten = { ...b, keys, classes } as typeof b;
  const sides = [
    { name: 'a', profile: a },
    { name: 'b', profile: rewritten },
  ] as const;
  const options = { alpha: 0, isApplication: applicationClasses([]) };
  const comparison = compareProfiles(...sides, model, options);
  const method = comparison.methods.find(({ methodA }) => methodA?.class === 'android.part.Service0');
  expect(method).toMatchObject({ atLeast: 'B', isSignificant: false, delta: NaN });
  const row = formatComparisonText(comparison)
    .split('\n')
    .find((line) => line.includes('Service0.work'));
  expect(row).toMatch(/at least .*not comparable: partly not modeled in B/);
  expect(row).not.toContain('%');
});
