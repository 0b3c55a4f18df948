/** Statistics of runs against R's: the numbers are in fixtures/measurement/student-t.json, made by student-t.R. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../../server/src/base/distributions';
import { energyOfRun, summarizeRuns } from '../../server/src/runs/summarize-runs';

interface Reference {
  readonly quantiles: readonly (readonly [p: number, freedom: number, t: number])[];
  readonly runs: readonly {
    readonly energies: readonly number[];
    readonly mean: number;
    readonly deviation: number;
    readonly median: number;
    readonly quartiles: readonly [number, number];
    readonly t95: readonly [number, number];
    readonly t90: readonly [number, number];
  }[];
}

const reference = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/measurement/student-t.json'), 'utf8'),
) as Reference;

function expectClose(actual: number | undefined, expected: number, relative = 1e-9): void {
  expect(Math.abs((actual ?? NaN) - expected)).toBeLessThanOrEqual(
    relative * Math.max(1e-300, Math.abs(expected)),
  );
}

describe('quantiles of Student’s t', () => {
  it('are those of R', () => {
    expect(reference.quantiles.length).toBe(110);
    for (const [p, freedom, t] of reference.quantiles)
      expect(Math.abs(studentQuantile(p, freedom) - t)).toBeLessThan(1e-10 + 1e-9 * Math.abs(t));
  });

  it('mirror each other and rise', () => {
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.integer({ min: 1, max: 200 }), (p, q, freedom) => {
        expectClose(studentQuantile(1 - p, freedom), -studentQuantile(p, freedom), 1e-6);
        if (p < q) expect(studentQuantile(p, freedom)).toBeLessThanOrEqual(studentQuantile(q, freedom));
      }),
    );
  });

  it('do not exist beyond 0 and 1', () => {
    for (const p of [0, 1, -0.5, NaN]) expect(studentQuantile(p, 5)).toBeNaN();
  });
});

describe('a series of runs', () => {
  it('has the statistics that R gives it', () => {
    for (const { energies, mean, deviation, median, quartiles, t95, t90 } of reference.runs) {
      const summary = summarizeRuns(energies, false);
      expectClose(summary?.mean, mean, 1e-14);
      expectClose(summary?.deviation, deviation);
      expectClose(summary?.median, median, 1e-14);
      expectClose(summary?.quartiles.low, quartiles[0], 1e-14);
      expectClose(summary?.quartiles.high, quartiles[1], 1e-14);
      // R's interval, but for what is below nothing.
      const lowest = Math.min(0, mean);
      expectClose(summary?.interval?.low, Math.max(t95[0], lowest));
      expectClose(summary?.interval?.high, t95[1]);
      expectClose(summarizeRuns(energies, false, 0.9)?.interval?.low, Math.max(t90[0], lowest));
    }
  });

  it('shows the mean with its interval where it was metered', () => {
    const headline = summarizeRuns([3, 1, 2], false)?.headline;
    expect(headline).toMatchObject({
      kind: 'mean',
      energy: 2,
      because: 'mean of 3 runs, metered, with its 95 % interval',
    });
    expect(headline?.interval).toBeDefined();
  });

  it('shows the mean where CPU time stands in, too, and says so', () => {
    expect(summarizeRuns([3, 1, 2], true)?.headline).toMatchObject({
      kind: 'mean',
      energy: 2,
      because: 'mean of 3 runs, by CPU time in place of a meter, with its 95 % interval',
    });
  });

  it('has one energy, though an earlier version wrote the minimum beside the mean', () => {
    const now = summarizeRuns([3, 1, 2], true);
    if (now === undefined) throw new Error('no runs');
    const earlier = {
      ...now,
      headline: {
        kind: 'minimum',
        energy: 1,
        because: 'minimum of 3 runs, by CPU time in place of a meter',
      },
    } as const;
    expect(energyOfRun(now).energy).toBe(2);
    expect(energyOfRun(earlier)).toEqual(energyOfRun(now));
  });

  it('is no surer than the clock that stands in for a meter', () => {
    // A clock with steps of 10 ms at 10 W: nothing tells 0.4 J from a step more or less.
    for (const runs of [2, 5, 10, 100]) {
      const summary = summarizeRuns(Array<number>(runs).fill(0.4), true, 0.95, 0.1);
      const { low, high } = summary?.interval ?? { low: NaN, high: NaN };
      expect(high - low).toBeGreaterThan(0.1);
      expect(low).toBeLessThan(0.4);
      expect(summary?.deviation).toBe(0);
    }
    const spread = [3, 1, 2, 7, 5];
    expect(summarizeRuns(spread, true, 0.95, 0.1)?.interval).toEqual(summarizeRuns(spread, true)?.interval);
  });

  it('shows no energy below 0, and leaves a mean below 0 as it is', () => {
    const shown = (energies: readonly number[]): unknown => {
      const summary = summarizeRuns(energies, true);
      return summary && energyOfRun(summary).interval?.low;
    };
    expect(shown([0.1, 0.9])).toBe(0);
    expect(shown([-2, 1])).toBe(-0.5);
    expect(shown([5, 5.1])).toBeGreaterThan(4);
  });

  it('makes up no interval for a single run, and nothing for none', () => {
    const summary = summarizeRuns([5], false);
    expect(summary?.interval).toBeUndefined();
    expect(summary?.deviation).toBeUndefined();
    expect(summary?.headline.because).toBe('one metered run, so no interval is known');
    expect(summarizeRuns([], false)).toBeUndefined();
  });

  it('keeps order and scale', () => {
    const energies = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(energies, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, scale) => {
        const summary = summarizeRuns(values, false);
        if (summary?.interval === undefined) throw new Error('no interval');
        const slack = 1e-9 * (1 + summary.maximum);
        expect(summary.minimum).toBeLessThanOrEqual(summary.median);
        expect(summary.median).toBeLessThanOrEqual(summary.maximum);
        expect(summary.quartiles.low).toBeLessThanOrEqual(summary.quartiles.high);
        expect(summary.interval.low).toBeLessThanOrEqual(summary.mean + slack);
        expect(summary.interval.high).toBeGreaterThanOrEqual(summary.mean - slack);
        const scaled = summarizeRuns(
          values.map((value) => value * scale),
          false,
        );
        expect(Math.abs((scaled?.mean ?? NaN) - summary.mean * scale)).toBeLessThanOrEqual(slack * scale);
        expect(summarizeRuns([...values].reverse(), false)?.median).toBe(summary.median);
      }),
    );
  });

  it('covers the true mean about as often as it says', () => {
    // Uniform draws with a fixed seed: of 2,000 series of 10, the 95 % interval misses about 100.
    let state = 42;
    const draw = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) / 2 ** 24;
    };
    let covered = 0;
    for (let series = 0; series < 2000; series++) {
      const interval = summarizeRuns(Array.from({ length: 10 }, draw), false)?.interval;
      if (interval !== undefined && interval.low <= 0.5 && 0.5 <= interval.high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.93);
    expect(covered / 2000).toBeLessThan(0.97);
  });
});
