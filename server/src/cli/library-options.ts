/** The options that say where a command's types come from: `--class-path` and `--java-home`. Sits in `cli/`. */
import { readClassPath } from '../host/jdk/class-path-files';
import type { ParsedArguments } from './arguments';
import type { LibraryRequest } from '../tasks/sources/find-libraries';

export function readLibraryOptions(given: ParsedArguments): LibraryRequest {
  return {
    classPath: given.texts('class-path').flatMap(readClassPath),
    javaHome: given.text('java-home') ?? '',
    readsBuildFiles: !given.isSet('no-build-files'),
  };
}
