/** A JUnit test as a program: JUnit's console launcher with the classes of the class path. Sits in `tasks/`. */
import {
  selectOverloads,
  CONSOLE_LAUNCHER,
  consoleArguments,
  consoleVersionFor,
  type TestSelection,
} from '../../launching/junit';
import { basename } from 'node:path';
import { Failure, failureOf } from '../../base/failure';

import { listClassFiles } from '../../host/jdk/class-containers';
import {
  consolePlaces,
  fetchConsoleLauncher,
  findConsoleLauncher,
  howToFetch,
} from '../../host/builds/console-launcher';

export interface TestProgram {
  readonly main: string;
  readonly arguments: readonly string[];
  readonly classPath: readonly string[];
}

const CONSOLE_JAR = /^junit-platform-console-standalone-(\d.*)\.jar$/;

/** Throws a {@link Failure} if the test doesn't exist, or nothing can run it. */
export async function testProgramOf(
  selection: TestSelection,
  classPath: readonly string[],
  fetchesLauncher: boolean,
): Promise<TestProgram> {
  const selected = selectIn(selection, classPath);
  const own = classPath
    .map((element) => CONSOLE_JAR.exec(basename(element))?.[1])
    .find((each) => each !== undefined);
  const version = own ?? consoleVersionFor(classPath);
  if (version === undefined)
    throw new Failure(
      'there is no JUnit on the class path: name its jars with --class-path, as the build tool does',
    );
  const jar = own === undefined ? await findLauncher(version, fetchesLauncher) : undefined;
  return {
    main: CONSOLE_LAUNCHER,
    arguments: consoleArguments(version, selected),
    // The launcher comes last, so that the project's own versions of its classes win.
    classPath: jar === undefined ? classPath : [...classPath, jar],
  };
}

async function findLauncher(version: string, fetches: boolean): Promise<string> {
  const places = await consolePlaces();
  const known = findConsoleLauncher(version, places);
  if (known !== undefined) return known;
  const missing = `JUnit's console launcher ${version} is not on this machine`;
  if (!fetches)
    throw new Failure(`${missing}; --fetch-launcher fetches it, as does this:\n  ${howToFetch(version)}`);
  const failure = await failureOf(fetchConsoleLauncher(version, (bytes) => process.stderr.write(bytes)));
  const fetched = failure === undefined ? findConsoleLauncher(version, places) : undefined;
  if (fetched !== undefined) return fetched;
  const reason = failure?.message ?? 'it is not where Maven keeps its jars';
  throw new Failure(`${missing}, and can't be fetched: ${reason}`);
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
    throw new Failure(`${selection.className} has no method ${selection.methodName ?? ''}`);
  }
  throw new Failure(
    `there is no class ${selection.className} on the class path: is it compiled, and named with its package?`,
  );
}
