/** Costs of library methods, against those that made the cases. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSparse, type SparseCase } from '../../server/src/models/solve/sparse-fit';

describe('costs that few cases have', () => {
  it('are a + b · size where that made them, beside what is known', () => {
    const cost = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(cost, cost, cost), { minLength: 1, maxLength: 8 }), (methods) => {
        const cases = methods.flatMap(([own, perSize, known], method) =>
          [4, 16, 64, 256].map((size): SparseCase => ({
            energy: known + own + perSize * size,
            known,
            entries: [
              [2 * method, 1],
              [2 * method + 1, size],
            ],
          })),
        );
        const { coefficients } = fitSparse(cases, 2 * methods.length);
        for (const { energy, known, entries } of cases) {
          const fitted = entries.reduce((sum, [j, count]) => sum + (coefficients[j] ?? 0) * count, known);
          expect(Math.abs(fitted / energy - 1)).toBeLessThan(0.02);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are the middle by ratio of cases that differ, and not that of the least', () => {
    const cases = [1, 16].map((energy): SparseCase => ({ energy, known: 0, entries: [[0, 1]] }));
    expect(fitSparse(cases, 1).coefficients[0]).toBeGreaterThan(3);
    expect(fitSparse(cases, 1).coefficients[0]).toBeLessThan(5.5);
  });

  it('are shared where no case tells them apart, never below 0, and sure as far as cases tell', () => {
    const twins: SparseCase = {
      energy: 10,
      known: 0,
      entries: [
        [0, 1],
        [1, 1],
      ],
    };
    const { coefficients, covariance } = fitSparse([twins, { energy: 5, known: 9, entries: [[2, 1]] }], 3);
    expect(coefficients[0]).toBeCloseTo(5, 1);
    expect(coefficients[1]).toBeCloseTo(5, 1);
    expect(coefficients[2]).toBeGreaterThanOrEqual(0);
    const [one = 0, both = 0] = covariance;
    // Their sum is known far better than either.
    expect(2 * one + 2 * both).toBeLessThan(one / 10);
  });
});
