/**
 * Profiles a program: counts what it executes, and measures what it takes.
 *
 * Sits in `cli/`, wiring `engine/` and `host/` together. After "Fine-grained
 * energy modeling" (Li and Gallagher), section 5: executions are counted in
 * runs of their own, and runs that are measured are not instrumented.
 */
import { readFileSync } from 'node:fs';
import { compareBaselines } from '../engine/compare-baselines';
import {
  completeProfile,
  defineProfile,
  instrumentClasses,
  type Instrumentation,
  type ProfileDocument,
  readProfile,
  type RecordedProgram,
  type RecordKind,
} from '../engine/count-program';
import { describeEnd, type PowerChoice, type ProgramRun, recordMeasurement } from '../engine/measure-runs';
import { reasonOf } from '../host/random-access-file';
import type { RunOptions } from '../host/run/run-program';
import { withCancellation } from './cancellation';
import { type ClassSelection, selectClasses, selectLibraries } from './class-selection';
import { compileSource, type SourceVersion } from './compiled-source';
import { countAgain } from './counted-runs';
import { countRun, type CountingRun, followingRuntime } from './counting-run';
import { selectFollowed, selectHandOvers } from './followed-classes';
import { helperIn, type MeasureLimits, openMeter } from './measuring';
import { loadNamedModel } from './models';
import { findProgramClasses } from './program-classes';
import { type ResolvedTarget, withLaunchEntry } from './launch-target';
import {
  classPathOf,
  isBuildCommand,
  jdkHomeOf,
  type ProfileTarget,
  programsOf,
  type RunnableTarget,
} from './program-command';
import type { RunProgress } from './run-options';
import { readRanSources } from './ran-sources';
import { PlainError } from './services';
import { testProgramOf } from './test-command';
import { readTimedCalls } from './timed-calls';

export type Threads = Instrumentation['sharing'];

export interface ProfileRequest extends ClassSelection, MeasureLimits {
  readonly target: ProfileTarget;
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** Whether a project whose classes are stale is built first. A command of a build tool asks for it by itself. */
  readonly builds: boolean;
  /** Whether Maven may fetch JUnit's console launcher where it is missing. */
  readonly fetchesLauncher: boolean;
  /** What else is on the class path of what is built or compiled for this. */
  readonly libraries?: readonly string[];
  /** What each run is given to read, in the place of this process's own input. */
  readonly input?: Uint8Array;
  /** A source whose classes run in the place of those on the class path. */
  readonly replaced?: SourceVersion;
  readonly threads: Threads;
  readonly record: RecordKind;
  /** Patterns of classes of the JDK that a calling context tree goes on into. */
  readonly followJdk: readonly string[];
  /** Whether a calling context tree has what was handed over below who did that. */
  readonly tellsHandOvers: boolean;
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
}

export interface ProfilePlaces {
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly version: string;
}

/** A signal ends the runs; what was counted and measured until then is returned. */
export async function profileProgram(given: ProfileRequest, places: ProfilePlaces): Promise<ProfileOutcome> {
  const request = await withLaunchEntry(given);
  const { compare } = request;
  const model =
    compare === undefined ? undefined : (await loadNamedModel(compare.model, places.mediaFolder)).model;
  const meter = request.runs === 0 ? undefined : openMeter(request.power, places.bundleFolder);
  request.onProgress({ phase: 'prepare', run: 0, runs: 0 });
  const prepared = await withCancellation((cancelled) => prepare(request, cancelled));
  const { instrumentation, problems } = prepared;
  try {
    const recorded = await withCancellation((cancelled) =>
      record(prepared, meter, cancelled, request, places),
    );
    const counted = completeProfile(recorded, places.version);
    const sources = await readRanSources(counted, request.sources);
    const profile = sources.length === 0 ? counted : { ...counted, sources };
    if (request.target.kind === 'test' && profile.program.exitCode === NO_TESTS)
      problems.push(`JUnit found no test in ${request.target.test.className}`);
    if (model === undefined) return { profile, problems };
    const baselines = compareBaselines(profile, defineProfile(instrumentation, profile), model);
    return { profile: { ...profile, baselines }, problems };
  } finally {
    prepared.remove();
  }
}

/** What JUnit's console launcher ends with. */
const NO_TESTS = 2;

type ResolvedRequest = Awaited<ReturnType<typeof withLaunchEntry<ProfileRequest>>>;

/** What is run, and the counters for it. */
interface Prepared {
  readonly programs: ReturnType<typeof programsOf>;
  readonly instrumentation: Instrumentation;
  /** The same with threads that count otherwise. */
  readonly instrumentAs: (threads: Threads) => Instrumentation;
  readonly classPath: readonly string[];
  /** Others are added while it runs. */
  readonly problems: string[];
  readonly remove: () => void;
}

async function prepare(request: ResolvedRequest, cancelled: AbortSignal): Promise<Prepared> {
  const { target } = request;
  const named = request.classPath.length > 0 ? request.classPath : classPathOf(target);
  const build = { command: target.kind === 'command' ? target.command : [] };
  const program = await findProgramClasses(
    {
      ...request,
      classPath: named,
      runs: classOf(target),
      build: request.builds || isBuildCommand(target) ? build : undefined,
    },
    cancelled,
  );
  const toRemove = [program.remove];
  const remove = (): void => {
    for (const each of toRemove) each();
  };
  try {
    if (cancelled.aborted) throw new PlainError('cancelled before anything ran');
    const problems = [...program.problems];
    const compiled =
      request.replaced === undefined
        ? undefined
        : await compileSource(request.replaced, program.classPath, request.javaHome, cancelled);
    if (compiled !== undefined) toRemove.push(compiled.remove);
    const first = compiled === undefined ? [] : [compiled.folder];
    const classPath = [...first, ...program.classPath];
    const own = selectClasses({ ...request, classPath, first, sources: program.sources }, problems);
    const jdkHome = jdkHomeOf(target, request.javaHome);
    const followed = selectFollowed(request.followJdk, jdkHome, problems);
    const handingOver =
      request.record === 'tree' && request.tellsHandOvers
        ? selectHandOvers(jdkHome, selectLibraries(classPath, own), problems)
        : undefined;
    const changesJdk = followed.classes.length + (handingOver?.classes.length ?? 0) > 0;
    const timedCalls = readTimedCalls(request.timedCalls);
    const instrumentAs = (threads: Threads): Instrumentation => {
      const made = instrumentClasses(
        [...own, ...followed.classes],
        threads,
        request.record,
        timedCalls,
        changesJdk ? followingRuntime : undefined,
        handingOver?.classes,
      );
      const leftOut = [...made.leftOut, ...followed.leftOut, ...(handingOver?.leftOut ?? [])];
      return { ...made, leftOut };
    };
    const instrumentation = instrumentAs(request.threads);
    if (instrumentation.figures.classes === 0)
      throw new PlainError(['there are no classes to count on the class path', ...problems].join('\n  '));
    const runnable = await runnableOf(target, classPath, request.fetchesLauncher);
    const { program: started, ...others } = programsOf(runnable.target, {
      ...request,
      classPath: runnable.classPath,
    });
    const temporaryFolders = [...first, ...program.temporaryFolders];
    const programs = { ...others, program: { ...started, temporaryFolders } };
    return { programs, instrumentation, instrumentAs, classPath, problems, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The runs that count, and those that are measured. */
async function record(
  { programs, instrumentation, instrumentAs, classPath, problems }: Prepared,
  meter: ReturnType<typeof openMeter> | undefined,
  cancelled: AbortSignal,
  request: ResolvedRequest,
  places: ProfilePlaces,
): Promise<RecordedProgram> {
  const { program } = programs;
  const limits = { seconds: request.secondsLimit, outputBytes: request.outputLimit };
  const options = { helperEntry: helperIn(places.bundleFolder), limits, signal: cancelled };
  const count = (counters: Instrumentation, extra: Partial<RunOptions>): Promise<CountingRun> =>
    countRun(program, counters, places.mediaFolder, { ...options, ...extra });
  request.onProgress({ phase: 'count', run: 1, runs: meter === undefined ? 1 : 2 });
  const first = await count(instrumentation, {
    input: request.input ?? process.stdin,
    onOutput: request.onOutput,
  });
  const { run } = first;
  if (run.end.kind === 'failed') throw new PlainError(describeEnd(run.end));
  problems.push(...first.problems, ...run.problems);
  const recorded = {
    instrumentation,
    machines: first.machines,
    program: {
      command: [program.command, ...program.arguments],
      classPath,
      started: first.started,
      ...endOf(run),
    },
  };
  if (meter === undefined) return recorded;
  const read = request.input ?? run.input;
  const why = whyNotAgain(run, read, cancelled);
  if (why !== undefined) {
    problems.push(`no run was measured: the program ${why}`);
    return recorded;
  }
  const input = read === undefined ? {} : { input: read };
  const secondsOfRun = run.window.end - run.window.start;
  const further = await countAgain(
    first,
    instrumentation,
    {
      count: (counters, number, planned) => {
        const secondsLeft = (request.runs + planned - number + 1) * secondsOfRun;
        request.onProgress({ phase: 'count', run: number, runs: planned, secondsLeft });
        return count(counters, input);
      },
      instrumentApart: () => instrumentAs('per thread'),
      isCancelled: () => cancelled.aborted,
    },
    problems,
  );
  const counted = { ...recorded, ...further };
  if (cancelled.aborted) {
    problems.push('no run was measured: cancelled before the first one');
    return counted;
  }
  const { runs, onProgress, secondsLimit, outputLimit, budget } = request;
  // What they print is what the first run printed.
  const series = {
    runs,
    rehearse: false,
    secondsLimit,
    outputLimit,
    onProgress,
    ...(budget === undefined ? {} : { budget }),
    ...input,
  };
  const measured = await meter.measure(programs, series, cancelled);
  problems.push(...measured.problems);
  return { ...counted, measurement: recordMeasurement(measured) };
}

/** Why a program that ran once is not run again, if it is not. */
function whyNotAgain(
  { end }: ProgramRun,
  input: Uint8Array | undefined,
  cancelled: AbortSignal,
): string | undefined {
  if (cancelled.aborted) return 'was cancelled';
  if (end.kind !== 'exited') return `${describeEnd(end)}, and would again`;
  return input === undefined ? 'read more than is kept for other runs' : undefined;
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
