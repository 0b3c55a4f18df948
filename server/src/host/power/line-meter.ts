/**
 * Meters that are programs and print one or more lines for each reading: perf, powermetrics, and any
 * command of the user's.
 *
 * Sits in `host/`. They run under the measuring helper as every measured program does, so that none
 * is left when the runs are over or Jouleline is gone.
 */
import { MeterError, type Meter, type MeterRecording, type RecordedPower } from '../../power/meter';
import { describeEnd, type ProgramRun } from '../../runs/program-run';
import type { TimedLine } from '../../power/formats/power-recording';
import type { Seconds } from '../../base/units';
import { monotonicTime } from '../processes/clock';
import { createCondition } from '../processes/condition';
import { runProgram } from '../processes/run-program';

export interface LineMeterOptions extends Pick<Meter, 'name' | 'description'> {
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

export function createLineMeter(options: LineMeterOptions): Meter {
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
