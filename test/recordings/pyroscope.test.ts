/** Questions to a Pyroscope server, and power over time from its answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askForPower,
  originOf,
  powerKindOf,
  readPower,
  selectorOf,
  stepsOf,
  typeNamed,
  usualType,
} from '../../server/src/recordings/model/pyroscope';

const ENERGY = 'energy:cpu:microjoules::';
const CPU = 'process_cpu:cpu:nanoseconds:cpu:nanoseconds';
const MEMORY = 'memory:alloc_space:bytes:space:bytes';

describe('the type that is meant', () => {
  it('is the only one, that of energy, or CPU time', () => {
    expect(usualType([MEMORY])).toBe(MEMORY);
    expect(usualType([CPU, ENERGY, MEMORY])).toBe(ENERGY);
    expect(usualType([MEMORY, CPU])).toBe(CPU);
    expect(usualType([ENERGY, 'energy:dram:microjoules::'])).toBeUndefined();
  });

  it('is named by its beginning, up to a colon', () => {
    expect(typeNamed('process_cpu', [CPU, MEMORY])).toBe(CPU);
    expect(typeNamed('process', [CPU, MEMORY])).toBeUndefined();
    expect(typeNamed('energy', [ENERGY, 'energy:dram:microjoules::'])).toBeUndefined();
  });
});

it('labels can hold anything', () => {
  expect(selectorOf('a"b\\', new Map([['pod', 'x\ny']]))).toBe(
    String.raw`{service_name="a\"b\\",pod="x\ny"}`,
  );
});

it('energies of several origins are as sure as the least of them', () => {
  const labels = (provenance: string, device: string) =>
    new Map([
      ['__profile_type__', ENERGY],
      ['jouleline_provenance', provenance],
      ['jouleline_device', device],
    ]);
  const sets = [labels('estimated', 'a'), labels('measured', 'b'), new Map([['__profile_type__', CPU]])];
  expect(originOf(sets, ENERGY)).toMatchObject({
    measure: { provenance: 'estimated' },
    problems: [
      'energies that are estimated and measured are added up',
      'energies of several devices are added up: a, b; choose one by a label',
    ],
  });
  expect(originOf(sets, CPU)).toEqual({ measure: {}, lineTrust: undefined, problems: [] });
});

describe('power', () => {
  const steps = { start: 1_000_000, length: 10_000, count: 3 };
  const answer = (...points: readonly (readonly [number, number])[]) => ({
    series: [{ points: points.map(([value, time]) => ({ value, timestamp: String(time) })) }],
  });

  it('of energies is what each step took, by its length', () => {
    const kind = powerKindOf(ENERGY);
    if (kind === undefined) throw new Error(ENERGY);
    const read = readPower(answer([2e6, 1_010_000], [3e6, 1_030_000]), ENERGY, kind, steps);
    expect(Array.from(read.trace.watts)).toEqual([0.2, NaN, 0.3]);
    expect(read.energy).toBeCloseTo(5, 12);
    expect(read.problems).toEqual(['no power is known of 1 of 3 steps of 10 s']);
  });

  it('of watts is their mean', () => {
    const type = 'power:package:milliwatts::';
    const kind = powerKindOf(type);
    if (kind === undefined) throw new Error(type);
    expect(JSON.parse(askForPower(type, '{}', kind, steps))).toMatchObject({
      aggregation: 'TIME_SERIES_AGGREGATION_TYPE_AVERAGE',
      step: 10,
    });
    const read = readPower(answer([500, 1_010_000], [1500, 1_020_000]), type, kind, steps);
    expect(read.energy).toBeCloseTo(20, 12);
  });

  it('in no unit of power is none', () => {
    expect(powerKindOf(CPU)).toBeUndefined();
    expect(powerKindOf('')).toBeUndefined();
  });

  it.each([
    [{}],
    [null],
    [
      {
        series: [{ points: [{ value: -1, timestamp: '1010000' }, { value: 1 }, 'x', { timestamp: '9e99' }] }],
      },
    ],
    [{ series: [{ points: [{ value: 'NaN', timestamp: '1010000' }] }] }],
  ])('that makes no sense is left out: %j', (wrong) => {
    const read = readPower(wrong, ENERGY, { from: 'counter', scale: 1 }, steps);
    expect(read.energy).toBe(0);
    expect(read.problems[0]).toBe('no power is known of 3 of 3 steps of 10 s');
  });

  it('is asked for in whole steps that end where the time does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 1e8 }),
        fc.integer({ min: 1, max: 1e6 }),
        (start, length, step) => {
          const end = start + length;
          const made = stepsOf({ start, end }, step);
          expect(made.start + made.length * made.count).toBe(end);
          expect(Number.isInteger(made.length) && made.length >= 1).toBe(true);
          expect(Math.abs(made.start - start)).toBeLessThanOrEqual(made.count / 2 + 1);
        },
      ),
    );
  });
});
