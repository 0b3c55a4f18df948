/** Android's method traces, simpleperf's samples, and power of phones laid over them. */
import { describe, expect, it } from 'vitest';
import { makeEnergy } from '../../../server/src/recordings/import/import-profile';
import { parsePowerRecording, startAt } from '../../../server/src/power/formats/power-recording';
import { fixtureBytes, importBytes, valuesByName } from './import-file';
import { androidTrace, simpleperfFile } from './phone-files';

const rounded = (values: ReadonlyMap<string, number>) =>
  Object.fromEntries(Array.from(values, ([name, value]) => [name, Math.round(value * 1e6)]));

describe('method traces of Android', () => {
  it('give each method its own time, by both clocks', () => {
    const recording = importBytes(androidTrace(3));
    expect(recording.problems).toEqual([]);
    expect(recording.measures.map(({ name, unit }) => [name, unit])).toEqual([
      ['CPU time', 'seconds'],
      ['time', 'seconds'],
    ]);
    expect(rounded(valuesByName(recording, 0))).toEqual({
      'nights.Nights.main': 100 + 90 + 100,
      'nights.Nights.weigh': 200 + 100,
      'java.lang.StrictMath.cbrt': 1000,
      'skysurvey.image.Blur.gaussian': 4000 + 20_000,
    });
    expect(rounded(valuesByName(recording, 1))['skysurvey.image.Blur.gaussian']).toBe(4400 + 21_000);
    expect(recording.frames.find(({ method }) => method === 'weigh')).toMatchObject({
      class: 'nights/Nights',
      descriptor: '(I)D',
      file: 'nights/Nights.java',
    });
  });

  it.each([1, 2] as const)('are read in version %s', (version) => {
    expect(rounded(valuesByName(importBytes(androidTrace(version))))).toEqual(
      rounded(valuesByName(importBytes(androidTrace(3)), 0)),
    );
  });

  it('may begin in the middle, wrap their clock, and end anywhere', () => {
    const wrapped = androidTrace(2, [
      [1, 1, 0, 4_294_967_290, 0],
      [1, 1, 1, 10, 0],
      [1, 0, 1, 110, 0],
    ]);
    const recording = importBytes(wrapped);
    expect(rounded(valuesByName(recording))).toEqual({
      'nights.Nights.weigh': 16,
      'nights.Nights.main': 100,
    });
    expect(recording.problems.map(({ message }) => message)).toEqual([
      '1 exits are of methods that were entered before it began',
    ]);
    const cut = importBytes(androidTrace(3).subarray(0, -5));
    expect(cut.problems.map(({ message }) => message)).toContain(
      'the file ends in the middle: what stands before is read',
    );
  });

  it('of a version that is not known are said to be', () => {
    const bytes = androidTrace(3);
    const at = Buffer.from(bytes).indexOf('SLOW') + 4;
    const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? 5 : byte));
    expect(importBytes(changed).problems[0]?.message).toBe('records of version 5 are not supported');
  });
});

describe('simpleperf', () => {
  it('has samples and the time of the CPU’s clock', () => {
    const recording = importBytes(simpleperfFile());
    expect(recording.problems).toEqual([]);
    expect(recording.measures.map(({ name, unit, total }) => [name, unit, total])).toEqual([
      ['samples of cpu-clock:u', 'samples', 6],
      ['cpu-clock:u', 'seconds', expect.closeTo(0.024, 9)],
    ]);
    expect(Object.fromEntries(valuesByName(recording))).toEqual({
      'nights.Nights.weigh': 1,
      cbrt: 1,
      'skysurvey.image.Blur.gaussian': 2,
      do_page_fault: 1,
      '[libm.so]': 1,
    });
    const kindOf = (name: string) => recording.frames.find((frame) => frame.name === name)?.kind;
    expect(['nights.Nights.weigh', 'cbrt', 'do_page_fault'].map(kindOf)).toEqual([
      'java',
      'native',
      'kernel',
    ]);
  });

  it('shares the rails’ energy by the device’s own clock', () => {
    const power = parsePowerRecording(new TextDecoder().decode(fixtureBytes('power/rails.csv')));
    expect(power.problems).toEqual(['2 rows hold no interval and its energy']);
    const traces = power.results.map(({ trace }) => trace);
    const withEnergy = makeEnergy(importBytes(simpleperfFile()), { power: { traces, clock: power.clock } });
    // Of 10 ms at 2 W + 0.5 W, and 10 ms at 1 W + 0.25 W.
    expect(withEnergy.measures[2]).toMatchObject({
      unit: 'joules',
      total: expect.closeTo(0.0375, 9) as number,
    });
    const energy = Object.fromEntries(valuesByName(withEnergy, 2));
    expect(energy['nights.Nights.weigh']).toBeCloseTo(0.025 / 3, 9);
    expect(energy['skysurvey.image.Blur.gaussian']).toBeCloseTo(0.025 / 3 + 0.0125 / 3, 9);
  });

  it('says where clocks have nothing to do with each other', () => {
    const calendar = parsePowerRecording('time,watts\n2026-11-21T12:00:00Z,1\n2026-11-21T12:00:01Z,2\n');
    const traces = calendar.results.map(({ trace }) => trace);
    const { problems } = makeEnergy(importBytes(simpleperfFile()), {
      power: { traces, clock: calendar.clock },
    });
    expect(problems[0]?.message).toContain('of the device’s own clock');
  });
});

describe('power over time', () => {
  const wattsOf = (text: string) =>
    parsePowerRecording(text).results.map(({ trace }) => [
      trace.channel,
      trace.inTotal,
      Array.from(trace.watts, (power) => Math.round(power * 1e6) / 1e6),
    ]);

  it('RAPL’s counters wrap where the file says', () => {
    const log = (remark: string) =>
      `${remark}time,package-0_uj,core_uj\n0,262143000000,0\n1,262143300000,100000\n2,71150,300000\n`;
    expect(wattsOf(log('# max_energy_range_uj 262143328850\n'))).toEqual([
      ['package-0', true, [0.3, 0.1]],
      ['core', false, [0.1, 0.2]],
    ]);
    expect(wattsOf(log(''))[0]).toEqual(['package-0', true, [0.3, NaN]]);
  });

  it('energies of intervals are no counter', () => {
    const { results } = parsePowerRecording('time,energy (J)\n0,5\n2,4\n4,6\n6,3\n8,7\n');
    expect(Array.from(results[0]?.trace.watts ?? [])).toEqual([2, 3, 1.5, 3.5]);
    expect(results[0]?.problems[0]).toContain('as those of intervals');
  });

  it('powermetrics has the dates of its headlines', () => {
    const text = [
      '*** Sampled system activity (Sat Nov 21 12:00:01 2026 -0800) (1000.00ms elapsed) ***',
      'CPU Power: 211 mW',
      'Combined Power (CPU + GPU + ANE): 359 mW',
      '*** Sampled system activity (Sat Nov 21 12:00:02 2026 -0800) (1000.00ms elapsed) ***',
      'CPU Power: 400 mW',
      'Combined Power (CPU + GPU + ANE): 500 mW',
    ].join('\n');
    const { results, clock } = parsePowerRecording(text);
    expect(clock).toBe('calendar');
    const combined = results.find(({ trace }) => trace.inTotal)?.trace;
    expect(combined?.start).toBe(Date.parse('2026-11-21T20:00:00Z') / 1000);
    expect(Array.from(combined?.watts ?? [])).toEqual([0.359, 0.5]);
  });

  it('powermetrics’ samples within one second are one after the other', () => {
    const sample = (second: number, elapsed: number, power: number) =>
      `*** Sampled system activity (Sat Nov 21 12:00:0${second} 2026 -0800) (${elapsed}.00ms elapsed) ***\nCombined Power (CPU + GPU + ANE): ${power} mW\n`;
    const text = sample(1, 500, 1000) + sample(1, 500, 2000) + sample(2, 500, 3000) + sample(2, 0, 9000);
    const [result] = parsePowerRecording(text).results;
    const { start = 0, ends = [] } = result?.trace ?? {};
    expect(Array.from(ends, (end) => end - start)).toEqual([0.5, 1, 1.5]);
    expect(Array.from(result?.trace.watts ?? [])).toEqual([1, 2, 3]);
    expect(result?.problems).toEqual(['a sample says that no time had passed: left out']);
  });

  it('perf stat’s times rise, or are said not to', () => {
    const text = [1, 0.5, 0.7, 2].map((time) => `${time.toFixed(1)},3,Joules,power/energy-pkg/,1,100.00,,\n`);
    const [result] = parsePowerRecording(text.join('')).results;
    expect(Array.from(result?.trace.ends ?? [])).toEqual([1, 2]);
    expect(result?.problems).toEqual(['perf: pkg: intervals whose time does not rise: 2 left out']);
  });

  it('perf stat’s times can be laid on the calendar', () => {
    const file = parsePowerRecording(
      '1.0,2.5,Joules,power/energy-pkg/,1,100.00,,\n2.0,3.5,Joules,power/energy-pkg/,1,100.00,,\n',
    );
    expect(file.clock).toBe('own');
    const moved = startAt(file, 1000);
    expect(moved).toMatchObject({ clock: 'calendar' });
    expect(Array.from(moved.results[0]?.trace.ends ?? [])).toEqual([1001, 1002]);
  });
});
