/**
 * The meters that are programs: perf, powermetrics, and a command that prints watts.
 *
 * Sits in `host/`. Source: perf-stat(1) and powermetrics(1).
 */
import { parsePerfStat } from '../../power/formats/perf-stat';
import { parseWattsLines, type TimedLine, parsePowermetrics } from '../../power/formats/power-recording';
import type { Meter, RecordedPower } from '../../power/meter';
import { shiftTrace } from '../../power/power-trace';
import { findProgram, type Machine } from '../machine/machine';
import { listPerfEvents } from './find-meters';
import { createLineMeter } from './line-meter';
import type { SampledMeterOptions } from './powercap-meter';

export interface ProgramMeterOptions extends Omit<SampledMeterOptions, 'root'> {
  readonly machine: Machine;
}

/** Undefined if there is no perf, or no energy event. */
export function createPerfMeter({
  machine,
  every,
  helperEntry,
  prefix,
}: ProgramMeterOptions): Meter | undefined {
  const perf = findProgram('perf', machine);
  const events = listPerfEvents(machine.systemRoot);
  if (perf === undefined || !events.includes('energy-pkg')) return undefined;
  const names = events.map((event) => `power/${event}/`).join(',');
  return createLineMeter({
    name: 'perf',
    description: `RAPL by perf (${events.join(', ')})`,
    command: perf,
    arguments: ['stat', '-a', '-I', String(Math.round(every * 1000)), '-x', ',', '-e', names],
    environment: { LC_ALL: 'C' },
    folder: '/',
    helperEntry,
    prefix,
    stream: 'stderr',
    isReading: (line) => /^\s*\d+\.\d+,[\d.]+,Joules,/.test(line),
    read: readPerf,
    hint: 'energy events need kernel.perf_event_paranoid at 0 or below: sudo sysctl kernel.perf_event_paranoid=0',
  });
}

/** The times of perf count from its start. That is the latest moment that makes no line come early. */
export function readPerf(lines: readonly TimedLine[]): RecordedPower {
  const { results, problems } = parsePerfStat(lines.map(({ text }) => text).join('\n'));
  const delays = lines.flatMap(({ time, text }) => {
    const stamp = /^\s*(\d+\.\d+),/.exec(text)?.[1];
    return stamp === undefined ? [] : [time - Number(stamp)];
  });
  const start = delays.reduce((least, delay) => Math.min(least, delay), Infinity);
  const latest = delays.reduce((most, delay) => Math.max(most, delay), -Infinity);
  return {
    traces: results.map(({ trace }) => shiftTrace(trace, (time) => time + start)),
    clock: `aligned by when lines came, which was up to ${((latest - start) * 1000).toFixed(0)} ms late`,
    problems: [...problems, ...results.flatMap((result) => result.problems)],
  };
}

/** Undefined if there is no powermetrics. Only an administrator may run it. */
export function createPowermetricsMeter({
  machine,
  every,
  helperEntry,
  prefix,
}: ProgramMeterOptions): Meter | undefined {
  const powermetrics = findProgram('powermetrics', machine);
  const sudo = findProgram('sudo', machine);
  if (powermetrics === undefined) return undefined;
  const own = ['--samplers', 'cpu_power', '-i', String(Math.round(every * 1000))];
  return createLineMeter({
    name: 'powermetrics',
    description: 'powermetrics (processor)',
    command: sudo ?? powermetrics,
    // sudo must not ask for a password: nobody would see the question.
    arguments: sudo === undefined ? own : ['-n', powermetrics, ...own],
    environment: { LC_ALL: 'C' },
    folder: '/',
    helperEntry,
    prefix,
    stream: 'stdout',
    isReading: (line) => /\bpower\b.*: [\d.]+ ?m?W\b/i.test(line),
    read: (lines) => describeByArrival(parsePowermetrics(lines), []),
    hint: 'only an administrator may run it: run sudo -v before, or let sudo run powermetrics without a password',
  });
}

export interface CommandMeterOptions {
  /** The words of the command; never a line for a shell. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly helperEntry: string;
  readonly prefix: readonly string[];
}

export function createCommandMeter({ command: given, ...rest }: CommandMeterOptions): Meter {
  const [command = '', ...words] = given;
  return createLineMeter({
    ...rest,
    name: 'command',
    description: `watts printed by ${given.join(' ')}`,
    command,
    arguments: words,
    stream: 'stdout',
    isReading: (line) => /^\s*[-+]?[\d.]/.test(line),
    read: (lines) => {
      const { results, problems } = parseWattsLines(lines);
      return describeByArrival(results, problems);
    },
    hint: 'it has to print a line of watts for each reading, and not to hold its output back',
  });
}

function describeByArrival(
  results: ReturnType<typeof parsePowermetrics>,
  problems: readonly string[],
): RecordedPower {
  return {
    traces: results.map(({ trace }) => trace),
    clock:
      'a reading is taken as of the moment its line came; how much later than its measurement is not known',
    problems: [...problems, ...results.flatMap((result) => result.problems)],
  };
}
