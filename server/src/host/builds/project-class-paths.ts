/**
 * Finds the class path of Maven and Gradle projects without running the tool: the folders of their classes, and the jars
 * that they depend on. Maven's come from poms and the local repository, Gradle's from its cache, as far as lock files and
 * scripts name them.
 *
 * Sits in `host/`.
 */
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { describeCoordinates, type EffectivePom } from './effective-pom';
import type { Dependency } from './pom';
import { resolveDependencies, type SourceRoot, type FoundClassPath } from './resolve-dependencies';
import type { BuildFileReader } from './build-file-reader';
import {
  createPomReader,
  isPath,
  type ArtifactRepository,
  createMavenRepository,
  findLocalRepository,
  isJar,
  readUserProperties,
} from './maven-repository';

const OUTPUTS = ['java', 'kotlin', 'groovy', 'scala'].flatMap((language) =>
  ['main', 'test', 'testFixtures'].map((set) => join('build', 'classes', language, set)),
);

export async function findGradleClassPath(
  folders: readonly string[],
  reader: BuildFileReader,
  home?: string,
): Promise<FoundClassPath> {
  // A home that the caller names wins over the environment.
  const set = home === undefined ? process.env['GRADLE_USER_HOME'] : undefined;
  const userHome = set === undefined || set === '' ? join(home ?? homedir(), '.gradle') : set;
  const cache = join(userHome, 'caches', 'modules-2', 'files-2.1');
  const repository = createGradleCache(cache, reader);
  const problems: string[] = [];
  const poms = createPomReader([repository], reader, new Map(), (problem) => problems.push(problem));
  const outputs: string[] = [];
  const jars = new Set<string>();
  const missing = new Set<string>();
  for (const folder of folders) {
    for (const output of OUTPUTS) {
      const found = await findOutput(join(folder, output), [folder], reader);
      if (found.kind === 'found') outputs.push(found.path);
      if (found.kind === 'outside') problems.push(describeOutside(folder, found.path));
    }
    const { artifacts } = await resolveDependencies({
      root: { dependencies: await readDependencies(folder), managed: new Map() },
      read: (at) => poms.read(at),
      chooseVersion: (groupId, artifactId, range) => poms.chooseVersion(groupId, artifactId, range),
      conflicts: 'highest',
    });
    for (const artifact of artifacts) {
      const jar = await repository.jarOf(artifact);
      if (jar === undefined) missing.add(describeCoordinates(artifact));
      else jars.add(jar);
    }
  }
  return {
    tool: 'Gradle',
    projects: folders,
    roots: folders.flatMap(rootsOf),
    elements: [...outputs, ...jars],
    missing: [...missing],
    repository: cache,
    problems,
  };

  /** A lock file is complete; a script tells only what is written out in it. */
  async function readDependencies(folder: string): Promise<readonly Dependency[]> {
    const lock = await reader.readText(join(folder, 'gradle.lockfile'));
    if (lock !== undefined) return readGradleLock(lock);
    const scripts = ['build.gradle', 'build.gradle.kts'].map((name) => join(folder, name));
    const found: Dependency[] = [];
    for (const script of scripts) {
      const { dependencies, unread } = readGradleScript((await reader.readText(script)) ?? '');
      // Thousands are too many arguments for one call.
      for (const dependency of dependencies) found.push(dependency);
      if (unread > 0)
        problems.push(
          `${script}: ${unread} ${unread === 1 ? 'dependency is' : 'dependencies are'} not written out there, and their types not known; lock the versions (gradle.lockfile), or name the jars in jouleline.classPath (--class-path)`,
        );
    }
    return found;
  }
}

/** The folders that every Java project has unless it says otherwise. */
function rootsOf(project: string): readonly SourceRoot[] {
  return ['main', 'test', 'testFixtures'].map((set) => ({
    project,
    sources: join(project, 'src', set, 'java'),
    classes: join(project, 'build', 'classes', 'java', set),
  }));
}

/** Reads a cache laid out as `group/artifact/version/<hash>/file`. */
function createGradleCache(root: string, reader: BuildFileReader): ArtifactRepository {
  async function find(
    at: { readonly groupId: string; readonly artifactId: string; readonly version: string },
    end: string,
  ): Promise<string | undefined> {
    if (!isPath(at)) return undefined;
    const folder = join(root, at.groupId, at.artifactId, at.version);
    // Asking for the folder makes a later download noticed.
    if ((await reader.existing(folder)) === undefined) return undefined;
    for (const hash of await reader.list(folder)) {
      const names = await reader.list(join(folder, hash));
      const name = `${at.artifactId}-${at.version}${end}`;
      if (names.includes(name)) return join(folder, hash, name);
    }
    return undefined;
  }
  return {
    pomOf: (coordinates) => find(coordinates, '.pom'),
    jarOf: (artifact) => find(artifact, artifact.classifier === '' ? '.jar' : `-${artifact.classifier}.jar`),
    versionsOf: (groupId, artifactId) =>
      isPath({ groupId, artifactId, version: '0' })
        ? reader.list(join(root, groupId, artifactId))
        : Promise.resolve([]),
  };
}

interface GradleDependencies {
  readonly dependencies: readonly Dependency[];
  /** The number of declarations without coordinates. */
  readonly unread: number;
}

const CONFIGURATION =
  /^[ \t]*((?:[a-z]\w*)?(?:[iI]mplementation|[aA]pi|[cC]ompile(?:Only)?|[rR]untime(?:Only)?|[aA]nnotationProcessor))\b[ \t]*\(?[ \t]*(.*)$/gm;

/**
 * Reads the dependencies of a build script without running it: coordinates that are written out, such as
 * `"org.slf4j:slf4j-api:2.0.9"`. Coordinates that the script computes, or takes from a version catalog, are counted.
 */
function readGradleScript(text: string): GradleDependencies {
  const plain = withoutComments(text).replace(/(^|\s)\/\/.*$/gm, '$1');
  const dependencies: Dependency[] = [];
  let unread = 0;
  for (const [, , rest = ''] of plain.matchAll(CONFIGURATION)) {
    // Projects of the same build are read on their own.
    if (/^(?:project\b|files\b|fileTree\b|gradleApi\b|localGroovy\b|[{.=]|$)/.test(rest)) continue;
    const [, groupId, artifactId, version] =
      /^["']([\w.-]+):([\w.-]+):([\w.+-]+)(?:[@:][\w.-]+)*["']/.exec(rest) ?? [];
    if (groupId === undefined || artifactId === undefined || version === undefined) unread += 1;
    else dependencies.push(dependencyOn(groupId, artifactId, version));
  }
  return { dependencies, unread };
}

/** The text without what stands between `/*` and `*\/`. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  for (let at = 0; ;) {
    const start = text.indexOf('/*', at);
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2);
    if (end < 0) return parts.join('') + text.slice(at);
    parts.push(text.slice(at, start));
    at = end + 2;
  }
}

/** Reads all resolved dependencies, transitive ones included: `group:artifact:version=configurations`. */
function readGradleLock(text: string): readonly Dependency[] {
  return [...text.matchAll(/^([\w.-]+):([\w.-]+):([\w.+-]+)=/gm)].map(
    ([, groupId = '', artifactId = '', version = '']) => dependencyOn(groupId, artifactId, version),
  );
}

function dependencyOn(groupId: string, artifactId: string, version: string): Dependency {
  return {
    groupId,
    artifactId,
    version,
    type: 'jar',
    classifier: '',
    scope: undefined,
    isOptional: undefined,
    systemPath: undefined,
    exclusions: [],
  };
}

const MAX_MODULES = 5000;

type OutputFolder =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly path: string }
  /** It is there and not in the project: any folder of the machine would be read as classes. */
  | { readonly kind: 'outside'; readonly path: string };

async function findOutput(
  path: string,
  places: readonly string[],
  reader: BuildFileReader,
): Promise<OutputFolder> {
  const real = await reader.realPath(path);
  if (real === undefined) return { kind: 'none' };
  const realPlaces = await Promise.all(places.map((place) => reader.realPath(place)));
  const isInside =
    isWithinOne(path, places) &&
    isWithinOne(
      real,
      realPlaces.filter((place) => place !== undefined),
    );
  return { kind: isInside ? 'found' : 'outside', path };
}

function isWithinOne(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(place.endsWith(sep) ? place : place + sep));
}

function describeOutside(buildFile: string, path: string): string {
  return `${buildFile} has classes in ${path}, which is not in the project: they are left out unless jouleline.classPath (--class-path) names them`;
}

interface Module {
  readonly folder: string;
  readonly pom: EffectivePom;
}

/** The class path of the projects in these folders and of all their modules. */
export async function findMavenClassPath(
  folders: readonly string[],
  reader: BuildFileReader,
  home?: string,
): Promise<FoundClassPath> {
  const problems: string[] = [];
  const [root = '.'] = folders;
  const userProperties = await readUserProperties(root, reader);
  const repositoryFolder = await findLocalRepository(userProperties, reader, home);
  const repository = createMavenRepository(repositoryFolder, reader);
  const poms = createPomReader([repository], reader, userProperties, (problem) => problems.push(problem));

  const modules = await listModules();
  const own = new Map(modules.map(({ pom }) => [`${pom.groupId}:${pom.artifactId}`, pom]));
  const outputs: string[] = [];
  const roots: SourceRoot[] = [];
  const jars = new Set<string>();
  const missing = new Set<string>();
  for (const { folder, pom } of modules) {
    const pairs = [
      { sources: pom.sourceDirectory, classes: pom.outputDirectory },
      { sources: pom.testSourceDirectory, classes: pom.testOutputDirectory },
    ];
    for (const { sources, classes } of pairs) {
      const root = { project: folder, sources: resolve(folder, sources), classes: resolve(folder, classes) };
      if ([root.sources, root.classes].every((each) => isWithinOne(each, [root.project, ...folders])))
        roots.push(root);
    }
    for (const output of [pom.outputDirectory, pom.testOutputDirectory]) {
      const found = await findOutput(resolve(folder, output), [folder, ...folders], reader);
      if (found.kind === 'found') outputs.push(found.path);
      if (found.kind === 'outside') problems.push(describeOutside(join(folder, 'pom.xml'), found.path));
    }
    for (const parent of pom.missing) missing.add(parent);
    const { artifacts } = await resolveDependencies({
      root: pom,
      read: async (at) => own.get(`${at.groupId}:${at.artifactId}`) ?? poms.read(at),
      chooseVersion: (groupId, artifactId, range) => poms.chooseVersion(groupId, artifactId, range),
      conflicts: 'nearest',
    });
    for (const artifact of artifacts) {
      if (!isJar(artifact) || own.has(`${artifact.groupId}:${artifact.artifactId}`)) continue;
      const { systemPath } = artifact;
      const jar = await (systemPath === undefined
        ? repository.jarOf(artifact)
        : reader.existing(resolve(folder, systemPath)));
      if (jar === undefined) missing.add(describeCoordinates(artifact));
      else jars.add(jar);
    }
  }
  return {
    tool: 'Maven',
    projects: modules.map(({ folder }) => folder),
    roots,
    elements: [...outputs, ...jars],
    missing: [...missing],
    repository: repositoryFolder,
    problems,
  };

  async function listModules(): Promise<readonly Module[]> {
    const seen = new Set<string>();
    const found: Module[] = [];
    const waiting = folders.map((folder) => ({ folder, name: '.' }));
    for (const { folder, name } of waiting) {
      const place = await reader.realPath(resolve(folder, name));
      // A link may lead to a project around it.
      if (place === undefined || seen.has(place)) continue;
      if (seen.size >= MAX_MODULES) {
        problems.push(`${root} has more than ${MAX_MODULES} modules: the others are left out`);
        break;
      }
      seen.add(place);
      const located = await poms.readProject(folder, name);
      if (located?.folder === undefined || seen.has(join(located.folder, located.pom.artifactId))) continue;
      seen.add(join(located.folder, located.pom.artifactId));
      const pom = await poms.makeEffective(located);
      found.push({ folder: located.folder, pom });
      for (const module of pom.modules) waiting.push({ folder: located.folder, name: module });
    }
    return found;
  }
}
