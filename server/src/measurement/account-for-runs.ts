/**
 * What measured runs took beside the program's own work: start-up, collections,
 * compilation, the operating system, idling; and what is left for its lines.
 *
 * Sits in `measurement/`, under the account of a measured profile. Energies of
 * parts are their processor time at the energy that a second of it took on the
 * average: no meter tells threads apart. The processor time of the JVM's own
 * threads is looked at while they live; where that can't be, the JVM says how
 * long it collected and compiled, which is another thing.
 */
import type { Joules, JoulesSquared, Seconds, Share } from '../units';
import { runtimeEnergy, type RuntimeEnergy } from './energy-account';
import type { MeasurementRecord, RunRecord } from './measurement-record';
import { cpuSeconds } from './program-run';
import type { RunSummary } from './summarize-runs';

export interface RunParts {
  /** Of a run, with idling. */
  readonly total: Joules;
  readonly idle: Joules;
  readonly runtime: RuntimeEnergy;
  /** Of the operating system on the program's behalf: memory, input and output. */
  readonly kernel: Joules | undefined;
  /** For the program's own work, the library's with it; below 0 where it drowns in the rest. */
  readonly left: Joules;
  readonly leftVariance: JoulesSquared;
  /** What is not told apart, for people. */
  readonly notes: readonly string[];
}

/** Undefined where no run counts. */
export function accountForRuns(record: MeasurementRecord): RunParts | undefined {
  const { energy, startUp, source, switchCost } = record;
  if (energy === undefined) return undefined;
  const counting = runsOf(energy, record.runs);
  const baseline = startUp === undefined ? [] : runsOf(startUp, record.baseline);
  const above = energy.headline.energy;
  const idle = source.isProxy
    ? 0
    : (meanOf(counting, ({ total, energy: own }) => differenceOf(total, own)) ?? 0);
  const rate = energyPerCpuSecond(counting);
  const beyond = (read: (run: RunRecord) => number | undefined): number | undefined => {
    const value = meanOf(counting, read);
    // Start-up collects, compiles and switches too, and is counted by itself.
    const before = startUp === undefined ? 0 : (meanOf(baseline, read) ?? 0);
    return value === undefined ? undefined : Math.max(0, value - before);
  };
  const taking = (read: (run: RunRecord) => Seconds | undefined): Joules | undefined => {
    const seconds = beyond(read);
    return seconds === undefined || rate === undefined ? undefined : seconds * rate;
  };
  const ofSystem = taking(systemSeconds);
  const switches = beyond(({ threads }) => threads?.switches);
  const switching =
    switches === undefined || switchCost === undefined || rate === undefined || ofSystem === undefined
      ? undefined
      : // Switching is the system's work: what is more was the calibration's.
        Math.min(ofSystem, switches * switchCost * rate);
  const collecting = collectionsOf(taking);
  const compiling = compilationOf(taking);
  const startUpEnergy = startUp?.headline.energy;
  const kernel = ofSystem === undefined ? undefined : ofSystem - (switching ?? 0);
  const others = {
    garbageCollection: collecting.energy,
    threadSwitching: switching,
    startUp: startUpEnergy,
  };
  const leftBeside = (compilation: Joules | undefined): Joules =>
    above - runtimeEnergy({ ...others, compilation }) - (kernel ?? 0);
  // What took long need not have taken processors: then nothing can be said of it.
  const isTooLong = compiling.isElapsed && leftBeside(compiling.energy) <= 0;
  const compilation = isTooLong ? undefined : compiling.energy;
  return {
    total: above + idle,
    idle,
    runtime: { ...others, compilation },
    kernel,
    left: leftBeside(compilation),
    leftVariance: varianceOf(energy) + (startUp === undefined ? 0 : varianceOf(startUp)),
    notes: [
      ...(startUpEnergy === undefined ? ['start-up is not told apart, and lies within the lines'] : []),
      ...collecting.notes,
      ...(isTooLong
        ? [
            'compilation is not told apart: the JVM says only how long it took, which is more than the processor time that is left',
          ]
        : compiling.notes),
      describeSwitching(switches, switching === undefined ? undefined : switchCost),
      ...describeUnseen(counting),
    ],
  };
}

/** Energy of processor time beyond start-up's. */
type Taking = (read: (run: RunRecord) => Seconds | undefined) => Joules | undefined;

interface Part {
  readonly energy: Joules | undefined;
  readonly notes: readonly string[];
}

/** The best that is known first. */
function collectionsOf(taking: Taking): Part {
  const energy =
    taking(({ java }) => java?.collections.cpu) ??
    taking(({ threads }) => (threads?.collectors === undefined ? undefined : cpuSeconds(threads.collectors)));
  if (energy !== undefined) return { energy, notes: [] };
  const paused = taking(({ java }) => java?.collections.paused);
  return paused === undefined
    ? { energy: undefined, notes: ['collections are not told apart, and lie within the lines'] }
    : {
        energy: paused,
        notes: [
          'collections: the time for which the program was paused, on one processor; what its collectors used is not known',
        ],
      };
}

/** `isElapsed`: by the clock, which is more where other threads had the processors. */
function compilationOf(taking: Taking): Part & { readonly isElapsed: boolean } {
  const energy = taking(({ threads }) =>
    threads?.compilers === undefined ? undefined : cpuSeconds(threads.compilers),
  );
  if (energy !== undefined) return { energy, isElapsed: false, notes: [] };
  const elapsed = taking(({ java }) => java?.compiling);
  const note =
    elapsed === undefined
      ? 'compilation is not told apart, and lies within the lines'
      : 'compilation: the time that it took, which is more than its processor time where processors are busy';
  return { energy: elapsed, isElapsed: elapsed !== undefined, notes: [note] };
}

/** Of the operating system on the program's behalf; what it did for the JVM's own threads is theirs. */
function systemSeconds({ cpu, threads }: RunRecord): Seconds | undefined {
  if (cpu === undefined) return undefined;
  const ofJvm = (threads?.compilers?.system ?? 0) + (threads?.collectors?.system ?? 0);
  return Math.max(0, cpu.system - ofJvm);
}

function describeSwitching(switches: number | undefined, cost: Seconds | undefined): string {
  if (switches === undefined)
    return 'thread switching is not told apart: it lies within what is not attributed';
  const times = `${Math.round(switches).toLocaleString('en')} times a run`;
  return cost === undefined
    ? `thread switching (${times}) is not told apart: it lies within what is not attributed`
    : `thread switching: ${times}, at ${(cost * 1e6).toFixed(1)} µs of processor time, as two threads that took turns on this machine`;
}

/** Less than this is the threads' last moments. */
const SEEN: Share = 0.95;

/** What threads did that came and went between two looks is in no part of the JVM's. */
function describeUnseen(runs: readonly RunRecord[]): readonly string[] {
  const seen = meanOf(runs, ({ threads }) => threads?.seen);
  const all = meanOf(runs, ({ cpu }) => (cpu === undefined ? undefined : cpuSeconds(cpu)));
  if (seen === undefined || all === undefined || all === 0 || seen / all >= SEEN) return [];
  return [
    `of the processor time ${Math.round((1 - seen / all) * 100)} % was not seen by thread, as in last moments: compilation, collections and switches in it are not told apart`,
  ];
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
