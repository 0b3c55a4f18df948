/** Measured comparisons in which what is left for a program's own work is not what its operations took. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, it } from 'vitest';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';

/** How each run went: the energy of ten watts, and how long compilers had processors, or were at it. */
interface Runs {
  readonly energies: readonly number[];
  readonly compilers?: number;
  readonly compiling?: number;
}

function made(executions: readonly number[], { energies, compilers, compiling }: Runs): ProfileDocument {
  const profile = profileOfEnergies(executions, energies, [0.35, 0.4, 0.45], true);
  const measurement = profile.measurement as MeasurementRecord;
  const runs = measurement.runs.map((run) => ({
    ...run,
    cpu: { user: (run.energy ?? 0) / 10, system: 0 },
    ...(compilers === undefined
      ? {}
      : { threads: { seen: 0.1, switches: 100, compilers: { user: compilers, system: 0 } } }),
    ...(compiling === undefined
      ? {}
      : {
          java: {
            mode: 'mixed mode',
            collections: { pauses: 0, paused: 0 },
            compiling,
            from: 'counters' as const,
          },
        }),
  }));
  return { ...profile, measurement: { ...measurement, runs } };
}

function compare(a: ProfileDocument, b: ProfileDocument): ProfileComparison {
  return compareProfiles({ name: 'old', profile: a }, { name: 'new', profile: b }, bundledModel(), {
    alpha: 0,
    isApplication: applicationClasses([]),
  });
}

const spread = (mean: number): readonly number[] => [-0.04, -0.02, 0, 0, 0.02, 0.04].map((by) => mean + by);
const counts = [100_000, 40_000] as const;

describe('a side that plainly uses less energy', () => {
  it('does not become the one that uses more because less is told of it', () => {
    // By itself the old one loses 1.1 J to the clock, the new one 0.02 J to what was seen of threads.
    const { totals, notes } = compare(
      made(counts, { energies: spread(1.6), compiling: 0.11 }),
      made(counts, { energies: spread(1), compiling: 0.065, compilers: 0.002 }),
    );
    expect(totals.delta).toBeCloseTo(-0.6, 6);
    expect(totals.isSignificant).toBe(true);
    expect(notes.join('\n')).toMatch(/compilation is taken off no side.*of old, and .* left of new/);
  });

  it('is not said to use more energy where that is only what was taken off', () => {
    const { totals, work, methods, notes } = compare(
      made(counts, { energies: spread(1.6), compilers: 0.1 }),
      made(counts, { energies: spread(1), compilers: 0.002 }),
    );
    // 0.2 J are left of 1.2 J, and 0.58 J of 0.6 J.
    expect(work.delta).toBeGreaterThan(0.3);
    expect(work.isSignificant).toBe(false);
    expect(work.low).toBeLessThan(0);
    // The runs themselves took 1.6 J and 1 J.
    expect(totals.delta).toBeCloseTo(-0.6, 6);
    expect(totals.isSignificant).toBe(true);
    expect(methods.some(({ isSignificant }) => isSignificant)).toBe(false);
    expect(notes.join('\n')).toMatch(/old 200 mJ of 1.6 J and new 580 mJ of 1 J.*differs the other way/);
  });

  it('is called so where both figures say it', () => {
    const { totals, work, notes } = compare(
      made(counts, { energies: spread(1.6), compilers: 0.03 }),
      made(counts, { energies: spread(1), compilers: 0.01 }),
    );
    expect(work.delta).toBeCloseTo(-0.4, 6);
    expect([totals, work].every(({ isSignificant }) => isSignificant)).toBe(true);
    expect(notes.join('\n')).not.toContain('is said to differ');
  });
});

describe('sides of which the same operations would have taken 400 times', () => {
  it.each([6, 1])('have one scale, and methods that ran alike have not changed (%i runs)', (runs) => {
    const { totals, methods, notes } = compare(
      made([400, 400_000], { energies: spread(1.6).slice(-runs) }),
      made([400, 600], { energies: spread(1.6).slice(-runs) }),
    );
    const [unchanged, changed] = ['Service0', 'Part1'].map((name) =>
      methods.find(({ methodA }) => methodA?.class.endsWith(name)),
    );
    expect(unchanged?.delta ?? 0).toBe(0);
    expect(unchanged?.isSignificant ?? false).toBe(false);
    expect(changed?.countsDiffer).toBe(true);
    expect(changed?.delta).toBeLessThan(0);
    // No more than the runs took, and nothing that runs would say of it.
    expect(changed?.energyA).toBeLessThanOrEqual(totals.energyA);
    expect([changed?.low, changed?.high, changed?.isSignificant]).toEqual([NaN, NaN, false]);
    expect(notes.join('\n')).toMatch(
      /each would have taken 400 times as much in new as in old: .* compared by their counts/,
    );
  });

  it('keep their own where one was interpreted, as operations may well take so much', () => {
    const [a, b] = [
      made([400, 400_000], { energies: spread(1.6) }),
      made([400, 600], { energies: spread(1.6) }),
    ];
    const interpreted = {
      ...b,
      measurement: {
        ...(b.measurement as MeasurementRecord),
        java: { mode: 'interpreted mode', pauses: 0, paused: 0 },
      },
    };
    expect(compare(a, interpreted).notes.join('\n')).toContain(
      '400 times as much in new as in old, by more than chance',
    );
  });
});

it('of one run on each side it is said that it says nothing of chance', () => {
  const { totals, notes } = compare(made(counts, { energies: [1.6] }), made(counts, { energies: [1] }));
  expect(totals.isSignificant).toBe(false);
  expect(totals.p).toBeNaN();
  expect(notes.join('\n')).toMatch(/one run was measured of old, new: nothing says how much runs spread/);
});
