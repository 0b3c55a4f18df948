/**
 * Resolves a project's declared dependencies to all that its code is compiled against ("Introduction to the
 * Dependency Mechanism": transitive dependencies, nearest definition, management, exclusions, scopes).
 *
 * Sits in `host/`, for Maven and for Gradle, which differ in which version wins. All scopes count,
 * because sources of tests are read as well.
 */
import { dependencyKey, describeCoordinates, type EffectivePom } from './effective-pom';
import type { Coordinates, Dependency } from './pom';
import type { BuildTool } from './build-project';

export interface Artifact extends Coordinates {
  readonly type: string;
  readonly classifier: string;
  /** The path of a dependency that comes from no repository. */
  readonly systemPath: string | undefined;
}

export interface ResolveOptions {
  readonly root: Pick<EffectivePom, 'dependencies' | 'managed'>;
  /** Reads the pom of an artifact; undefined if it cannot be found. */
  readonly read: (coordinates: Coordinates) => Promise<EffectivePom | undefined>;
  /** Chooses the version that a range such as `[1,2)` stands for. */
  readonly chooseVersion: (groupId: string, artifactId: string, range: string) => Promise<string | undefined>;
  /** Maven takes the version nearest to the root, Gradle the highest. */
  readonly conflicts: 'nearest' | 'highest';
}

export interface ResolvedArtifacts {
  readonly artifacts: readonly Artifact[];
  /** Artifacts whose poms are missing, so that their own dependencies are not known. */
  readonly withoutPom: readonly string[];
}

/** More than any project has; circles end because seen artifacts are skipped. */
const MAX_ARTIFACTS = 5000;
/** The most declarations that are followed: each pom may declare as many as it likes. */
const MAX_STEPS = 100_000;

interface DependencyStep {
  readonly dependency: Dependency;
  readonly exclusions: readonly string[];
}

export async function resolveDependencies(options: ResolveOptions): Promise<ResolvedArtifacts> {
  const { root, conflicts } = options;
  const found = new Map<string, Artifact>();
  const withoutPom = new Set<string>();
  const steps: DependencyStep[] = root.dependencies.slice(0, MAX_STEPS).map((dependency) => ({
    dependency: complete(dependency, root.managed),
    // Exclusions that the root manages come on top of a dependency's own.
    exclusions: root.managed.get(dependencyKey(dependency))?.exclusions ?? [],
  }));
  // The list grows while it is walked: breadth first, so that the nearest comes first.
  for (const { dependency, exclusions } of steps) {
    const artifact = await locate(dependency, options);
    // An artifact that moved competes with versions under its old name, too.
    const keys = [dependencyKey(dependency), dependencyKey(artifact)];
    const before = keys.map((key) => found.get(key)).find((one) => one !== undefined);
    if (before !== undefined && (conflicts === 'nearest' || !isHigher(artifact.version, before.version)))
      continue;
    if (found.size >= MAX_ARTIFACTS) break;
    for (const key of keys) found.set(key, artifact);
    if (artifact.systemPath !== undefined) continue;
    const pom = await options.read(artifact);
    if (pom === undefined) withoutPom.add(describeCoordinates(artifact));
    const inside = [...exclusions, ...dependency.exclusions];
    for (const inner of pom?.dependencies ?? []) {
      // Maven decides if a dependency counts before it applies the root's management.
      const given = complete(inner, pom?.managed);
      if (steps.length < MAX_STEPS && isInherited(given) && !isExcluded(given, inside))
        steps.push({ dependency: manage(given, root.managed), exclusions: inside });
    }
  }
  return {
    artifacts: [...new Set(found.values())].filter(({ type }) => type !== 'pom'),
    withoutPom: [...withoutPom],
  };
}

/** Completes a declaration by the management of its own pom. */
function complete(dependency: Dependency, managed: EffectivePom['managed'] | undefined): Dependency {
  const by = managed?.get(dependencyKey(dependency));
  if (by === undefined) return dependency;
  return {
    ...dependency,
    version: dependency.version ?? by.version,
    scope: dependency.scope ?? by.scope,
    exclusions: dependency.exclusions.length > 0 ? dependency.exclusions : by.exclusions,
  };
}

/** Applies the root's management, which wins over what poms below say. */
function manage(dependency: Dependency, managed: EffectivePom['managed']): Dependency {
  const by = managed.get(dependencyKey(dependency));
  if (by === undefined) return dependency;
  return {
    ...dependency,
    version: by.version ?? dependency.version,
    scope: by.scope ?? dependency.scope,
    exclusions: [...dependency.exclusions, ...by.exclusions],
  };
}

function isInherited({ scope = 'compile', isOptional = false }: Dependency): boolean {
  return !isOptional && (scope === 'compile' || scope === 'runtime');
}

function isExcluded({ groupId, artifactId }: Dependency, exclusions: readonly string[]): boolean {
  return exclusions.some((exclusion) => {
    const [group, artifact] = exclusion.split(':');
    return (group === '*' || group === groupId) && (artifact === '*' || artifact === artifactId);
  });
}

/** Chooses the version, and follows relocations. */
async function locate(dependency: Dependency, { read, chooseVersion }: ResolveOptions): Promise<Artifact> {
  const { type, classifier, systemPath, version = '' } = dependency;
  const isRange = /^[[(]/.test(version);
  const chosen = isRange ? await chooseVersion(dependency.groupId, dependency.artifactId, version) : version;
  let at: Coordinates = { ...dependency, version: chosen ?? version };
  for (let moves = 0; moves < 5 && systemPath === undefined; moves++) {
    const relocation = (await read(at))?.relocation;
    if (relocation === undefined) break;
    at = { ...at, ...relocation };
  }
  const { groupId, artifactId } = at;
  return { groupId, artifactId, version: at.version, type, classifier, systemPath };
}

/** Compares versions as most authors mean them: numbers by value, texts (alpha, beta, rc, …) before none. */
export function isHigher(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    text.split(/[.\-_+]|(?<=\d)(?=[a-zA-Z])|(?<=[a-zA-Z])(?=\d)/),
  );
  for (let at = 0; at < Math.max(one?.length ?? 0, other?.length ?? 0); at++) {
    const difference = rank(one?.[at]) - rank(other?.[at]);
    if (difference !== 0) return difference > 0;
    const [a = '', b = ''] = [one?.[at], other?.[at]];
    if (a !== b && Number.isNaN(Number(a))) return a > b;
  }
  return false;
}

/** Ranks numbers above nothing, and nothing above texts; words for a release count as nothing. */
function rank(part: string | undefined): number {
  if (part === undefined || /^(?:final|ga|release|jre|android)?$/i.test(part)) return 0;
  const number = Number(part);
  return Number.isNaN(number) ? -1 : number;
}

/** The folder of one set of a project's sources, and the folder of its classes; neither need exist. */
export interface SourceRoot {
  /** The project's or module's folder. */
  readonly project: string;
  readonly sources: string;
  readonly classes: string;
}

export interface FoundClassPath {
  readonly tool: BuildTool;
  /** The folders of the projects and modules that were read, the outermost first. */
  readonly projects: readonly string[];
  readonly roots: readonly SourceRoot[];
  /** Folders of classes, then jars; all of them exist. */
  readonly elements: readonly string[];
  /** Dependencies that are not on this machine, such as `org.slf4j:slf4j-api:2.0.9`. */
  readonly missing: readonly string[];
  /** The repository that was searched. */
  readonly repository: string;
  readonly problems: readonly string[];
}
