/** Costs that data can't tell apart: whatever the dependency, a non-negative fit stays one, and fits as well as before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitNonnegative } from '../../server/src/models/solve/nonnegative';
import { estimateCosts } from '../../server/src/models/fit/estimate';
import { at, multiply, subtract, type Matrix } from '../../server/src/models/solve/matrix';
import { createRandom } from '../../server/src/models/solve/random';

/** `combinations`: further columns, each a sum of the first ones. */
function dependentCounts(
  seed: number,
  rows: number,
  columns: number,
  combinations: readonly (readonly number[])[],
): {
  readonly counts: Matrix;
  readonly energies: Float64Array;
} {
  const random = createRandom(seed);
  const width = columns + combinations.length;
  const values = new Float64Array(rows * width);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) values[i * width + j] = Math.floor(10 * random.uniform());
    combinations.forEach((weights, k) => {
      for (let j = 0; j < columns; j++)
        values[i * width + columns + k] =
          at(values, i * width + columns + k) + (weights[j] ?? 0) * at(values, i * width + j);
    });
  }
  const truth = Float64Array.from({ length: width }, () =>
    random.uniform() < 0.4 ? 0 : random.exponential(),
  );
  const counts = { rows, columns: width, values };
  const energies = multiply(counts, truth).map((energy) => energy + random.normal());
  return { counts, energies };
}

const squaresOf = ({ counts, energies }: ReturnType<typeof dependentCounts>, costs: Float64Array): number =>
  subtract(energies, multiply(counts, costs)).reduce((sum, value) => sum + value * value, 0);

const OPTIONS = { method: 'nnls', lambda: 0, seed: 1 } as const;

describe('a non-negative fit with exact dependencies', () => {
  it('has no cost below 0, and fits as well as the solver’s own solution', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 6, max: 12 }),
        fc.integer({ min: 2, max: 5 }),
        fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 5, maxLength: 5 }), {
          minLength: 1,
          maxLength: 3,
        }),
        (seed, rows, columns, combinations) => {
          const data = dependentCounts(seed, rows, columns, combinations);
          const { coefficients } = estimateCosts(data.counts, data.energies, undefined, OPTIONS);
          const alone = fitNonnegative(data.counts, data.energies).coefficients;
          expect(Math.min(...coefficients)).toBeGreaterThanOrEqual(0);
          const [own, best] = [squaresOf(data, coefficients), squaresOf(data, alone)];
          expect(own).toBeLessThanOrEqual(best * (1 + 1e-6) + 1e-9);
        },
      ),
      { numRuns: 300 },
    );
  });
});
