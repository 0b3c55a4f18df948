/**
 * Finds the class path of Gradle projects as far as it is known without running Gradle: the folders of
 * their classes, and the jars in Gradle's cache that lock files and scripts name.
 *
 * Sits in `host/`.
 */
import type { SourceRoot, FoundClassPath } from './found-class-path';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describeCoordinates } from './effective-pom';
import type { Dependency } from './pom';
import { resolveDependencies } from './resolve-dependencies';
import type { BuildFileReader } from './build-file-reader';
import { createPomReader, isPath, type ArtifactRepository } from './maven-repository';

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
      const found = await reader.existing(join(folder, output));
      if (found !== undefined) outputs.push(found);
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
      found.push(...dependencies);
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
    versionsOf: (groupId, artifactId) => reader.list(join(root, groupId, artifactId)),
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
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
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
