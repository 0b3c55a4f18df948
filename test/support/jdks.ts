/**
 * Finds the JDKs of this machine for tests that use real sources and class
 * files as their referee: `JAVA_HOME`, `java` on the path, and the siblings of
 * both. Reads nothing that the project would ship.
 */

import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Jdk {
  readonly home: string;
  /** Feature release: 8, 17, 25, … */
  readonly version: number;
  /** Absent where the sources are not installed. */
  readonly sources?: string;
}

/** Options of a JVM that ends before code compiled well would pay: it takes two thirds of the time without them. */
export const quickMachine: readonly string[] = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** The same for the JDK's tools when they are started as programs, such as javac; jdk-tools.ts is quicker. */
export const quickTool: readonly string[] = quickMachine.map((option) => `-J${option}`);

/** The JDKs found, oldest first, each release once. */
export function findJdks(): readonly Jdk[] {
  const homes = new Set<string>();
  for (const home of [process.env['JAVA_HOME'], homeOfJavaOnPath()]) {
    if (home === undefined || !existsSync(home)) continue;
    const real = realpathSync(home);
    homes.add(real);
    const parent = dirname(real);
    for (const sibling of readdirSync(parent)) homes.add(join(parent, sibling));
  }
  const byVersion = new Map<number, Jdk>();
  for (const home of homes) {
    const jdk = readJdk(home);
    if (jdk === undefined) continue;
    const known = byVersion.get(jdk.version);
    if (known === undefined || (known.sources === undefined && jdk.sources !== undefined)) {
      byVersion.set(jdk.version, jdk);
    }
  }
  return [...byVersion.values()].sort((left, right) => left.version - right.version);
}

function homeOfJavaOnPath(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const java = join(folder, 'java');
    if (existsSync(java)) return dirname(dirname(realpathSync(java)));
  }
  return undefined;
}

/** The JDK or the Java runtime in a folder. */
export function readJdk(home: string): Jdk | undefined {
  const release = join(home, 'release');
  if (!existsSync(release)) return undefined;
  const version = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1];
  if (version === undefined) return undefined;
  const source = ['lib/src.zip', 'src.zip'].map((path) => join(home, path)).find((path) => existsSync(path));
  return {
    home,
    version: Number(version),
    ...(source === undefined ? {} : { sources: realpathSync(source) }),
  };
}
