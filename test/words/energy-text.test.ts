import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counted } from '../../server/src/base/counted';
import {
  formatCount,
  formatEnergy,
  roundCalls,
  formatInterval,
  formatShare,
  JOULES,
} from '../../server/src/words/energy-text';

const wattHours = { unit: 'watt-hours', batteryCapacityWattHours: 50 } as const;
const battery = { unit: 'battery-share', batteryCapacityWattHours: 50 } as const;

describe('energies in words', () => {
  test.each([
    [0, '0 J'],
    [4.7312e-8, '47.3 nJ'],
    [4.7e-8, '47 nJ'],
    [9.996e-7, '1 µJ'],
    [9.99e-7, '999 nJ'],
    [1, '1 J'],
    [3600, '3.6 kJ'],
    [2.5e-17, '0.025 fJ'],
    [1.5e15, '1.5 × 10⁶ GJ'],
  ])('%d joules', (energy, expected) => {
    expect(formatEnergy(energy, JOULES)).toBe(expected);
  });

  test('watt-hours and shares of a battery', () => {
    expect(formatEnergy(3600, wattHours)).toBe('1 Wh');
    expect(formatEnergy(36e-6, wattHours)).toBe('10 nWh');
    expect(formatEnergy(1800, battery)).toBe('1 % of the battery');
    expect(formatEnergy(1.8e-6, battery)).toBe('1 × 10⁻⁹ % of the battery');
  });

  test('an interval is 1.645 standard deviations either side, and never below nothing', () => {
    expect(formatInterval({ mean: 100e-9, variance: 10e-9 ** 2 }, JOULES)).toBe('83.6–116 nJ');
    expect(formatInterval({ mean: 10e-9, variance: 10e-9 ** 2 }, JOULES)).toBe('up to 26.4 nJ');
  });

  test.each([
    ['0.025–60 µJ', { mean: 100e-9, least: 25e-9, most: 60e-6 }],
    ['at least 221 mJ', { mean: 1, least: 0.221, most: 1.25e6 }],
    ['0.25–6 µJ', { mean: 400e-9, least: 250e-9, most: 6e-6 }],
    ['0.1–39.9 mJ', { mean: 400e-6, least: 100e-6, most: 39.9e-3 }],
    ['up to 39 mJ', { mean: 200e-6, least: 1e-6, most: 39e-3 }],
    ['no spread known', { mean: 47.3e-9, least: 47.3e-9, most: 47.3e-9 }],
    ['within the last digit', { mean: 2.28, least: 2.279, most: 2.281 }],
  ])('a wide interval is read in one unit, if that is possible: %s', (text, energy) => {
    expect(formatInterval({ ...energy, variance: 0 }, JOULES)).toBe(text);
  });

  test('one thing is counted as one', () => {
    expect([counted(1, 'line'), counted(0, 'line'), counted(2000, 'line')]).toEqual([
      '1 line',
      '0 lines',
      '2,000 lines',
    ]);
    expect([1, 2].map((count) => counted(count, 'class file is', 'class files are'))).toEqual([
      '1 class file is',
      '2 class files are',
    ]);
  });

  test('whatever the energy, the text reads back as it within half a percent', () => {
    const factors: Readonly<Record<string, number>> = {
      fJ: 1e-15,
      pJ: 1e-12,
      nJ: 1e-9,
      µJ: 1e-6,
      mJ: 1e-3,
      J: 1,
      kJ: 1e3,
    };
    fc.assert(
      fc.property(fc.double({ min: 1e-15, max: 1e5, noNaN: true }), (energy) => {
        const [digits, symbol] = formatEnergy(energy, JOULES).split(' ') as [string, string];
        expect(
          Math.abs(Number(digits.replaceAll(',', '')) * (factors[symbol] ?? NaN) - energy),
        ).toBeLessThanOrEqual(energy * 0.005001);
        expect(digits.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('shares and counts in words', () => {
  test.each([
    [0, '0 %'],
    [0.00001, '< 0.01 %'],
    [0.0021, '0.21 %'],
    [0.041, '4.1 %'],
    [0.31234, '31.2 %'],
    [0.9999, '> 99.9 %'],
    [0.6 + 0.3 + 0.1, '100.0 %'],
    [1, '100.0 %'],
  ])('share %d', (share, expected) => {
    expect(formatShare(share)).toBe(expected);
  });

  test.each([
    [0, '0'],
    [1, '1'],
    [0.5, '0.5'],
    [2.6667, '2.67'],
    [2000, '2,000'],
    [1234567, '1,234,567'],
    [2500.25, '2,500'],
    [1.2e12, '1.2 × 10¹²'],
    [0.00001, '1 × 10⁻⁵'],
  ])('count %d', (count, expected) => {
    expect(formatCount(count)).toBe(expected);
  });

  test.each([
    [0.2, 0],
    [0.7, 1],
    [1.2, 1],
    [9.6, 10],
    [2041, 2000],
  ])('%d expected calls', (calls, expected) => {
    expect(roundCalls(calls)).toBe(expected);
  });
});
