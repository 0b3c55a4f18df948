import { describe, expect, it } from 'vitest';
import {
  compareMeans,
  findSignificant,
  type MeanOfRuns,
  timesMean,
} from '../../server/src/compare/significance/significance';
import { createRandom } from '../fuzz/random';

function meanOf(values: readonly number[]): { mean: number; variance: number; runs: number } {
  const runs = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1);
  return { mean, variance: spread / runs, runs };
}

function add(one: number, other: number): number {
  return one + other;
}

describe('a difference of means', () => {
  it('is in the middle of its interval, which holds that of what was subtracted, too', () => {
    // 10 J less and 9 J less were subtracted: the wholes differ the other way.
    const first = { mean: 2, variance: 0.01, runs: 10, takenOff: 10 };
    const second = { mean: 2.5, variance: 0.01, runs: 10, takenOff: 9 };
    const { delta, low, high, p } = compareMeans(first, second);
    expect([delta, p]).toEqual([0.5, 1]);
    expect((low + high) / 2).toBeCloseTo(0.5, 12);
    const whole = compareMeans({ ...first, mean: 12, takenOff: 0 }, { ...second, mean: 11.5, takenOff: 0 });
    expect(low).toBeLessThanOrEqual(whole.low);
    expect(high).toBeGreaterThanOrEqual(whole.high);
  });

  // R 4.2: t.test(extra ~ group, data = sleep), the data of Student's paper of 1908.
  it('is that of t.test in R', () => {
    const first = meanOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
    const second = meanOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    const { delta, low, high, p } = compareMeans(first, second);
    expect(delta).toBeCloseTo(1.58, 12);
    expect(p).toBeCloseTo(0.07939414, 7);
    expect(low).toBeCloseTo(-0.2054832, 6);
    expect(high).toBeCloseTo(3.3654832, 6);
  });

  // R 4.2: the same with paired = TRUE.
  it('of runs that took turns is that of the test for pairs', () => {
    const rounds = (values: readonly number[], series = 1, place = 2): MeanOfRuns => ({
      ...meanOf(values),
      rounds: { series, place, values },
    });
    const first = rounds([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2], 1, 1);
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const { delta, low, high, p } = compareMeans(first, rounds(second));
    expect(delta).toBeCloseTo(1.58, 12);
    expect(p).toBeCloseTo(0.00283289, 8);
    expect(low).toBeCloseTo(0.7001142, 7);
    expect(high).toBeCloseTo(2.4598858, 7);
    // Those of another series were not made in the same rounds.
    expect(compareMeans(first, rounds(second, 2)).p).toBeCloseTo(0.07939414, 7);
    // Nor is a program a pair with a copy of itself, which would differ by nothing for certain.
    expect(compareMeans(first, first).smallest).toBeGreaterThan(1);
    // A part of both spreads as they do.
    const [part, other] = [timesMean(first, 0.5), timesMean(rounds(second), 0.5)];
    expect(compareMeans(part, other).p).toBeCloseTo(p, 12);
    expect(compareMeans(part, other).low).toBeCloseTo(low / 2, 12);
    // Of five rounds pairs would say less than their means do.
    const few = second.map((value, round) => (round < 5 ? value : NaN));
    expect(compareMeans(first, { ...rounds(few), ...meanOf(second) }).p).toBeCloseTo(0.07939414, 7);
  });

  it('of equal programs is found in no more trials than chance allows where a round lacks one run', () => {
    const trials = 400;
    for (const drift of [0, 1, 10]) {
      const random = createRandom(drift);
      // Irwin and Hall: the sum of twelve such is nearly normal.
      const draw = (): number => Array.from({ length: 12 }, () => random.below(1e6) / 1e6 - 0.5).reduce(add);
      let found = 0;
      for (let trial = 0; trial < trials; trial++) {
        const machine = Array.from({ length: 10 }, () => drift * draw());
        const runs = (place: number, lost: number): MeanOfRuns => {
          const values = machine.map((value, round) => (round === lost ? NaN : 100 + value + 0.1 * draw()));
          return { ...meanOf(values.filter((value) => value > 0)), rounds: { series: 1, place, values } };
        };
        if (compareMeans(runs(1, -1), runs(2, random.below(10))).p < 0.05) found++;
      }
      // Of 400 with a chance of 1 in 20 each, 99 of 100 times.
      expect(found).toBeLessThanOrEqual(31);
    }
  });

  it('of single runs has no bounds, and of equal ones no chance in it', () => {
    expect(compareMeans({ mean: 1, variance: 0, runs: 1 }, { mean: 2, variance: 0, runs: 5 }).p).toBeNaN();
    expect(compareMeans({ mean: 1, variance: 0, runs: 3 }, { mean: 2, variance: 0, runs: 3 }).p).toBe(0);
    expect(compareMeans({ mean: 1, variance: 0, runs: 3 }, { mean: 1, variance: 0, runs: 3 }).p).toBe(1);
  });

  it('that would have been found lies beyond what chance makes', () => {
    const { smallest, high, low } = compareMeans(
      { mean: 5, variance: 0.01, runs: 10 },
      { mean: 5, variance: 0.02, runs: 10 },
    );
    expect(smallest).toBeGreaterThan((high - low) / 2);
  });
});

describe('of many differences', () => {
  // Benjamini and Hochberg 1995, section 3.2: four of fifteen, where Bonferroni's correction finds three.
  it('those stand that the method of 1995 finds', () => {
    const chances = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ];
    expect(findSignificant(chances).filter(Boolean)).toHaveLength(4);
    expect(findSignificant([...chances].reverse()).slice(-4)).toEqual([true, true, true, true]);
  });

  it('those that are not known count as not made', () => {
    expect(findSignificant([NaN, 0.04])).toEqual([false, true]);
    expect(findSignificant([])).toEqual([]);
  });
});
