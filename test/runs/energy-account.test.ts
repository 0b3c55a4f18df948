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
        const sum =
          lines + library + uncounted + gc + jit + switching + startUp + idle + account.unattributed;
        expect(sum).toBeCloseTo(total, 6);
        expect(account.problems.length).toBe(account.unattributed < -1e-9 * total ? 1 : 0);
      }),
    );
  });

  it('says what is claimed beyond what was measured', () => {
    const runtime = { garbageCollection: 1, compilation: 1, threadSwitching: 0, startUp: 0 };
    const account = balanceEnergy({ lines: 10, library: 2, uncounted: undefined, runtime, idle: 1 }, 12);
    expect(account.unattributed).toBe(-3);
    expect(account.unattributedShare).toBe(-0.25);
    expect(account.problems).toEqual(['the parts claim 3.00 J more than the 12.0 J that were measured']);
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
