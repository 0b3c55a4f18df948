/** Intervals of programs that no fit has seen, simulated: each operation costs a little else in each of them. */
import { describe, expect, it } from 'vitest';
import { type CalibrationCase, deviationBetweenPrograms } from '../../server/src/models/calibrate/cases';
import { REACH_OF_90 } from '../../server/src/base/distributions';
import { createRandom } from '../../server/src/models/solve/random';

const DEVIATION = 0.2;
const costs = new Map(Array.from({ length: 40 }, (_, j) => [`op${j}`, 1 + (j % 7)]));

/** Makes cases of two to thirty operations. */
function simulate(count: number, seed: number): readonly CalibrationCase[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i): CalibrationCase => {
    const row = new Map(
      Array.from(
        { length: 2 + random.below(29) },
        () => [`op${random.below(40)}`, 1 + random.below(50)] as const,
      ),
    );
    const energy = [...row].reduce(
      (sum, [name, times]) => sum + times * (costs.get(name) ?? 0) * (1 + DEVIATION * random.normal()),
      0,
    );
    return { name: `program ${i}`, energy, row };
  });
}

function predict({ row }: CalibrationCase): number {
  return [...row].reduce((sum, [name, times]) => sum + times * (costs.get(name) ?? 0), 0);
}

describe('the deviation from program to program', () => {
  const cases = simulate(300, 1);
  const found = deviationBetweenPrograms(cases, costs, Float64Array.from(cases, predict));

  it('is that with which programs were made', () => {
    expect(found).toBeGreaterThan(0.85 * DEVIATION);
    expect(found).toBeLessThan(1.25 * DEVIATION);
  });

  it('makes intervals that 85 to 95 of 100 other programs lie in, of few operations and of many', () => {
    const fresh = simulate(2000, 2);
    for (const isFew of [true, false]) {
      const some = fresh.filter(({ row }) => row.size < 8 === isFew);
      const covered = some.filter((each) => {
        const variance = [...each.row].reduce(
          (sum, [name, times]) => sum + (found * times * (costs.get(name) ?? 0)) ** 2,
          0,
        );
        return Math.abs(each.energy - predict(each)) <= REACH_OF_90 * Math.sqrt(variance);
      });
      expect(covered.length / some.length).toBeGreaterThan(0.85);
      expect(covered.length / some.length).toBeLessThan(0.95);
    }
  });

  it('is unknown without programs that were left out', () => {
    expect(deviationBetweenPrograms(cases, costs, new Float64Array(cases.length).fill(NaN))).toBe(Infinity);
  });
});
