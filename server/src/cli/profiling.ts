/**
 * Counts a run of a program; instruments classes to a folder.
 *
 * Sits in `cli/`, wiring `engine/` and `host/` together.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  completeProfile,
  encodeSwapTable,
  instrumentClasses,
  type Instrumentation,
  type ProfileDocument,
  readMachine,
  readProfile,
} from '../engine/count-program';
import { agentJarOf } from '../host/bundled-media';
import { createBuildFileReader } from '../host/build-file-reader';
import { listClassFiles } from '../host/class-containers';
import { findLocalRepository } from '../host/maven-repository';
import { reasonOf } from '../host/random-access-file';
import { createRecordingFolder, type RecordingFolder, writeSwapTable } from '../host/recording-folder';
import { runProgram } from '../host/run-program';
import { UsageError } from './arguments';
import { type ClassSelection, readClasses, selectClasses } from './class-selection';
import { findProgramClasses } from './program-classes';
import {
  classPathOf,
  commandOf,
  isBuildCommand,
  type ProfileTarget,
  type RunnableTarget,
} from './program-command';
import { type ResolvedTarget, withLaunchEntry } from './launch-target';
import { PlainError } from './services';
import { testProgramOf } from './test-command';

export type Threads = Instrumentation['sharing'];

export interface ProfileRequest extends ClassSelection {
  readonly target: ProfileTarget;
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** Whether a project whose classes are stale is built first. A command of a build tool asks for it by itself. */
  readonly builds: boolean;
  readonly threads: Threads;
}

export interface ProfileOutcome {
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
}

/** Writes nothing but the recording, which goes when it was read, however the run ends. */
export async function profileProgram(
  given: ProfileRequest,
  mediaFolder: string,
  version: string,
): Promise<ProfileOutcome> {
  const problems: string[] = [];
  const request = await withLaunchEntry(given);
  const { target, threads } = request;
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
  let folder: RecordingFolder | undefined;
  try {
    const instrumentation = instrumentClasses(
      selectClasses({ ...request, classPath, sources }, problems),
      threads,
    );
    if (instrumentation.figures.classes === 0)
      throw new PlainError(['there are no classes to count on the class path', ...problems].join('\n  '));
    const runnable = await runnableOf(target, classPath);
    folder = openRecording(instrumentation, mediaFolder);
    const agent = `-javaagent:${folder.agentJar}=${folder.path}`;
    const { writeInitScript } = folder;
    const {
      command,
      environment,
      folder: place = process.cwd(),
    } = commandOf(
      runnable.target,
      { option: agent, writeInitScript },
      {
        ...request,
        classPath: runnable.classPath,
      },
    );
    const [program = '', ...words] = command;
    const started = new Date().toISOString();
    const end = await runProgram({
      command: program,
      arguments: words,
      folder: place,
      environment,
    });
    if (end.kind === 'not started') throw new PlainError(`the program can't be started: ${end.message}`);
    const machines = folder.readMachines().flatMap(({ counts, log, running }) => {
      const machine = readMachine(counts, log, running);
      if (machine.ok) return [machine.value];
      problems.push(`what a JVM left behind can't be read: ${machine.problem.message}`);
      return [];
    });
    const { exitCode, signal } = end;
    const shown = target.kind === 'command' ? target.command : command.filter((word) => word !== agent);
    const ended = { command: shown, classPath, started, exitCode, signal };
    return { profile: completeProfile(instrumentation, machines, ended, version), problems };
  } finally {
    folder?.remove();
    classes.remove();
  }
}

function classOf(target: ProfileTarget): string | undefined {
  if (target.kind === 'main') return target.main;
  return target.kind === 'test' ? target.test.className : undefined;
}

async function runnableOf(
  target: ResolvedTarget,
  classPath: readonly string[],
): Promise<{ readonly target: RunnableTarget; readonly classPath: readonly string[] }> {
  if (target.kind !== 'test') return { target, classPath };
  const repository = await findLocalRepository(new Map(), createBuildFileReader());
  const {
    main,
    arguments: given,
    classPath: withLauncher,
  } = testProgramOf(target.test, classPath, repository);
  return { target: { kind: 'main', main, arguments: given }, classPath: withLauncher };
}

function openRecording({ classes, sharing }: Instrumentation, mediaFolder: string): RecordingFolder {
  try {
    return createRecordingFolder(mediaFolder, encodeSwapTable(classes, sharing));
  } catch (error) {
    throw new PlainError(`the recording can't be written: ${reasonOf(error)}`);
  }
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

export interface InstrumentRequest {
  /** A folder, a jar, or a class file. */
  readonly path: string;
  readonly out: string;
  readonly threads: Threads;
}

export interface InstrumentOutcome {
  readonly instrumentation: Instrumentation;
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly agentJar: string;
}

/** Writes the instrumented classes to `out`/classes, and beside them what the agent needs to swap them in. */
export function instrumentTo(
  { path, out, threads }: InstrumentRequest,
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
  const instrumentation = instrumentClasses(given, threads);
  const seconds = (performance.now() - started) / 1000;
  if (found.value.classes.length === 0) problems.push(`${path} has no classes`);
  try {
    mkdirSync(out, { recursive: true });
    writeSwapTable(out, encodeSwapTable(instrumentation.classes, threads));
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
