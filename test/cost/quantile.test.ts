import { describe, expect, it } from 'vitest';
import { standardNormalProbability, standardNormalQuantile } from '../../server/src/base/distributions';
import {
  energyQuantile,
  intervalOf,
  isMostlyGuessed,
  probabilityWithin,
} from '../../server/src/cost/model/cost-model';
import { rangeOfCalls, sumRanges } from '../../server/src/cost/pricing/frequency-range';

describe('standardNormalQuantile', () => {
  /** Values of Python's statistics.NormalDist().inv_cdf. */
  it.each([
    [1e-300, -37.0470962993612],
    [1e-12, -7.034483825301132],
    [0.001, -3.090232306167813],
    [0.05, -1.6448536269514726],
    [0.2, -0.8416212335729142],
    [0.5, 0],
    [0.95, 1.6448536269514715],
    [0.975, 1.9599639845400536],
    [0.999, 3.090232306167813],
    [0, -Infinity],
    [1, Infinity],
  ])('%d', (p, z) => {
    if (Number.isFinite(z)) expect(standardNormalQuantile(p)).toBeCloseTo(z, 12);
    else expect(standardNormalQuantile(p)).toBe(z);
  });
});

describe('standardNormalProbability', () => {
  /** Half of Python's math.erfc(-z / sqrt(2)). */
  it.each([
    [-10, 7.619853024160593e-24],
    [-5, 2.866515718791946e-7],
    [-3.0001, 0.001349454913260717],
    [-3, 0.0013498980316301035],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [2.9999, 0.998649658717045],
    [3.0001, 0.9986505450867393],
    [-Infinity, 0],
    [Infinity, 1],
  ])('%d', (z, p) => {
    expect(Math.abs(standardNormalProbability(z) - p)).toBeLessThanOrEqual(1e-12 * p);
  });

  it('undoes the quantile', () => {
    for (const p of [1e-12, 1e-4, 0.01, 0.3, 0.77, 0.999])
      expect(standardNormalProbability(standardNormalQuantile(p)) / p).toBeCloseTo(1, 10);
  });
});

describe('probabilityWithin', () => {
  it('is all or nothing for a certain energy, and never counts energies below 0', () => {
    expect(probabilityWithin({ mean: 3, variance: 0 }, 3)).toBe(1);
    expect(probabilityWithin({ mean: 3, variance: 0 }, 2.9)).toBe(0);
    expect(probabilityWithin({ mean: 0, variance: 4 }, -1)).toBe(0);
    expect(probabilityWithin({ mean: 0, variance: 4 }, 0)).toBe(0.5);
  });
});

describe('energyQuantile', () => {
  it('is the mean in the middle, and for a certain energy', () => {
    expect(energyQuantile({ mean: 3, variance: 4 }, 0.5)).toBe(3);
    expect(energyQuantile({ mean: 3, variance: 0 }, 0.95)).toBe(3);
  });

  it('is never below 0', () => {
    expect(intervalOf({ mean: 1, variance: 1 })).toEqual({
      low: 0,
      high: expect.closeTo(2.644853627, 9) as number,
    });
  });
});

describe('the interval of an energy whose frequency is a guess', () => {
  const cost = { mean: 8, variance: 1 };

  it('is that of the frequency where the cost is known', () => {
    expect(intervalOf({ mean: 8, variance: 0, least: 2, most: 800 })).toEqual({ low: 2, high: 800 });
  });

  it('holds both, and is narrower than their product', () => {
    const [of, both] = [intervalOf(cost), intervalOf({ ...cost, least: 2, most: 800 })];
    expect(both.low).toBeLessThan(2);
    expect(both.low).toBeGreaterThan((2 * of.low) / 8);
    expect(both.high).toBeGreaterThan(800);
    expect(both.high).toBeLessThan((800 * of.high) / 8);
  });

  it('is that of the cost where the frequency is known', () => {
    expect(intervalOf({ ...cost, least: 8, most: 8 })).toEqual(intervalOf(cost));
  });

  it('may begin at nothing, as that of the cost', () => {
    expect(intervalOf({ mean: 1, variance: 1, least: 0.5, most: 2 }).low).toBe(0);
  });

  it('is mostly a guess where the frequency is wider than the cost', () => {
    expect(isMostlyGuessed(cost)).toBe(false);
    expect(isMostlyGuessed({ ...cost, least: 7.9, most: 8.1 })).toBe(false);
    expect(isMostlyGuessed({ ...cost, least: 2, most: 800 })).toBe(true);
  });
});

describe('sums of energies whose frequencies are guesses', () => {
  it('are as wide as their parts together', () => {
    const sum = sumRanges({ mean: 30, variance: 4 }, [{ mean: 10, least: 5, most: 100 }, { mean: 20 }]);
    expect(sum).toEqual({ mean: 30, variance: 4, least: 25, most: 120 });
  });

  it('say nothing of frequencies if all are known', () => {
    expect(sumRanges({ mean: 30, variance: 4 }, [{ mean: 10 }, { mean: 20 }])).toEqual({
      mean: 30,
      variance: 4,
    });
  });

  it('of calls hold the guesses of the caller and of what it calls, which are independent', () => {
    const { mean, least, most } = rangeOfCalls(
      { mean: 2, least: 0.2, most: 20 },
      { count: 5, least: 0.5, most: 50 },
    );
    expect(mean).toBe(10);
    expect(least).toBeCloseTo(10 / 10 ** Math.SQRT2);
    expect(most).toBeCloseTo(10 * 10 ** Math.SQRT2);
  });
});
