/**
 * Makes the meter that a choice means on this machine.
 *
 * Sits in `host/`.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  cpuTimeProxy,
  MeterError,
  type MeterOrProxy,
  type Meter,
  type RecordedPower,
} from '../../power/meter';
import type { PowerChoice } from '../../power/power-choice';
import type { Seconds, Watts } from '../../base/units';
import type { Machine } from '../machine/machine';
import { describeBarrier, findMeters, type FoundMeter } from './find-meters';
import { createCommandMeter, createPerfMeter, createPowermetricsMeter } from './line-meters';
import { createPowercapMeter } from './powercap-meter';
import { setTimeout as sleep } from 'node:timers/promises';
import { alignByPatterns, toOurClock } from '../../power/align-clocks';
import type { LoadPattern } from '../../power/find-pattern';
import { parsePowerFile, type PowerFile } from '../../power/formats/power-file';
import { shiftTrace, type TimeWindow } from '../../power/power-trace';
import { reasonOf } from '../files/random-access-file';
import { calendarLead } from '../processes/clock';
import { readTextSync } from '../files/read-file';

export interface MeterSetup {
  readonly machine: Machine;
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  /** Words before the command lines of what samples, which bind it to its processor. */
  readonly samplerPrefix: readonly string[];
  /** The folder in which commands run. */
  readonly folder: string;
  /** The power of a busy core, for machines without a meter; absent for the default. */
  readonly assumedWatts?: Watts;
  /** The length of a step in the patterns that align an external meter's clock. */
  readonly patternChip?: Seconds;
  /** The time between two readings, where the meter can choose it; absent for the default. */
  readonly every?: Seconds;
}

/** Ten readings a second: RAPL itself updates a hundred times as often, and each reading wakes a processor. */
const EVERY: Seconds = 0.1;
/** A core of a laptop or server processor takes between 3 and 25 W, so this is only an order of magnitude. */
const ASSUMED_WATTS: Watts = 10;
const PATTERN_CHIP: Seconds = 0.2;
const FILE_PATIENCE: Seconds = 15;

/** Throws a {@link MeterError} with a way out if there is no such meter. */
export function createMeter(choice: PowerChoice, options: MeterSetup): MeterOrProxy {
  const { machine, helperEntry, samplerPrefix: prefix, folder } = options;
  const found = findMeters(machine);
  const create = (kind: FoundMeter['kind']): MeterOrProxy | undefined => {
    const sampled = { machine, helperEntry, prefix, every: options.every ?? EVERY };
    if (kind === 'powercap') return createPowercapMeter({ ...sampled, root: machine.systemRoot });
    return kind === 'perf' ? createPerfMeter(sampled) : createPowermetricsMeter(sampled);
  };
  const insist = (kind: FoundMeter['kind'], missing: string): MeterOrProxy => {
    const candidate = found.find((each) => each.kind === kind);
    if (candidate === undefined) throw new MeterError(missing);
    if (candidate.barrier !== undefined && kind !== 'powermetrics')
      throw new MeterError(`${kind} can't be read: ${describeBarrier(candidate.barrier)}`);
    const meter = create(kind);
    if (meter === undefined) throw new MeterError(`the program ${kind} is not on the path`);
    return meter;
  };
  switch (choice.kind) {
    case 'cpu-time':
      return cpuTimeProxy(choice.watts);
    case 'file':
      expectReadings(choice.path);
      return createFileMeter({
        path: choice.path,
        chip: options.patternChip ?? PATTERN_CHIP,
        patience: FILE_PATIENCE,
      });
    case 'command': {
      if (choice.command.length === 0) throw new MeterError('the command that prints watts is missing');
      const environment = definedOnly(machine.environment);
      return createCommandMeter({ command: choice.command, folder, environment, helperEntry, prefix });
    }
    case 'rapl':
      return insist('powercap', 'this machine has no RAPL counters under /sys/class/powercap');
    case 'perf':
      return insist('perf', 'this machine has no energy events of perf (power/energy-pkg/)');
    case 'powermetrics':
      return insist('powermetrics', 'this machine has no /usr/bin/powermetrics');
    case 'auto': {
      for (const { kind, barrier } of found) {
        const meter = barrier === undefined ? create(kind) : undefined;
        if (meter !== undefined) return meter;
      }
      const hints = found.flatMap(({ kind, barrier }) =>
        barrier === undefined ? [] : [`${kind}: ${describeBarrier(barrier)}`],
      );
      const proxy = cpuTimeProxy(options.assumedWatts ?? ASSUMED_WATTS);
      const why = hints.length === 0 ? 'none was found' : `none can be read (${hints.join('; ')})`;
      return { ...proxy, description: `${proxy.description}: ${why}` };
    }
  }
}

/** A meter that is read when the runs are over has to record before them: its file is there, and is one. */
function expectReadings(path: string): void {
  if (!existsSync(dirname(path)))
    throw new MeterError(`${path} lies in no folder that is there: correct it, or make the folder`);
  if (!existsSync(path))
    throw new MeterError(
      `${path} does not exist: correct it, or start the meter that writes it before the runs`,
    );
  if (statSync(path).isDirectory()) throw new MeterError(`${path} is a folder: name the file of the meter`);
}

function definedOnly(environment: Machine['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface FileMeterOptions {
  readonly path: string;
  /** The length of a step of the patterns; a meter needs two readings in it. */
  readonly chip: Seconds;
  /** How long the file may take to get its last readings. */
  readonly patience: Seconds;
}

/** The most by which the calendars of two machines may differ for a pattern to be found. */
const CALENDARS_APART: Seconds = 120;
/** The most that is read at once as text. */
const LARGEST = 512 * 1024 ** 2;

/**
 * An external meter that writes its readings to its own file, which is read when the runs are over. Its clock is aligned
 * with ours by patterns of load that we emit before and after them. A file with calendar times works without patterns,
 * but only as well as both clocks are set.
 */
function createFileMeter({ path, chip, patience }: FileMeterOptions): Meter {
  return {
    kind: 'meter',
    name: 'file',
    description: `readings in ${path}`,
    patternChip: chip,
    start: () => {
      const since = calendarLead();
      return Promise.resolve({ stop: (patterns) => readWhenComplete(path, patterns, since, patience) });
    },
  };
}

/** Waits for the last readings: the meter may be some seconds behind. */
async function readWhenComplete(
  path: string,
  patterns: readonly LoadPattern[],
  lead: Seconds,
  patience: Seconds,
): Promise<RecordedPower> {
  for (let waited = 0; ; waited++) {
    const recorded = readAligned(path, patterns, lead);
    if (recorded.problems.length === 0 || waited >= patience) return recorded;
    await sleep(1000);
  }
}

function readAligned(path: string, patterns: readonly LoadPattern[], lead: Seconds): RecordedPower {
  let file: PowerFile;
  try {
    if (statSync(path).size > LARGEST) throw new MeterError(`it is larger than ${LARGEST / 1024 ** 2} MB`);
    file = parsePowerFile(readTextSync(path));
  } catch (error) {
    return { traces: [], clock: 'not aligned', problems: [`${path} ${reasonOf(error)}`] };
  }
  return alignFile(file, patterns, lead);
}

/** `lead` is how far the calendar is ahead of our clock. Exported for its tests. */
export function alignFile(file: PowerFile, patterns: readonly LoadPattern[], lead: Seconds): RecordedPower {
  const problems = [...file.problems, ...file.results.flatMap((result) => result.problems)];
  const traces = file.results.map(({ trace }) => trace);
  const total = traces.find(({ inTotal }) => inTotal);
  if (total === undefined) return { traces: [], clock: 'not aligned', problems };
  const searchFor = ({ start }: LoadPattern): TimeWindow =>
    file.clock === 'calendar'
      ? { start: start + lead - CALENDARS_APART, end: start + lead + CALENDARS_APART }
      : { start: -Infinity, end: Infinity };
  const { alignment, problems: found } = alignByPatterns(total, patterns, searchFor);
  if (alignment !== undefined)
    return {
      traces: traces.map((trace) => shiftTrace(trace, (time) => toOurClock(alignment, time))),
      clock: alignment.description,
      isDoubtful: found.length > 0,
      problems: [...problems, ...found],
    };
  if (file.clock === 'calendar')
    return {
      traces: traces.map((trace) => shiftTrace(trace, (time) => time - lead)),
      clock: 'aligned by the calendar: as well as the clocks of the meter and of this machine are set',
      isDoubtful: found.length > 0,
      problems: [...problems, ...found],
    };
  return {
    traces: [],
    clock: 'not aligned',
    problems: [
      ...problems,
      ...found,
      'the times in the file count from a start of their own, so where the runs are in it is not known',
    ],
  };
}
