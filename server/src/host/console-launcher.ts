/**
 * JUnit's console launcher on this machine: where Maven or Gradle put it.
 *
 * Sits in `host/`. Nothing is fetched: what is missing is said with the command
 * that fetches it.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const GROUP = 'org.junit.platform';
const ARTIFACT = 'junit-platform-console-standalone';

export interface ConsolePlaces {
  /** Maven's local repository. */
  readonly mavenRepository: string;
  /** Gradle's folder of the user, `~/.gradle` mostly. */
  readonly gradleHome: string;
}

/** The jar's path, or `undefined`. */
export function findConsoleLauncher(version: string, places: ConsolePlaces): string | undefined {
  const file = `${ARTIFACT}-${version}.jar`;
  const inMaven = join(places.mavenRepository, ...GROUP.split('.'), ARTIFACT, version, file);
  if (existsSync(inMaven)) return inMaven;
  // Gradle keeps a file in a folder that is named by its hash.
  const inGradle = join(places.gradleHome, 'caches', 'modules-2', 'files-2.1', GROUP, ARTIFACT, version);
  if (!existsSync(inGradle)) return undefined;
  return readdirSync(inGradle)
    .map((hash) => join(inGradle, hash, file))
    .find((path) => existsSync(path));
}

export function howToFetch(version: string): string {
  return `mvn dependency:get -Dartifact=${GROUP}:${ARTIFACT}:${version} -Dtransitive=false`;
}
