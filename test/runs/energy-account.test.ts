/** Energy is conserved, whatever the parts claim; overhead by vLens's Equation 5. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceEnergy, lengthOfUnion, probeOverhead } from '../../server/src/runs/energy-account';

describe('the account of a measured total', () => {
  const energy = fc.double({ min: 0, max: 1e4, noNaN: true });

  it('adds up', () => {
    fc.assert(
      fc.property(fc.array(energy, { minLength: 9, maxLength: 9 }), (values) => {
        const [lines = 0, library = 0, uncounted = 0, gc = 0, jit = 0, ...others] = values;
        const [switching = 0, startUp = 0, idle = 0, total = 0] = others;
        const runtime = { garbageCollection: gc, compilation: jit, threadSwitching: switching, startUp };
        const account = balanceEnergy({ lines, library, uncounted, runtime, idle }, total);
        const { garbageCollection, compilation, threadSwitching } = account.runtime;
        const parts = [
          account.lines,
          account.library,
          account.uncounted,
          account.idle,
          account.runtime.startUp,
        ];
        const all = [...parts, garbageCollection, compilation, threadSwitching].map((part) => part ?? NaN);
        const sum = all.reduce((whole, part) => whole + part, account.unattributed);
        expect(Math.abs(sum - total)).toBeLessThanOrEqual(1e-9 * total);
        expect(account.unattributed).toBeGreaterThanOrEqual(-1e-9 * total);
        for (const part of all) expect(part).toBeLessThanOrEqual(total * (1 + 1e-9));
        const claimed = lines + library + uncounted + gc + jit + switching + startUp + idle;
        expect(account.problems.length).toBe(claimed - total > 1e-9 * total ? 1 : 0);
      }),
    );
  });

  it('cuts what is claimed beyond what was measured, and says so', () => {
    const runtime = { garbageCollection: 1, compilation: 1, threadSwitching: 0, startUp: 0 };
    const account = balanceEnergy({ lines: 10, library: 2, uncounted: undefined, runtime, idle: 1 }, 12);
    // 9 J are left for lines and library, which claim 12 J.
    expect([account.lines, account.library, account.unattributed]).toEqual([7.5, 1.5, 0]);
    expect(account.runtime).toEqual(runtime);
    expect(account.problems[0]).toMatch(
      /^the parts claim 15\.0 J, more than the 12\.0 J that were measured: /,
    );
    // The last digit of a binary fraction is no energy.
    const tenths = { garbageCollection: 0.2, compilation: 0.3, threadSwitching: 0, startUp: 0 };
    const parts = { lines: 0.1, library: 0, uncounted: 0, runtime: tenths, idle: 0 };
    expect(balanceEnergy(parts, 0.6 * (1 + 2e-16)).unattributed).toBe(0);
    expect(balanceEnergy(parts, 0.6 + 1e-9).unattributed).toBeCloseTo(1e-9, 15);
    const none = { lines: 0, library: 0, uncounted: 0, runtime, idle: 0 };
    expect(balanceEnergy(none, 0).unattributedShare).toBeUndefined();
  });
});

describe('overhead of probes', () => {
  it('counts a moment once, however many threads ran (the example of vLens, section 4.3)', () => {
    const paths = [
      { start: 1, end: 3 },
      { start: 2, end: 4 },
    ];
    expect(lengthOfUnion(paths)).toBe(3);
    expect(probeOverhead(1_000_000, 3e-8, paths)).toBeCloseTo(0.01, 12);
    expect(probeOverhead(5, 1, [])).toBeUndefined();
  });

  it('is never longer than its parts, nor than from first to last', () => {
    const window = fc
      .tuple(fc.nat(1000), fc.nat(100))
      .map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(window, { minLength: 1 }), (windows) => {
        const union = lengthOfUnion(windows);
        expect(union).toBeLessThanOrEqual(windows.reduce((sum, { start, end }) => sum + end - start, 0));
        expect(union).toBeGreaterThanOrEqual(Math.max(...windows.map(({ start, end }) => end - start)));
        expect(lengthOfUnion([...windows, ...windows])).toBe(union);
      }),
    );
  });
});
