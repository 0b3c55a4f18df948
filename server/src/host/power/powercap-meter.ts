/**
 * RAPL by Linux's powercap: energy counters in sysfs.
 *
 * Sits in `host/`. Documentation/power/powercap/powercap.rst. The measuring helper reads the
 * counters, so that a busy server or terminal delays no reading.
 */
import { at } from '../../base/check';
import { MeterError, type Meter, type MeterRecording, type RecordedPower } from '../../power/meter';
import { traceCounter, type CounterReading } from '../../power/power-trace';
import { fromMicrojoules, type Seconds } from '../../base/units';
import { reasonOf } from '../files/random-access-file';
import { startHelper, type SampleRow, createCondition } from '../processes/start-helper';
import { describeBarrier, grantPowercap, listPowercapZones, type PowercapZone } from './find-meters';
import { readTextSync } from '../files/read-file';

export interface SampledMeterOptions {
  /** The folder that holds `sys`: `/` except in tests. */
  readonly root: string;
  readonly every: Seconds;
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  /** Words before the helper's command line, which bind it to a processor. */
  readonly prefix: readonly string[];
}

/** A helper that does not answer for this long is gone; a start takes some tenths of a second. */
const PATIENCE: Seconds = 20;

/** Undefined if there are no such counters. */
export function createPowercapMeter(options: SampledMeterOptions): Meter | undefined {
  const zones = listPowercapZones(options.root);
  if (zones.length === 0) return undefined;
  return {
    kind: 'meter',
    name: 'powercap',
    description: `RAPL by powercap (${zones.map(({ channel }) => channel).join(', ')})`,
    start: () => startRecording(zones, options),
  };
}

async function startRecording(
  zones: readonly PowercapZone[],
  { helperEntry, prefix, every }: SampledMeterOptions,
): Promise<MeterRecording> {
  const ranges = zones.map(readRange);
  const rows: SampleRow[] = [];
  let ended: string | undefined;
  let isComplete = false;
  const { until, changed } = createCondition(() => ended !== undefined);
  const { send, process: child } = startHelper({
    entry: helperEntry,
    prefix,
    stdio: ['ignore', 'ignore', 'inherit'],
    onAnswer: (answer) => {
      if (answer.kind !== 'samples') return;
      rows.push(...answer.rows);
      isComplete ||= answer.isLast;
      changed();
    },
    onEnd: (message) => {
      ended = message;
      changed();
    },
  });
  send({ kind: 'sample', files: zones.map(({ counter }) => counter), every });
  if (!(await until(() => rows.length > 0, PATIENCE))) {
    child.kill('SIGKILL');
    throw new MeterError(`powercap can't be read: the measuring helper ${ended ?? 'does not answer'}`);
  }
  const unreadable = rows[0]?.values.find((value) => typeof value === 'string');
  if (unreadable !== undefined) {
    child.kill('SIGKILL');
    throw new MeterError(
      `powercap can't be read: ${describeBarrier({ reason: unreadable, grant: grantPowercap })}`,
    );
  }
  return {
    stop: async () => {
      send({ kind: 'finish-sampling' });
      const problems = (await until(() => isComplete, PATIENCE))
        ? []
        : [`the measuring helper ${ended ?? 'does not answer'}`];
      child.kill('SIGKILL');
      return describeRows(zones, ranges, rows, problems);
    },
  };
}

function describeRows(
  zones: readonly PowercapZone[],
  ranges: readonly number[],
  rows: readonly SampleRow[],
  problems: readonly string[],
): RecordedPower {
  const results = zones.map((zone, index) => {
    const readings = rows.flatMap(({ time, values }): readonly CounterReading[] => {
      const value = values[index];
      return typeof value === 'number' ? [{ time, energy: fromMicrojoules(value) }] : [];
    });
    const { channel, inTotal } = zone;
    return traceCounter(readings, fromMicrojoules(at(ranges, index)), { channel, inTotal });
  });
  return {
    traces: results.map(({ trace }) => trace),
    clock: 'readings are taken by the clock of this machine',
    problems: [...problems, ...results.flatMap((result) => result.problems)],
  };
}

/** The range of a counter, in microjoules. */
function readRange({ channel, rangeFile }: PowercapZone): number {
  let text: string;
  try {
    text = readTextSync(rangeFile).trim();
  } catch (error) {
    throw new MeterError(
      `${channel}: ${rangeFile} ${reasonOf(error)}, so where its counter begins anew is not known`,
    );
  }
  if (!/^\d+$/.test(text)) throw new MeterError(`${channel}: ${rangeFile} does not hold a number`);
  return Number(text);
}
