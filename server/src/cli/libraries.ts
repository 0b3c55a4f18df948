/**
 * Where a command's types come from: `--class-path` and `--java-home`.
 *
 * Sits in `cli/`, over `host/`.
 */
import { existsSync } from 'node:fs';
import { chooseJdk } from '../host/choose-jdk';
import { readClassPath } from '../host/class-path-files';
import { identifyLibraries, type IdentifiedLibraries } from '../host/identify-libraries';
import { UsageError, type ParsedArguments } from './arguments';

export interface LibraryRequest {
  readonly classPath: readonly string[];
  /** A JDK's folder, `bundled`, or nothing for the one that the machine's tools take. */
  readonly javaHome: string;
}

export const libraryOptions = { 'class-path': { type: 'string' }, 'java-home': { type: 'string' } } as const;

export const libraryHelp = `\
  --class-path PATHS            jars and folders of class files, for the types of what is called
  --java-home DIR               the JDK that the types of java.* come from; 'bundled' for none (default:
                                JAVA_HOME, then java on the path, then the bundled index)
`;

export function readLibraryOptions(given: ParsedArguments): LibraryRequest {
  return {
    classPath: given.texts('class-path').flatMap(readClassPath),
    javaHome: given.text('java-home') ?? '',
  };
}

/** Throws {@link UsageError} where something that was named is not there: its user expects it to count. */
export async function findLibraries({ classPath, javaHome }: LibraryRequest): Promise<IdentifiedLibraries> {
  const missing = classPath.filter((element) => !existsSync(element.replace(/\*$/, '') || '.'));
  if (missing.length > 0)
    throw new UsageError(
      `--class-path: ${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist`,
    );
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  return identifyLibraries({ classPath, jdk });
}
