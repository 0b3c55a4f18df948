/** Middles of a machine whose speed changes, against the truth that it was simulated with. */
import { describe, expect, it } from 'vitest';
import { createRandom, shuffledIndices } from '../../server/src/models/solve/random';
import { steadyMiddles, type RepeatedMeasurement } from '../../server/src/models/calibrate/cases';

const THINGS = 200;
const truth = Array.from({ length: THINGS }, (_, i) => 10 + i * i);

/** In each cycle half of the time, in one stretch, all takes 60 % more. */
function simulate(cycles: number, noise: number): readonly RepeatedMeasurement[] {
  const random = createRandom(5);
  return Array.from({ length: cycles }, (_, cycle) => {
    const busyFrom = random.below(THINGS / 2);
    return shuffledIndices(THINGS, random).map((i, at): RepeatedMeasurement => {
      const isBusy = at >= busyFrom && at < busyFrom + THINGS / 2;
      const value = (truth[i] ?? 0) * (isBusy ? 1.6 : 1) * (1 + noise * random.uniform());
      return { name: `thing ${i}`, cycle, value };
    });
  }).flat();
}

/** From thing to thing: what all have in common is no error of one of them. */
function worstOf(middles: ReadonlyMap<string, number>): number {
  const ratios = truth.map((value, i) => Math.log((middles.get(`thing ${i}`) ?? NaN) / value));
  const sorted = [...ratios].sort((a, b) => a - b);
  const common = sorted[sorted.length >> 1] ?? 0;
  return Math.max(...ratios.map((ratio) => Math.abs(ratio - common)));
}

describe('middles less the speed around', () => {
  it('are near the truth where plain ones are far off', () => {
    const measurements = simulate(9, 0.02);
    const plain = new Map(
      truth.map((_, i) => {
        const own = measurements.filter(({ name }) => name === `thing ${i}`).map(({ value }) => value);
        return [`thing ${i}`, own.sort((a, b) => a - b)[4] ?? 0];
      }),
    );
    expect(worstOf(plain)).toBeGreaterThan(0.25);
    expect(worstOf(steadyMiddles(measurements))).toBeLessThan(0.1);
  });

  it('are the values themselves where nothing disturbs, and where there is one of each', () => {
    const steady = Array.from({ length: 30 }, (_, i) => ({
      name: String(i % 10),
      cycle: i % 3,
      value: (i % 10) + 1,
    }));
    for (const [name, value] of steadyMiddles(steady)) expect(value).toBeCloseTo(Number(name) + 1, 9);
    expect([...steadyMiddles([{ name: 'one', cycle: 1, value: 7 }]).values()][0]).toBeCloseTo(7, 9);
    expect(steadyMiddles([]).size).toBe(0);
  });
});
