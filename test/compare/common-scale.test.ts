/** Decides whether sides share one scale: never for a difference that is chance, and with what all runs know of it. */
import { describe, expect, it } from 'vitest';
import { compareShares } from '../../server/src/compare/deltas/energy-delta';
import { chooseScale, type ScaledSide } from '../../server/src/compare/sides/common-scale';
import { createRandom } from './seeded-random';

/** Runs of a program that is worth so many of the model's joules, each `scale` joules and noise on top. */
function measured(name: string, worth: number, runs: readonly number[]): ScaledSide {
  const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
  const spread = runs.reduce((sum, run) => sum + (run - mean) ** 2, 0) / (runs.length - 1);
  return { name, total: { mean, variance: spread / runs.length, runs: runs.length }, scale: mean / worth };
}

describe('one scale for all sides', () => {
  it('is what all runs took, over what all of them are worth', () => {
    const choice = chooseScale([measured('a', 2, [4.1, 3.9]), measured('b', 5, [10.4, 9.6, 10])]);
    expect(choice?.common?.mean).toBeCloseTo((4.1 + 3.9 + 10.4 + 9.6 + 10) / (2 * 2 + 3 * 5), 12);
    expect(choice?.common?.runs).toBe(4);
    expect(choice?.note).toContain('a 4 J, b 10 J');
  });

  it('is not there where the same work takes more, by more than chance', () => {
    const choice = chooseScale([measured('a', 2, [4.1, 3.9, 4]), measured('b', 2, [6.1, 5.9, 6])]);
    expect(choice?.common).toBeUndefined();
    expect(choice?.note).toContain('took 1.50 times in b of what they took in a');
  });

  it('is kept by most of many sides that differ by chance alone', () => {
    const { next } = createRandom(11);
    const noisy = (): number => 8 + next() + next() + next() + next();
    const trials = Array.from({ length: 400 }, () =>
      chooseScale(['a', 'b', 'c'].map((name) => measured(name, 1, Array.from({ length: 6 }, noisy)))),
    );
    expect(trials.filter((choice) => choice?.common !== undefined).length).toBeGreaterThan(0.93 * 400);
  });

  it('says nothing without runs that spread', () => {
    expect(chooseScale([measured('a', 2, [4, 4.2])])).toBeUndefined();
    expect(
      chooseScale([
        measured('a', 2, [4, 4.2]),
        { ...measured('b', 2, [4, 4]), total: { mean: 4, variance: 0, runs: 1 } },
      ]),
    ).toBeUndefined();
  });
});

describe('a part of sides with one scale', () => {
  const totals = [
    { mean: 10, variance: 1, runs: 5 },
    { mean: 12, variance: 1, runs: 5 },
  ] as const;
  const commonScale = { mean: 2, variance: 0.04, runs: 9 };

  it('differs by nothing where it was counted equally often', () => {
    const third = 0.1 + 0.2;
    expect(compareShares({ totals, commonScale }, 0.3, third)).toMatchObject({
      delta: 0,
      low: 0,
      high: 0,
      p: 1,
    });
    expect(compareShares({ totals }, 3, 3.1).delta).toBeCloseTo(0.1, 12);
  });

  it('differs as surely as the scale is known', () => {
    const { delta, low, high } = compareShares({ totals, commonScale }, 3, 5);
    expect(delta).toBe(2);
    // A tenth of it, times Student's t for 8 degrees of freedom (2.306).
    expect([low, high].map((bound) => bound.toFixed(3))).toEqual(['1.539', '2.461']);
  });
});
