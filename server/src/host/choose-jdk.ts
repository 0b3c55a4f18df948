/**
 * Which JDK the types of `java.*` come from: the one that is named, else the
 * one that the user's own tools would take.
 *
 * Sits in `host/`. Reads `release` files only, and runs nothing.
 */
import { homeOfJavaOnPath, readJdk, type Jdk } from './jdks';

/** In the place of a JDK's folder: none, so that results do not depend on the machine. */
export const BUNDLED = 'bundled';

export interface JdkWishes {
  /** A JDK's folder, {@link BUNDLED}, or nothing. */
  readonly configured: string;
  /** What the editor's Java support is set to use, best first. */
  readonly suggested: readonly SuggestedJdk[];
  readonly environment: NodeJS.ProcessEnv;
}

export interface SuggestedJdk {
  readonly home: string;
  /** The setting that names it. */
  readonly by: string;
}

export interface JdkChoice {
  /** Absent where the bundled index is all there is. */
  readonly jdk?: Jdk;
  /** In a few words, for people: "JDK 17.0.2 in /opt/jdk-17 (JAVA_HOME)". */
  readonly description: string;
  /** What was named and is of no use. */
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
    // What is only around, such as a path's `java` that is a stub, is no fault of the user's.
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
