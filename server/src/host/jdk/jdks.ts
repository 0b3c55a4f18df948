/**
 * Finds the JDKs of this machine: the configured one, `JAVA_HOME`, `java` on the path, and the siblings of
 * each.
 *
 * Sits in `host/`. It reads `release` files only, and runs nothing.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readTextSync } from '../files/read-file';

export interface Jdk {
  readonly home: string;
  /** The version, such as `25.0.2`. */
  readonly version: string;
  /** The feature release: 17, 25, …; 8 for `1.8.0`. */
  readonly release: number;
  /** The vendor that its `release` file names; empty if it names none. */
  readonly implementor: string;
  /** The modules image, `lib/modules`; absent before Java 9. */
  readonly modules?: string;
  /** The jars that hold the platform's classes before Java 9; absent if there are none. */
  readonly runtimeJars?: readonly string[];
}

/** The jars in `jre/lib` of a JDK before Java 9, or in `lib` of a JRE. */
const RUNTIME_JARS = ['rt.jar', 'jce.jar', 'jsse.jar'];

/** Lists the JDKs in order of preference, each home once. `configured` comes first. */
export function findJdks(environment: NodeJS.ProcessEnv, configured?: string): readonly Jdk[] {
  const found = new Map<string, Jdk>();
  const add = (home: string): void => {
    const jdk = readJdk(home);
    if (jdk !== undefined && !found.has(jdk.home)) found.set(jdk.home, jdk);
  };
  for (const home of [configured, environment['JAVA_HOME'], homeOfJavaOnPath(environment)]) {
    if (home !== undefined && home !== '') add(home);
  }
  for (const home of [...found.keys()]) {
    const parent = dirname(home);
    for (const sibling of listFolder(parent)) add(join(parent, sibling));
  }
  return [...found.values()];
}

/** Undefined if the folder is not a JDK or JRE that says its version. */
export function readJdk(home: string): Jdk | undefined {
  let real: string;
  let release: string;
  try {
    real = realpathSync(home);
    release = readTextSync(join(real, 'release'));
  } catch {
    // A sibling of a JDK that has no readable `release` file is not a JDK.
    return undefined;
  }
  const version = /^JAVA_VERSION="([^"]+)"/m.exec(release)?.[1];
  if (version === undefined) return undefined;
  const modules = join(real, 'lib', 'modules');
  return {
    home: real,
    version,
    release: Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0),
    implementor: /^IMPLEMENTOR="([^"]*)"/m.exec(release)?.[1] ?? '',
    ...(existsSync(modules) ? { modules } : findRuntimeJars(real)),
  };
}

function findRuntimeJars(home: string): Pick<Jdk, 'runtimeJars'> {
  for (const folder of [join(home, 'jre', 'lib'), join(home, 'lib')]) {
    const jars = RUNTIME_JARS.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (jars.length > 0) return { runtimeJars: jars };
  }
  return {};
}

function homeOfJavaOnPath(environment: NodeJS.ProcessEnv): string | undefined {
  for (const folder of (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)) {
    for (const name of ['java', 'java.exe']) {
      const java = join(folder, name);
      if (folder !== '' && existsSync(java)) return homeOfJava(java);
    }
  }
  return undefined;
}

/** The JDK or JRE that a `java` belongs to, whatever link leads to it; a path that leads nowhere stays as it is. */
export function homeOfJava(java: string): string {
  try {
    return dirname(dirname(realpathSync(java)));
  } catch {
    // The path does not exist; running it reports that.
    return dirname(dirname(java));
  }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // A parent that cannot be listed offers no siblings; the JDK itself is known already.
    return [];
  }
}

/** Stands in the place of a JDK's folder for none: results then do not depend on the machine. */
export const BUNDLED = 'bundled';

export interface JdkWishes {
  /** The folder of a JDK, {@link BUNDLED}, or empty. */
  readonly configured: string;
  /** The JDKs that the editor's Java support is set to use, best first. */
  readonly suggested: readonly SuggestedJdk[];
  readonly environment: NodeJS.ProcessEnv;
}

export interface SuggestedJdk {
  readonly home: string;
  /** The setting that names the JDK. */
  readonly by: string;
}

interface JdkChoice {
  /** Absent if only the bundled index is there. */
  readonly jdk?: Jdk;
  /** A description in a few words, for people: "JDK 17.0.2 in /opt/jdk-17 (JAVA_HOME)". */
  readonly description: string;
  /** Configured JDKs that cannot be used. */
  readonly problems: readonly string[];
}

export const BUNDLED_RELEASE = 25;

/**
 * Chooses the JDK that the types of `java.*` come from: the configured one, else the one that the user's own tools would
 * take.
 */
export function chooseJdk({ configured, suggested, environment }: JdkWishes): JdkChoice {
  const problems: string[] = [];
  const javaHome = environment['JAVA_HOME'] ?? '';
  if (configured === BUNDLED) return { description: describeBundled('as jouleline.javaHome says'), problems };
  const candidates: readonly SuggestedJdk[] = [
    { home: configured, by: 'jouleline.javaHome' },
    ...suggested,
    { home: javaHome, by: 'JAVA_HOME' },
    { home: homeOfJavaOnPath(environment) ?? '', by: 'java on the path' },
  ];
  for (const { home, by } of candidates) {
    if (home === '') continue;
    const jdk = readJdk(home);
    if (jdk?.modules !== undefined || jdk?.runtimeJars !== undefined)
      return { jdk, description: `JDK ${jdk.version} in ${jdk.home} (${by})`, problems };
    // A JDK that was merely found, such as a stub on the path, is no fault of the user's.
    if (by === 'jouleline.javaHome')
      problems.push(
        `${home} is no JDK: ${jdk === undefined ? 'it has no file "release" that says a version' : 'it has neither lib/modules nor lib/rt.jar'}; correct it in jouleline.javaHome (--java-home)`,
      );
  }
  return { description: describeBundled('no JDK was found'), problems };
}

function describeBundled(why: string): string {
  return `the bundled index of Java ${BUNDLED_RELEASE} (${why})`;
}
