/**
 * Turns runs and recorded power into energies: which runs count, what each took above idle, and what the
 * series says.
 *
 * Sits in `runs/`. After "Fine-grained energy modeling" (Li and Gallagher), section 5.1: each run is
 * paired with an idle stretch of the same length, whose power is subtracted. A run that cannot be compared
 * with the others is set aside with its reason, and kept.
 */
import { withDefined } from '../base/check';
import type { Joules, Seconds, Watts } from '../base/units';
import { coverageOf, energyAbove, integratePower, type WindowEnergy } from '../power/integrate-power';
import type { MeterOrProxy, RecordedPower } from '../power/meter';
import type { PowerTrace, TimeWindow } from '../power/power-trace';
import { describeFailedEnd, isGoodEnd } from './failed-run';
import { CLOCK_TICK, describeUnlikeRuns, findOddRuns } from './odd-runs';
import {
  cpuSeconds,
  type JavaRun,
  type ProgramRun,
  type MachineState,
  roundsOf,
  secondsOfRound,
} from './program-run';
import type { SampledWork } from './sampled-work';
import { countRuns, summarizeRuns, type RunSummary } from './summarize-runs';

export interface RecordedRuns {
  readonly meter: MeterOrProxy;
  readonly requested: number;
  readonly runs: readonly RecordedRun[];
  /** The runs of a `main` that does nothing. */
  readonly baseline: readonly RecordedRun[];
  /** Absent if CPU time stands in for a meter. */
  readonly power?: RecordedPower;
  readonly machine: MachineState;
  /** The processors of program and sampler, for people. */
  readonly cores: string;
  /** The processor time of one thread switch; absent if it is not known, or if nothing was switched. */
  readonly switchCost?: Seconds;
  /** The reason for fewer runs than requested. */
  readonly fewer?: string;
  readonly inTurn?: TurnsTaken;
  readonly problems: readonly string[];
}

/** The place of a program whose runs were made in turn with those of others. Runs of one index in one series are of one round. */
export interface TurnsTaken {
  /** The start of the series, by the clock of its runs: all programs of a series share it, and no others do. */
  readonly series: Seconds;
  /** The number of this program, from 1. */
  readonly place: number;
  readonly programs: number;
}

export interface RecordedRun {
  readonly run: ProgramRun;
  /** The idle stretch that belongs to the run. */
  readonly idle?: TimeWindow;
}

export interface MeasuredRuns {
  readonly source: {
    readonly name: MeterOrProxy['name'];
    readonly description: string;
    /** True if CPU time stands in for a meter: every view that shows these energies must say so. */
    readonly isProxy: boolean;
    /** A sentence on how the meter's clock and ours were aligned. */
    readonly clock?: string;
  };
  readonly requested: number;
  readonly fewer?: string;
  /** Absent if the program was measured alone. */
  readonly inTurn?: TurnsTaken;
  /** The runs in their order, including those that were set aside. */
  readonly runs: readonly MeasuredRun[];
  readonly baseline: readonly MeasuredRun[];
  /** The energy above idle; absent if no run counts. */
  readonly energy?: RunSummary;
  /** The energy of starting a JVM that does nothing. */
  readonly startUp?: RunSummary;
  readonly channels: readonly ChannelEnergy[];
  /** The mean power of the idle machine; absent for a proxy, which has none. */
  readonly idlePower?: Watts;
  /** The code that the time of one more run went to; absent if that is not known. */
  readonly sampled?: SampledWork;
  readonly seconds?: TimeSummary;
  readonly java?: JavaSummary;
  /** The processor time of one thread switch, measured by two threads that take turns. */
  readonly switchCost?: Seconds;
  readonly machine: MachineState;
  readonly cores: string;
  readonly problems: readonly string[];
}

/** A session; its energies are those of one round of its program. */
export interface MeasuredRun {
  readonly run: ProgramRun;
  /** The energy above idle; absent if it could not be metered. */
  readonly energy?: Joules;
  /** The energy with idle. */
  readonly total?: Joules;
  readonly byChannel: ReadonlyMap<string, Joules>;
  /** The reason for which it does not count. */
  readonly setAside?: string;
}

export interface ChannelEnergy {
  readonly channel: string;
  readonly inTotal: boolean;
  readonly energy?: RunSummary;
}

export interface TimeSummary {
  readonly minimum: Seconds;
  readonly median: Seconds;
}

/** Means over the runs that count. */
export interface JavaSummary {
  readonly mode: string;
  readonly pauses: number;
  readonly paused: Seconds;
  readonly collectorCpu?: Seconds;
  readonly compiling?: Seconds;
}

/** A meter that saw less of a run did not measure it. */
const LEAST_COVERAGE = 0.99;

export function evaluateRuns(recorded: RecordedRuns): MeasuredRuns {
  const { meter, power, requested, fewer, inTurn, switchCost, machine, cores } = recorded;
  const isProxy = meter.kind === 'cpu-time';
  const metered = isProxy
    ? undefined
    : createReading(power?.traces ?? [], [...recorded.runs, ...recorded.baseline]);
  const measure = (entry: RecordedRun): MeasuredRun => {
    const { run } = entry;
    const reading = meter.kind === 'cpu-time' ? readCpuTime(run, meter.watts) : metered?.read(entry);
    const doubt = whyNotComparable(run) ?? reading?.problem;
    return {
      run,
      byChannel: reading?.byChannel ?? new Map(),
      ...(reading?.energy === undefined ? {} : { energy: reading.energy }),
      ...(reading?.total === undefined ? {} : { total: reading.total }),
      ...withDefined({ setAside: doubt }),
    };
  };
  const read = { runs: recorded.runs.map(measure), baseline: recorded.baseline.map(measure) };
  const runs = setOddAside(read.runs, isProxy);
  const baseline = setOddAside(read.baseline, isProxy);
  const counting = runs.filter(({ setAside }) => setAside === undefined);
  const rounds = Math.min(...counting.map(({ run }) => roundsOf(run)), ...(counting.length === 0 ? [1] : []));
  const tick = meter.kind === 'cpu-time' ? (CLOCK_TICK * meter.watts) / rounds : undefined;
  const energy = summarizeRuns(energiesOf(runs), isProxy, undefined, tick);
  const startUp = summarizeRuns(energiesOf(baseline), isProxy, undefined, tick);
  const java = summarizeJava(counting.flatMap(({ run }) => run.java ?? []));
  const seconds = summarizeTimes(counting.map(({ run }) => secondsOfRound(run)));
  return {
    source: {
      name: meter.name,
      description: meter.description,
      isProxy,
      ...(power === undefined ? {} : { clock: power.clock }),
    },
    requested,
    ...withDefined({ fewer, inTurn }),
    runs,
    baseline,
    ...withDefined({ energy, startUp }),
    channels: (power?.traces ?? []).map((trace) => summarizeChannel(trace, counting)),
    ...(metered?.idlePower === undefined ? {} : { idlePower: metered.idlePower }),
    ...withDefined({ seconds, java, switchCost }),
    machine,
    cores,
    problems: [
      ...recorded.problems,
      ...(power?.problems ?? []),
      ...describeDoubts(runs, metered),
      ...describeUnlikeRuns(
        runs.map((run) => lengthOf(run, isProxy)),
        isProxy,
      ),
      // Without any run of the program that counts, start-up is no part of anything.
      ...(counting.length === 0 ? [] : describeFailedStart(baseline)),
    ],
  };
}

/** Sets aside what {@link findOddRuns} finds among the runs that count. */
function setOddAside(runs: readonly MeasuredRun[], isProxy: boolean): readonly MeasuredRun[] {
  const found = findOddRuns(
    runs.map((run) => lengthOf(run, isProxy)),
    isProxy,
  );
  return runs.map((run, index) => ({ ...run, ...withDefined({ setAside: run.setAside ?? found[index] }) }));
}

/** The time that the energy of a session goes with, if it counts: by the clock, or of processors if these stand in for a meter. */
function lengthOf({ run, setAside }: MeasuredRun, isProxy: boolean): Seconds | undefined {
  const { cpu, window } = run;
  if (setAside !== undefined) return undefined;
  return isProxy ? cpu && cpuSeconds(cpu) * roundsOf(run) : window.end - window.start;
}

/** Says why start-up is not told apart, or is known of fewer runs. */
function describeFailedStart(baseline: readonly MeasuredRun[]): readonly string[] {
  const failed = baseline.find(({ setAside }) => setAside !== undefined);
  if (failed?.setAside === undefined || failed.run.end.kind === 'canceled') return [];
  const counting = baseline.filter(({ setAside }) => setAside === undefined).length;
  const known =
    counting === 0 ? 'start-up is not told apart' : `start-up is known of ${countRuns(counting)} only`;
  const { lastLines = [] } = failed.run;
  return [
    [
      `${known}: a run of the main that does nothing is set aside: ${failed.setAside}. The program's own runs count. Try its JVM options with an empty main`,
      ...lastLines,
    ].join('\n  '),
  ];
}

interface Reading {
  readonly energy?: Joules;
  readonly total?: Joules;
  readonly byChannel: ReadonlyMap<string, Joules>;
  readonly problem?: string;
}

function readCpuTime({ cpu }: ProgramRun, watts: Watts): Reading {
  if (cpu === undefined)
    return { byChannel: new Map(), problem: 'its CPU time is not known on this platform' };
  const energy = cpuSeconds(cpu) * watts;
  return { energy, total: energy, byChannel: new Map() };
}

interface MeterReading {
  /** The mean power of all idle stretches; absent if there was none. */
  readonly idlePower?: Watts;
  readonly read: (entry: RecordedRun) => Reading;
}

function createReading(traces: readonly PowerTrace[], entries: readonly RecordedRun[]): MeterReading {
  const counted = traces.filter(({ inTotal }) => inTotal);
  const idleOf = (trace: PowerTrace, { idle }: RecordedRun): WindowEnergy | undefined => {
    const energy = idle === undefined ? undefined : integratePower(trace, idle);
    return energy !== undefined && coverageOf(energy) >= LEAST_COVERAGE ? energy : undefined;
  };
  const idlePowers = new Map(
    traces.map((trace) => {
      const known = entries.map((entry) => idleOf(trace, entry)).filter((energy) => energy !== undefined);
      const energy = known.reduce((sum, one) => sum + one.energy, 0);
      const covered = known.reduce((sum, one) => sum + one.covered, 0);
      return [trace, covered > 0 ? energy / covered : undefined];
    }),
  );
  const known = counted.map((trace) => idlePowers.get(trace)).filter((power) => power !== undefined);
  const isKnown = known.length > 0 && known.length === counted.length;
  return {
    ...(isKnown ? { idlePower: known.reduce((sum, power) => sum + power, 0) } : {}),
    read: (entry) => {
      if (counted.length === 0) return { byChannel: new Map(), problem: 'there are no readings of power' };
      const windows = traces.map((trace) => ({ trace, energy: integratePower(trace, entry.run.window) }));
      const rounds = roundsOf(entry.run);
      const byChannel = new Map<string, Joules>();
      let above = 0;
      let whole = 0;
      let leastCovered = 1;
      for (const { trace, energy } of windows) {
        // Each run is paired with its own idle stretch, because the machine's other work changes from run to run.
        const own = idleOf(trace, entry);
        const idle = own === undefined ? idlePowers.get(trace) : own.energy / own.covered;
        const channelAbove = energyAbove(idle ?? 0, energy);
        byChannel.set(trace.channel, channelAbove / rounds);
        if (!trace.inTotal) continue;
        above += channelAbove;
        whole += energy.energy;
        leastCovered = Math.min(leastCovered, coverageOf(energy));
      }
      const isGap = leastCovered < LEAST_COVERAGE;
      return {
        energy: above / rounds,
        total: whole / rounds,
        byChannel,
        ...(isGap
          ? {
              problem: `its meter saw only ${(leastCovered * 100).toFixed(0)} % of it, and gaps are not guessed`,
            }
          : {}),
      };
    },
  };
}

function whyNotComparable(run: ProgramRun): string | undefined {
  if (!isGoodEnd(run.end)) return describeFailedEnd(run.end);
  if (run.slept !== 0)
    return run.slept > 0
      ? `the machine slept for ${run.slept.toFixed(0)} s, or its calendar was set, while it ran`
      : 'the calendar was set back while it ran';
  return undefined;
}

function energiesOf(runs: readonly MeasuredRun[]): readonly Joules[] {
  return runs.flatMap(({ energy, setAside }) =>
    energy === undefined || setAside !== undefined ? [] : [energy],
  );
}

function summarizeChannel({ channel, inTotal }: PowerTrace, counting: readonly MeasuredRun[]): ChannelEnergy {
  const energy = summarizeRuns(
    counting.flatMap(({ byChannel }) => byChannel.get(channel) ?? []),
    false,
  );
  return { channel, inTotal, ...withDefined({ energy }) };
}

function summarizeTimes(times: readonly Seconds[]): TimeSummary | undefined {
  const summary = summarizeRuns(times, false);
  return summary === undefined ? undefined : { minimum: summary.minimum, median: summary.median };
}

function summarizeJava(runs: readonly JavaRun[]): JavaSummary | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const collectorCpu = meanOf(runs.map(({ collections }) => collections.cpu));
  const compiling = meanOf(runs.map((run) => run.compiling));
  return {
    mode: [...new Set(runs.map(({ mode }) => mode))].join('; '),
    pauses: meanOf(runs.map(({ collections }) => collections.pauses)) ?? 0,
    paused: meanOf(runs.map(({ collections }) => collections.paused)) ?? 0,
    ...withDefined({ collectorCpu, compiling }),
  };
}

/** Undefined unless every run has the value. */
function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Runs that are set aside for one reason are named together. */
function describeSetAside(
  numbers: readonly number[],
  { end, lastLines = [] }: ProgramRun,
  why: string,
): string {
  // The first run tells by itself how the program fails; a later one failed where an earlier one did not.
  const wayOut =
    !numbers.includes(1) && !isGoodEnd(end) && end.kind !== 'canceled'
      ? '. The runs before it count. Does it find files or ports that an earlier run left?'
      : '';
  const who = numbers.length === 1 ? 'run' : 'runs';
  const are = numbers.length === 1 ? 'is' : 'are each';
  return [`${who} ${numbers.join(', ')} ${are} set aside: ${why}${wayOut}`, ...lastLines].join('\n  ');
}

function describeDoubts(runs: readonly MeasuredRun[], meter: MeterReading | undefined): readonly string[] {
  const alike = (reason: string): readonly number[] =>
    runs.flatMap(({ setAside }, index) => (setAside === reason ? [index + 1] : []));
  const doubts = runs.flatMap(({ run, setAside }, index) => [
    ...(setAside === undefined || alike(setAside)[0] !== index + 1
      ? []
      : [describeSetAside(alike(setAside), run, setAside)]),
    ...(run.leftRunning === 0
      ? []
      : [
          `run ${index + 1} left ${run.leftRunning === 1 ? 'a process running, which was' : `${run.leftRunning} processes running, which were`} ended`,
        ]),
    ...run.problems.map((problem) => `run ${index + 1}: ${problem}`),
  ]);
  if (meter !== undefined && meter.idlePower === undefined && runs.some(({ energy }) => energy !== undefined))
    doubts.push('no idle time was metered, so the energies hold what the machine takes when it does nothing');
  return doubts;
}
