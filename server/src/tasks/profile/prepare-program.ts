/**
 * Prepares a program for profiling: finds, builds or compiles its classes, and puts counters into them.
 *
 * Sits in `tasks/`. Relative paths are looked up in the working folder of this process until this is done.
 */
import { instrumentClasses, type Instrumentation } from '../../profile/probes/instrument-classes';
import { Failure, failureOf } from '../../base/failure';
import { selectClasses, selectLibraries, selectFollowed, selectHandOvers } from '../programs/select-classes';
import { compileSource } from '../programs/compile-source';
import { followingRuntime, readTimedCalls } from './run-with-agent';
import { type ResolvedTarget, withLaunchEntry } from '../programs/launch-target';
import type { ProfileRequest, Threads } from './profile-request';
import { findProgramClasses } from '../programs/find-program-classes';
import {
  classPathOf,
  isBuildCommand,
  jdkHomeOf,
  programsOf,
  type RunnableTarget,
} from '../programs/program-command';
import { removeEach } from '../cancellation';
import { expectProgram, selectTest } from '../programs/named-class';
import {
  CONSOLE_LAUNCHER,
  consoleArguments,
  consoleVersionFor,
  type TestSelection,
} from '../../launching/junit';
import { basename } from 'node:path';
import { findBuildTool, runBuildTool } from '../../host/builds/build-project';
import { fetchArguments, findConsoleLauncher, howToFetch } from '../../host/builds/console-launcher';
import { consolePlaces } from '../../host/builds/maven-repository';

type ResolvedRequest = Awaited<ReturnType<typeof withLaunchEntry<ProfileRequest>>>;

/** A program, and the counters for it. */
export interface PreparedProgram {
  readonly request: ResolvedRequest;
  readonly programs: ReturnType<typeof programsOf>;
  readonly instrumentation: Instrumentation;
  /** Instruments the same classes for another way to count threads. */
  readonly instrumentAs: (threads: Threads) => Instrumentation;
  readonly classPath: readonly string[];
  /** The problems found so far; more are added while the program runs. */
  readonly problems: string[];
  /** Folders that were made for the program; `remove` removes them. */
  readonly temporaryFolders: readonly string[];
  readonly remove: () => void;
}

/** Throws a {@link Failure} if there is nothing to run or to count. */
export async function prepareProgram(given: ProfileRequest, canceled: AbortSignal): Promise<PreparedProgram> {
  const request = await withLaunchEntry(given);
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
    canceled,
  );
  const toRemove = [program.remove];
  const remove = (): void => {
    removeEach(toRemove);
  };
  try {
    if (canceled.aborted) throw new Failure('canceled before anything ran');
    const problems = [...program.problems];
    const compiled =
      request.replaced === undefined
        ? undefined
        : await compileSource(request.replaced, program.classPath, request.javaHome, canceled);
    if (compiled !== undefined) toRemove.push(compiled.remove);
    const first = compiled === undefined ? [] : [compiled.folder];
    const classPath = [...first, ...program.classPath];
    expectProgram(target, { ...request, classPath });
    const own = selectClasses({ ...request, classPath, first, sources: program.sources }, problems);
    const jdkHome = jdkHomeOf(target, request.javaHome);
    const followed = selectFollowed(request.followJdk, own, jdkHome, problems);
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
      throw new Failure(['there are no classes to count on the class path', ...problems].join('\n  '));
    const runnable = await runnableOf(target, classPath, request.fetchesLauncher);
    const programs = programsOf(runnable.target, { ...request, classPath: runnable.classPath });
    const temporaryFolders = [...first, ...program.temporaryFolders];
    return {
      ...{ request, programs, instrumentation, instrumentAs, classPath, problems, temporaryFolders },
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
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

interface TestProgram {
  readonly main: string;
  readonly arguments: readonly string[];
  readonly classPath: readonly string[];
}

const CONSOLE_JAR = /^junit-platform-console-standalone-(\d.*)\.jar$/;

/** A test as a program: JUnit's console launcher. Throws a {@link Failure} if it doesn't exist, or nothing can run it. */
async function testProgramOf(
  selection: TestSelection,
  classPath: readonly string[],
  fetchesLauncher: boolean,
): Promise<TestProgram> {
  const selected = selectTest(selection, classPath);
  const own = classPath
    .map((element) => CONSOLE_JAR.exec(basename(element))?.[1])
    .find((each) => each !== undefined);
  const version = own ?? consoleVersionFor(classPath);
  if (version === undefined)
    throw new Failure(
      'there is no JUnit on the class path: name its jars with --class-path, as the build tool does',
    );
  const jar = own === undefined ? await findLauncher(version, fetchesLauncher) : undefined;
  return {
    main: CONSOLE_LAUNCHER,
    arguments: consoleArguments(version, selected),
    // The launcher comes last, so that the project's own versions of its classes win.
    classPath: jar === undefined ? classPath : [...classPath, jar],
  };
}

async function findLauncher(version: string, fetches: boolean): Promise<string> {
  const places = await consolePlaces();
  const known = findConsoleLauncher(version, places);
  if (known !== undefined) return known;
  const missing = `JUnit's console launcher ${version} is not on this machine`;
  if (!fetches)
    throw new Failure(`${missing}; --fetch-launcher fetches it, as does this:\n  ${howToFetch(version)}`);
  const failure = await failureOf(fetchConsoleLauncher(version, (bytes) => process.stderr.write(bytes)));
  const fetched = failure === undefined ? findConsoleLauncher(version, places) : undefined;
  if (fetched !== undefined) return fetched;
  const reason = failure?.message ?? 'it is not where Maven keeps its jars';
  throw new Failure(`${missing}, and can't be fetched: ${reason}`);
}

/** Has Maven fetch the launcher. Throws a {@link Failure} if it cannot. */
async function fetchConsoleLauncher(version: string, print: (bytes: Uint8Array) => void): Promise<void> {
  const folder = process.cwd();
  const maven = findBuildTool('Maven', folder);
  if (maven === undefined) throw new Failure('Maven is not on this machine: there is no mvn on the path');
  const words = ['--batch-mode', ...fetchArguments(version)];
  const { code } = await runBuildTool(maven, words, { folder, javaHome: '', print });
  if (code !== 0) throw new Failure(`Maven ended with ${String(code)}`);
}
