/** Factors of many parts from few cases: against the primal formula, known truth, and cases left out by hand. */
import { Matrix as MlMatrix, inverse } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { at, multiply, selectRows, type Matrix } from '../../server/src/models/solve/matrix';
import {
  deviationsOf,
  fitWithPriors,
  predictEachLeftOut,
  type PriorFit,
} from '../../server/src/models/fit/prior-regression';
import { createRandom } from '../../server/src/models/solve/random';

const SPREAD = 0.47;

/** Three phases of parts that run together, each as often as drawn; `truth` are factors of the parts. */
function makeCases(
  rows: number,
  columns: number,
  noise: number,
  seed = 3,
): { energies: Matrix; measured: Float64Array; truth: Float64Array } {
  const random = createRandom(seed);
  const truth = Float64Array.from({ length: columns }, () => 0.1 * Math.exp(0.5 * random.normal()));
  const weights = Float64Array.from({ length: columns }, () => random.exponential());
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const phases = [0, 1, 2].map(() => 10 ** random.uniform());
    for (let j = 0; j < columns; j++) values[i * columns + j] = (phases[j % 3] ?? 0) * at(weights, j);
  }
  const energies = { rows, columns, values };
  const measured = multiply(energies, truth).map((energy) => energy * (1 + noise * random.normal()));
  return { energies, measured, truth };
}

function must(fit: PriorFit | undefined): PriorFit {
  if (fit === undefined) throw new Error('not fitted');
  return fit;
}

describe('a regression with priors', () => {
  it('is the posterior of the primal formula', () => {
    const { energies, measured } = makeCases(6, 9, 0.05);
    const fit = must(fitWithPriors(energies, measured, SPREAD));
    const { scale, priorSd, noise } = fit;
    // (X'D⁻¹X + I/v²)⁻¹, and the mean that goes with it.
    const x = new MlMatrix(
      Array.from({ length: 6 }, (_, i) => [...energies.values.subarray(i * 9, (i + 1) * 9)]),
    );
    const precision = MlMatrix.diag([...measured].map((energy) => (noise * energy) ** -2));
    const covariance = inverse(
      x
        .transpose()
        .mmul(precision)
        .mmul(x)
        .add(MlMatrix.eye(9).mul(priorSd ** -2)),
    );
    const rest = MlMatrix.columnVector(
      [...measured].map((energy, i) => energy - scale * x.getRowVector(i).sum()),
    );
    const mean = covariance.mmul(x.transpose()).mmul(precision).mmul(rest).add(scale);
    const deviations = deviationsOf(fit);
    expect(mean.min()).toBeGreaterThan(0);
    for (let j = 0; j < 9; j++) {
      expect(at(fit.factors, j) / mean.get(j, 0)).toBeCloseTo(1, 6);
      expect(at(deviations, j) / Math.sqrt(covariance.get(j, j))).toBeCloseTo(1, 5);
      for (let k = 0; k < j; k++) {
        let told = 0;
        for (let i = 0; i < 6; i++) told += at(fit.told.values, i * 9 + j) * at(fit.told.values, i * 9 + k);
        expect(-told / priorSd ** 2).toBeCloseTo(covariance.get(j, k) / priorSd ** 2, 6);
      }
    }
  });

  it('finds what cases tell: sums of parts that run together, far better than the parts', () => {
    const { energies, measured, truth } = makeCases(12, 60, 0.01);
    const fit = must(fitWithPriors(energies, measured, SPREAD));
    const { columns, values } = energies;
    for (let phase = 0; phase < 3; phase++) {
      const own = Float64Array.from({ length: columns }, (_, j) => (j % 3 === phase ? at(values, j) : 0));
      const sumOf = (factors: Float64Array): number =>
        own.reduce((sum, value, j) => sum + value * at(factors, j), 0);
      expect(Math.abs(sumOf(fit.factors) / sumOf(truth) - 1)).toBeLessThan(0.05);
    }
    // A single part is hardly better known than before.
    expect(Math.min(...deviationsOf(fit)) / fit.priorSd).toBeGreaterThan(0.5);
  });

  it('does not depend on the unit, and finds the common factor where parts are alike', () => {
    const { energies, measured } = makeCases(8, 20, 0.02);
    const fit = must(fitWithPriors(energies, measured, SPREAD));
    const other = must(
      fitWithPriors(
        energies,
        measured.map((energy) => 1e9 * energy),
        SPREAD,
      ),
    );
    expect(other.scale / fit.scale / 1e9).toBeCloseTo(1, 9);
    expect(other.noise).toBe(fit.noise);
    const alike = multiply(energies, new Float64Array(20).fill(7));
    expect(must(fitWithPriors(energies, alike, SPREAD)).scale).toBeCloseTo(7, 6);
  });

  it('gives nothing back: a part that would fit best below 0 is held there', () => {
    const energies = { rows: 4, columns: 2, values: Float64Array.from([10, 0, 10, 4, 10, 8, 10, 12]) };
    const { factors } = must(fitWithPriors(energies, Float64Array.from([10, 8, 6, 4]), SPREAD));
    expect(at(factors, 1)).toBe(0);
    expect(at(factors, 0)).toBeGreaterThan(0);
  });

  it('predicts cases that it has not seen: each by all others', () => {
    const { energies, measured } = makeCases(9, 30, 0.03);
    const leftOut = predictEachLeftOut(energies, measured, SPREAD) ?? new Float64Array();
    const others = [0, 1, 2, 3, 5, 6, 7, 8];
    const fit = must(
      fitWithPriors(
        selectRows(energies, others),
        Float64Array.from(others, (i) => at(measured, i)),
        SPREAD,
      ),
    );
    expect(at(leftOut, 4)).toBeCloseTo(at(multiply(energies, fit.factors), 4), 9);
    // Whatever case 4 took, its prediction is the same.
    const changed = measured.slice();
    changed[4] = 1e3;
    expect(at(predictEachLeftOut(energies, changed, SPREAD) ?? new Float64Array(), 4)).toBe(at(leftOut, 4));
    const errors = Array.from(leftOut, (value, i) => Math.abs(value / at(measured, i) - 1));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.1);
  });

  it('finds what every case takes beside its parts, and nothing where there is none', () => {
    const { energies, measured } = makeCases(12, 30, 0.01);
    const mean = measured.reduce((sum, energy) => sum + energy, 0) / measured.length;
    expect(must(fitWithPriors(energies, measured, SPREAD)).constant / mean).toBeLessThan(0.05);
    const more = measured.map((energy) => energy + 0.2 * mean);
    expect(must(fitWithPriors(energies, more, SPREAD)).constant / mean).toBeCloseTo(0.2, 1);
    // Where cases take less than their parts it is held at 0, as parts are.
    const less = measured.map((energy) => Math.max(0.05 * mean, energy - 0.3 * mean));
    expect(must(fitWithPriors(energies, less, SPREAD)).constant).toBe(0);
    const leftOut = predictEachLeftOut(energies, more, SPREAD) ?? new Float64Array();
    const errors = Array.from(leftOut, (value, i) => Math.abs(value / at(more, i) - 1));
    expect(errors.reduce((sum, error) => sum + error, 0) / more.length).toBeLessThan(0.05);
  });

  it('says that there is nothing to find in cases without energy', () => {
    const energies = { rows: 2, columns: 1, values: Float64Array.from([0, 0]) };
    expect(fitWithPriors(energies, Float64Array.from([1, 2]), SPREAD)).toBeUndefined();
  });
});
