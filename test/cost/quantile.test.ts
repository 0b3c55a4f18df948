import { describe, expect, it } from 'vitest';
import { intervalOf, quantile, standardNormalQuantile } from '../../server/src/cost/quantile';

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

describe('quantile', () => {
  it('is the mean in the middle, and for a certain energy', () => {
    expect(quantile({ mean: 3, variance: 4 }, 0.5)).toBe(3);
    expect(quantile({ mean: 3, variance: 0 }, 0.95)).toBe(3);
  });

  it('is never below 0', () => {
    expect(intervalOf({ mean: 1, variance: 1 })).toEqual({
      low: 0,
      high: expect.closeTo(2.644853627, 9) as number,
    });
  });
});
