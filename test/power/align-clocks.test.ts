/** Meters whose clocks are off by a known amount, and what is found of it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignByPatterns,
  alignByPulses,
  alignClocks,
  findPulses,
  toOurClock,
} from '../../server/src/power/align-clocks';
import { findPattern, SYNCHRONIZATION_CHIPS } from '../../server/src/power/find-pattern';
import { sampleTrace, noise } from './traces';

const chips = SYNCHRONIZATION_CHIPS;
const everywhere = { start: -Infinity, end: Infinity };

/** Power of a machine that idles at 20 W and draws 8 W more while a chip is 1. */
function loadAt(time: number, start: number, chip: number): number {
  return (chips[Math.floor((time - start) / chip)] ?? 0) * 8 + 20;
}

describe('a load pattern', () => {
  it('correlates with nothing but itself', () => {
    const bits = chips.slice(2, 33);
    expect(bits.reduce((sum, bit) => sum + bit, 0)).toBe(16);
    for (let shift = 1; shift < 31; shift++) {
      const agreeing = bits.filter((bit, index) => bit === bits[(index + shift) % 31]).length;
      expect(agreeing).toBe(15);
    }
  });

  it('is found where the meter saw it, between samples too', () => {
    const offsets = fc.double({ min: -20, max: 20, noNaN: true });
    const intervals = fc.constantFrom(0.01, 0.05, 0.1);
    fc.assert(
      fc.property(offsets, intervals, fc.nat(10_000), (offset, every, seed) => {
        const chip = 0.2;
        const random = noise(seed);
        const seen = 30 + offset;
        const trace = sampleTrace(0, 70, every, (time) => loadAt(time, seen, chip) + random() * 6);
        const { found } = findPattern(trace, { start: 30, chip, chips }, { start: 0, end: 60 });
        expect(found?.correlation).toBeGreaterThan(0.9);
        expect(Math.abs((found?.start ?? NaN) - seen)).toBeLessThan(0.03);
      }),
      { numRuns: 40 },
    );
  });

  it('is not found in noise, nor in a steady load', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = noise(seed);
      const trace = sampleTrace(0, 60, 0.1, () => 20 + random());
      expect(findPattern(trace, { start: 0, chip: 0.2, chips }, everywhere).found).toBeUndefined();
    }
    const steady = findPattern(
      sampleTrace(0, 60, 0.1, () => 20),
      { start: 0, chip: 0.2, chips },
      everywhere,
    );
    expect(steady).toMatchObject({ problem: expect.stringContaining('the pattern was not found') as string });
  });

  it('is doubtful where it fits in two places', () => {
    const trace = sampleTrace(0, 60, 0.1, (time) => Math.max(loadAt(time, 5, 0.2), loadAt(time, 35, 0.2)));
    expect(findPattern(trace, { start: 0, chip: 0.2, chips }, everywhere)).toMatchObject({
      problem: expect.stringContaining('fits in two places') as string,
    });
    expect(
      findPattern(trace, { start: 0, chip: 0.2, chips }, { start: 30, end: 40 }).found?.start,
    ).toBeCloseTo(35, 1);
  });

  it('needs a meter that is fast enough and was there', () => {
    const slow = sampleTrace(0, 60, 1, () => 20);
    expect(findPattern(slow, { start: 0, chip: 0.2, chips }, everywhere)).toMatchObject({
      problem: expect.stringContaining('too seldom') as string,
    });
    const short = sampleTrace(0, 3, 0.1, () => 20);
    expect(findPattern(short, { start: 0, chip: 0.2, chips }, everywhere)).toMatchObject({
      problem: expect.stringContaining('do not reach') as string,
    });
  });
});

describe('clocks', () => {
  it('are aligned by what their marks allow', () => {
    expect(alignClocks([], 0.05)).toBeUndefined();
    const one = alignClocks([{ ours: 100, meters: 107 }], 0.05);
    expect(one).toMatchObject({ offset: 7, drift: 0 });
    expect(one?.residual).toBeUndefined();
    expect(one?.description).toBe(
      'aligned by one mark: drift and residual skew are not known, ±50 ms by its sampling',
    );
    const two = alignClocks(
      [
        { ours: 100, meters: 107 },
        { ours: 200, meters: 207.01 },
      ],
      0.05,
    );
    expect(two?.drift).toBeCloseTo(1e-4, 12);
    expect(two?.residual).toBeUndefined();
    const three = alignClocks(
      [
        { ours: 100, meters: 107 },
        { ours: 200, meters: 207.02 },
        { ours: 300, meters: 307.01 },
      ],
      0.05,
    );
    expect(three?.residual?.largest).toBeCloseTo(0.01, 6);
    expect(three?.description).toContain('residual skew at most 10 ms');
  });

  it('go to the meter and back', () => {
    const drifts = fc.double({ min: -0.001, max: 0.001, noNaN: true });
    const offsets = fc.double({ min: -1e6, max: 2e9, noNaN: true });
    fc.assert(
      fc.property(drifts, offsets, (drift, offset) => {
        const metersAt = (ours: number): number => offset + (1 + drift) * ours;
        const alignment = alignClocks(
          [10, 60, 500].map((ours) => ({ ours, meters: metersAt(ours) })),
          0,
        );
        if (alignment === undefined) throw new Error('no alignment');
        expect(Math.abs(toOurClock(alignment, metersAt(123)) - 123)).toBeLessThan(1e-5);
        expect(alignment.residual?.largest).toBeLessThan(1e-5);
      }),
    );
  });

  it('do not believe in a drift that no clock has', () => {
    const alignment = alignClocks(
      [
        { ours: 0, meters: 0 },
        { ours: 10, meters: 11 },
      ],
      0.05,
    );
    expect(alignment).toMatchObject({ drift: 0, offset: 0.5, residual: { largest: 0.5 } });
    expect(alignment?.problems).toHaveLength(1);
  });

  it('are aligned by patterns before and after', () => {
    const trace = sampleTrace(1000, 1100, 0.1, (time) =>
      Math.max(loadAt(time, 1010.3, 0.2), loadAt(time, 1080.31, 0.2)),
    );
    const patterns = [10, 80].map((start) => ({ start, chip: 0.2, chips }));
    const { alignment, problems } = alignByPatterns(trace, patterns, ({ start }) => ({
      start: start + 990,
      end: start + 1010,
    }));
    expect(problems).toEqual([]);
    expect(alignment?.offset).toBeCloseTo(1000.305, 2);
    expect(alignment?.drift).toBeCloseTo(0.01 / 70, 3);
    const lost = alignByPatterns(trace, patterns, () => ({ start: 1030, end: 1040 }));
    expect(lost.alignment).toBeUndefined();
    expect(lost.problems).toHaveLength(2);
  });
});

describe('pulses', () => {
  const trace = sampleTrace(0, 30, 0.01, (time) =>
    [3.2, 5.7, 12].some((pulse) => time >= pulse && time < pulse + 0.05) ? 5 : 0,
  );

  it('are found where power rises', () => {
    const pulses = findPulses(trace);
    expect(pulses).toHaveLength(3);
    expect(pulses[1]).toBeCloseTo(5.7, 6);
    expect(findPulses({ ...trace, watts: [], ends: [] })).toEqual([]);
  });

  it('are paired with those that were given', () => {
    const { alignment, problems } = alignByPulses([13.2, 15.7, 22], [1, ...findPulses(trace)], 0.005);
    expect(problems).toEqual([]);
    expect(alignment?.offset).toBeCloseTo(-10, 6);
  });

  it('are not paired by chance', () => {
    expect(alignByPulses([1, 2], [5], 0.005)).toMatchObject({
      alignment: undefined,
      problems: ['2 pulses were given, and the meter saw 1'],
    });
    expect(alignByPulses([1, 2, 3], [5, 6, 7, 8], 0.005)).toMatchObject({
      alignment: undefined,
      problems: [expect.stringContaining('more than one choice of them fits')],
    });
  });
});
