/**
 * Finds the class path that a workspace's Maven and Gradle build files describe, without running any of
 * them.
 *
 * Sits in `host/`. All projects of all folders share one class path: if two need different versions of a
 * library, the first that is found serves both.
 */
import { homedir } from 'node:os';
import { withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import type { SourceRoot, FoundClassPath } from './resolve-dependencies';
import { dirname, resolve } from 'node:path';
import { addTo } from '../../base/groups';
import type { BuildTool } from './build-project';
import {
  BUILD_FILES,
  createBuildFileReader,
  listProjectFolders,
  type BuildFileReader,
} from './build-file-reader';
import { findGradleClassPath, findMavenClassPath } from './project-class-paths';

/** One build: all projects of a folder that one tool builds together. */
export interface FoundBuild {
  readonly tool: BuildTool;
  readonly folder: string;
  readonly roots: readonly SourceRoot[];
}

export interface BuildClassPath {
  readonly elements: readonly string[];
  readonly builds: readonly FoundBuild[];
  /** One line for each build, for the log. */
  readonly found: readonly string[];
  /** Files that are missing or could not be read, each with the way out. */
  readonly problems: readonly string[];
  /** The files that the result depends on, present or not: a change of any may change the result. */
  readonly inputs: readonly string[];
}

export interface BuildSearch {
  /** The home folder, except in tests. */
  readonly home?: string;
  /** Called as reading goes on. */
  readonly onAsk?: () => void;
  /** The folders beyond which no project is looked for; without it, anywhere. */
  readonly within?: readonly string[];
}

export async function findBuildClassPath(
  folders: readonly string[],
  { home, onAsk }: BuildSearch = {},
): Promise<BuildClassPath> {
  const roots = [...folders, homedir(), process.env['GRADLE_USER_HOME'] ?? ''];
  const reader = createBuildFileReader({ roots, ...withDefined({ onAsk }) });
  const found = (await Promise.all(folders.map((folder) => findIn(folder, reader, home)))).flat();
  return {
    elements: [...new Set(found.flatMap(({ elements }) => elements))],
    builds: found.flatMap(listBuilds),
    found: found.map(summarize),
    problems: [...new Set(found.flatMap(describeProblems))],
    inputs: [...reader.asked],
  };
}

async function findIn(
  folder: string,
  reader: BuildFileReader,
  home: string | undefined,
): Promise<readonly FoundClassPath[]> {
  const names = new Map<string, readonly string[]>();
  for (const each of await listProjectFolders(folder)) names.set(each, await reader.list(each));
  const having = (...files: readonly string[]): readonly string[] =>
    [...names].filter(([, inside]) => files.some((file) => inside.includes(file))).map(([each]) => each);
  const maven = having('pom.xml');
  const gradle = having('build.gradle', 'build.gradle.kts');
  return [
    ...(maven.length === 0 ? [] : [await findMavenClassPath(maven, reader, home)]),
    ...(gradle.length === 0 ? [] : [await findGradleClassPath(gradle, reader, home)]),
  ];
}

/** The number of missing dependencies that are listed by name. */
const NAMED = 5;

/** Lists the builds: projects below another's folder count as built with it. */
function listBuilds({ tool, projects, roots }: FoundClassPath): readonly FoundBuild[] {
  const builds = new Map<string, SourceRoot[]>();
  const known = new Set(projects);
  for (const root of roots) {
    let outermost = root.project;
    for (let at = root.project; dirname(at) !== at; at = dirname(at))
      if (known.has(dirname(at))) outermost = dirname(at);
    addTo(builds, outermost, root);
  }
  return Array.from(builds, ([folder, own]) => ({ tool, folder, roots: own }));
}

function summarize({ tool, projects, elements }: FoundClassPath): string {
  const jars = elements.filter((element) => /\.jar$/i.test(element)).length;
  const folders = elements.length - jars;
  return `${tool}, ${counted(projects.length, 'project')}: ${counted(jars, 'jar')} and ${counted(folders, 'folder')} of classes on the class path`;
}

function describeProblems({ missing, repository, problems }: FoundClassPath): readonly string[] {
  if (missing.length === 0) return problems;
  const some = missing.slice(0, NAMED).join(', ');
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const what = missing.length === 1 ? 'a dependency is' : `${missing.length} dependencies are`;
  return [
    ...problems,
    `${what} not in ${repository} (${some}${more}): their types are not known; build the project once, or name the jars in jouleline.classPath (--class-path)`,
  ];
}

/** The class path for named sources: of the projects in a folder, else of the project around it, from its outermost folder on. */
export async function findClassPathOfSources(
  paths: readonly string[],
  search: BuildSearch = {},
): Promise<BuildClassPath> {
  const reader = createBuildFileReader();
  const roots = new Set<string>();
  for (const path of paths)
    roots.add((await findProjectAround(resolve(path), reader, search.within)) ?? resolve(path));
  return findBuildClassPath([...roots], search);
}

async function findProjectAround(
  path: string,
  reader: BuildFileReader,
  within?: readonly string[],
): Promise<string | undefined> {
  let found: string | undefined;
  for (let folder = path; ; folder = dirname(folder)) {
    const names = await reader.list(folder);
    const isProject = BUILD_FILES.some((file) => names.includes(file));
    if (isProject) found = folder;
    if (
      (found !== undefined && !isProject) ||
      dirname(folder) === folder ||
      within?.includes(folder) === true
    )
      return found;
  }
}
