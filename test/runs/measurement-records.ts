/** Measurements as they are written down, from a few numbers a run. */
import type { MeasurementRecord, RunRecord } from '../../server/src/runs/measurement-record';
import type { ThreadUse } from '../../server/src/runs/program-run';
import type { SampledWork } from '../../server/src/runs/sampled-work';
import { summarizeRuns } from '../../server/src/runs/summarize-runs';

export interface RunValues {
  readonly energy: number;
  readonly total?: number;
  readonly user: number;
  readonly system: number;
  readonly paused?: number;
  readonly compiling?: number;
  readonly threads?: ThreadUse;
}

export interface RecordValues {
  readonly runs: readonly RunValues[];
  readonly baseline: readonly RunValues[];
  readonly isProxy: boolean;
  readonly mode?: string;
  readonly switchCost?: number;
  readonly sampled?: SampledWork;
}

export function recordOf({
  runs,
  baseline,
  isProxy,
  mode,
  switchCost,
  sampled,
}: RecordValues): MeasurementRecord {
  const summary = (of: readonly RunValues[]): ReturnType<typeof summarizeRuns> =>
    summarizeRuns(
      of.map(({ energy }) => energy),
      isProxy,
    );
  const [energy, startUp] = [summary(runs), summary(baseline)];
  return {
    source: { name: isProxy ? 'cpu-time' : 'command', description: 'a meter of this test', isProxy },
    requested: runs.length,
    runs: runs.map(runOf),
    baseline: baseline.map(runOf),
    ...(energy === undefined ? {} : { energy }),
    ...(startUp === undefined ? {} : { startUp }),
    channels: [],
    ...(mode === undefined ? {} : { java: { mode, pauses: 0, paused: 0 } }),
    ...(switchCost === undefined ? {} : { switchCost }),
    ...(sampled === undefined ? {} : { sampled }),
    machine: { warnings: [] },
    cores: '',
    problems: [],
  };
}

function runOf({ energy, total = energy, user, system, paused, compiling, threads }: RunValues): RunRecord {
  return {
    start: 0,
    end: user + system,
    ended: 'exited with code 0',
    energy,
    total,
    channels: {},
    cpu: { user, system },
    ...(threads === undefined ? {} : { threads }),
    outputBytes: 0,
    slept: 0,
    leftRunning: 0,
    ...(paused === undefined || compiling === undefined
      ? {}
      : { java: { mode: '', collections: { pauses: 1, paused }, compiling, from: 'counters' as const } }),
    problems: [],
  };
}
