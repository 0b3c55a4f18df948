/**
 * A test as a program: JUnit's console launcher with the class path's classes.
 *
 * Sits in `cli/`, between `engine/test-program.ts` and `host/`.
 */
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import {
  CONSOLE_LAUNCHER,
  consoleArguments,
  consoleVersionFor,
  selectOverloads,
  type TestSelection,
} from '../engine/test-program';
import { listClassFiles } from '../host/class-containers';
import { findConsoleLauncher, howToFetch } from '../host/console-launcher';
import { PlainError } from './services';

export interface TestProgram {
  readonly main: string;
  readonly arguments: readonly string[];
  readonly classPath: readonly string[];
}

const CONSOLE_JAR = /^junit-platform-console-standalone-(\d.*)\.jar$/;

/** Throws {@link PlainError} where there is no such test, or nothing to run it with. */
export function testProgramOf(
  selection: TestSelection,
  classPath: readonly string[],
  mavenRepository: string,
): TestProgram {
  const selected = selectIn(selection, classPath);
  const own = classPath
    .map((element) => CONSOLE_JAR.exec(basename(element))?.[1])
    .find((each) => each !== undefined);
  const version = own ?? consoleVersionFor(classPath);
  if (version === undefined)
    throw new PlainError(
      'there is no JUnit on the class path: name its jars with --class-path, as the build tool does',
    );
  const gradleHome = process.env['GRADLE_USER_HOME'] ?? join(homedir(), '.gradle');
  const jar = own === undefined ? findConsoleLauncher(version, { mavenRepository, gradleHome }) : undefined;
  if (own === undefined && jar === undefined)
    throw new PlainError(
      `JUnit's console launcher ${version} is not on this machine; this fetches it:\n  ${howToFetch(version)}`,
    );
  return {
    main: CONSOLE_LAUNCHER,
    arguments: consoleArguments(version, selected),
    // Last: the project's own versions of what is in the launcher come first.
    classPath: jar === undefined ? classPath : [...classPath, jar],
  };
}

function selectIn(selection: TestSelection, classPath: readonly string[]): readonly TestSelection[] {
  const name = selection.className.replaceAll('.', '/');
  for (const element of classPath) {
    const found = listClassFiles(element);
    const listed = found.ok ? found.value.classes.find((each) => each.name === name) : undefined;
    const bytes = listed?.read();
    if (bytes?.ok !== true) continue;
    const selected = selectOverloads(selection, bytes.value);
    if (selected !== undefined) return selected;
    throw new PlainError(`${selection.className} has no method ${selection.methodName ?? ''}`);
  }
  throw new PlainError(
    `there is no class ${selection.className} on the class path: is it compiled, and named with its package?`,
  );
}
