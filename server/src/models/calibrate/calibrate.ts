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
import type { Benchmark } from './benchmark';
import {
  CLOCK_LINE,
  idleLine,
  readAnswer,
  runLine,
  type HarnessAnswer,
  type HarnessRun,
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
import { randomBenchmarks } from './random-program';
import { createRandom, shuffledIndices } from '../solve/random';
import { SYNCHRONIZATION_CHIPS, type LoadPattern } from '../../power/find-pattern';
import { energyAbove, integratePower } from '../../power/integrate-power';
import type { PowerSource } from '../../power/power-source';
import { PowerSourceError, startMeter } from '../../power/power-source';
import type { TimeWindow } from '../../power/power-trace';
import type { Joules, Seconds, Watts } from '../../base/units';
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
  const texts = [...HARNESS_SOURCES, ...benchmarks.map(({ name, source }) => [name, source] as const)];
  return hashText(texts.map(([name, text]) => `${name}\n${text}`).join('\n'));
}

/** The harness in a JVM of its own. */
export interface HarnessSession {
  readonly send: (line: string) => void;
  /** The next line that it prints; undefined where the JVM has ended. */
  readonly receive: () => Promise<string | undefined>;
  /** Settles when nothing is left of it. */
  readonly close: () => Promise<void>;
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
  readonly isCanceled: () => boolean;
  readonly onProgress: (progress: CalibrationProgress) => void;
}

export interface CalibrationRequest {
  readonly benchmarks: readonly Benchmark[];
  readonly setup: CalibrationSetup;
  readonly cycles: number;
  readonly source: PowerSource;
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
/** More rounds than this overflow what the harness counts them in. */
const MOST_ROUNDS = 1_000_000_000;
const IDLE: Seconds = 2;

/** Never throws for what programs and meters do. */
export async function measureBenchmarks(
  request: CalibrationRequest,
  host: CalibrationHost,
): Promise<CalibrationOutcome> {
  const { benchmarks, cycles, source, setup } = request;
  const rounds = new Map(request.journal.rounds);
  const failures = new Map(request.journal.failures);
  const measurements: BenchmarkMeasurement[] = [...request.journal.measurements];
  let counts = request.journal.counts;
  const problems: string[] = [];
  const suspects = new Set<string>();
  const note = (entry: JournalEntry): void => {
    if (entry.kind === 'failed') failures.set(entry.name, entry.message);
    if (entry.kind === 'rounds') rounds.set(entry.name, entry.rounds);
    if (entry.kind === 'ran') measurements.push(entry);
    host.append(entry);
  };
  const isAble = ({ name }: Benchmark): boolean => !failures.has(name);

  await tuneAll();
  if (counts === undefined && !host.isCanceled()) {
    host.onProgress({ phase: 'count', cycle: 0, cycles, done: 0, all: benchmarks.length });
    const lines = benchmarks.filter(isAble).map(({ name }) => runLine(name, rounds.get(name) ?? 1));
    counts = await host.count(lines);
    note({ kind: 'counts', ...counts });
  }
  const started = host.now();
  let measuredNow = 0;
  for (let cycle = 1; cycle <= cycles && !host.isCanceled(); cycle++) await measureCycle(cycle);
  const known = new Set(measurements.map(({ cycle, name }) => `${cycle} ${name}`));
  const isComplete =
    counts !== undefined &&
    benchmarks
      .filter(isAble)
      .every(({ name }) =>
        Array.from({ length: cycles }, (_, index) => index + 1).every((cycle) =>
          known.has(`${cycle} ${name}`),
        ),
      );
  return {
    journal: { setup, rounds, ...(counts === undefined ? {} : { counts }), measurements, failures },
    isComplete,
    problems,
  };

  /** Rounds that take long enough, found by trying fewer. */
  async function tuneAll(): Promise<void> {
    const left = benchmarks.filter((each) => isAble(each) && !rounds.has(each.name));
    let session: HarnessSession | undefined;
    for (const [index, { name }] of left.entries()) {
      if (host.isCanceled()) break;
      if (index % 10 === 0)
        host.onProgress({ phase: 'tune', cycle: 0, cycles, done: index, all: left.length });
      session ??= await host.startHarness();
      const tuned = await tune(session, name);
      if (typeof tuned === 'number') note({ kind: 'rounds', name, rounds: tuned });
      else if (!host.isCanceled()) note({ kind: 'failed', name, message: tuned });
      if (tuned === ENDED) {
        await session.close();
        session = undefined;
      }
    }
    await session?.close();
  }

  async function tune(session: HarnessSession, name: string): Promise<number | string> {
    for (let tried = 1; ;) {
      const answer = await ask(session, runLine(name, tried));
      if (answer?.kind !== 'ran') return answer?.kind === 'failed' ? answer.message : ENDED;
      const { cpu } = answer.run;
      // A tenth of what is wanted tells the rest to a few percent, and compiled code has warmed up.
      if (cpu >= setup.secondsEach / 10 || tried >= MOST_ROUNDS)
        return Math.max(1, Math.min(MOST_ROUNDS, Math.ceil((tried * setup.secondsEach) / cpu)));
      tried = Math.min(MOST_ROUNDS, tried * 8);
    }
  }

  async function measureCycle(cycle: number): Promise<void> {
    const done = new Set(measurements.flatMap((each) => (each.cycle === cycle ? [each.name] : [])));
    // The order of a cycle is the same however often it is taken up again.
    const order = shuffledIndices(benchmarks.length, createRandom(setup.seed * 7919 + cycle));
    const left = order.flatMap((index) => {
      const benchmark = benchmarks[index];
      return benchmark === undefined || done.has(benchmark.name) || !isAble(benchmark)
        ? []
        : [benchmark.name];
    });
    for (let start = 0; start < left.length && !host.isCanceled();)
      start += await measureBatch(cycle, left.slice(start, start + BATCH));
  }

  /**
   * Measures a batch, and gives the number of benchmarks that are done with: fewer than all where the JVM ended
   * before.
   */
  async function measureBatch(cycle: number, names: readonly string[]): Promise<number> {
    const recording = await startMeter(source);
    if (recording instanceof PowerSourceError) {
      problems.push(recording.message);
      return names.length;
    }
    const patterns: LoadPattern[] = [];
    if (source.kind === 'meter') await synchronize(source.patternChip, patterns, SYNCHRONIZATION_CHIPS);
    const session = await host.startHarness();
    const offset = await clockOffset(session);
    const idle = source.kind === 'meter' ? await idleWindow(session, offset) : undefined;
    const runs: HarnessRun[] = [];
    let done = names.length;
    for (const [index, name] of names.entries()) {
      if (host.isCanceled()) break;
      reportProgress(cycle);
      const answer = await ask(session, runLine(name, rounds.get(name) ?? 1));
      if (answer?.kind === 'ran') {
        measuredNow++;
        if (source.kind === 'cpu-time') note(toEntry(cycle, answer.run, answer.run.cpu * source.watts));
        else runs.push(answer.run);
      } else if (answer?.kind === 'failed') note({ kind: 'failed', name, message: answer.message });
      else {
        if (host.isCanceled()) break;
        done = endedWhile(name) ? index + 1 : index;
        break;
      }
    }
    await session.close();
    if (recording === undefined) return done;
    if (source.kind === 'meter')
      await synchronize(source.patternChip, patterns, [...SYNCHRONIZATION_CHIPS].reverse());
    const power = await recording.stop(patterns);
    problems.push(...power.problems);
    const traces = power.traces.filter(({ inTotal }) => inTotal);
    const inWindow = (window: TimeWindow): { readonly energy: Joules; readonly isCovered: boolean } => {
      const parts = traces.map((trace) => ({ trace, whole: integratePower(trace, window) }));
      const energy = parts.reduce((sum, { trace, whole }) => sum + energyAbove(idlePower(trace), whole), 0);
      return { energy, isCovered: traces.length > 0 && parts.every(({ whole }) => whole.gaps.length === 0) };
    };
    let uncovered = 0;
    for (const run of runs) {
      const { energy, isCovered } = inWindow({ start: run.start + offset, end: run.end + offset });
      if (isCovered) note(toEntry(cycle, run, energy));
      else uncovered++;
    }
    if (uncovered > 0)
      problems.push(
        `${uncovered} measurements of cycle ${cycle} were not seen by the meter, and are missing`,
      );

    return done;

    function idlePower(trace: (typeof traces)[number]): Watts {
      if (idle === undefined) return 0;
      const { energy, covered } = integratePower(trace, idle);
      return covered > 0 ? energy / covered : 0;
    }
  }

  /**
   * Tells whether the benchmark is to be left out: it is tried once more after the first time, since something else
   * may have killed the JVM.
   */
  function endedWhile(name: string): boolean {
    if (suspects.has(name)) {
      note({ kind: 'failed', name, message: ENDED });
      return true;
    }
    suspects.add(name);
    problems.push(`the JVM ended while ${name} ran; it is tried once more, in a new one`);
    return false;
  }

  async function synchronize(
    chip: Seconds | undefined,
    patterns: LoadPattern[],
    chips: readonly number[],
  ): Promise<void> {
    const pattern = chip === undefined ? undefined : await host.workPattern(chips, chip);
    if (pattern !== undefined) patterns.push(pattern);
  }

  /** The offset from the JVM's clock to ours, in seconds: of several tries, the one that took least. */
  async function clockOffset(session: HarnessSession): Promise<Seconds> {
    let best = { took: Infinity, offset: 0 };
    for (let attempt = 0; attempt < 5; attempt++) {
      const before = host.now();
      const answer = await ask(session, CLOCK_LINE);
      const after = host.now();
      if (answer?.kind === 'clock' && after - before < best.took)
        best = { took: after - before, offset: (before + after) / 2 - answer.time };
    }
    return best.offset;
  }

  async function idleWindow(session: HarnessSession, offset: Seconds): Promise<TimeWindow | undefined> {
    const answer = await ask(session, idleLine(IDLE));
    return answer?.kind === 'idle' ? { start: answer.start + offset, end: answer.end + offset } : undefined;
  }

  async function ask(session: HarnessSession, line: string): Promise<HarnessAnswer | undefined> {
    session.send(line);
    for (;;) {
      const text = await session.receive();
      if (text === undefined) return undefined;
      const answer = readAnswer(text);
      if (answer !== undefined) return answer;
    }
  }

  function reportProgress(cycle: number): void {
    if (measuredNow % 10 !== 0) return;
    const all = benchmarks.filter(isAble).length * cycles;
    const left = all - measurements.length;
    const each = measuredNow === 0 ? undefined : (host.now() - started) / measuredNow;
    host.onProgress({
      phase: 'measure',
      cycle,
      cycles,
      done: measurements.length,
      all,
      ...(each === undefined ? {} : { secondsLeft: left * each }),
    });
  }
}

const ENDED = 'the JVM ended while it ran';

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
    ...(processCpu === undefined ? {} : { processCpu }),
    collections,
  };
}
