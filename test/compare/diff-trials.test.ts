import { describe, expect, it } from 'vitest';
import { runDriftTrials, runTrials } from './diff-trials';

/** The number of trials: as many as are quick; test/bench/diff-trials.mjs makes more. */
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

describe('of two programs on a machine that drifts', () => {
  const meter = { noise: 'normal', deviation: 0.04, runs: 10, isProxy: false };

  it.each(['none', 'growing evenly, by 6 in all', 'warming up, by 3', 'a step of 3, anywhere'])(
    'with a drift that is %s: runs in turn show no difference of one program, and find those of two',
    (drift) => {
      const { same, found } = runDriftTrials(meter, drift, 'in turn, by rounds', trials);
      expect(same).toBeGreaterThanOrEqual(0.91 * trials);
      expect(found).toBeGreaterThanOrEqual(0.9 * trials);
    },
  );

  it('one after the other, the machine is a difference; in turn, by means, it hides one', () => {
    const drift = 'growing evenly, by 6 in all';
    expect(runDriftTrials(meter, drift, 'one after the other', trials).same).toBeLessThan(0.5 * trials);
    expect(runDriftTrials(meter, drift, 'in turn, by means', trials).found).toBeLessThan(0.5 * trials);
  });
});
