/** A model scaled to a measured sum: shares stay, sums are what was measured, and nothing is narrower than the scale. */
import { describe, expect, it } from 'vitest';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { scaleModel } from '../../server/src/cost/model/scale-model';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';

function keyOf(name: string): OperationKey {
  return { name, family: name, group: 'arithmetic', operands: [], size: 'load' };
}

const names = ['Addition', 'Division'];
const model: CostModel = {
  id: 'two',
  title: 'Two operations',
  machine: 'elsewhere',
  isLocal: false,
  mode: 'interpreter',
  version: '1',
  source: '',
  parameters: [
    { name: 'Addition', mean: 2, sd: 0.1 },
    { name: 'Division', mean: 10, sd: 0.5 },
  ],
  covariance: Float64Array.from([0.01, 0.02, 0.02, 0.25]),
  noiseSd: 0.3,
  price: ({ name }) => {
    const parameter = names.indexOf(name);
    return parameter < 0 ? undefined : { terms: [{ parameter, coefficient: 1 }], noise: 1 };
  },
};

function energyOf(of: CostModel, counts: readonly number[]): { mean: number; variance: number } {
  return combineEnergies(
    of,
    counts.flatMap((count, index) => {
      const price = of.price(keyOf(names[index] ?? ''));
      return price === undefined ? [] : [{ price, count }];
    }),
  );
}

describe('a scaled model', () => {
  const scale = {
    factor: 0.25,
    deviation: 0.4,
    timed: new Map([['java.lang.Math.sin', 7]]),
    timedDeviation: 0.2,
    mode: 'jit',
    title: 'scaled',
    machine: 'this one',
  } as const;
  const scaled = scaleModel(model, scale);

  it('multiplies every sum, and its deviation, by the factor', () => {
    const plain = scaleModel(model, { ...scale, deviation: 0 });
    for (const counts of [
      [1, 0],
      [3, 5],
      [1000, 1],
    ]) {
      const [before, after] = [energyOf(model, counts), energyOf(plain, counts)];
      expect(after.mean).toBeCloseTo(before.mean / 4, 9);
      expect(after.variance).toBeCloseTo(before.variance / 16, 9);
      const wide = energyOf(scaled, counts);
      expect(wide.variance).toBeCloseTo(before.variance / 16 + (0.4 * after.mean) ** 2, 6);
    }
  });

  it('still has no cost for what had none, and says where its figures come from', () => {
    expect(scaled.price(keyOf('Sine'))).toBeUndefined();
    expect(scaled).toMatchObject({ title: 'scaled', machine: 'this one', mode: 'jit', isLocal: false });
  });

  it('has what was timed in the place of its own cost, neither scaled nor shared with it', () => {
    const sine = scaled.price({ ...keyOf('java.lang.Math.sin'), family: 'LibraryFunction' });
    expect(sine).toBeDefined();
    if (sine === undefined) return;
    const { mean, variance } = combineEnergies(scaled, [{ price: sine, count: 3 }]);
    expect(mean).toBeCloseTo(21, 9);
    expect(variance).toBeCloseTo((0.2 * 21) ** 2, 6);
  });

  it('needs no covariances', () => {
    const { covariance, ...independent } = model;
    expect(covariance).toBeDefined();
    const { variance } = energyOf(scaleModel(independent, scale), [3, 5]);
    expect(variance).toBeCloseTo((9 * 0.01 + 25 * 0.25 + 8 * 0.09) / 16 + (0.4 * 14) ** 2, 6);
  });
});
