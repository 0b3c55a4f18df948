import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineEnergies, createAccumulator } from '../../server/src/cost/pricing/combine-energies';
import type { CostModel, Price } from '../../server/src/cost/model/cost-model';
import { bundledModel, operation, seededNormal } from './bundled-model';

const model = bundledModel('Device 1');

function priceOf(name: string, of: CostModel = model): Price {
  const price = of.price(operation(name));
  if (price === undefined) throw new Error(`${name} is not modeled`);
  return price;
}

/** Draws parameters once for all executions and noise for each, as the model means it. */
function simulate(
  of: CostModel,
  executions: readonly { price: Price; count: number }[],
  draws: number,
  seed: number,
) {
  const normal = seededNormal(seed);
  const factor = cholesky(of);
  const size = of.parameters.length;
  let sum = 0;
  let squares = 0;
  const shift = combineEnergies(of, executions).mean;
  for (let draw = 0; draw < draws; draw++) {
    const z = Array.from({ length: size }, normal);
    const theta = of.parameters.map((parameter, i) => {
      let value = parameter.mean;
      for (let j = 0; j <= i; j++) value += (factor[i * size + j] ?? 0) * (z[j] ?? 0);
      return value;
    });
    let energy = 0;
    for (const { price, count } of executions) {
      for (let n = 0; n < count; n++) {
        for (const term of price.terms) energy += term.coefficient * (theta[term.parameter] ?? 0);
        for (let m = 0; m < price.noise; m++) energy += of.noiseSd * normal();
      }
    }
    sum += energy - shift;
    squares += (energy - shift) ** 2;
  }
  const mean = sum / draws;
  return { mean: shift + mean, variance: squares / draws - mean * mean };
}

/** Lower triangular L with LLᵀ = Σ. */
function cholesky(of: CostModel): Float64Array {
  const size = of.parameters.length;
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const sd = of.parameters[i]?.sd ?? 0;
      let value = of.covariance?.[i * size + j] ?? (i === j ? sd * sd : 0);
      for (let k = 0; k < j; k++) value -= (factor[i * size + k] ?? 0) * (factor[j * size + k] ?? 0);
      factor[i * size + j] =
        i === j
          ? Math.sqrt(value)
          : (factor[j * size + j] ?? 0) === 0
            ? 0
            : value / (factor[j * size + j] ?? 1);
    }
  }
  return factor;
}

function checkSimulation(
  of: CostModel,
  executions: readonly { price: Price; count: number }[],
  draws: number,
): void {
  const computed = combineEnergies(of, executions);
  const simulated = simulate(of, executions, draws, 20260101);
  const sd = Math.sqrt(computed.variance);
  // Five standard errors of a mean and of a variance: once in a million by chance, and the seed is fixed.
  expect(Math.abs(simulated.mean - computed.mean)).toBeLessThan((5 * sd) / Math.sqrt(draws));
  expect(Math.abs(simulated.variance / computed.variance - 1)).toBeLessThan(5 * Math.sqrt(2 / draws));
}

describe('sums of executions', () => {
  it('agrees with 100,000 simulated draws', () => {
    const small: CostModel = {
      ...model,
      parameters: [
        { name: 'a', mean: 3, sd: 0.5 },
        { name: 'b', mean: 1, sd: 0.2 },
        { name: 'c', mean: 2, sd: 0.7 },
      ],
      noiseSd: 0.9,
    };
    const sharing: Price = {
      terms: [
        { parameter: 0, coefficient: 1 },
        { parameter: 1, coefficient: 0.5 },
      ],
      noise: 1,
    };
    const other: Price = {
      terms: [
        { parameter: 1, coefficient: 1 },
        { parameter: 2, coefficient: 2 },
      ],
      noise: 2,
    };
    checkSimulation(
      small,
      [
        { price: sharing, count: 7 },
        { price: other, count: 3 },
      ],
      100_000,
    );
    const covariance = Float64Array.of(0.25, -0.08, 0.1, -0.08, 0.04, -0.03, 0.1, -0.03, 0.49);
    checkSimulation(
      { ...small, covariance },
      [
        { price: sharing, count: 7 },
        { price: other, count: 3 },
      ],
      100_000,
    );
  });

  it('agrees with simulation on the bundled model', () => {
    const executions = ['Addition_int_int', 'Multi_long_long', 'Addition_int_int', 'Division_double_double'];
    checkSimulation(
      bundledModel(),
      executions.map((name, i) => ({ price: priceOf(name, bundledModel()), count: 3 + 2 * i })),
      20_000,
    );
  });

  it('grows with N in the parameters and with √N in the noise', () => {
    const price = priceOf('Addition_int_int');
    const noise = model.noiseSd ** 2;
    const [one, many] = [1, 10_000].map((count) => combineEnergies(model, [{ price, count }]).variance);
    expect(((many ?? 0) - 10_000 * noise) / ((one ?? 0) - noise)).toBeCloseTo(10_000 ** 2, -2);
  });

  it('knows what two operations share', () => {
    const [addition, modulo] = [priceOf('Addition_int_int'), priceOf('Modulo_int_int')];
    const apart =
      combineEnergies(model, [{ price: addition, count: 9 }]).variance +
      combineEnergies(model, [{ price: modulo, count: 9 }]).variance;
    const together = combineEnergies(model, [
      { price: addition, count: 9 },
      { price: modulo, count: 9 },
    ]).variance;
    const shared = ['Data size: Load', 'Data type: int', 'Device: Device 1'].map(
      (name) => model.parameters.find((p) => p.name === name)?.sd ?? 0,
    );
    expect(together - apart).toBeCloseTo(2 * 81 * shared.reduce((sum, sd) => sum + sd * sd, 0), 24);
  });

  it('is the same in any order, bit by bit', () => {
    const names = ['Addition_int_int', 'Modulo_long_long', 'Multi_float_float', 'Subtraction_double_double'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 50 }))),
        (entries) => {
          const executions = entries.map(([name, count]) => ({ price: priceOf(name), count }));
          const reversed = [...executions].reverse();
          expect(combineEnergies(model, reversed)).toEqual(combineEnergies(model, executions));
        },
      ),
    );
  });

  it('starts anew after clear, and vectors add up', () => {
    const accumulator = createAccumulator(model);
    accumulator.add(priceOf('Modulo_int_int'), 5);
    accumulator.clear();
    expect(accumulator.energy()).toEqual({ mean: 0, variance: 0 });
    accumulator.add(priceOf('Addition_int_int'), 2);
    const vector = accumulator.vector();
    const once = accumulator.energy().mean;
    accumulator.addVector(vector, 3);
    expect(accumulator.energy().mean).toBeCloseTo(4 * once, 20);
    expect(vector.noise).toBe(2);
  });
});
