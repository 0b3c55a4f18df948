/**
 * Chooses the JDK that the types of `java.*` come from: the configured one, else the one that the user's
 * own tools would take.
 *
 * Sits in `host/`. It reads `release` files only, and runs nothing.
 */
import { homeOfJavaOnPath, readJdk, type Jdk } from './jdks';

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

export interface JdkChoice {
  /** Absent if only the bundled index is there. */
  readonly jdk?: Jdk;
  /** A description in a few words, for people: "JDK 17.0.2 in /opt/jdk-17 (JAVA_HOME)". */
  readonly description: string;
  /** Configured JDKs that cannot be used. */
  readonly problems: readonly string[];
}

export const BUNDLED_RELEASE = 25;

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
