/**
 * The meters that are programs and print one or more lines for each reading: perf, powermetrics, and a command that
 * prints watts.
 *
 * Sits in `host/`. They run under the measuring helper as every measured program does, so that none is left when the
 * runs are over or Jouleline is gone. Source: perf-stat(1) and powermetrics(1).
 */
import { parsePerfStat } from '../../power/formats/perf-stat';
import { parseWattsLines, type TimedLine, parsePowermetrics } from '../../power/formats/power-recording';
import { type Meter, type RecordedPower, MeterError, type MeterRecording } from '../../power/meter';
import { shiftTrace } from '../../power/power-trace';
import { findProgram, type Machine } from '../machine/machine';
import { listPerfEvents } from './find-meters';
import type { SampledMeterOptions } from './powercap-meter';
import { describeEnd, type ProgramRun } from '../../runs/program-run';
import type { Seconds } from '../../base/units';
import { monotonicTime } from '../processes/clock';
import { createCondition } from '../processes/start-helper';
import { runProgram } from '../processes/run-program';

interface LineMeterOptions extends Pick<Meter, 'name' | 'description'> {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly helperEntry: string;
  readonly prefix: readonly string[];
  /** The stream that has the readings. */
  readonly stream: 'stdout' | 'stderr';
  /** False for lines that are not readings, such as a headline. */
  readonly isReading: (line: string) => boolean;
  readonly read: (lines: readonly TimedLine[]) => RecordedPower;
  /** Advice for the case that it does not start. */
  readonly hint?: string;
  /** How long a first reading may take. */
  readonly patience?: Seconds;
}

const FIRST_READING: Seconds = 15;
/** Enough for days of readings; a program that prints more is not a meter. */
const LIMITS = { seconds: 7 * 86_400, outputBytes: 4 * 1024 ** 3 };
const LAST_ERRORS = 400;

function createLineMeter(options: LineMeterOptions): Meter {
  const { name, description } = options;
  return { kind: 'meter', name, description, start: () => startRecording(options) };
}

async function startRecording(options: LineMeterOptions): Promise<MeterRecording> {
  const { command, environment, folder, stream, read, hint, patience = FIRST_READING } = options;
  const lines: TimedLine[] = [];
  const controller = new AbortController();
  let rest = '';
  let errors = '';
  let readings = 0;
  let ended: ProgramRun | undefined;
  const { until, changed } = createCondition(() => ended !== undefined);
  const decoder = new TextDecoder();
  const running = runProgram(
    { command, arguments: options.arguments, folder, environment },
    {
      helperEntry: options.helperEntry,
      limits: LIMITS,
      signal: controller.signal,
      programPrefix: options.prefix,
      helperPrefix: options.prefix,
      onOutput: (from, bytes) => {
        const time = monotonicTime();
        if (from !== stream) {
          errors = (errors + Buffer.from(bytes).toString()).slice(-LAST_ERRORS);
          return;
        }
        const pieces = (rest + decoder.decode(bytes, { stream: true })).split('\n');
        rest = pieces.pop() ?? '';
        for (const text of pieces) {
          lines.push({ time, text });
          if (options.isReading(text)) readings++;
        }
        changed();
      },
    },
  ).then((run) => {
    ended = run;
    changed();
  });
  if (!(await until(() => readings > 0, patience))) {
    const how = ended === undefined ? `gave no reading in ${patience} s` : describeEnd(ended.end);
    controller.abort();
    await running;
    const said = [errors, ...lines.slice(-3).map(({ text }) => text)].join(' ').replace(/\s+/g, ' ').trim();
    throw new MeterError(
      [`${command} ${how}`, said === '' ? '' : `it said: ${said}`, hint ?? '']
        .filter((part) => part !== '')
        .join('; '),
    );
  }
  return {
    stop: async () => {
      const now = monotonicTime();
      const interval = lines.length > 1 ? now - (lines[0]?.time ?? now) : patience;
      const seen = readings;
      // The last reading covers the time before it, so the end of the last run needs one more.
      await until(() => readings > seen, Math.min(patience, 1 + (2 * interval) / Math.max(1, readings)));
      const early = ended;
      controller.abort();
      await running;
      const recorded = read(lines);
      const problems =
        early === undefined ? [] : [`${command} ${describeEnd(early.end)} before the last run did`];
      return { ...recorded, problems: [...problems, ...recorded.problems] };
    },
  };
}

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
