/**
 * Finds the classes of a program that is counted: the ones that are named, the ones that the project was built to,
 * or the compiled sources. Sits in `tasks/`.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/jdks';
import { compileSources } from '../../host/builds/compile-sources';
import {
  findClassPathOfSources,
  type BuildClassPath,
  type FoundBuild,
} from '../../host/builds/find-class-path';
import { findSources } from '../../host/files/source-files';
import { whyNotWritten } from '../../host/files/write-file';
import { buildProject, buildToolOf, optionsOf } from '../../host/builds/build-project';
import { findStaleBuilds } from '../../host/builds/stale-sources';

interface ProgramClasses {
  readonly classPath: readonly string[];
  /** Folders of sources, to notice classes that are older. */
  readonly sources: readonly string[];
  readonly problems: readonly string[];
  /** Folders with classes that were compiled for this run; `remove` removes them. */
  readonly temporaryFolders: readonly string[];
  readonly remove: () => void;
}

interface ClassesRequest {
  /** Named by the user, or by the command that is run. */
  readonly classPath: readonly string[];
  /** Further elements of the class path for classes that are built or compiled. */
  readonly libraries?: readonly string[];
  /** Folders, or single files. */
  readonly sources: readonly string[];
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** How stale classes are built first; undefined if they are not built. */
  readonly build: UserCommand | undefined;
  /** The dotted name of the class that runs, if it is known. */
  readonly runs: string | undefined;
}

/** Throws a {@link UsageError} or a {@link Failure} if there are no classes. */
export async function findProgramClasses(
  request: ClassesRequest,
  canceled: AbortSignal,
): Promise<ProgramClasses> {
  const { classPath, sources, readsBuildFiles, build: wish, libraries = [] } = request;
  const folders = sources.map((path) => (path.endsWith('.java') ? dirname(path) : path));
  const found = {
    sources: folders,
    problems: [] as readonly string[],
    temporaryFolders: [],
    remove: () => undefined,
  };
  const places = sources.length > 0 ? sources : [process.cwd()];
  const findBuilds = async (): Promise<BuildClassPath | undefined> =>
    readsBuildFiles && (classPath.length === 0 || wish !== undefined)
      ? findClassPathOfSources(places)
      : undefined;
  let build = await findBuilds();
  if (wish !== undefined && (await buildStale(build?.builds ?? [], wish, request.javaHome)))
    build = await findBuilds();
  if (classPath.length > 0) return { ...found, classPath };
  const problems = [
    ...(build?.problems ?? []),
    ...(wish === undefined ? describeStale(build?.builds ?? [], isBuilt(build)) : []),
  ];
  if (build !== undefined && isBuilt(build))
    return { ...found, sources: [], classPath: [...build.elements, ...libraries], problems };
  if (sources.length === 0)
    throw new UsageError(
      request.libraries !== undefined
        ? 'each side has classes of its own, and --class-path names libraries only: name the sources with --source, to have those of each side compiled; or run this where each side has a project of Maven or Gradle'
        : '--class-path is needed: it names the folders and jars whose classes are counted; or name the sources with --source, to have them compiled; or have a project of Maven or Gradle built, with --build',
    );
  const compiled = await compile(request, [...(build?.elements ?? []), ...libraries], canceled);
  return { ...found, ...compiled, problems: [...problems, ...compiled.problems] };
}

function isBuilt(build: BuildClassPath | undefined): boolean {
  return build?.elements.some((element) => !element.endsWith('.jar')) ?? false;
}

/** Compiles the sources to a new folder among the temporary files. */
async function compile(
  { sources, javaHome, runs }: ClassesRequest,
  libraries: readonly string[],
  canceled: AbortSignal,
): Promise<Omit<ProgramClasses, 'sources'>> {
  const problems: string[] = [];
  const files: string[] = [];
  for (const source of sources) {
    if (source.endsWith('.java')) files.push(source);
    else files.push(...(await findSources(source, { include: [], exclude: [] })).paths);
  }
  if (files.length === 0) throw new Failure(`there are no Java sources in ${sources.join(', ')}`);
  const { jdk, problems: refused } = chooseJdk({
    configured: javaHome,
    suggested: [],
    environment: process.env,
  });
  if (refused[0] !== undefined) throw new UsageError(`--java-home: ${refused[0]}`);
  if (jdk === undefined)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  const out = makeOutputFolder();
  const remove = (): void => {
    rmSync(out, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const common = { jdk: jdk.home, classPath: libraries, out, signal: canceled };
    const failure = await compileSources({ ...common, sources: files });
    if (canceled.aborted) throw new Failure('canceled before anything ran');
    const own = failure && sourceOf(runs, sources);
    const isOwn =
      own !== undefined &&
      (await compileSources({ ...common, sources: [own], sourcePath: sources })) === undefined;
    if (failure !== undefined && !isOwn) throw new Failure(`the sources do not compile:\n${failure.reason}`);
    if (failure !== undefined)
      problems.push(
        `some sources do not compile, and only what ${own} names was compiled:\n${failure.reason}`,
      );
    if (readdirSync(out, { recursive: true }).every((name) => !String(name).endsWith('.class')))
      throw new Failure('the sources declare no class');
  } catch (error) {
    remove();
    throw isSystemError(error)
      ? new Failure(`the sources can't be compiled to ${out}: ${whyNotWritten(error)}`)
      : error;
  }
  return { classPath: [out, ...libraries], temporaryFolders: [out], remove, problems };
}

function makeOutputFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'jouleline-classes-'));
  } catch (error) {
    throw new Failure(`no folder for classes can be made in ${tmpdir()}: ${whyNotWritten(error)}`);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** The file below a folder of sources that declares a class. */
function sourceOf(name: string | undefined, sources: readonly string[]): string | undefined {
  if (name === undefined) return undefined;
  const file = `${name.replace(/\$.*$/, '').replaceAll('.', '/')}.java`;
  return sources.map((folder) => join(folder, file)).find((path) => existsSync(path));
}

interface UserCommand {
  /** The user's own command. If it runs a build tool, its program and its options are used for the build. */
  readonly command: readonly string[];
}

/** Returns true if anything was built. Throws a {@link Failure} with the first error if a build fails. */
async function buildStale(
  builds: readonly FoundBuild[],
  { command: [program = '', ...given] }: UserCommand,
  javaHome: string,
): Promise<boolean> {
  const stale = findStaleBuilds(builds);
  for (const { build } of stale) {
    const { tool, folder } = build;
    const isOwn = buildToolOf(program) === tool;
    process.stderr.write(`jouleline: building ${folder} with ${tool}\n`);
    await buildProject({
      tool,
      folder: isOwn ? process.cwd() : folder,
      ...(isOwn ? { program } : {}),
      options: isOwn ? optionsOf(tool, given) : [],
      javaHome,
      colors: process.stderr.isTTY,
      // Standard output belongs to the program.
      print: (bytes) => process.stderr.write(bytes),
    });
  }
  return stale.length > 0;
}

/** Sentences about classes that are older than their sources; none if the project was never built. */
function describeStale(builds: readonly FoundBuild[], isBuilt: boolean): readonly string[] {
  if (!isBuilt) return [];
  return findStaleBuilds(builds).flatMap(({ newer, missing, build: { tool, folder } }) => {
    const [first] = [...newer, ...missing];
    if (first === undefined) return [];
    const what = [
      ...(newer.length > 0 ? [`${newer.length} newer than their classes`] : []),
      ...(missing.length > 0 ? [`${missing.length} without classes`] : []),
    ];
    return [
      `sources in ${folder} are not what was built: ${what.join(', ')}, such as ${relative(process.cwd(), first)}; --build has ${tool} build them first`,
    ];
  });
}
