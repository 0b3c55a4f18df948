/** Every regression method against R, and against what defines its solution. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitByDescent } from '../../server/src/models/solve/gradient-descent';
import { fitLeastSquares, fitRidge } from '../../server/src/models/solve/least-squares';
import { multiply, multiplyTransposed, subtract, type Matrix } from '../../server/src/models/solve/matrix';
import { fitNonnegative } from '../../server/src/models/solve/nonnegative';
import { createRandom } from '../../server/src/models/solve/random';
import { casesToReject, fitRobust } from '../../server/src/models/solve/robust';
import { expected, referenceCases, relativeError } from './reference';

/** Counts of some operations in some cases, and energies that no costs explain exactly. */
const problems = fc
  .record({
    columns: fc.integer({ min: 1, max: 12 }),
    extra: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 0, max: 1e9 }),
  })
  .map(({ columns, extra, seed }) => {
    const random = createRandom(seed);
    const rows = columns + extra;
    const values = new Float64Array(rows * columns).map(() => random.below(60));
    const energies = new Float64Array(rows).map(() => random.normal() * 100 + 20 * columns);
    return { counts: { rows, columns, values } satisfies Matrix, energies };
  });

describe('least squares', () => {
  const { counts, energies } = referenceCases('counts_clean.csv');

  it('agrees with R: costs, standard errors, residual deviation, covariance', () => {
    const reference = expected('ols.json') as {
      coef: number[];
      se: number[];
      sigma: number;
      cov: number[][];
    };
    const fit = fitLeastSquares(counts, energies);
    expect(relativeError(fit.coefficients, reference.coef)).toBeLessThan(1e-9);
    const errors = reference.se.map((_, j) =>
      Math.sqrt(fit.covariance[j * counts.columns + j] ?? Number.NaN),
    );
    expect(relativeError(errors, reference.se)).toBeLessThan(1e-9);
    expect(relativeError([fit.residualSd], [reference.sigma])).toBeLessThan(1e-9);
    expect(relativeError(fit.covariance, reference.cov.flat())).toBeLessThan(1e-9);
  });

  it('takes a weight of 2 for the same case measured twice', () => {
    const doubled = {
      rows: counts.rows + 10,
      columns: counts.columns,
      values: Float64Array.of(...counts.values, ...counts.values.subarray(0, 10 * counts.columns)),
    };
    const twice = fitLeastSquares(doubled, Float64Array.of(...energies, ...energies.subarray(0, 10)));
    const weights = energies.map((_, i) => (i < 10 ? 2 : 1));
    const weighted = fitLeastSquares(counts, energies, weights);
    expect(relativeError(weighted.coefficients, [...twice.coefficients])).toBeLessThan(1e-10);
  });

  it('has finite costs where hundreds of operations always ran together', () => {
    const [rows, columns] = [640, 120];
    for (let seed = 1; seed <= 8; seed++) {
      const random = createRandom(seed);
      const values = new Float64Array(rows * columns);
      const own = new Float64Array(rows);
      for (let i = 0; i < rows; i++) {
        const pair = [random.below(1000), random.below(1000)] as const;
        for (let j = 0; j < columns; j++) values[i * columns + j] = pair[j % 2 === 0 ? 0 : 1] * (j + 1);
        own[i] = pair[1];
      }
      const { coefficients, factor, residualSd } = fitLeastSquares({ rows, columns, values }, own);
      expect(factor.rank).toBe(2);
      expect(coefficients.every(Number.isFinite)).toBe(true);
      expect(residualSd).toBeLessThan(1e-9);
    }
  });

  it('leaves no part of the residual along any column', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const { coefficients } = fitLeastSquares(problem.counts, problem.energies);
        const rest = subtract(problem.energies, multiply(problem.counts, coefficients));
        const along = multiplyTransposed(problem.counts, rest);
        expect(Math.max(...along.map(Math.abs))).toBeLessThan(1e-5);
      }),
      { numRuns: 100 },
    );
  });

  it('penalizes as R does', () => {
    const { ridge } = expected('ridge.json') as { ridge: { lambda: number; coef: number[] }[] };
    expect(ridge.length).toBeGreaterThan(3);
    for (const { lambda, coef } of ridge)
      expect(relativeError(fitRidge(counts, energies, lambda).coefficients, coef)).toBeLessThan(1e-9);
  });
});

describe('non-negative least squares', () => {
  it('agrees with R, also in which costs are 0', () => {
    const { counts, energies } = referenceCases('counts_nnls.csv');
    const reference = expected('nnls.json') as { coef: number[]; active_zero: number[] };
    const fit = fitNonnegative(counts, energies);
    expect(relativeError(fit.coefficients, reference.coef)).toBeLessThan(1e-9);
    expect(fit.atBound).toEqual(reference.active_zero.map((column) => column - 1));
    expect(fit.warnings).toEqual([]);
  });

  it('meets the conditions of Karush, Kuhn and Tucker', () => {
    fc.assert(
      fc.property(problems, ({ counts, energies }) => {
        const { coefficients, warnings } = fitNonnegative(counts, energies);
        expect(warnings).toEqual([]);
        const gradient = multiplyTransposed(counts, subtract(energies, multiply(counts, coefficients)));
        coefficients.forEach((value, j) => {
          expect(value).toBeGreaterThanOrEqual(0);
          // Nothing would be gained by more of a cost at 0, nor by any change of another.
          if (value > 0) expect(Math.abs(gradient[j] ?? Number.NaN)).toBeLessThan(1e-5);
          else expect(gradient[j]).toBeLessThan(1e-5);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('ends with twins, multiples and columns of zeros', () => {
    fc.assert(
      fc.property(problems, fc.integer({ min: 1, max: 5 }), ({ counts, energies }, factor) => {
        const { rows, columns, values } = counts;
        const wide: Matrix = {
          rows,
          columns: columns + 2,
          values: Float64Array.from({ length: rows * (columns + 2) }, (_, i) => {
            const [row, j] = [Math.floor(i / (columns + 2)), i % (columns + 2)];
            if (j < columns) return values[row * columns + j] ?? 0;
            return j === columns ? factor * (values[row * columns] ?? 0) : 0;
          }),
        };
        const narrow = fitNonnegative(counts, energies);
        const fit = fitNonnegative(wide, energies);
        expect(fit.warnings).toEqual([]);
        const [one, other] = [multiply(counts, narrow.coefficients), multiply(wide, fit.coefficients)];
        expect(Math.max(...subtract(one, other).map(Math.abs))).toBeLessThan(1e-6);
      }),
      { numRuns: 100 },
    );
  });
});

describe('1,000 cases of 187 operations', () => {
  const { counts, energies } = referenceCases('counts_1000x187.csv.gz');
  const reference = expected('nnls_1000x187.json') as { ols: number[]; nnls: number[] };

  it('agrees with R, with and without a bound', () => {
    expect(relativeError(fitLeastSquares(counts, energies).coefficients, reference.ols)).toBeLessThan(1e-9);
    const { coefficients, warnings } = fitNonnegative(counts, energies);
    expect(relativeError(coefficients, reference.nnls)).toBeLessThan(1e-9);
    expect(warnings).toEqual([]);
  });
});

describe('robust regression', () => {
  const { counts, energies } = referenceCases('counts_outliers.csv');
  interface Robust {
    readonly coef: number[];
    readonly weights: number[];
  }
  const reference = expected('robust.json') as Record<string, Robust> & { outlier_rows_1based: number[] };

  it.each([
    ['huber', 'huber_k1.345_MAD', 1.345],
    ['bisquare', 'bisquare_c4.685_MAD_init_ls', 4.685],
    ['vlens', 'vlens_sd_k40', 40],
    ['vlens', 'vlens_sd_k4.685', 4.685],
  ] as const)('agrees with R: %s, %s', (rule, name, tuning) => {
    const fit = fitRobust(counts, energies, rule, tuning);
    expect(fit.converged).toBe(true);
    expect(relativeError(fit.coefficients, reference[name]?.coef ?? [])).toBeLessThan(1e-6);
    expect(
      Math.max(...subtract(fit.weights, Float64Array.from(reference[name]?.weights ?? [])).map(Math.abs)),
    ).toBeLessThan(1e-6);
  });

  it('rejects exactly the outliers by bisquare, and none by the rule of vLens, and says so', () => {
    const zeros = (weights: Float64Array): number[] =>
      [...weights.keys()].filter((i) => weights[i] === 0).map((i) => i + 1);
    expect(zeros(fitRobust(counts, energies, 'bisquare').weights)).toEqual(reference.outlier_rows_1based);
    const vlens = fitRobust(counts, energies, 'vlens');
    expect(zeros(vlens.weights)).toEqual([]);
    expect(vlens.warnings.join()).toMatch(/120 cases .* can reject none.*1602/);
  });

  it('knows from how many cases on one can be rejected', () => {
    // All residuals but one equal: that one is (n − 1)/√n deviations off, and no other shape is further.
    const furthest = (n: number): number => (n - 1) / Math.sqrt(n);
    for (const tuning of [3, 4.685, 10, 40]) {
      const cases = casesToReject(tuning);
      expect(furthest(cases)).toBeGreaterThanOrEqual(tuning);
      expect(furthest(cases - 1)).toBeLessThan(tuning);
    }
  });

  it('is least squares where nothing is out of line, and stops where most cases fit exactly', () => {
    const exact = multiply(counts, new Float64Array(counts.columns).fill(2));
    const spoilt = exact.map((value, i) => (i === 5 ? value * 3 : value));
    const fit = fitRobust(counts, spoilt, 'bisquare');
    expect(fit.converged).toBe(true);
    expect(
      relativeError(
        fit.coefficients,
        Array.from({ length: counts.columns }, () => 2),
      ),
    ).toBeLessThan(1e-6);
  });
});

describe('gradient descent', () => {
  it('finds from every start what the direct solution is', () => {
    const { counts, energies } = referenceCases('counts_clean.csv');
    const { descents, direct } = fitByDescent(counts, energies, createRandom(3));
    expect(descents).toHaveLength(5);
    for (const { converged, coefficients, error } of descents) {
      expect(converged).toBe(true);
      expect(error / direct.error).toBeCloseTo(1, 9);
      expect(Math.max(...subtract(coefficients, direct.coefficients).map(Math.abs))).toBeLessThan(1e-4);
    }
  });
});
