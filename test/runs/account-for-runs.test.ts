/** The part of measured runs that is left for the program's own work; it and the other parts are the whole. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDefined } from '../../server/src/base/check';
import { accountForRuns } from '../../server/src/runs/account-for-runs';
import { runtimeEnergy } from '../../server/src/runs/energy-account';
import type { ThreadUse } from '../../server/src/runs/program-run';
import { readSamples } from '../../server/src/runs/sampled-work';
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

  it('of a proxy are those of the mean run, too, which is what is shown', () => {
    const noisy = { ...run, energy: 35, compiling: 2 };
    const parts = accountForRuns(recordOf({ runs: [noisy, run], baseline: [start], isProxy: true }));
    expect([parts?.total, parts?.idle]).toEqual([27.5, 0]);
    // On the average 1.2 s of 2 s, of which the start has 0.1 s, at 27.5 J in 2 s.
    expect(parts?.runtime.compilation).toBeCloseTo(1.1 * 13.75);
  });

  it('take what the JVM’s own threads used, and switches at what one costs, where these are known', () => {
    const threads = (scale: number): ThreadUse => ({
      seen: 2 * scale,
      switches: 50_000 * scale,
      compilers: { user: 0.2 * scale, system: 0.05 * scale },
      collectors: { user: 0.1 * scale, system: 0.05 * scale },
    });
    const parts = accountForRuns(
      recordOf({
        runs: [{ ...run, threads: threads(1) }],
        baseline: [{ ...start, threads: threads(0.1) }],
        isProxy: false,
        switchCost: 4e-6,
      }),
    );
    expect(parts?.runtime.compilation).toBeCloseTo(0.25 * 0.9 * 10);
    expect(parts?.runtime.garbageCollection).toBeCloseTo(0.15 * 0.9 * 10);
    expect(parts?.runtime.threadSwitching).toBeCloseTo(50_000 * 0.9 * 4e-6 * 10);
    // The system's, without what it did for compilers, collectors and switches.
    const system = 0.5 - 0.1 - (0.05 - 0.01);
    expect(parts?.kernel).toBeCloseTo((system - 50_000 * 0.9 * 4e-6) * 10);
    expect(parts?.notes.join()).toMatch(/^thread switching: 45,000 times a run, 40 µJ each/);
    // What costs nothing to be seen is no "0 J each".
    const free = accountForRuns(
      recordOf({
        runs: [{ ...run, threads: { ...threads(1), switches: 1 } }],
        baseline: [{ ...start, threads: { ...threads(0.1), switches: 0 } }],
        isProxy: false,
        switchCost: 0,
      }),
    );
    expect(free?.notes.join()).toMatch(/^thread switching: 1 time a run, as two threads/);
  });

  it('hold no more switches than the system took, and say what was not seen', () => {
    const threads = { seen: 1.5, switches: 1e9 };
    const record = recordOf({ runs: [{ ...run, threads }], baseline: [], isProxy: true, switchCost: 4e-6 });
    const parts = accountForRuns(record);
    expect([parts?.runtime.threadSwitching, parts?.kernel]).toEqual([0.5 * 10, 0]);
    expect(parts?.notes.join()).toContain('25 % was not seen by thread');
  });

  it('leave something for lines where compilation took long and little is known of it', () => {
    const parts = accountForRuns(recordOf({ runs: [{ ...run, compiling: 3 }], baseline: [], isProxy: true }));
    expect(parts?.runtime.compilation).toBeUndefined();
    expect(parts?.left).toBeCloseTo(20 - 1 - 5);
    expect(parts?.notes.join()).toContain('compilation is not told apart');
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
    expect(parts?.notes.join()).toMatch(
      /start-up is not told apart.*collections are not told apart.*compilation is not told apart/,
    );
  });

  it('leave counted code what its stacks took, and say how sure that is', () => {
    const others = 'before\t4000000000\nlib.Other\t18000000000\t90\n(JDK)\t1000000000\t5\n';
    const sampled = readSamples(
      [others, 'app.Main\t600000000\t3\napp.Main$$Lambda$25/0x00007f1fd8001800\t400000000\t2\n'],
      (name) => name === 'app.Main',
    );
    const steady = { energy: 20, user: 2, system: 0 };
    const apart = recordOf({
      runs: [steady, steady],
      baseline: [],
      isProxy: true,
      ...withDefined({ sampled }),
    });
    const parts = accountForRuns(apart);
    // Without a twin that starts the same JVM, its start is among what is not counted.
    expect(parts?.left).toBeCloseTo((20 * 1) / 24);
    expect(parts?.uncounted).toBeCloseTo((20 * 23) / 24);
    expect(Math.sqrt(parts?.leftVariance ?? 0) / 20).toBeCloseTo(Math.sqrt((0.0417 * 0.9583) / 100), 2);
    // 20 J for 24 s.
    expect(parts?.notes.join()).toContain('further runs: lib.Other 15.0 J, the JDK by itself 0.833 J');
    const start = { energy: 4, user: 0.4, system: 0 };
    const twin = accountForRuns({
      ...apart,
      ...recordOf({ runs: [steady, steady], baseline: [start, start], isProxy: true }),
      ...withDefined({ sampled }),
    });
    expect(twin?.left).toBeCloseTo(16 / 20);
    expect(twin?.uncounted).toBeCloseTo((16 * 19) / 20);
  });

  it('know which counted line called what is not counted, lambdas of one method together', () => {
    const caller = (lambda: string): string => `app.Main\trun\t7\tapp.Work$$Lambda/${lambda}.apply`;
    const sampled = readSamples(
      [
        `jar.Other\t1500000000\t3\t${caller('0x01')}\njar.Other\t500000000\t1\t${caller('0x02')}\n`,
        'jar.Other\t2000000000\t4\njar.Other\t1\t4\tapp.Main\trun\t9\tjar.Other.lambda$apply$3\napp.Main\t1000000000\t2\n',
      ],
      (name) => name === 'app.Main',
    );
    expect(sampled.called).toEqual([
      { class: 'app.Main', method: 'run', line: 7, callee: 'app.Work.apply', seconds: 2, samples: 4 },
      { class: 'app.Main', method: 'run', line: 9, callee: 'jar.Other.apply', seconds: 1e-9, samples: 4 },
    ]);
    expect([sampled.counted, sampled.uncounted]).toEqual([1, 4 + 1e-9]);
  });

  it('know what counted lines call of the JDK, in one of several runs that did the same', () => {
    const sorting = 'app.Main\t3000000000\t6\tapp.Main\trun\t7\tjava.util.Arrays.sort\n';
    const sampled = readSamples(
      [`${sorting}app.Main\t1000000000\t2\n`, `${sorting}before\t500000000\njar.Other\t1000000000\t2\n`],
      (name) => name === 'app.Main',
      2,
    );
    expect(sampled).toMatchObject({ counted: 3.5, uncounted: 0.5, start: 0.25, samples: 16 });
    expect(sampled.within).toEqual([
      { class: 'app.Main', method: 'run', line: 7, callee: 'java.util.Arrays.sort', seconds: 3, samples: 12 },
    ]);
  });

  it('know which counted lines allocated and waited, among all that did', () => {
    const sampled = readSamples(
      [
        '(effects)\t600\t3\t5\tapp.Main\trun\t7\n(effects)\t100\t1\t2\n',
        '(effects)\t300\t0\t4\tapp.Main\trun\t7\n(effects)\t-1\t0\t4\tapp.Main\trun\t9\napp.Main\t1000000000\t2\n',
      ],
      (name) => name === 'app.Main',
    );
    expect(sampled.effects).toEqual({
      bytes: 1000,
      waits: 4,
      lines: [{ class: 'app.Main', method: 'run', line: 7, bytes: 900, waits: 3, samples: 9 }],
    });
    expect([sampled.counted, sampled.uncounted, sampled.samples]).toEqual([1, 0, 2]);
  });

  it('are none where no run counts', () => {
    expect(accountForRuns(recordOf({ runs: [], baseline: [], isProxy: true }))).toBeUndefined();
  });
});
