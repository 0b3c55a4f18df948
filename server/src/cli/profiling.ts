/**
 * Profiles a program: counts what it executes, and measures what it takes;
 * instruments classes to a folder.
 *
 * Sits in `cli/`, wiring `engine/` and `host/` together. After "Fine-grained
 * energy modeling" (Li and Gallagher), section 5: executions are counted in
 * runs of their own, and runs that are measured are not instrumented.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compareBaselines, type BaselineComparison } from '../engine/compare-baselines';
import {
  completeProfile,
  defineProfile,
  encodeSwapTable,
  instrumentClasses,
  matchCalls,
  readCallPatterns,
  type Instrumentation,
  type ProfileDocument,
  readProfile,
  type RecordKind,
} from '../engine/count-program';
import {
  describeEnd,
  type MeasuredRuns,
  type PowerChoice,
  type ProgramRun,
  recordMeasurement,
} from '../engine/measure-runs';
import { agentJarOf } from '../host/bundled-media';
import { listClassFiles } from '../host/class-containers';
import { reasonOf } from '../host/random-access-file';
import { writeSwapTable } from '../host/recording-folder';
import type { RunOptions } from '../host/run/run-program';
import { UsageError } from './arguments';
import { withCancellation } from './cancellation';
import { type ClassSelection, readClasses, selectClasses } from './class-selection';
import { countRun, type CountingRun } from './counting-run';
import { helperIn, type MeasureLimits, openMeter } from './measuring';
import { loadBaselineModel } from './models';
import { findProgramClasses } from './program-classes';
import { type ResolvedTarget, withLaunchEntry } from './launch-target';
import {
  classPathOf,
  isBuildCommand,
  type ProfileTarget,
  programsOf,
  type RunnableTarget,
} from './program-command';
import type { RunProgress } from './run-options';
import { PlainError } from './services';
import { testProgramOf } from './test-command';

export type Threads = Instrumentation['sharing'];

export interface ProfileRequest extends ClassSelection, MeasureLimits {
  readonly target: ProfileTarget;
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** Whether a project whose classes are stale is built first. A command of a build tool asks for it by itself. */
  readonly builds: boolean;
  /** Whether Maven may fetch JUnit's console launcher where it is missing. */
  readonly fetchesLauncher: boolean;
  readonly threads: Threads;
  readonly record: RecordKind;
  /** A file of patterns of calls that a trace always times. */
  readonly timedCalls: string | undefined;
  /** That are measured; with 0 the program is only counted, once. */
  readonly runs: number;
  readonly power: PowerChoice;
  /** Of the measured runs together. */
  readonly budget?: number;
  /** Compares the model's estimate with simpler ones; `model` as for a report. */
  readonly compare?: { readonly model: string | undefined };
  readonly onProgress: (progress: RunProgress) => void;
  /** What the program says in its first run; it says the same in the others. */
  readonly onOutput: NonNullable<RunOptions['onOutput']>;
}

export interface ProfileOutcome {
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
  readonly baselines?: BaselineComparison;
}

export interface ProfilePlaces {
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly version: string;
}

/** A signal ends the runs; what was counted and measured until then is returned. */
export async function profileProgram(given: ProfileRequest, places: ProfilePlaces): Promise<ProfileOutcome> {
  const request = await withLaunchEntry(given);
  const { target, threads, record, runs } = request;
  const problems: string[] = [];
  const { compare } = request;
  const model =
    compare === undefined ? undefined : await loadBaselineModel(compare.model, places.mediaFolder);
  const meter = runs === 0 ? undefined : openMeter(request.power, places.bundleFolder);
  request.onProgress({ phase: 'prepare', run: 0, runs: 0 });
  const named = request.classPath.length > 0 ? request.classPath : classPathOf(target);
  const classes = await findProgramClasses({
    ...request,
    classPath: named,
    runs: classOf(target),
    build:
      request.builds || isBuildCommand(target)
        ? { command: target.kind === 'command' ? target.command : [] }
        : undefined,
  });
  const { classPath, sources } = classes;
  problems.push(...classes.problems);
  try {
    const instrumentation = instrumentClasses(
      selectClasses({ ...request, classPath, sources }, problems),
      threads,
      record,
      readTimedCalls(request.timedCalls),
    );
    if (instrumentation.figures.classes === 0)
      throw new PlainError(['there are no classes to count on the class path', ...problems].join('\n  '));
    const runnable = await runnableOf(target, classPath, request.fetchesLauncher);
    const programs = programsOf(runnable.target, { ...request, classPath: runnable.classPath });
    const { program } = programs;
    return await withCancellation(async (cancelled) => {
      const limits = { seconds: request.secondsLimit, outputBytes: request.outputLimit };
      const options = { helperEntry: helperIn(places.bundleFolder), limits, signal: cancelled };
      const count = (extra: Partial<RunOptions>): Promise<CountingRun> =>
        countRun(program, instrumentation, places.mediaFolder, { ...options, ...extra });
      const planned = meter === undefined ? 1 : 2;
      request.onProgress({ phase: 'count', run: 1, runs: planned });
      const first = await count({ input: process.stdin, onOutput: request.onOutput });
      const { run } = first;
      if (run.end.kind === 'failed') throw new PlainError(describeEnd(run.end));
      problems.push(...first.problems, ...run.problems);
      const { input } = run;
      let again: CountingRun | undefined;
      let measured: MeasuredRuns | undefined;
      const why = meter === undefined ? undefined : whyNotAgain(run, cancelled);
      if (why !== undefined) problems.push(`no run was measured: the program ${why}`);
      else if (meter !== undefined) {
        const secondsLeft = (runs + 1) * (run.window.end - run.window.start);
        request.onProgress({ phase: 'count', run: 2, runs: planned, secondsLeft });
        again = await count(input === undefined ? {} : { input });
        const { onProgress, secondsLimit, outputLimit, budget } = request;
        // What they print is what the first run printed.
        const series = {
          runs,
          rehearse: false,
          secondsLimit,
          outputLimit,
          onProgress,
          ...(budget === undefined ? {} : { budget }),
          ...(input === undefined ? {} : { input }),
        };
        if (!cancelled.aborted) measured = await meter.measure(programs, series, cancelled);
        else problems.push('no run was measured: cancelled before the first one');
        problems.push(...(measured?.problems ?? []));
      }
      const ended = {
        command: [program.command, ...program.arguments],
        classPath,
        started: first.started,
        ...endOf(run),
      };
      const comparable = again !== undefined && areAlike(run, again.run) ? again.machines : undefined;
      if (again !== undefined && comparable === undefined && !cancelled.aborted)
        problems.push(`the second counted run ${describeEnd(again.run.end)}: what varies is not known`);
      const recorded = {
        instrumentation,
        machines: first.machines,
        ...(comparable === undefined ? {} : { again: comparable }),
        program: ended,
        ...(measured === undefined ? {} : { measurement: recordMeasurement(measured) }),
      };
      const profile = completeProfile(recorded, places.version);
      if (model === undefined) return { profile, problems };
      const baselines = compareBaselines(profile, defineProfile(instrumentation, profile), model);
      return { profile, problems, baselines };
    });
  } finally {
    classes.remove();
  }
}

/** Why a program that ran once is not run again, if it is not. */
function whyNotAgain({ end, input }: ProgramRun, cancelled: AbortSignal): string | undefined {
  if (cancelled.aborted) return 'was cancelled';
  if (end.kind !== 'exited') return `${describeEnd(end)}, and would again`;
  return input === undefined ? 'read more than is kept for other runs' : undefined;
}

function areAlike(first: ProgramRun, second: ProgramRun): boolean {
  return describeEnd(first.end) === describeEnd(second.end);
}

function endOf({ end }: ProgramRun): {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: string;
} {
  return {
    exitCode: end.kind === 'exited' ? end.code : null,
    signal: end.kind === 'killed' ? end.signal : null,
    ended: describeEnd(end),
  };
}

function classOf(target: ResolvedTarget): string | undefined {
  if (target.kind === 'main') return target.main;
  return target.kind === 'test' ? target.test.className : undefined;
}

async function runnableOf(
  target: ResolvedTarget,
  classPath: readonly string[],
  fetchesLauncher: boolean,
): Promise<{ readonly target: RunnableTarget; readonly classPath: readonly string[] }> {
  if (target.kind !== 'test') return { target, classPath };
  const {
    main,
    arguments: given,
    classPath: withLauncher,
  } = await testProgramOf(target.test, classPath, fetchesLauncher);
  return { target: { kind: 'main', main, arguments: given }, classPath: withLauncher };
}

export function loadProfile(path: string): ProfileDocument {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new PlainError(`${path} ${reasonOf(error)}`);
  }
  const profile = readProfile(text);
  if (!profile.ok) throw new PlainError(`${path} ${profile.problem.message}`);
  return profile.value;
}

/** By the shipped list, or that of a user's file. Throws a {@link PlainError}. */
function readTimedCalls(path: string | undefined): ReturnType<typeof matchCalls> | undefined {
  if (path === undefined) return undefined;
  try {
    return matchCalls(readCallPatterns(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new PlainError(`--timed-calls ${path} ${reasonOf(error)}`);
  }
}

export interface InstrumentRequest {
  /** A folder, a jar, or a class file. */
  readonly path: string;
  readonly out: string;
  readonly threads: Threads;
  readonly record: RecordKind;
}

export interface InstrumentOutcome {
  readonly instrumentation: Instrumentation;
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly agentJar: string;
}

/** Writes the instrumented classes to `out`/classes, and beside them what the agent needs to swap them in. */
export function instrumentTo(
  { path, out, threads, record }: InstrumentRequest,
  mediaFolder: string,
): InstrumentOutcome {
  const found = listClassFiles(path);
  if (!found.ok) throw new PlainError(`${path} ${found.problem.message}`);
  const inside = relative(resolve(path), resolve(out));
  if (found.value.kind === 'folder' && !inside.startsWith('..') && !/^[A-Za-z]:/.test(inside))
    throw new UsageError(
      `--out ${out} lies in ${path}, where it would be read next time; name another folder`,
    );
  const problems = found.value.problems.map((message) => `${path}: ${message}`);
  const given = readClasses(path, found.value.classes, problems);
  const started = performance.now();
  const instrumentation = instrumentClasses(given, threads, record);
  const seconds = (performance.now() - started) / 1000;
  if (found.value.classes.length === 0) problems.push(`${path} has no classes`);
  try {
    mkdirSync(out, { recursive: true });
    writeSwapTable(out, encodeSwapTable(instrumentation.classes, instrumentation.sharing, record));
    for (const { name, instrumented } of instrumentation.classes) {
      const target = placeOfClass(join(out, 'classes'), name);
      if (target === undefined) {
        problems.push(`class '${name}' has a name that points elsewhere, and is not written`);
        continue;
      }
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, instrumented);
    }
  } catch (error) {
    throw new PlainError(`${out} can't be written: ${reasonOf(error)}`);
  }
  return { instrumentation, problems, seconds, agentJar: agentJarOf(mediaFolder) };
}

/** Names come from the class files themselves: they must not lead out of the folder. */
function placeOfClass(folder: string, name: string): string | undefined {
  const isSafe =
    !/[\\:\0]/.test(name) && name.split('/').every((part) => part !== '' && part !== '..' && part !== '.');
  return isSafe ? join(folder, `${name}.class`) : undefined;
}
