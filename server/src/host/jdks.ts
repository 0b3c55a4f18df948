/**
 * Finds the JDKs of this machine: the configured one, `JAVA_HOME`, `java` on
 * the path, and the siblings of each.
 *
 * Sits in `host/`. Reads `release` files only, and runs nothing.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Jdk {
  readonly home: string;
  /** Such as `25.0.2`. */
  readonly version: string;
  /** 17, 25, …; 8 for `1.8.0`. */
  readonly release: number;
  /** As its `release` file names it; empty where it does not. */
  readonly implementor: string;
  /** The modules image, `lib/modules`; absent before Java 9. */
  readonly modules?: string;
  /** What holds the platform's classes before Java 9; absent where there is none. */
  readonly runtimeJars?: readonly string[];
}

/** Before Java 9: `jre/lib` of a JDK, `lib` of a JRE. */
const RUNTIME_JARS = ['rt.jar', 'jce.jar', 'jsse.jar'];

/** In order of preference, each home once. `configured` comes first. */
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

/** Undefined where the folder is no JDK or JRE that says its version. */
export function readJdk(home: string): Jdk | undefined {
  let real: string;
  let release: string;
  try {
    real = realpathSync(home);
    release = readFileSync(join(real, 'release'), 'utf8');
  } catch {
    // Most siblings of a JDK are no JDKs: having no readable `release` file is how they say so.
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

export function homeOfJavaOnPath(environment: NodeJS.ProcessEnv): string | undefined {
  for (const folder of (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)) {
    for (const name of ['java', 'java.exe']) {
      const java = join(folder, name);
      if (folder !== '' && existsSync(java)) return homeOfJava(java);
    }
  }
  return undefined;
}

/** The JDK or JRE that a `java` belongs to, whatever link leads to it; a path that leads nowhere is taken as it is. */
export function homeOfJava(java: string): string {
  try {
    return dirname(dirname(realpathSync(java)));
  } catch {
    // It is not there, which whoever runs it is told.
    return dirname(dirname(java));
  }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // A parent that cannot be listed has no siblings to offer; the JDK itself is known already.
    return [];
  }
}
