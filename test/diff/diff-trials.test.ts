import { describe, expect, it } from 'vitest';
import { runTrials } from './diff-trials';

/** As many as are quick; test/bench/diff-trials.mjs makes more. */
const trials = 40;

describe('of ten simulated runs on each side', () => {
  // By noise; a minimum of CPU time is compared as a mean, too.
  it.each([
    ['heavy-tailed', false],
    ['drifting', true],
    ['only adding', true],
  ])('with noise that is %s: chance is no difference, and differences are found', (noise, isProxy) => {
    const meter = { noise, deviation: 0.04, runs: 10, isProxy };
    const { same, told, counted, grown } = runTrials(meter, trials, [3]);
    expect(same).toBeGreaterThanOrEqual(0.91 * trials);
    expect(told).toBe(same);
    expect(counted).toBe(trials);
    expect(grown.get(3)).toBeGreaterThanOrEqual(0.9 * trials);
  });
});
