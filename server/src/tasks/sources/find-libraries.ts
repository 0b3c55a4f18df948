/**
 * The class files that types of sources come from. Sits in `tasks/`.
 */
import { existsSync } from 'node:fs';
import { UsageError } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/choose-jdk';
import { findClassPathOfSources } from '../../host/builds/find-class-path';
import { identifyLibraries, type IdentifiedLibraries } from '../../host/jdk/identify-libraries';

export interface LibraryRequest {
  readonly classPath: readonly string[];
  /** A JDK's folder, `bundled`, or nothing for the one that the machine's tools take. */
  readonly javaHome: string;
  /** Whether the class path of Maven and Gradle projects counts. */
  readonly readsBuildFiles: boolean;
}

/**
 * `sources` are the files and folders that are read; `log` is told what their
 * projects lack. Throws {@link UsageError} where something that was named is
 * not there: its user expects it to count.
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
