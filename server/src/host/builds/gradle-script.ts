/**
 * Reads dependencies from a Gradle build script or lock file without running it: coordinates that are
 * written out, such as `"org.slf4j:slf4j-api:2.0.9"`.
 *
 * Sits in `host/`. A script is a program. Coordinates that it computes, or takes from a version catalog,
 * are not known, and are counted.
 */
import type { Dependency } from './pom';

export interface GradleDependencies {
  readonly dependencies: readonly Dependency[];
  /** The number of declarations without coordinates. */
  readonly unread: number;
}

const CONFIGURATION =
  /^[ \t]*((?:[a-z]\w*)?(?:[iI]mplementation|[aA]pi|[cC]ompile(?:Only)?|[rR]untime(?:Only)?|[aA]nnotationProcessor))\b[ \t]*\(?[ \t]*(.*)$/gm;

export function readGradleScript(text: string): GradleDependencies {
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
export function readGradleLock(text: string): readonly Dependency[] {
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
