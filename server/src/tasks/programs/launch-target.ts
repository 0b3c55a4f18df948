/** Reads an entry of `.vscode/launch.json` as a program to run. Sits in `tasks/`. */
import { type LaunchEntry, readLaunchEntries, type OpenFile } from '../../launching/launch-json';
import { homedir } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { Failure } from '../../base/failure';
import { findClassPathOfSources } from '../../host/builds/find-class-path';
import { homeOfJava } from '../../host/jdk/jdks';
import { reasonOf } from '../../host/files/random-access-file';
import { readSource } from '../../host/files/source-files';
import type { MainTarget, RunTarget } from './program-command';
import { LARGEST_LAUNCH_FILE } from './launched-classes';
import { readTextSync } from '../../host/files/read-file';

const LAUNCH_JSON = join('.vscode', 'launch.json');

type LaunchTarget = Extract<RunTarget, { readonly kind: 'launch' }>;

/** Throws a {@link Failure} if the entry doesn't exist or can't be run as it is. */
async function readLaunchTarget({ name, openFile, place: from = '.' }: LaunchTarget): Promise<LaunchEntry> {
  const path = join(from, LAUNCH_JSON);
  let text: string;
  try {
    text = readTextSync(path, LARGEST_LAUNCH_FILE);
  } catch (error) {
    throw new Failure(`${path} ${reasonOf(error)}`);
  }
  const place = { folder: process.cwd(), home: homedir(), separator: sep, environment: process.env };
  const { entries, problems } = readLaunchEntries(text, place, await readOpen(openFile));
  const entry = entries.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  const names = entries.map((each) => `"${each.name}"`);
  throw new Failure(
    [
      `${path} has no entry "${name}" of type java that can be run`,
      ...problems,
      ...(names.length === 0 ? [] : [`it has ${names.join(', ')}`]),
    ].join('\n  '),
  );
}

async function readOpen(path: string | undefined): Promise<OpenFile | undefined> {
  if (path === undefined) return undefined;
  const read = await readSource(path);
  if (read.kind === 'text') return { path: resolve(path), text: read.text };
  throw new Failure(read.message);
}

/** A target whose launch entry was read. */
export type ResolvedTarget = Exclude<RunTarget, { readonly kind: 'launch' }>;

interface LaunchRequest {
  readonly target: RunTarget;
  readonly classPath: readonly string[];
  readonly javaHome: string;
}

/** The request with the program of its launch entry in place of the entry. Throws a {@link Failure}. */
export async function withLaunchEntry<T extends LaunchRequest>(
  request: T,
): Promise<Omit<T, 'target'> & { readonly target: ResolvedTarget }> {
  const { target } = request;
  if (target.kind !== 'launch') return { ...request, target };
  const entry = await readLaunchTarget(target);
  const { mainClass, vmArguments, workingDirectory, environment, javaExec, modulePaths = [] } = entry;
  const modules = modulePaths.filter((each) => !/^[$!]/.test(each)).map((each) => resolve(each));
  const main: MainTarget = {
    kind: 'main',
    main: mainClass,
    arguments: entry.arguments,
    options: [...vmArguments, ...(modules.length === 0 ? [] : ['--module-path', modules.join(delimiter)])],
    environment,
    ...(workingDirectory === undefined ? undefined : { folder: resolve(workingDirectory) }),
  };
  return {
    ...request,
    target: main,
    classPath: [...(await classPathOf(entry, request.classPath)), ...modules],
    javaHome: javaExec === undefined ? request.javaHome : homeOfJava(javaExec),
  };
}

/**
 * The class path of the entry, or else of the project. In an entry a word with `$` stands for the project's class path,
 * and `!` leaves out the element that follows it (Debugger for Java, "Launch").
 */
async function classPathOf(
  { classPaths }: LaunchEntry,
  project: readonly string[],
): Promise<readonly string[]> {
  if (classPaths === undefined) return project;
  const named = classPaths.filter((each) => !/^[$!]/.test(each)).map((each) => resolve(each));
  if (!classPaths.some((each) => /^\$(?:Auto|Runtime|Test)$/.test(each))) return named;
  if (named.length === 0 || project.length > 0) return [...project, ...named];
  return [...(await findClassPathOfSources([process.cwd()])).elements, ...named];
}
