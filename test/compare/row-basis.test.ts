/**
 * The energies of rows are those of each side's report: runs of 2.5 J, of which start-up takes 0.5 J, are divided by
 * processor time that is known by construction.
 */
import { describe, expect, it } from 'vitest';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { comparePrograms } from '../../server/src/compare/deltas/compare-programs';
import { compareShares } from '../../server/src/compare/deltas/energy-delta';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import type { LibraryPlace } from '../../server/src/profile/account/called-lines';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { bundledModel } from '../cost/bundled-model';
import { createRandom } from './seeded-random';
import { profileOfEnergies } from './noisy-profiles';

const spread = (mean: number): readonly number[] => [-0.04, -0.02, 0, 0, 0.02, 0.04].map((by) => mean + by);
const startUp = [0.49, 0.5, 0.51];

/** A profile whose jar took so many seconds of four, called by line 7 of `app.Part1`. */
function sampled(executions: readonly number[], ofJar: number, samples = 100): ProfileDocument {
  const profile = profileOfEnergies(executions, spread(2.5), startUp, true);
  const measurement = profile.measurement as MeasurementRecord;
  const call = { class: 'app.Part1', method: 'work', line: 7, callee: 'jar.Other.burn' };
  return {
    ...profile,
    measurement: {
      ...measurement,
      sampled: {
        ...{ counted: 4 - ofJar, uncounted: ofJar, unknown: 0, start: 0, samples: 4 * samples, largest: [] },
        called: [{ ...call, seconds: ofJar, samples: ofJar * samples }],
      },
    },
  };
}

const isApplication = applicationClasses(['android.app', 'app']);
const compare = (a: ProfileDocument, b: ProfileDocument, place?: LibraryPlace): ProfileComparison =>
  compareProfiles({ name: 'old', profile: a }, { name: 'new', profile: b }, bundledModel(), {
    ...{ alpha: 0, isApplication },
    ...(place === undefined ? {} : { place }),
  });
const methodOf = ({ methods }: ProfileComparison, name: string) =>
  methods.find(({ methodA, methodB }) => (methodA ?? methodB)?.class.endsWith(name));
const partOf = ({ parts }: ProfileComparison, name: string) => parts.find(({ part }) => part === name);

describe('code that is not counted', () => {
  const counts = [5_000_000, 15_000_000] as const;
  // 2 J are the program's: 3 of 4 seconds are the jar's on the old side, 1 on the new one.
  const [old, now] = [sampled(counts, 3), sampled(counts, 1)];

  it.each([undefined, 'caller', 'runtime'] as const)('is on the lines that call it (%s)', (place) => {
    const compared = compare(old, now, place);
    const [calling, other] = [methodOf(compared, 'Part1'), methodOf(compared, 'Service0')];
    expect(calling?.energyA).toBeCloseTo(0.375 + 1.5, 9);
    expect(calling?.energyB).toBeCloseTo(1.125 + 0.5, 9);
    expect([other?.energyA, other?.energyB].map((each) => each?.toFixed(9))).toEqual([
      '0.125000000',
      '0.375000000',
    ]);
    expect(partOf(compared, 'library')).toMatchObject({ energyA: expect.closeTo(1.5, 9) as number });
    expect(partOf(compared, 'not counted')).toMatchObject({ energyA: 0, energyB: 0 });
    const { sources } = compareLines(
      { name: 'old', profile: old },
      { name: 'new', profile: now },
      bundledModel(),
      place,
    );
    const lines = [...sources.values()].flatMap((source) => source.lines);
    expect(lines.map(({ energyA }) => energyA.toFixed(9)).sort()).toEqual(['0.125000000', '1.875000000']);
    // The lines were counted alike.
    expect(lines.some(({ countsDiffer }) => countsDiffer)).toBe(false);
    const task = compared.tasks?.list.find(({ method }) => method.class === 'jar.Other');
    expect([task?.energyA, task?.energyB].map((each) => each?.toFixed(9))).toEqual([
      '1.500000000',
      '0.500000000',
    ]);
  });

  it('is a part of its own where it shall be apart', () => {
    const compared = compare(old, now, 'apart');
    expect(methodOf(compared, 'Part1')?.energyA).toBeCloseTo(0.375, 9);
    expect(partOf(compared, 'not counted')).toMatchObject({
      energyA: expect.closeTo(1.5, 9) as number,
      energyB: expect.closeTo(0.5, 9) as number,
    });
    expect(compared.tasks?.list.some(({ method }) => method.class === 'jar.Other')).toBe(false);
  });

  it('has the error of its samples: a few of them tell no difference', () => {
    const more = profileOfEnergies(counts, spread(3.5), startUp, true).measurement;
    const grown = (samples: number): ProfileDocument => {
      const { measurement: given, ...rest } = sampled(counts, 3, samples);
      const measurement = {
        ...(given as MeasurementRecord),
        ...(more && { energy: more.energy, runs: more.runs }),
      };
      return { ...rest, measurement };
    };
    const [many, few] = [100_000, 2].map((samples) =>
      methodOf(compare(sampled(counts, 3, samples), grown(samples)), 'Part1'),
    );
    // 1.5 J became 2.25 J on the line, for certain or by six samples.
    expect([many?.isSignificant, few?.isSignificant]).toEqual([true, false]);
    expect(few?.low).toBeLessThan(0);
    expect(few?.delta).toBeCloseTo(many?.delta ?? NaN, 9);
  });

  it('is in tasks of three programs, too', () => {
    const sides = [old, now, now].map((profile, index) => ({ name: `app${index}`, profile }));
    const { tasks } = comparePrograms(sides, bundledModel(), { alpha: 0, isApplication });
    const task = tasks.find(({ method }) => method.class === 'jar.Other');
    expect(task?.sides.map((side) => side?.energy.toFixed(9))).toEqual([
      '1.500000000',
      '0.500000000',
      '0.500000000',
    ]);
    for (const side of task?.sides ?? []) expect(side?.low).toBeGreaterThanOrEqual(0);
  });
});

describe('runs whose energy is not laid on lines', () => {
  // The jar took all but a millionth: no operations explain what is left, and reports do not scale it.
  const unscaled = sampled([10, 10], 3.999999, 1e9);

  it('are compared by their measured energy, and rows by counts', () => {
    const plain = sampled([5_000_000, 15_000_000], 1);
    for (const [a, b] of [
      [unscaled, unscaled],
      [unscaled, plain],
      [plain, unscaled],
    ] as const) {
      const compared = compare(a, b);
      expect(compared.totals).toMatchObject({ isMeasured: true, isSignificant: false });
      expect(compared.totals.energyA).toBeCloseTo(2.5, 9);
      expect(formatComparisonText(compared)).toMatch(
        /^old 2\.5 J, new 2\.5 J a run, measured by CPU time, a proxy: no/,
      );
      for (const { isSignificant, energyA, energyB } of compared.methods) {
        expect(isSignificant).toBe(false);
        expect(Math.max(energyA, energyB)).toBeLessThan(2.5);
      }
    }
  });
});

describe('rows of sides whose operations took as much, but for chance', () => {
  it('differ by more than chance nowhere that they were counted alike', () => {
    const { next } = createRandom(11);
    const noisy = (): readonly number[] =>
      Array.from({ length: 6 }, () => 8 + next() + next() + next() + next());
    const trials = Array.from({ length: 200 }, () => {
      const [a, b] = [noisy(), noisy()].map((energies) =>
        profileOfEnergies([1_000, 2_000], energies, [], true),
      ) as [ProfileDocument, ProfileDocument];
      return compare(a, b).methods.some(({ isSignificant }) => isSignificant);
    });
    expect(trials.filter(Boolean).length).toBeLessThan(0.07 * trials.length);
  });

  it('are no surer than the scales are that they follow from', () => {
    const totals = [
      { mean: 10, variance: 0.01, runs: 5 },
      { mean: 11, variance: 0.01, runs: 5 },
    ] as const;
    const scales = { ofSides: [1, 1.1], chance: 0.4 } as const;
    expect(compareShares({ totals, scales }, 5, 5.5).p).toBe(0.4);
    expect(compareShares({ totals, scales }, 5, 7).p).toBeLessThan(0.001);
  });
});

describe('work that moves from counted code into a jar', () => {
  const { next } = createRandom(29);
  /** So many of a hundred samples see the jar, whose true share is `share`. */
  const draw = (share: number): number =>
    Array.from({ length: 100 }, () => (next() < share ? 1 : 0)).reduce<number>((sum, one) => sum + one, 0);
  /** Runs of 2 J beyond start-up, times a factor, of which the jar takes a share; the rest is that of two methods' executions. */
  const runOf = (executions: readonly number[], share: number, times = 1): ProfileDocument => {
    const noise = (): number => 0.05 * (next() + next() + next() + next() - 2);
    const energies = Array.from({ length: 6 }, () => 0.5 + 2 * times + noise());
    const profile = sampled(executions, draw(share) / 25, 25);
    const drawn = profileOfEnergies(executions, energies, startUp, true).measurement as MeasurementRecord;
    return {
      ...profile,
      measurement: { ...drawn, sampled: profile.measurement?.sampled } as MeasurementRecord,
    };
  };

  it.each([1, 2])(
    'has intervals that hold the truth, around what is shown, at %s times the energy',
    (times) => {
      const counts = [5_000_000, 5_000_000];
      const [before, after] = [1.8 / 2 + 0.2, times * (0.8 / 2 + 1.2)];
      const trials = Array.from({ length: 200 }, () => {
        const compared = compare(runOf(counts, 0.1), runOf(counts, 0.6, times));
        const { delta = NaN, low = NaN, high = NaN } = methodOf(compared, 'Part1') ?? {};
        // Of one energy, one of twenty differs by chance.
        expect(compared.totals.isSignificant || times === 1).toBe(true);
        expect((low + high) / 2).toBeCloseTo(delta, 9);
        // Neither of the runs takes as much as the interval of their difference is wide.
        expect(high - low).toBeLessThan(2);
        expect([compared.work.energyA, compared.work.energyB / times].every((own) => own > 1.8)).toBe(true);
        return low <= after - before && after - before <= high;
      });
      expect(trials.filter(Boolean).length).toBeGreaterThanOrEqual(0.93 * trials.length);
    },
  );

  it('is no difference of runs that differ by chance, in rows, scales or notes', () => {
    const trials = Array.from({ length: 200 }, () => {
      const [a, b] = [runOf([5_000_000, 15_000_000], 0.75), runOf([5_000_000, 15_000_000], 0.75)];
      const compared = compare(a, b);
      const text = formatComparisonText(compared);
      expect(text).not.toContain('left for the programs');
      const isTold = compared.methods.some(({ isSignificant }) => isSignificant);
      return { isTold, isScaled: text.includes('the same operations took') };
    });
    expect(trials.filter(({ isTold }) => isTold).length).toBeLessThan(0.07 * trials.length);
    expect(trials.filter(({ isScaled }) => isScaled).length).toBeLessThan(0.07 * trials.length);
  });
});

it('a method that ran alike has its difference in words, as it has in figures', () => {
  const [a, b] = [sampled([5_000_000, 15_000_000], 1), sampled([5_000_000, 15_000_000], 3)];
  const { delta = NaN } = methodOf(compare(a, b), 'Service0') ?? {};
  expect(delta).toBeCloseTo(-0.25, 9);
  expect(formatComparisonText(compare(a, b))).toMatch(
    /2 methods ran alike .*: app\.Part1\.work by \+250 mJ, the others by less|2 methods ran alike .*Service0\.work by −250 mJ/,
  );
});
