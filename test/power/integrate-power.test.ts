/** Equation 1 on traces with known energies: conservation, gaps, counters that wrap. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, energyAbove, integratePower } from '../../server/src/power/integrate-power';
import { traceCounter, traceReadings, type PowerTrace } from '../../server/src/power/power-trace';
import { sampleTrace } from './traces';

const role = { channel: 'package-0', inTotal: true };

describe('power over time', () => {
  it('adds up by Equation 1', () => {
    const { trace } = traceReadings(
      [
        { time: 0, power: 99 },
        { time: 1, power: 10 },
        { time: 3, power: 20 },
        { time: 4, power: 5 },
      ],
      role,
    );
    expect(integratePower(trace, { start: 0, end: 4 })).toEqual({
      energy: 10 * 1 + 20 * 2 + 5 * 1,
      covered: 4,
      length: 4,
      gaps: [],
      readings: 3,
    });
    expect(integratePower(trace, { start: 0.5, end: 2 }).energy).toBe(10 * 0.5 + 20 * 1);
  });

  it('takes idle power away from what was covered only', () => {
    const trace = sampleTrace(0, 10, 0.1, () => 12);
    const window = integratePower(trace, { start: 9, end: 12 });
    expect(window.covered).toBeCloseTo(1, 9);
    expect(coverageOf(window)).toBeCloseTo(1 / 3, 9);
    expect(energyAbove(5, window)).toBeCloseTo(7, 9);
  });

  it('is the same in one piece or in many', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 40 });
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(200)), cut, cut, cut, (steps, powers, a, b, c) => {
        const readings = [{ time: 0, power: 0 }];
        for (const [index, step] of steps.entries()) {
          readings.push({ time: (readings.at(-1)?.time ?? 0) + step / 10, power: powers[index] ?? 7 });
        }
        const { trace } = traceReadings(readings, role);
        const end = trace.ends[trace.ends.length - 1] ?? 0;
        const [start, middle, stop] = [a, b, c].map((share) => share * end).sort((x, y) => x - y) as [
          number,
          number,
          number,
        ];
        const whole = integratePower(trace, { start, end: stop });
        const left = integratePower(trace, { start, end: middle });
        const right = integratePower(trace, { start: middle, end: stop });
        expect(left.energy + right.energy).toBeCloseTo(whole.energy, 8);
        expect(left.covered + right.covered).toBeCloseTo(whole.covered, 8);
        const missing = whole.gaps.reduce((sum, gap) => sum + gap.end - gap.start, 0);
        expect(whole.covered + missing).toBeCloseTo(whole.length, 8);
      }),
    );
  });
});

describe('gaps', () => {
  const times = [0, 1, 2, 3, 4, 14, 15, 16, 17, 18];
  const away = (from: PowerTrace['from']): PowerTrace => ({
    channel: 'watts',
    inTotal: true,
    from,
    start: 0,
    ends: times.slice(1),
    watts: times.slice(1).map(() => 10),
  });

  it('are reported and not bridged', () => {
    const window = integratePower(away('reading'), { start: 0, end: 18 });
    expect(window.energy).toBe(80);
    expect(window.gaps).toEqual([{ start: 4, end: 14 }]);
    expect(window.covered).toBe(8);
  });

  it('are none for a counter, unless the window begins or ends in it', () => {
    expect(integratePower(away('counter'), { start: 0, end: 18 })).toMatchObject({ energy: 180, gaps: [] });
    expect(integratePower(away('counter'), { start: 6, end: 18 }).gaps).toEqual([{ start: 6, end: 14 }]);
  });

  it('are also what lies before the first and after the last reading', () => {
    const window = integratePower(away('reading'), { start: -2, end: 20 });
    expect(window.gaps).toEqual([
      { start: -2, end: 0 },
      { start: 4, end: 14 },
      { start: 18, end: 20 },
    ]);
    expect(integratePower(away('reading'), { start: 30, end: 31 }).gaps).toEqual([{ start: 30, end: 31 }]);
  });

  it('join where they touch', () => {
    const trace = { ...away('reading'), watts: [10, NaN, NaN, 10, 10, 10, 10, 10, 10] };
    expect(integratePower(trace, { start: 0, end: 4 }).gaps).toEqual([{ start: 1, end: 3 }]);
  });

  it('cover everything where there are no readings at all', () => {
    const { trace } = traceReadings([], role);
    expect(integratePower(trace, { start: 1, end: 2 })).toMatchObject({
      energy: 0,
      covered: 0,
      gaps: [{ start: 1, end: 2 }],
    });
  });
});

describe('a counter of energy', () => {
  it('gives back exactly what it counted, wrapped or not', () => {
    const range = 262_143.328_85;
    const joules = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(joules, fc.double({ min: 0, max: range - 1, noNaN: true }), (steps, first) => {
        let energy = first;
        const readings = [{ time: 0, energy }];
        steps.forEach((step, index) => {
          energy = (energy + step) % range;
          readings.push({ time: (index + 1) / 10, energy });
        });
        const { trace, problems } = traceCounter(readings, range, role);
        expect(problems).toEqual([]);
        const window = integratePower(trace, { start: 0, end: steps.length / 10 });
        expect(window.energy).toBeCloseTo(
          steps.reduce((sum, step) => sum + step, 0),
          5,
        );
        expect(window.gaps).toEqual([]);
      }),
    );
  });

  it('does not take a reset for a wrap', () => {
    const readings = [0, 1, 2, 3].map((time) => ({ time, energy: time < 2 ? 100_000 + time : time }));
    const { trace, problems } = traceCounter(readings, 262_143, role);
    expect(problems).toEqual(['package-0: its counter was reset once; the energy around is not known']);
    expect(integratePower(trace, { start: 0, end: 3 })).toMatchObject({
      energy: 2,
      gaps: [{ start: 1, end: 2 }],
    });
  });

  it('leaves out times that do not rise, and says so', () => {
    const { trace, problems } = traceReadings(
      [0, 1, 1, 0.5, NaN, 2].map((time) => ({ time, power: 1 })),
      role,
    );
    expect(trace.ends).toEqual([1, 2]);
    expect(problems).toEqual([
      'package-0: 3 readings whose time does not rise were left out, the first of 1 s',
    ]);
  });

  it('takes power below 0 as not known, and says so', () => {
    const powers = [1, 2, -972, 3];
    const { trace, problems } = traceReadings(
      powers.map((power, time) => ({ time, power })),
      role,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^package-0: 1 of 3 readings, the first of 2 s, are below 0 W/),
    ]);
    expect(integratePower(trace, { start: 0, end: 3 })).toMatchObject({
      energy: 5,
      gaps: [{ start: 1, end: 2 }],
    });
  });
});
