/**
 * A Maven project with the parts that it inherits: parents, interpolated properties, and managed versions, imported
 * BOMs included ("Introduction to the POM", "Introduction to the Dependency Mechanism").
 *
 * Sits in `host/`. Parts that cannot be found are left out and named. Its only input is the texts of files, through
 * {@link PomSource}.
 */
import type { Coordinates, Dependency, Parent, Pom } from './pom';

/** The source of poms; `host/` implements it over the file system. */
export interface PomSource {
  /** Properties from outside of all poms: `-D` on the command line or in `.mvn/maven.config`. */
  readonly userProperties: ReadonlyMap<string, string>;
  /** Reads a pom of the local repository. */
  inRepository(coordinates: Coordinates): Promise<LocatedPom | undefined>;
  /** Reads a pom at a path relative to another pom's folder; a folder stands for the pom.xml in it. */
  beside(folder: string, relativePath: string): Promise<LocatedPom | undefined>;
}

export interface LocatedPom {
  readonly pom: Pom;
  /** Absent for poms of the repository. */
  readonly folder: string | undefined;
}

export interface EffectivePom extends Coordinates {
  readonly packaging: string;
  readonly dependencies: readonly Dependency[];
  /** The managed dependencies, by {@link dependencyKey}. */
  readonly managed: ReadonlyMap<string, Dependency>;
  readonly modules: readonly string[];
  readonly sourceDirectory: string;
  readonly testSourceDirectory: string;
  readonly outputDirectory: string;
  readonly testOutputDirectory: string;
  readonly relocation: Partial<Coordinates> | undefined;
  /** Parents and BOMs that could not be found, so that their content is unknown. */
  readonly missing: readonly string[];
}

/** Longer chains are circles. */
const MAX_PARENTS = 30;

export function dependencyKey({
  groupId,
  artifactId,
  type,
  classifier,
}: Pick<Dependency, 'groupId' | 'artifactId' | 'type' | 'classifier'>): string {
  return `${groupId}:${artifactId}:${type}:${classifier}`;
}

export function describeCoordinates({ groupId, artifactId, version }: Coordinates): string {
  return `${groupId}:${artifactId}:${version}`;
}

/** `imported` reads a BOM; the caller keeps what was read before. */
export async function makeEffective(
  located: LocatedPom,
  source: PomSource,
  imported: (coordinates: Coordinates) => Promise<EffectivePom | undefined>,
): Promise<EffectivePom> {
  const missing: string[] = [];
  const chain = await readChain(located, source, missing);
  const own = located.pom;
  const nearest = <T>(of: (pom: Pom) => T | undefined): T | undefined =>
    chain.map(({ pom }) => of(pom)).find((value) => value !== undefined);
  const groupId = own.groupId ?? own.parent?.groupId ?? '';
  const version = own.version ?? own.parent?.version ?? '';
  const buildDirectory = nearest((pom) => pom.buildDirectory) ?? 'target';
  const inherited = chain.toReversed().flatMap(({ pom }) => [...pom.properties]);
  const properties = new Map([...inherited, ...(located.folder === undefined ? [] : source.userProperties)]);
  const given: Readonly<Record<string, string | undefined>> = {
    groupId,
    version,
    artifactId: own.artifactId,
    packaging: own.packaging ?? 'jar',
    basedir: located.folder,
    'parent.groupId': own.parent?.groupId,
    'parent.artifactId': own.parent?.artifactId,
    'parent.version': own.parent?.version,
    'build.directory': buildDirectory,
    'build.outputDirectory': nearest((pom) => pom.outputDirectory) ?? `${buildDirectory}/classes`,
  };
  const fill = createFiller(properties, given);
  const fillAll = (dependency: Dependency): Dependency => fillDependency(dependency, fill);
  const managed = new Map<string, Dependency>();
  const boms = new Map<string, Dependency>();
  for (const dependency of chain.flatMap(({ pom }) => pom.managed.map(fillAll))) {
    const key = dependencyKey(dependency);
    const list = dependency.type === 'pom' && dependency.scope === 'import' ? boms : managed;
    // The nearest declaration counts, for BOMs as well: another version of the parent's replaces it.
    if (!list.has(key)) list.set(key, dependency);
  }
  for (const bom of boms.values()) {
    const coordinates = { ...bom, version: bom.version ?? '' };
    const read = await imported(coordinates);
    if (read === undefined) missing.push(describeCoordinates(coordinates));
    for (const [key, dependency] of read?.managed ?? []) if (!managed.has(key)) managed.set(key, dependency);
  }
  const dependencies = new Map<string, Dependency>();
  for (const dependency of chain.flatMap(({ pom }) => pom.dependencies.map(fillAll)))
    if (!dependencies.has(dependencyKey(dependency))) dependencies.set(dependencyKey(dependency), dependency);
  return {
    groupId: fill(groupId),
    artifactId: own.artifactId,
    version: fill(version),
    packaging: own.packaging ?? 'jar',
    dependencies: [...dependencies.values()],
    managed,
    modules: own.modules.map(fill),
    sourceDirectory: fill(nearest((pom) => pom.sourceDirectory) ?? 'src/main/java'),
    testSourceDirectory: fill(nearest((pom) => pom.testSourceDirectory) ?? 'src/test/java'),
    outputDirectory: fill(given['build.outputDirectory'] ?? ''),
    testOutputDirectory: fill(nearest((pom) => pom.testOutputDirectory) ?? `${buildDirectory}/test-classes`),
    relocation: own.relocation,
    missing,
  };
}

/** The pom, its parent, and so on. */
async function readChain(
  located: LocatedPom,
  source: PomSource,
  missing: string[],
): Promise<readonly LocatedPom[]> {
  const chain = [located];
  for (let at = located; at.pom.parent !== undefined && chain.length < MAX_PARENTS;) {
    const parent = await findParent(at, at.pom.parent, source);
    if (parent === undefined) {
      missing.push(describeCoordinates(at.pom.parent));
      break;
    }
    chain.push(parent);
    at = parent;
  }
  return chain;
}

/** A file that is another project than the one named is not the parent. */
async function findParent(
  { folder }: LocatedPom,
  parent: Parent,
  source: PomSource,
): Promise<LocatedPom | undefined> {
  const { relativePath = '..' } = parent;
  if (folder !== undefined && relativePath !== '') {
    const beside = await source.beside(folder, relativePath);
    const groupId = beside?.pom.groupId ?? beside?.pom.parent?.groupId;
    if (beside?.pom.artifactId === parent.artifactId && groupId === parent.groupId) return beside;
  }
  return source.inRepository(parent);
}

/** The most characters of a text whose properties are replaced: a few names can stand for a text of any length. */
const MAX_FILLED = 64 * 1024;
/** The most properties whose values name the next. */
const MAX_DEPTH = 50;

/**
 * Makes a function that replaces properties by their values. A property may name others; each is looked up once, and
 * circles end where they began. A text that grows too long stays as it is.
 */
function createFiller(
  properties: ReadonlyMap<string, string>,
  given: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  const known = new Map<string, string>();
  const open = new Set<string>();
  const valueOf = (name: string): string | undefined => {
    const plain = name.replace(/^(?:project|pom)\./, '');
    const own = Object.hasOwn(given, plain) ? given[plain] : undefined;
    return plain === name ? (properties.get(name) ?? own) : (own ?? properties.get(name));
  };
  const lookUp = (name: string, whole: string): string => {
    if (open.has(name) || open.size >= MAX_DEPTH) return whole;
    const value = known.get(name) ?? valueOf(name);
    if (value === undefined) return whole;
    open.add(name);
    const filled = known.get(name) ?? fill(value);
    open.delete(name);
    known.set(name, filled);
    return filled;
  };
  const fill = (text: string): string => {
    if (!text.includes('${')) return text;
    let [filled, end] = ['', 0];
    for (const { 0: whole, 1: name = '', index } of text.matchAll(/\$\{([^${}]+)\}/g)) {
      filled += text.slice(end, index) + lookUp(name, whole);
      end = index + whole.length;
      if (filled.length > MAX_FILLED) return text;
    }
    return filled + text.slice(end);
  };
  return fill;
}

function fillDependency(dependency: Dependency, fill: (text: string) => string): Dependency {
  const { groupId, artifactId, version, type, classifier, scope, systemPath } = dependency;
  return {
    ...dependency,
    groupId: fill(groupId),
    artifactId: fill(artifactId),
    version: version === undefined ? undefined : fill(version),
    type: fill(type),
    classifier: fill(classifier),
    scope: scope === undefined ? undefined : fill(scope),
    systemPath: systemPath === undefined ? undefined : fill(systemPath),
  };
}
