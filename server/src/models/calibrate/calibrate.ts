/**
 * Measures this machine: tunes, counts and measures generated benchmarks, in
 * cycles of random order.
 *
 * Sits in `models/`, wiring `models/calibrate/` to `runs/`. The protocol is
 * that of the probabilistic energy profiler, section 3.1.2: a collection before
 * each measurement, ten cycles, the order of a cycle random (split plot). What
 * was measured is written down at once, and what is written down is not
 * measured again.
 */
import { at, withDefined } from '../../base/check';
import type { Benchmark } from './benchmark';
import {
  runLine,
  type HarnessRun,
  ENDED,
  type HarnessSession,
  tune,
  clockOffset,
  idleWindow,
  askForSamples,
} from './harness-lines';
import type {
  BenchmarkCounts,
  CalibrationSetup,
  CalibrationJournal,
  JournalEntry,
  BenchmarkMeasurement,
} from './journal';
import { furtherBenchmarks } from './further-patterns';
import { HARNESS_SOURCES } from './harness-source';
import { libraryBenchmarks } from './library-benchmarks';
import { baselineBenchmark, patternBenchmarks } from './patterns';
import { randomBenchmarks } from './random-statement';
import { createRandom, shuffledIndices } from '../solve/random';
import { SYNCHRONIZATION_CHIPS, type LoadPattern } from '../../power/find-pattern';
import { energyAbove, integratePower } from '../../power/integrate-power';
import { MeterError, type MeterOrProxy, startMeter } from '../../power/meter';
import type { PowerTrace, TimeWindow } from '../../power/power-trace';
import type { Joules, Seconds, Watts } from '../../base/units';
import { groupBy } from '../../base/groups';
import { hashText } from '../../base/hash';

/** File names and texts. */
export function harnessSources(): readonly (readonly [string, string])[] {
  return [...HARNESS_SOURCES];
}

/** The benchmarks that a calibration measures; evaluated on is something else. */
export function listBenchmarks(programs: number, seed: number): readonly Benchmark[] {
  return [
    baselineBenchmark(),
    ...patternBenchmarks(),
    ...furtherBenchmarks(),
    ...libraryBenchmarks(),
    ...randomBenchmarks(programs, seed),
  ];
}

/** The hash of all the texts that measurements depend on: the harness and the benchmarks. */
export function hashBenchmarks(benchmarks: readonly Benchmark[]): string {
  const texts = [
    ...HARNESS_SOURCES,
    ...benchmarks.map(({ name, source, rounds = '' }) => [name, `${String(source)}${rounds}`] as const),
  ];
  return hashText(texts.map(([name, text]) => `${name}\n${text}`).join('\n'));
}

export interface CalibrationProgress {
  readonly phase: 'tune' | 'count' | 'measure';
  readonly cycle: number;
  readonly cycles: number;
  readonly done: number;
  readonly all: number;
  readonly secondsLeft?: Seconds;
}

export interface CalibrationHost {
  readonly startHarness: () => Promise<HarnessSession>;
  /** Executes the lines once, with counters. */
  readonly count: (lines: readonly string[]) => Promise<BenchmarkCounts>;
  readonly append: (entry: JournalEntry) => void;
  readonly now: () => Seconds;
  readonly workPattern: (chips: readonly number[], chip: Seconds) => Promise<LoadPattern | undefined>;
  readonly canceled: AbortSignal;
  readonly onProgress: (progress: CalibrationProgress) => void;
}

export interface CalibrationRequest {
  readonly benchmarks: readonly Benchmark[];
  readonly setup: CalibrationSetup;
  readonly cycles: number;
  /** The rounds of each benchmark when it is counted; absent where they are those of its measurements. */
  readonly countedRounds?: number;
  readonly meter: MeterOrProxy;
  /** The journal of what earlier runs of this calibration found. */
  readonly journal: CalibrationJournal;
}

export interface CalibrationOutcome {
  readonly journal: CalibrationJournal;
  /** All cycles of all benchmarks that can be measured. */
  readonly isComplete: boolean;
  readonly problems: readonly string[];
}

/** Measurements that one JVM and one recording of a meter serve. */
const BATCH = 120;

/** Measures the benchmarks; never throws for what programs and meters do. */
export async function measureBenchmarks(
  request: CalibrationRequest,
  host: CalibrationHost,
): Promise<CalibrationOutcome> {
  return await new Calibration(request, host).measure();
}

/** The part of a batch that ran in one JVM. */
interface BatchRuns {
  /** The number of benchmarks that are done with. */
  readonly done: number;
  /** The runs whose energies are still to be read from the meter. */
  readonly runs: readonly HarnessRun[];
}

/** A calibration under way: what is known so far, and the stages that add to it. */
class Calibration {
  private readonly request: CalibrationRequest;
  private readonly host: CalibrationHost;
  private readonly rounds: Map<string, number>;
  private readonly failures: Map<string, string>;
  private readonly measurements: BenchmarkMeasurement[];
  private counts: BenchmarkCounts | undefined;
  private readonly problems: string[] = [];
  /** The benchmarks that ran when a JVM ended. */
  private readonly suspects = new Set<string>();
  private started: Seconds = 0;
  private measuredNow = 0;

  constructor(request: CalibrationRequest, host: CalibrationHost) {
    this.request = request;
    this.host = host;
    this.rounds = new Map(request.journal.rounds);
    this.failures = new Map(request.journal.failures);
    this.measurements = [...request.journal.measurements];
    this.counts = request.journal.counts;
  }

  async measure(): Promise<CalibrationOutcome> {
    const { host, rounds, failures, measurements, problems } = this;
    const { cycles, setup } = this.request;
    await this.tuneAll();
    if (this.counts === undefined && !this.isCanceled()) await this.countAll();
    this.started = host.now();
    for (let cycle = 1; cycle <= cycles && !this.isCanceled(); cycle++) await this.measureCycle(cycle);
    const { counts } = this;
    return {
      journal: { setup, rounds, ...withDefined({ counts }), measurements, failures },
      isComplete: counts !== undefined && this.hasAllCycles(),
      problems,
    };
  }

  private isCanceled(): boolean {
    return this.host.canceled.aborted;
  }

  private note(entry: JournalEntry): void {
    if (entry.kind === 'failed') this.failures.set(entry.name, entry.message);
    if (entry.kind === 'rounds') this.rounds.set(entry.name, entry.rounds);
    if (entry.kind === 'ran') this.measurements.push(entry);
    this.host.append(entry);
  }

  private listAble(): readonly Benchmark[] {
    return this.request.benchmarks.filter((each) => this.isAble(each));
  }

  private isAble({ name }: Benchmark): boolean {
    return !this.failures.has(name);
  }

  private hasAllCycles(): boolean {
    const cycles = Array.from({ length: this.request.cycles }, (_, index) => this.namesDone(index + 1));
    return this.listAble().every(({ name }) => cycles.every((done) => done.has(name)));
  }

  private get samples(): number {
    return this.request.setup.samples ?? 1;
  }

  /** The benchmarks that have all their samples of a cycle. */
  private namesDone(cycle: number): ReadonlySet<string> {
    const own = this.measurements.filter((each) => each.cycle === cycle);
    const byName = groupBy(own, ({ name }) => name);
    return new Set([...byName].flatMap(([name, all]) => (all.length >= this.samples ? [name] : [])));
  }

  /** Finds rounds that take long enough by trying fewer. */
  private async tuneAll(): Promise<void> {
    const {
      host,
      rounds,
      request: { benchmarks, cycles, setup },
    } = this;
    const left = benchmarks.filter((each) => this.isAble(each) && !rounds.has(each.name));
    let session: HarnessSession | undefined;
    for (const [index, { name, rounds: given }] of left.entries()) {
      if (this.isCanceled()) break;
      if (given !== undefined) {
        this.note({ kind: 'rounds', name, rounds: given });
        continue;
      }
      if (index % 10 === 0)
        host.onProgress({ phase: 'tune', cycle: 0, cycles, done: index, all: left.length });
      session ??= await host.startHarness();
      const tuned = await tune(session, name, setup.secondsEach);
      if (typeof tuned === 'number') this.note({ kind: 'rounds', name, rounds: tuned });
      else if (!this.isCanceled()) this.note({ kind: 'failed', name, message: tuned });
      if (tuned === ENDED) {
        await session.close();
        session = undefined;
      }
    }
    await session?.close();
  }

  /** Executes all benchmarks once, with counters. */
  private async countAll(): Promise<void> {
    const { benchmarks, cycles, countedRounds } = this.request;
    this.host.onProgress({ phase: 'count', cycle: 0, cycles, done: 0, all: benchmarks.length });
    const lines = this.listAble().map(({ name }) =>
      runLine(name, countedRounds ?? this.rounds.get(name) ?? 1),
    );
    const counts = { ...(await this.host.count(lines)), ...withDefined({ rounds: countedRounds }) };
    this.counts = counts;
    this.note({ kind: 'counts', ...counts });
  }

  private async measureCycle(cycle: number): Promise<void> {
    const { benchmarks, setup } = this.request;
    const done = this.namesDone(cycle);
    // The order of a cycle is the same however often it is taken up again.
    const order = shuffledIndices(benchmarks.length, createRandom(setup.seed * 7919 + cycle));
    const left = order
      .map((index) => at(benchmarks, index))
      .filter((each) => !done.has(each.name) && this.isAble(each))
      .map(({ name }) => name);
    for (let start = 0; start < left.length && !this.isCanceled();)
      start += await this.measureBatch(cycle, left.slice(start, start + BATCH));
  }

  /**
   * Measures a batch, and gives the number of benchmarks that are done with: fewer than all where the JVM ended
   * before.
   */
  private async measureBatch(cycle: number, names: readonly string[]): Promise<number> {
    const { host, problems } = this;
    const { meter } = this.request;
    const recording = await startMeter(meter);
    if (recording instanceof MeterError) {
      problems.push(recording.message);
      return names.length;
    }
    const patterns: LoadPattern[] = [];
    if (meter.kind === 'meter') await this.synchronize(meter.patternChip, patterns, SYNCHRONIZATION_CHIPS);
    const session = await host.startHarness();
    const offset = await clockOffset(session, () => host.now());
    const idle = meter.kind === 'meter' ? await idleWindow(session, offset) : undefined;
    const { done, runs } = await this.runBatch(session, cycle, names);
    await session.close();
    if (recording === undefined) return done;
    if (meter.kind === 'meter')
      await this.synchronize(meter.patternChip, patterns, [...SYNCHRONIZATION_CHIPS].reverse());
    const power = await recording.stop(patterns);
    problems.push(...power.problems);
    const traces = power.traces.filter(({ inTotal }) => inTotal);
    let uncovered = 0;
    for (const run of runs) {
      const energy = energyIn(traces, { start: run.start + offset, end: run.end + offset }, idle);
      if (energy === undefined) uncovered++;
      else this.note(toEntry(cycle, run, energy));
    }
    if (uncovered > 0)
      problems.push(
        `${uncovered} measurements of cycle ${cycle} were not seen by the meter, and are missing`,
      );
    return done;
  }

  /** Runs the benchmarks one after the other, until the JVM ends or the user cancels. */
  private async runBatch(
    session: HarnessSession,
    cycle: number,
    names: readonly string[],
  ): Promise<BatchRuns> {
    const { meter } = this.request;
    const runs: HarnessRun[] = [];
    for (const [index, name] of names.entries()) {
      if (this.isCanceled()) break;
      this.reportProgress(cycle);
      const plot = await askForSamples(session, name, this.rounds.get(name) ?? 1, this.samples);
      if (plot === undefined) {
        if (this.isCanceled()) break;
        return { done: this.endedWhile(name) ? index + 1 : index, runs };
      }
      if ('failure' in plot) this.note({ kind: 'failed', name, message: plot.failure });
      else {
        this.measuredNow += this.samples;
        if (meter.kind === 'meter') runs.push(...plot.runs);
        else for (const run of plot.runs) this.note(toEntry(cycle, run, run.cpu * meter.watts));
      }
    }
    return { done: names.length, runs };
  }

  /**
   * Tells whether the benchmark is to be left out: it is tried once more after the first time, since something else
   * may have killed the JVM.
   */
  private endedWhile(name: string): boolean {
    if (this.suspects.has(name)) {
      this.note({ kind: 'failed', name, message: ENDED });
      return true;
    }
    this.suspects.add(name);
    this.problems.push(`the JVM ended while ${name} ran; it is tried once more, in a new one`);
    return false;
  }

  private async synchronize(
    chip: Seconds | undefined,
    patterns: LoadPattern[],
    chips: readonly number[],
  ): Promise<void> {
    const pattern = chip === undefined ? undefined : await this.host.workPattern(chips, chip);
    if (pattern !== undefined) patterns.push(pattern);
  }

  private reportProgress(cycle: number): void {
    const {
      host,
      measurements,
      measuredNow,
      started,
      request: { cycles },
    } = this;
    if (measuredNow % 10 !== 0) return;
    const all = this.listAble().length * cycles * this.samples;
    const left = all - measurements.length;
    const each = measuredNow === 0 ? undefined : (host.now() - started) / measuredNow;
    host.onProgress({
      phase: 'measure',
      cycle,
      cycles,
      done: measurements.length,
      all,
      ...withDefined({ secondsLeft: each && left * each }),
    });
  }
}

/** The energy of a window above idle; undefined where the meter did not see all of it. */
function energyIn(
  traces: readonly PowerTrace[],
  window: TimeWindow,
  idle: TimeWindow | undefined,
): Joules | undefined {
  const parts = traces.map((trace) => ({ trace, whole: integratePower(trace, window) }));
  const energy = parts.reduce((sum, { trace, whole }) => sum + energyAbove(idlePower(trace, idle), whole), 0);
  const isCovered = traces.length > 0 && parts.every(({ whole }) => whole.gaps.length === 0);
  return isCovered ? energy : undefined;
}

function idlePower(trace: PowerTrace, idle: TimeWindow | undefined): Watts {
  if (idle === undefined) return 0;
  const { energy, covered } = integratePower(trace, idle);
  return covered > 0 ? energy / covered : 0;
}

function toEntry(cycle: number, run: HarnessRun, energy: Joules): JournalEntry & { readonly kind: 'ran' } {
  const { name, rounds, cpu, processCpu, collections, start, end } = run;
  return {
    kind: 'ran',
    cycle,
    name,
    rounds,
    energy,
    seconds: end - start,
    cpu,
    ...withDefined({ processCpu }),
    collections,
  };
}
