/** Finds the class files with the types that sources use. Sits in `tasks/`. */
import { existsSync } from 'node:fs';
import { UsageError } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/choose-jdk';
import { findClassPathOfSources } from '../../host/builds/find-class-path';
import { identifyLibraries, type IdentifiedLibraries } from '../../host/jdk/identify-libraries';

export interface LibraryRequest {
  readonly classPath: readonly string[];
  /** The folder of a JDK, `bundled`, or an empty text for the JDK that other tools find. */
  readonly javaHome: string;
  /** True if the class path of Maven and Gradle projects is used. */
  readonly readsBuildFiles: boolean;
}

/**
 * The libraries of some sources. `log` receives what their projects lack. Throws a {@link UsageError} if an element of the
 * class path doesn't exist, since its user expects it to count.
 */
export async function findLibraries(
  { classPath, javaHome, readsBuildFiles }: LibraryRequest,
  sources: readonly string[],
  log: (message: string) => void,
): Promise<IdentifiedLibraries> {
  const missing = classPath.filter((element) => !existsSync(element.replace(/\*$/, '') || '.'));
  if (missing.length > 0)
    throw new UsageError(
      `--class-path: ${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist`,
    );
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  const build = readsBuildFiles ? await findClassPathOfSources(sources) : undefined;
  for (const problem of build?.problems ?? []) log(problem);
  return identifyLibraries({ classPath: [...classPath, ...(build?.elements ?? [])], jdk });
}
