/**
 * A measurement as it is saved: within a profile, and by itself as `jouleline measure --format json` prints
 * it.
 *
 * Sits in `runs/`; docs/reference/formats.md describes it field by field. It holds nothing of the programs'
 * input, which is private.
 */
import { withDefined } from '../base/check';
import type { Joules, Seconds } from '../base/units';
import type { MeasuredRun, MeasuredRuns } from './evaluate-runs';
import { describeEnd, type CpuTime, type JavaRun, type ThreadUse } from './program-run';

export interface MeasurementRecord extends Omit<MeasuredRuns, 'runs' | 'baseline'> {
  readonly runs: readonly RunRecord[];
  /** The runs of a `main` that does nothing. */
  readonly baseline: readonly RunRecord[];
}

export interface RunRecord {
  readonly start: Seconds;
  readonly end: Seconds;
  /** A sentence on how it ended, for people. */
  readonly ended: string;
  /** The energy above idle. */
  readonly energy?: Joules;
  /** The energy with idle. */
  readonly total?: Joules;
  readonly channels: Readonly<Record<string, Joules>>;
  readonly setAside?: string;
  readonly cpu?: CpuTime;
  readonly threads?: ThreadUse;
  readonly outputBytes: number;
  readonly slept: Seconds;
  readonly leftRunning: number;
  readonly java?: JavaRun;
  readonly problems: readonly string[];
}

export function recordMeasurement(measured: MeasuredRuns): MeasurementRecord {
  return { ...measured, runs: measured.runs.map(recordRun), baseline: measured.baseline.map(recordRun) };
}

function recordRun({ run, energy, total, byChannel, setAside }: MeasuredRun): RunRecord {
  const { window, end, cpu, threads, outputBytes, slept, leftRunning, java, problems } = run;
  return {
    start: window.start,
    end: window.end,
    ended: describeEnd(end),
    ...withDefined({ energy, total }),
    channels: Object.fromEntries(byChannel),
    ...withDefined({ setAside, cpu, threads }),
    outputBytes,
    slept,
    leftRunning,
    ...withDefined({ java }),
    problems,
  };
}
