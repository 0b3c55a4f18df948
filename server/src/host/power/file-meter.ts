/**
 * An external meter that writes its readings to its own file.
 *
 * Sits in `host/`. The file is read when the runs are over. Its clock is aligned with ours by
 * patterns of load that we emit before and after them. A file with calendar times works without patterns,
 * but only as well as both clocks are set.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { alignByPatterns, toOurClock } from '../../power/align-clocks';
import type { LoadPattern } from '../../power/find-pattern';
import { parsePowerFile, type PowerFile } from '../../power/formats/power-file';
import { MeterError, type Meter, type RecordedPower } from '../../power/meter';
import { shiftTrace } from '../../power/power-trace';
import type { TimeWindow } from '../../power/power-trace';
import type { Seconds } from '../../base/units';
import { reasonOf } from '../files/random-access-file';
import { calendarLead } from '../processes/clock';

export interface FileMeterOptions {
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

export function createFileMeter({ path, chip, patience }: FileMeterOptions): Meter {
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
    file = parsePowerFile(readFileSync(path, 'utf8'));
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
      problems: [...problems, ...found],
    };
  if (file.clock === 'calendar')
    return {
      traces: traces.map((trace) => shiftTrace(trace, (time) => time - lead)),
      clock: 'aligned by the calendar: as well as the clocks of the meter and of this machine are set',
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
