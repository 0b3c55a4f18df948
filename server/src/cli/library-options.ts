/** Where a command's types come from: `--class-path` and `--java-home`. Sits in `cli/`. */
import { readClassPath } from '../host/class-path-files';
import type { ParsedArguments } from './arguments';
import type { LibraryRequest } from '../tasks/sources/find-libraries';

export const libraryOptions = {
  'class-path': { type: 'string' },
  'java-home': { type: 'string' },
  'no-build-files': { type: 'boolean' },
} as const;

export const libraryHelp = `\
  --class-path PATHS            jars and folders of class files, for the types of what is called
  --java-home DIR               the JDK that the types of java.* come from; 'bundled' for none (default:
                                JAVA_HOME, then java on the path, then the bundled index)
  --no-build-files              leave out what Maven and Gradle projects depend on and were built to
`;

export function readLibraryOptions(given: ParsedArguments): LibraryRequest {
  return {
    classPath: given.texts('class-path').flatMap(readClassPath),
    javaHome: given.text('java-home') ?? '',
    readsBuildFiles: !given.isSet('no-build-files'),
  };
}
