/** Costs in families: against known truth, twins, and operations that hardly run. */
import { describe, expect, it } from 'vitest';
import { fitFamilies, predictLeftOut, type FamilyColumn } from '../../server/src/models/fit/family-fit';
import { multiply, type Matrix } from '../../server/src/models/solve/matrix';
import { createRandom } from '../../server/src/models/solve/random';

const columns: readonly FamilyColumn[] = Array.from({ length: 24 }, (_, j) => ({
  name: `op${j}`,
  family: `family${j % 6}`,
  spread: 0.5,
}));

function makeCases(
  rows: number,
  noise: number,
): { counts: Matrix; energies: Float64Array; truth: Float64Array } {
  const random = createRandom(5);
  const truth = Float64Array.from(columns, (_, j) => (1 + (j % 6)) * (0.8 + 0.4 * random.uniform()) * 1e-9);
  const values = new Float64Array(rows * columns.length).map(() =>
    random.uniform() < 0.4 ? Math.floor(20 * random.exponential()) : 0,
  );
  for (let i = 0; i < rows; i++) values[i * columns.length] = 1;
  const counts = { rows, columns: columns.length, values };
  const energies = multiply(counts, truth).map((energy) => energy * (1 + noise * random.normal()));
  return { counts, energies, truth };
}

describe('a fit by families', () => {
  it('finds known costs, and how far predictions are off', () => {
    const { counts, energies, truth } = makeCases(300, 0.03);
    const { coefficients, residualSd } = fitFamilies(counts, energies, columns);
    const frequent = [...truth.keys()].slice(1);
    const errors = frequent.map((j) => Math.abs((coefficients[j] ?? 0) / (truth[j] ?? 1) - 1));
    expect(Math.max(...errors)).toBeLessThan(0.1);
    expect(residualSd).toBeGreaterThan(0.02);
    expect(residualSd).toBeLessThan(0.04);
    const predicted = predictLeftOut(counts, energies, columns, { folds: 4, seed: 1 });
    const misses = Array.from(predicted, (value, i) => Math.abs(value / (energies[i] ?? 1) - 1));
    expect(misses.reduce((sum, value) => sum + value, 0) / misses.length).toBeLessThan(0.04);
  });

  it('gives both of two twins half, and what never runs what its family costs', () => {
    const { counts, energies } = makeCases(200, 0);
    const values = counts.values.slice();
    for (let i = 0; i < counts.rows; i++) {
      values[i * counts.columns + 7] = values[i * counts.columns + 1] ?? 0;
      values[i * counts.columns + 8] = 0;
    }
    const same = Float64Array.from(energies, (_, i) =>
      columns.reduce((sum, __, j) => sum + (values[i * counts.columns + j] ?? 0) * (1 + (j % 6)) * 1e-9, 0),
    );
    const { coefficients, families } = fitFamilies({ ...counts, values }, same, columns);
    // Both are of the second family.
    expect((coefficients[7] ?? 0) / (coefficients[1] ?? 1)).toBeCloseTo(1, 3);
    expect((coefficients[8] ?? 0) / (families.get('family2') ?? 1)).toBeCloseTo(1, 6);
  });

  it('lets an operation that ran once explain nothing that others left', () => {
    const { counts, energies } = makeCases(200, 0.1);
    const values = counts.values.slice();
    for (let i = 0; i < counts.rows; i++) values[i * counts.columns + 9] = i === 17 ? 1 : 0;
    const { coefficients, families } = fitFamilies({ ...counts, values }, energies, columns);
    expect(coefficients[9]).toBeLessThan(2 * (families.get('family3') ?? 0));
  });
});
