/**
 * Finds JUnit's console launcher on this machine, where Maven or Gradle put it.
 *
 * Sits in `host/`. Nothing is fetched unasked: if the launcher is missing, the user sees the Maven command
 * that fetches it.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const GROUP = 'org.junit.platform';
const ARTIFACT = 'junit-platform-console-standalone';

export interface ConsolePlaces {
  /** Maven's local repository. */
  readonly mavenRepository: string;
  /** The user's Gradle folder, usually `~/.gradle`. */
  readonly gradleHome: string;
}

/** The path of the jar; undefined if it is not there. */
export function findConsoleLauncher(version: string, places: ConsolePlaces): string | undefined {
  const file = `${ARTIFACT}-${version}.jar`;
  const inMaven = join(places.mavenRepository, ...GROUP.split('.'), ARTIFACT, version, file);
  if (existsSync(inMaven)) return inMaven;
  // Gradle keeps each file in a folder named by its hash.
  const inGradle = join(places.gradleHome, 'caches', 'modules-2', 'files-2.1', GROUP, ARTIFACT, version);
  if (!existsSync(inGradle)) return undefined;
  return readdirSync(inGradle)
    .map((hash) => join(inGradle, hash, file))
    .find((path) => existsSync(path));
}

export function howToFetch(version: string): string {
  return ['mvn', ...fetchArguments(version)].join(' ');
}

/** The arguments by which Maven fetches the launcher. */
export function fetchArguments(version: string): readonly string[] {
  return ['dependency:get', `-Dartifact=${GROUP}:${ARTIFACT}:${version}`, '-Dtransitive=false'];
}
