/** Simulated runs of one program, and of one that was changed by a known amount: nothing said contradicts the rest. */
import { describe, expect, it } from 'vitest';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { compareAll } from './contradictions';
import { makeProgram, noises, profileOf, profileOfEnergies } from './noisy-profiles';

describe.each(Object.keys(noises))('twenty programs with noise that is %s', (noise) => {
  it.each([
    ['itself', 1],
    ['itself with a tenth more work', 1.1],
    ['itself with half of the work', 0.5],
  ])('compared with %s', (_, factor) => {
    for (let seed = 1; seed <= 20; seed++) {
      const program = makeProgram(seed);
      const { executions, energy } = program;
      const changed = {
        executions: executions.map((count) => Math.round(count * factor)),
        energy: energy * factor,
      };
      const meter = { noise, deviation: [0.04, 0.4][seed % 2] ?? 0, runs: 5, isProxy: true };
      const [a, b] = [profileOf(program, meter, 2 * seed), profileOf(changed, meter, 2 * seed + 1)];
      const { contradictions, comparison } = compareAll(a, b);
      expect(contradictions).toEqual([]);
      // What is far beyond the noise is found, with the sign that it was given.
      if (factor === 0.5 && meter.deviation < 0.1) {
        expect(comparison.totals.isSignificant).toBe(true);
        expect(comparison.totals.delta).toBeLessThan(0);
      }
    }
  });
});

it('rows without bounds claim no chance, where counts explain the runs by no means and no difference was found', () => {
  // A twentieth of the operations in runs that took as much: scales are twenty times apart.
  const energies = [2, 2.9, 1.6, 2.2, 2.7];
  const { contradictions, comparison } = compareAll(
    profileOfEnergies([100_000, 50_000], energies, [], true),
    profileOfEnergies([5_000, 2_500], energies, [], true),
  );
  expect(comparison.totals).toMatchObject({ delta: 0, isSignificant: false });
  expect(comparison.methods.some(({ p }) => Number.isNaN(p))).toBe(true);
  expect(formatComparisonText(comparison)).not.toContain('NaN');
  expect(contradictions).toEqual([]);
});

it('a row does not exceed its run where little is left beside the program’s own work', () => {
  // One scale of 1.5 J for both would lay 1.5 J on the run of 1 J.
  const [a, b] = [
    [0.2, 1.8],
    [1, 3],
  ].map((energies) => profileOfEnergies([1000, 500], energies, [], true));
  if (a === undefined || b === undefined) throw new Error();
  const { contradictions, comparison } = compareAll(a, b);
  expect(comparison.totals).toMatchObject({ energyA: 1, energyB: 2, isSignificant: false });
  expect(contradictions).toEqual([]);
});
