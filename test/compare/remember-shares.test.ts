/** Differences of many parts are those of each by itself. */
import { type Spread, compareShares, rememberShares } from '../../server/src/compare/deltas/energy-delta';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MeanOfRuns } from '../../server/src/compare/significance/significance';

function runsOf(mean: number, variance: number, runs = 10): MeanOfRuns {
  return { mean, variance, runs };
}

const spreads: readonly Spread[] = [
  { totals: [runsOf(3, 0.01), runsOf(4, 0.02)] },
  { totals: [runsOf(3, 0.01), runsOf(4, 0.02)], scales: { ofSides: [1, 2], chance: 0.2 } },
  { totals: [runsOf(3, 0.01), runsOf(4, 0.02)], isByCounts: true },
  { totals: [runsOf(3, 0.01), runsOf(4, 0.02, 1)] },
];
const energy = fc.oneof(fc.constant(0), fc.double({ min: 1e-12, max: 1, noNaN: true }));

test.each(spreads)('parts of totals are judged as one by one, whatever their size: %j', (spread) => {
  const compare = rememberShares(spread);
  fc.assert(
    fc.property(energy, energy, fc.constantFrom(1, 3, 1e6), (one, other, times) => {
      const [a, b] = [one * times, other * times];
      const [remembered, single] = [compare(a, b), compareShares(spread, a, b)];
      for (const key of ['delta', 'low', 'high', 'smallest'] as const) {
        expect(Number.isNaN(remembered[key])).toBe(Number.isNaN(single[key]));
        expect(Math.abs(remembered[key] - single[key]) > 1e-8 * Math.max(a, b)).toBe(false);
      }
      expect(remembered.p - single.p > 1e-6).toBe(false);
    }),
  );
});
