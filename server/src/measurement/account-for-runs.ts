/**
 * What measured runs took beside the program's own work: start-up, collections,
 * compilation, the operating system, idling; and what is left for its lines.
 *
 * Sits in `measurement/`, under the account of a measured profile. Energies of
 * parts are their processor time at the energy that a second of it took on the
 * average: no meter tells threads apart. Of compilation the JVM says how long it
 * took, which is more than its processor time where processors are scarce.
 */
import type { Joules, JoulesSquared, Seconds } from '../units';
import { runtimeEnergy, type RuntimeEnergy } from './energy-account';
import type { MeasurementRecord, RunRecord } from './measurement-record';
import { cpuSeconds } from './program-run';
import type { RunSummary } from './summarize-runs';

export interface RunParts {
  /** Of a run, with idling. */
  readonly total: Joules;
  readonly idle: Joules;
  readonly runtime: RuntimeEnergy;
  /** Of the operating system on the program's behalf: memory, input and output, switching threads. */
  readonly kernel: Joules | undefined;
  /** For the program's own work, the library's with it; below 0 where it drowns in the rest. */
  readonly left: Joules;
  readonly leftVariance: JoulesSquared;
  /** What is not told apart, for people. */
  readonly notes: readonly string[];
}

/** Undefined where no run counts. */
export function accountForRuns(record: MeasurementRecord): RunParts | undefined {
  const { energy, startUp, source } = record;
  if (energy === undefined) return undefined;
  const counting = runsOf(energy, record.runs);
  const baseline = startUp === undefined ? [] : runsOf(startUp, record.baseline);
  const above = energy.headline.energy;
  const idle = source.isProxy
    ? 0
    : (meanOf(counting, ({ total, energy: own }) => differenceOf(total, own)) ?? 0);
  const rate = energyPerCpuSecond(counting);
  const beyond = (read: (run: RunRecord) => Seconds | undefined): Joules | undefined => {
    const seconds = meanOf(counting, read);
    if (seconds === undefined || rate === undefined) return undefined;
    // Start-up collects and compiles too, and is counted by itself.
    const before = startUp === undefined ? 0 : (meanOf(baseline, read) ?? 0);
    return Math.max(0, seconds - before) * rate;
  };
  const collectors = beyond(({ java }) => java?.collections.cpu);
  const runtime: RuntimeEnergy = {
    garbageCollection: collectors ?? beyond(({ java }) => java?.collections.paused),
    compilation: beyond(({ java }) => java?.compiling),
    threadSwitching: undefined,
    startUp: startUp?.headline.energy,
  };
  const kernel = beyond(({ cpu }) => cpu?.system);
  return {
    total: above + idle,
    idle,
    runtime,
    kernel,
    left: above - runtimeEnergy(runtime) - (kernel ?? 0),
    leftVariance: varianceOf(energy) + (startUp === undefined ? 0 : varianceOf(startUp)),
    notes: [
      ...(runtime.startUp === undefined ? ['start-up is not told apart, and lies within the lines'] : []),
      ...(collectors === undefined && runtime.garbageCollection !== undefined
        ? [
            'collections: the time for which the program was paused, on one processor; this JVM does not say what its collectors used (JDK 23 and later do)',
          ]
        : []),
      ...(runtime.garbageCollection === undefined || runtime.compilation === undefined
        ? ['collections and compilation are not all told apart: what is not lies within the lines']
        : []),
      'thread switching is not told apart: it lies within what is not attributed',
    ],
  };
}

/** Those that the shown figure is that of. */
function runsOf({ headline }: RunSummary, runs: readonly RunRecord[]): readonly RunRecord[] {
  const counting = runs.filter(({ setAside }) => setAside === undefined);
  return headline.kind === 'mean'
    ? counting
    : counting.filter(({ energy }) => energy === headline.energy).slice(0, 1);
}

function energyPerCpuSecond(runs: readonly RunRecord[]): number | undefined {
  const cpu = runs.reduce((sum, run) => sum + (run.cpu === undefined ? NaN : cpuSeconds(run.cpu)), 0);
  const energy = runs.reduce((sum, run) => sum + (run.energy ?? NaN), 0);
  return cpu > 0 && Number.isFinite(energy) ? energy / cpu : undefined;
}

/** Of the figure that is shown. A minimum is as uncertain as one run. */
function varianceOf({ deviation = 0, runs, headline }: RunSummary): JoulesSquared {
  return headline.kind === 'mean' ? deviation ** 2 / runs : deviation ** 2;
}

/** Undefined unless all have it. */
function meanOf(
  runs: readonly RunRecord[],
  read: (run: RunRecord) => number | undefined,
): number | undefined {
  const values = runs.map(read).filter((value) => value !== undefined);
  if (values.length === 0 || values.length < runs.length) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function differenceOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a - b;
}
