/** What is left of measured runs for the program's own work, and that the parts and it are the whole. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountForRuns } from '../../server/src/measurement/account-for-runs';
import { runtimeEnergy } from '../../server/src/measurement/energy-account';
import { recordOf, type RunValues } from './measurement-records';

const run: RunValues = { energy: 20, total: 26, user: 1.5, system: 0.5, paused: 0.1, compiling: 0.4 };
const start: RunValues = { energy: 2, total: 3, user: 0.15, system: 0.05, paused: 0, compiling: 0.1 };

describe('the parts of measured runs', () => {
  it('are processor time at what a second of it took, start-up taken away', () => {
    const parts = accountForRuns(recordOf({ runs: [run, run], baseline: [start, start], isProxy: false }));
    expect(parts?.total).toBeCloseTo(26);
    expect(parts?.idle).toBeCloseTo(6);
    // 20 J in 2 s of processor time.
    expect(parts?.runtime.garbageCollection).toBeCloseTo(0.1 * 10);
    expect(parts?.runtime.compilation).toBeCloseTo((0.4 - 0.1) * 10);
    expect(parts?.kernel).toBeCloseTo((0.5 - 0.05) * 10);
    expect(parts?.runtime.startUp).toBeCloseTo(2);
    expect(parts?.left).toBeCloseTo(20 - 1 - 3 - 4.5 - 2);
  });

  it('add up with what is left, whatever was measured', () => {
    const values = fc.record({
      energy: fc.double({ min: 0.001, max: 1e3, noNaN: true }),
      user: fc.double({ min: 0.01, max: 100, noNaN: true }),
      system: fc.double({ min: 0, max: 100, noNaN: true }),
      paused: fc.double({ min: 0, max: 10, noNaN: true }),
      compiling: fc.double({ min: 0, max: 10, noNaN: true }),
    });
    const series = fc.array(values, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(series, series, fc.boolean(), (runs, baseline, isProxy) => {
        const parts = accountForRuns(recordOf({ runs, baseline, isProxy }));
        if (parts === undefined) throw new Error('runs were measured');
        const sum = parts.left + runtimeEnergy(parts.runtime) + (parts.kernel ?? 0) + parts.idle;
        expect(sum).toBeCloseTo(parts.total, 6);
        expect(parts.leftVariance).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('of a proxy are those of the run with the minimum, which is what is shown', () => {
    const noisy = { ...run, energy: 35, compiling: 2 };
    const parts = accountForRuns(recordOf({ runs: [noisy, run], baseline: [start], isProxy: true }));
    expect([parts?.total, parts?.idle]).toEqual([20, 0]);
    expect(parts?.runtime.compilation).toBeCloseTo(3);
  });

  it('are not 0 where they are not known, and are said not to be told apart', () => {
    const { energy, user, system } = run;
    const parts = accountForRuns(recordOf({ runs: [{ energy, user, system }], baseline: [], isProxy: true }));
    expect(parts?.runtime).toEqual({
      garbageCollection: undefined,
      compilation: undefined,
      threadSwitching: undefined,
      startUp: undefined,
    });
    expect(parts?.notes.join()).toMatch(/start-up is not told apart.*collections and compilation are not/);
  });

  it('are none where no run counts', () => {
    expect(accountForRuns(recordOf({ runs: [], baseline: [], isProxy: true }))).toBeUndefined();
  });
});
