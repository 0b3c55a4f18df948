/**
 * Reads Maven's repository on this machine: the poms and jars that were fetched or installed before.
 * Nothing is fetched.
 *
 * Sits in `host/`, under `host/builds/`' reading of poms.
 */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { makeEffective, type EffectivePom, type LocatedPom, type PomSource } from './effective-pom';
import { readPom, type Coordinates, readXml, textIn } from './pom';
import { isHigher, type Artifact } from './resolve-dependencies';
import { createBuildFileReader, type BuildFileReader } from './build-file-reader';
import type { ConsolePlaces } from './console-launcher';

export interface PomReader {
  /** Reads a project's own file; undefined if it is missing or broken, which is reported. */
  readProject(folder: string, relativePath: string): Promise<LocatedPom | undefined>;
  makeEffective(located: LocatedPom): Promise<EffectivePom>;
  /** Reads a pom of the repository. */
  read(coordinates: Coordinates): Promise<EffectivePom | undefined>;
  chooseVersion(groupId: string, artifactId: string, range: string): Promise<string | undefined>;
}

/** The places of an artifact's files; those of Maven and Gradle differ. */
export interface ArtifactRepository {
  pomOf(coordinates: Coordinates): Promise<string | undefined>;
  jarOf(artifact: Artifact): Promise<string | undefined>;
  versionsOf(groupId: string, artifactId: string): Promise<readonly string[]>;
}

export function createPomReader(
  repositories: readonly ArtifactRepository[],
  reader: BuildFileReader,
  userProperties: ReadonlyMap<string, string>,
  report: (problem: string) => void,
): PomReader {
  const effective = new Map<string, Promise<EffectivePom | undefined>>();
  const source: PomSource = { userProperties, inRepository, beside: readProject };

  async function readProject(folder: string, relativePath: string): Promise<LocatedPom | undefined> {
    const named = resolve(folder, relativePath);
    for (const path of named.endsWith('.xml') ? [named] : [join(named, 'pom.xml')]) {
      const text = await reader.readText(path);
      if (text === undefined) continue;
      const read = readPom(text);
      if (read.ok) return { pom: read.pom, folder: dirname(path) };
      report(`${path} ${read.message}; what it depends on is not known`);
    }
    return undefined;
  }

  /** A broken pom of a repository counts as missing, because others published it. */
  async function inRepository(coordinates: Coordinates): Promise<LocatedPom | undefined> {
    for (const repository of repositories) {
      const path = await repository.pomOf(coordinates);
      const text = path === undefined ? undefined : await reader.readText(path);
      const read = text === undefined ? undefined : readPom(text);
      if (read?.ok === true) return { pom: read.pom, folder: undefined };
    }
    return undefined;
  }

  function read({ groupId, artifactId, version }: Coordinates): Promise<EffectivePom | undefined> {
    const key = `${groupId}:${artifactId}:${version}`;
    let known = effective.get(key);
    if (known === undefined) {
      // A circle of BOMs that import each other ends here: the inner one is not known yet.
      effective.set(key, Promise.resolve(undefined));
      known = inRepository({ groupId, artifactId, version }).then((located) =>
        located === undefined ? undefined : makeEffective(located, source, read),
      );
      known.then(
        (pom) => effective.set(key, Promise.resolve(pom)),
        // Whoever asked for it is told.
        () => undefined,
      );
    }
    return known;
  }

  return {
    readProject,
    makeEffective: (located) => makeEffective(located, source, read),
    read,
    async chooseVersion(groupId, artifactId, range) {
      const lists = await Promise.all(repositories.map((each) => each.versionsOf(groupId, artifactId)));
      const fitting = lists.flat().filter((version) => isInRange(version, range));
      return fitting.reduce<string | undefined>(
        (best, version) => (best === undefined || isHigher(version, best) ? version : best),
        undefined,
      );
    },
  };
}

/** Tells if a range such as `[1,2)`, `[1.5]` or `(,1],[1.2,)` holds a version (Maven's version range specification). */
function isInRange(version: string, range: string): boolean {
  return [...range.matchAll(/([[(])([^[\]()]*)([\])])/g)].some(([, open, inside = '', close]) => {
    const [low = '', high = inside.includes(',') ? '' : low] = inside.split(',').map((part) => part.trim());
    const aboveLow = low === '' || (open === '[' ? !isHigher(low, version) : isHigher(version, low));
    const belowHigh = high === '' || (close === ']' ? !isHigher(version, high) : isHigher(high, version));
    return aboveLow && belowHigh;
  });
}

export function createMavenRepository(root: string, reader: BuildFileReader): ArtifactRepository {
  const folderOf = ({ groupId, artifactId, version }: Coordinates): string =>
    join(root, ...groupId.split('.'), artifactId, version);
  return {
    pomOf: (coordinates) =>
      Promise.resolve(
        isPath(coordinates)
          ? join(folderOf(coordinates), `${coordinates.artifactId}-${coordinates.version}.pom`)
          : undefined,
      ),
    async jarOf(artifact) {
      if (!isPath(artifact)) return undefined;
      const { artifactId, version } = artifact;
      const end = classifierOf(artifact) === '' ? '.jar' : `-${classifierOf(artifact)}.jar`;
      const folder = folderOf(artifact);
      const plain = await reader.existing(join(folder, `${artifactId}-${version}${end}`));
      if (plain !== undefined || !version.endsWith('-SNAPSHOT')) return plain;
      // Of a fetched snapshot the newest counts: its time stands in the place of SNAPSHOT.
      const stem = `${artifactId}-${version.slice(0, -'SNAPSHOT'.length)}`;
      const stamped = (await reader.list(folder)).filter(
        (name) => name.startsWith(stem) && /^\d{8}\.\d{6}-\d+$/.test(name.slice(stem.length, -end.length)),
      );
      const newest = stamped.findLast((name) => name.endsWith(end));
      return newest === undefined ? undefined : join(folder, newest);
    },
    versionsOf: (groupId, artifactId) =>
      isPath({ groupId, artifactId, version: '0' })
        ? reader.list(join(root, ...groupId.split('.'), artifactId))
        : Promise.resolve([]),
  };
}

/** True if the coordinates have no placeholder left and lead to a path inside of the repository. */
export function isPath({ groupId, artifactId, version }: Coordinates): boolean {
  return [groupId, artifactId, version].every((part) => /^[\w.+-]+$/.test(part) && !part.includes('..'));
}

function classifierOf({ type, classifier }: Artifact): string {
  if (classifier !== '') return classifier;
  return type === 'test-jar' ? 'tests' : type === 'ejb-client' ? 'client' : '';
}

const JAR_TYPES = new Set(['jar', 'test-jar', 'ejb', 'ejb-client', 'bundle', 'maven-plugin']);

export function isJar({ type }: Artifact): boolean {
  return JAR_TYPES.has(type);
}

/** The properties that `-D` sets in `.mvn/maven.config`, as Maven itself reads it. */
export async function readUserProperties(
  folder: string,
  reader: BuildFileReader,
): Promise<ReadonlyMap<string, string>> {
  const texts = [
    await reader.readText(join(folder, '.mvn', 'maven.config')),
    await reader.readText(join(folder, '.mvn', 'jvm.config')),
  ];
  const found = texts.flatMap((text = '') => [...text.matchAll(/(?:^|\s)-D\s*([^\s=]+)=(\S*)/g)]);
  return new Map(found.map(([, name = '', value = '']) => [name, value]));
}

/** The configured folder, else `~/.m2/repository`. */
export async function findLocalRepository(
  userProperties: ReadonlyMap<string, string>,
  reader: BuildFileReader,
  home = homedir(),
): Promise<string> {
  const text = await reader.readText(join(home, '.m2', 'settings.xml'));
  const settings = text === undefined ? undefined : readXml(text);
  const inSettings = settings?.ok === true ? textIn(settings.root, 'localRepository') : undefined;
  const set = userProperties.get('maven.repo.local') ?? inSettings;
  const path = set?.replaceAll('${user.home}', home).replace(/^~(?=[/\\])/, home);
  return path !== undefined && isAbsolute(path) ? path : join(home, '.m2', 'repository');
}

/** The places where Maven and Gradle put what they fetch. */
export async function consolePlaces(): Promise<ConsolePlaces> {
  return {
    mavenRepository: await findLocalRepository(new Map(), createBuildFileReader({ roots: [homedir()] })),
    gradleHome: process.env['GRADLE_USER_HOME'] ?? join(homedir(), '.gradle'),
  };
}
