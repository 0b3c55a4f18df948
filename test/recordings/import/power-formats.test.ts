/** Recordings of power as tools write them, with the traps that were seen in them. */
import { splitWords } from '../../../server/src/base/split-words';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integratePower } from '../../../server/src/power/integrate-power';
import {
  parsePowerRecording,
  parseWattsLines,
  parsePowermetrics,
} from '../../../server/src/power/formats/power-recording';
import { parsePerfStat } from '../../../server/src/power/formats/perf-stat';
import { parsePowerFile, type PowerFile } from '../../../server/src/power/formats/power-file';
import { guessTimeScale, parseCalendarTime, timeScaleOf } from '../../../server/src/base/time-columns';
import { parsePowerChoice } from '../../../server/src/power/power-choice';

/** Channels as `name*: power at end, …`; a star where it counts to the total. */
function show({ results }: Pick<PowerFile, 'results'>): readonly string[] {
  return results.map(({ trace }) => {
    const points = Array.from(
      trace.ends,
      (end, index) =>
        `${Number((trace.watts[index] ?? NaN).toPrecision(6))} at ${Number(end.toPrecision(12))}`,
    );
    return `${trace.channel}${trace.inTotal ? '*' : ''}: ${points.join(', ')}`;
  });
}

function checkFile(
  text: string,
  clock: PowerFile['clock'],
  channels: readonly string[],
  problems: readonly string[] = [],
): void {
  const file = parsePowerFile(text);
  expect(show(file)).toEqual(channels);
  expect(file.clock).toBe(clock);
  expect([...file.problems, ...file.results.flatMap((result) => result.problems)]).toEqual(problems);
}

describe('a file of readings', () => {
  it('is a time and watts', () => {
    checkFile('time,watts\n0,1\n1,10.5\n2,11\n', 'own', ['watts*: 10.5 at 1, 11 at 2']);
    checkFile('0,1\n1,10.5\n2.5,11', 'own', ['watts*: 10.5 at 1, 11 at 2.5']);
  });

  it('has channels beside the total, or channels that add up', () => {
    checkFile('time,watts,cpu,memory\n0,0,0,0\n1,12,9,3', 'own', [
      'watts*: 12 at 1',
      'cpu: 9 at 1',
      'memory: 3 at 1',
    ]);
    checkFile('time,watts,cpu (W),memory (mW)\n0,0,0,0\n1,12,9,3000', 'own', [
      'watts*: 12 at 1',
      'cpu: 9 at 1',
      'memory: 3 at 1',
    ]);
    checkFile('t,cpu_W,memory_W\n0,0,0\n1,9,3', 'own', ['cpu*: 9 at 1', 'memory*: 3 at 1']);
  });

  it('names its units', () => {
    checkFile('time (ms),power (mW)\n0,0\n500,2500', 'own', ['power*: 2.5 at 0.5']);
    checkFile('timestamp_ns;power [W]\n0;0\n500000000;2,5', 'own', ['power*: 2.5 at 0.5']);
    checkFile('timestamp\tvolts\tamperes\n0\t5\t1\n1\t5\t0.5', 'own', ['amperes*: 2.5 at 1']);
  });

  it('has calendar times in any unit', () => {
    for (const [first, second] of [
      ['1758123979', '1758123980'],
      ['1758123979000', '1758123980000'],
      ['1758123979000000', '1758123980000000'],
      ['1758123979000000000', '1758123980000000000'],
      ['2025-09-17T15:46:19Z', '2025-09-17 15:46:20'],
      ['2025-09-17T17:46:19.000+02:00', '2025-09-17T17:46:20.000+0200'],
    ]) {
      checkFile(`${first},3\n${second},6.5`, 'calendar', ['watts*: 6.5 at 1758123980']);
    }
  });

  it('is Monsoon’s: seconds under "ms", a comma at the end, numbers as Python prints them', () => {
    checkFile(
      'Time(ms),Main(mA),Main Voltage(V),\n0.0,np.float64(100.0),np.float64(4.0),\n0.0002,np.float64(250.0),np.float64(4.0),\n',
      'own',
      ['Main*: 1 at 0.0002'],
    );
  });

  it('is PowerJoular’s, with or without a header', () => {
    checkFile(
      'Date,CPU Utilization,Total Power,CPU Power,GPU Power\n2025-09-17 15:46:19,0.1,20,15,5\n2025-09-17 15:46:20,0.5,30,22,8\n',
      'calendar',
      ['Total Power*: 30 at 1758123980', 'CPU Power: 22 at 1758123980', 'GPU Power: 8 at 1758123980'],
    );
    checkFile('1758123979,0.1,20\n1758123980,0.5,30', 'calendar', ['watts*: 30 at 1758123980']);
  });

  it('may be out of order, or broken in part', () => {
    checkFile(
      '2,6\n0,1\n1,5',
      'own',
      ['watts*: 5 at 1, 6 at 2'],
      ['watts: rows were not in the order of time: the first that goes back is of 0 s'],
    );
    checkFile(
      'time,watts\n0,1\nlost\n1,5\n2,\n',
      'own',
      ['watts*: 5 at 1'],
      ['row 3, column time: "lost" stands where a time is expected, and so in 1 more cells: left out'],
    );
    checkFile(
      '# a remark\ntime,watts\n0,1\n\n1,5\n2,NaN\n3,2\n',
      'own',
      ['watts*: 5 at 1, 2 at 3'],
      ['row 6, column watts: "NaN" stands where a number is expected: left out'],
    );
    checkFile(
      'time,power (horses),core (W)\n0,1,2\n1,2,3',
      'own',
      ['core*: 3 at 1'],
      [
        'column power (horses) is left out: "horses" is no unit of power, energy, voltage or current that is known',
      ],
    );
    checkFile('', 'own', [], ['the file holds no readings']);
    checkFile('name,color\na,b\n', 'own', [], ['no column holds watts, joules, nor volts and amperes']);
    checkFile(
      'time,current (mA)\n0,1\n1,2',
      'own',
      [],
      [
        'current: amperes without the volts that belong to them',
        'no column holds watts, joules, nor volts and amperes',
      ],
    );
  });

  it('never throws, whatever it holds', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.constantFrom('time', 'watts', 'np.float64(1)', '2025-09-17 15:46:19', 'Main(mA)', '', '1,5'),
    );
    const text = fc.array(fc.array(cell).map((row) => row.join(','))).map((rows) => rows.join('\n'));
    fc.assert(
      fc.property(text, (content) => {
        for (const { trace } of parsePowerFile(content).results) {
          expect(trace.ends.length).toBe(trace.watts.length);
          for (let index = 1; index < trace.ends.length; index++)
            expect(trace.ends[index]).toBeGreaterThan(trace.ends[index - 1] ?? Infinity);
        }
      }),
    );
  });
});

describe('times', () => {
  it('are in the unit that the header names, or that makes them a date', () => {
    expect(timeScaleOf('Elapsed (ms)')).toBe(1e-3);
    expect(timeScaleOf('time_us')).toBe(1e-6);
    expect(timeScaleOf('timestamp')).toBeUndefined();
    expect(guessTimeScale(12, undefined)).toEqual({ scale: 1, isCalendar: false });
    expect(guessTimeScale(1_758_123_979, 1e-3)).toEqual({ scale: 1e-3, isCalendar: false });
    expect(parseCalendarTime('2025-09-17 15:46:19.25')).toBe(1_758_123_979.25);
    expect(parseCalendarTime('17.09.2025')).toBeUndefined();
  });
});

describe('perf stat', () => {
  // As perf 6.1 prints -I -x, with -a; energies by the manual, since no machine here has the events.
  const text = [
    '# started on Fri Nov 21 14:00:00 2026',
    '',
    '     0.100126000,1.23,Joules,power/energy-pkg/,100126000,100.00,,',
    '     0.100126000,0.50,Joules,power/energy-ram/,100126000,100.00,,',
    '     0.100126000,0.80,Joules,power/energy-cores/,100126000,100.00,,',
    '     0.200500000,2.46,Joules,power/energy-pkg/,100374000,100.00,,',
    '     0.200500000,<not counted>,Joules,power/energy-ram/,0,0.00,,',
    '     0.200500000,0.90,Joules,power/energy-cores/,100374000,100.00,,',
    '     0.200500000,417.33,msec,cpu-clock,417334521,100.00,2.081,CPUs utilized',
  ].join('\n');

  it('gives joules of intervals, and no core twice', () => {
    const { results, problems } = parsePerfStat(text);
    expect(results.map(({ trace }) => [trace.channel, trace.inTotal])).toEqual([
      ['pkg', true],
      ['ram', true],
      ['cores', false],
    ]);
    const [pkg, ram] = results;
    if (pkg === undefined || ram === undefined) throw new Error('no channels');
    expect(integratePower(pkg.trace, { start: 0, end: 0.2005 }).energy).toBeCloseTo(3.69, 9);
    expect(integratePower(ram.trace, { start: 0, end: 0.2005 })).toMatchObject({
      gaps: [{ start: 0.100126, end: 0.2005 }],
    });
    expect(problems).toEqual(['perf: power/energy-ram/ is <not counted>']);
  });

  it('takes nothing for joules that is not', () => {
    expect(parsePerfStat('0.1,5,,power/energy-pkg/,1,100.00,,').problems).toEqual([
      'perf: power/energy-pkg/ is in no unit, not in joules',
    ]);
    expect(parsePerfStat('event syntax error').results).toEqual([]);
  });
});

describe('powermetrics', () => {
  const lines = (text: string, end: number) => text.split('\n').map((line) => ({ time: end, text: line }));

  it('of Apple’s processors has a combined power', () => {
    const results = parsePowermetrics([
      ...lines(
        '*** Sampled system activity (Fri Nov 21 14:00:00 2026 +0100) (1000.00ms elapsed) ***\n\n**** Processor usage ****\n\nE-Cluster Power: 40 mW\nCPU Power: 211 mW\nGPU Power: 48 mW\nANE Power: 0 mW\nCombined Power (CPU + GPU + ANE): 359 mW',
        11,
      ),
      ...lines(
        '*** Sampled system activity (Fri Nov 21 14:00:01 2026 +0100) (1000.00ms elapsed) ***\nCPU Power: 311 mW\nGPU Power: 48 mW\nCombined Power (CPU + GPU + ANE): 459 mW',
        12,
      ),
    ]);
    expect(show({ results })).toEqual([
      'e-cluster: 0.04 at 11, NaN at 12',
      'cpu: 0.211 at 11, 0.311 at 12',
      'gpu: 0.048 at 11, 0.048 at 12',
      'ane: 0 at 11, NaN at 12',
      'combined*: 0.359 at 11, 0.459 at 12',
    ]);
    expect(results[0]?.trace.start).toBe(10);
  });

  it('of Intel’s has that of the package', () => {
    const results = parsePowermetrics(
      lines(
        '*** Sampled system activity (Fri Nov 21 14:00:00 2026 +0100) (500.00ms elapsed) ***\nIntel energy model derived package power (CPUs+GT+SA): 4.87W\n',
        3,
      ),
    );
    expect(show({ results })).toEqual(['package*: 4.87 at 3']);
  });
});

describe('lines of watts', () => {
  const at = (texts: readonly string[]) => texts.map((text, time) => ({ time, text }));

  it('are numbers, one a channel', () => {
    expect(show(parseWattsLines(at(['1', '2.5 W', '3W'])))).toEqual(['watts*: 2.5 at 1, 3 at 2']);
    expect(show(parseWattsLines(at(['# meter', 'cpu,memory', '1,2', '3,4', '5,6'])))).toEqual([
      'cpu*: 3 at 3, 5 at 4',
      'memory*: 4 at 3, 6 at 4',
    ]);
    expect(show(parseWattsLines(at(['total cpu', '9 3', '9 4'])))).toEqual(['total*: 9 at 2', 'cpu: 4 at 2']);
  });

  it('that come together are one, the last', () => {
    const lines = [0, 1, 1, 2].map((time, index) => ({ time, text: String(index) }));
    const { results, problems } = parseWattsLines(lines);
    expect(show({ results })).toEqual(['watts*: 2 at 1, 3 at 2']);
    expect([...problems, ...results.flatMap((result) => result.problems)]).toEqual([]);
  });

  it('that hold none are counted', () => {
    expect(parseWattsLines(at(['1', 'oops', '2', '3 4'])).problems).toEqual([
      '2 lines hold no watts, or not as many as the others',
    ]);
  });
});

describe('the choice of a source', () => {
  it.each([
    ['auto', { kind: 'auto' }],
    ['rapl', { kind: 'rapl' }],
    ['cpu-time:12.5', { kind: 'cpu-time', watts: 12.5 }],
    ['cpu-time:15 W', { kind: 'cpu-time', watts: 15 }],
    ['file:C:\\meter.csv', { kind: 'file', path: 'C:\\meter.csv' }],
    ['command:meter --name \'a b\' ""', { kind: 'command', command: ['meter', '--name', 'a b', ''] }],
    ['cpu-time', undefined],
    ['cpu-time:-3', undefined],
    ['cpu-time:many', undefined],
    ['file:', undefined],
    ['command:"open', undefined],
    ['rapl:0', undefined],
    ['solar', undefined],
  ])('%s', (text, expected) => {
    expect(parsePowerChoice(text)).toEqual(expected);
  });

  it('splits words and does nothing else a shell would', () => {
    expect(splitWords('  a $HOME `b` "c;d" e\\ f *')).toEqual(['a', '$HOME', '`b`', 'c;d', 'e\\', 'f', '*']);
    expect(splitWords('')).toEqual([]);
  });
});

it('perf’s values that are no amounts are not known, and said', () => {
  const text = ['5', '-972', '', 'x'].map(
    (value, index) => `${index + 1}.0,${value},Joules,power/energy-pkg/,`,
  );
  const { results, problems } = parsePowerRecording(text.join('\n'));
  expect(results.map(({ trace }) => Array.from(trace.watts))).toEqual([[5, NaN, NaN, NaN]]);
  expect(problems).toEqual(['perf: power/energy-pkg/ has values that are no amounts: taken as not known']);
});
