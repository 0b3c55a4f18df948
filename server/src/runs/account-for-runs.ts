/**
 * Divides what measured runs took: the program's own work, start-up, garbage collections, compilation, the
 * operating system and idling.
 *
 * Sits in `runs/`, under the account of a measured profile. The energy of a part is its processor
 * time at the average energy of a second, because no meter tells threads apart. The processor time of the
 * JVM's own threads is observed while they live. If that is not possible, the JVM's own report of how long
 * it collected and compiled stands in, which is a different figure.
 */
import { counted } from '../base/counted';
import type { Joules, JoulesSquared, Seconds, Share } from '../base/units';
import { RESIDUE, runtimeEnergy, type RuntimeEnergy } from './energy-account';
import type { MeasurementRecord, RunRecord } from './measurement-record';
import { cpuSeconds } from './program-run';
import { countedShareOf, type SampledWork } from './sampled-work';
import { energyOfRun, varianceOfMean } from './summarize-runs';

export interface RunParts {
  /** The energy of a run, idling included. */
  readonly total: Joules;
  readonly idle: Joules;
  readonly runtime: RuntimeEnergy;
  /** The thread switches that {@link runtime} is about; undefined if nothing counted them. */
  readonly switches: number | undefined;
  /** The operating system's work for the program: memory, input and output. */
  readonly kernel: Joules | undefined;
  /** Code that is not counted; undefined if nothing tells it apart. */
  readonly uncounted: Joules | undefined;
  /** The energy of a second that samples give to code that is not counted; 0 if nothing tells it apart. */
  readonly perSampledSecond: Joules;
  /** The deviation of all measured work, relative to it. */
  readonly workDeviation: Share;
  /** The energy of the counted code, with what it calls of the JDK; below 0 if it is lost in the noise of the rest. */
  readonly left: Joules;
  readonly leftVariance: JoulesSquared;
  /** Sentences that say what could not be told apart. */
  readonly notes: readonly string[];
}

/** Undefined if no run counts. */
export function accountForRuns(record: MeasurementRecord): RunParts | undefined {
  const { energy, startUp, source, switchCost, sampled } = record;
  if (energy === undefined) return undefined;
  const counting = countingOf(record.runs);
  const baseline = startUp === undefined ? [] : countingOf(record.baseline);
  const above = energyOfRun(energy).energy;
  const idle = source.isProxy
    ? 0
    : (meanOf(counting, ({ total, energy: own }) => differenceOf(total, own)) ?? 0);
  const rate = energyPerCpuSecond(counting);
  const beyond = (read: (run: RunRecord) => number | undefined): number | undefined => {
    const value = meanOf(counting, read);
    // Start-up also collects, compiles and switches; all of that counts as start-up.
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
  const startUpEnergy = startUp && energyOfRun(startUp).energy;
  const kernel = ofSystem === undefined ? undefined : ofSystem - (switching ?? 0);
  const others = {
    garbageCollection: collecting.energy,
    threadSwitching: switching,
    startUp: startUpEnergy,
  };
  const leftBeside = (compilation: Joules | undefined): Joules =>
    above - runtimeEnergy({ ...others, compilation }) - (kernel ?? 0);
  // A long wait need not have taken processors: then nothing can be said of it.
  const isTooLong = compiling.isElapsed && leftBeside(compiling.energy) <= 0;
  const compilation = isTooLong ? undefined : compiling.energy;
  const rest = leftBeside(compilation);
  const work = Math.abs(rest) <= RESIDUE * above ? 0 : rest;
  const variance = varianceOfMean(energy) + (startUp === undefined ? 0 : varianceOfMean(startUp));
  const counted = sampled && countedShareOf(sampled, startUp === undefined);
  const uncounted = counted && Math.max(0, work) * (1 - counted.share);
  const perSampledSecond =
    uncounted === undefined || sampled === undefined || sampled.uncounted === 0
      ? 0
      : uncounted / (sampled.uncounted + (startUp === undefined ? sampled.start : 0));
  return {
    total: above + idle,
    idle,
    runtime: { ...others, compilation },
    switches,
    kernel,
    uncounted,
    perSampledSecond,
    workDeviation: work > 0 ? Math.sqrt(variance) / work : 0,
    left: work - (uncounted ?? 0),
    leftVariance:
      counted === undefined ? variance : counted.share ** 2 * variance + (work * counted.deviation) ** 2,
    notes: [
      // The last lines of a failed run follow its reason.
      ...record.problems.map((problem) => problem.replace(/\n[^]*/, '')),
      ...(startUpEnergy === undefined
        ? [
            `start-up is not told apart, and lies within ${counted === undefined ? 'the lines' : 'what is not counted'}`,
          ]
        : []),
      ...collecting.notes,
      ...(isTooLong
        ? [
            'compilation is not told apart: the JVM says only how long it took, which is more than the processor time that is left',
          ]
        : compiling.notes),
      describeSwitching(switches, switching === undefined || switches === undefined ? undefined : switching),
      ...describeUnseen(counting),
      ...describeUncounted(sampled, perSampledSecond),
    ],
  };
}

/** The energy of processor time beyond start-up's. */
type Taking = (read: (run: RunRecord) => Seconds | undefined) => Joules | undefined;

interface RunsPart {
  readonly energy: Joules | undefined;
  readonly notes: readonly string[];
}

/** The most exact figure that is known comes first. */
function collectionsOf(taking: Taking): RunsPart {
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

/** `isElapsed` marks time by the clock, which is too high if other threads had the processors. */
function compilationOf(taking: Taking): RunsPart & { readonly isElapsed: boolean } {
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

/** The operating system's time for the program; its time for the JVM's own threads is left to those. */
function systemSeconds({ cpu, threads }: RunRecord): Seconds | undefined {
  if (cpu === undefined) return undefined;
  const ofJvm = (threads?.compilers?.system ?? 0) + (threads?.collectors?.system ?? 0);
  return Math.max(0, cpu.system - ofJvm);
}

function describeSwitching(switches: number | undefined, energy: Joules | undefined): string {
  if (switches === undefined)
    return 'thread switching is not told apart: it lies within what is not attributed';
  const times = `${counted(Math.round(switches), 'time')} a run`;
  return energy === undefined
    ? `thread switching (${times}) is not told apart: it lies within what is not attributed`
    : `thread switching: ${times}, ${switches > 0 && energy > 0 ? `${Number(((energy / switches) * 1e6).toPrecision(3))} µJ each, ` : ''}as two threads that took turns on this machine`;
}

/** A smaller missing share is only the threads' last moments. */
const SEEN: Share = 0.95;

/** Threads that came and went between two looks are in no part of the JVM's. */
function describeUnseen(runs: readonly RunRecord[]): readonly string[] {
  const seen = meanOf(runs, ({ threads }) => threads?.seen);
  const all = meanOf(runs, ({ cpu }) => (cpu === undefined ? undefined : cpuSeconds(cpu)));
  if (seen === undefined || all === undefined || all === 0 || seen / all >= SEEN) return [];
  return [
    `of the processor time ${Math.round((1 - seen / all) * 100)} % was not seen by thread, as in last moments: compilation, collections and switches in it are not told apart`,
  ];
}

/** Less than this share of the code that is not counted has no name in a note. */
const LEAST_NAMED: Share = 0.001;

function describeUncounted(sampled: SampledWork | undefined, perSecond: Joules): readonly string[] {
  if (sampled === undefined) return ['code that is not counted is not told apart, and lies within the lines'];
  const { largest, unknown, counted, uncounted, samples } = sampled;
  if (samples === 0)
    return [
      'code that is not counted is not told apart: the run that shows it failed, or was shorter than a tick of the clock. Give the program more to do',
    ];
  // What would be shown as next to nothing is in the sum.
  const names = largest.flatMap(({ name, seconds }) =>
    perSecond > 0 && seconds >= LEAST_NAMED * uncounted
      ? [`${name.replaceAll('$', '.')} ${(seconds * perSecond).toPrecision(3)} J`]
      : [],
  );
  return [
    ...(names.length === 0
      ? []
      : [`code that was not counted, by the stacks of further runs: ${names.join(', ')}`]),
    ...(unknown > 0
      ? [
          `virtual threads took ${((100 * unknown) / (counted + uncounted + unknown)).toFixed(0)} % of its time; they are taken to divide it as the others do`,
        ]
      : []),
  ];
}

function countingOf(runs: readonly RunRecord[]): readonly RunRecord[] {
  return runs.filter(({ setAside }) => setAside === undefined);
}

function energyPerCpuSecond(runs: readonly RunRecord[]): number | undefined {
  const cpu = runs.reduce((sum, run) => sum + (run.cpu === undefined ? NaN : cpuSeconds(run.cpu)), 0);
  const energy = runs.reduce((sum, run) => sum + (run.energy ?? NaN), 0);
  return cpu > 0 && Number.isFinite(energy) ? energy / cpu : undefined;
}

/** Undefined unless all runs have the value. */
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
