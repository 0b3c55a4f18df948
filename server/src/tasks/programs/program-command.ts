/**
 * The programs that a command line names: the program itself, a program that only starts up, and the program with
 * the agent.
 *
 * Sits in `tasks/`. No shell is used.
 */
import { buildToolOf } from '../../host/builds/build-project';
import type { TestSelection } from '../../launching/junit';
import type { NamedRun } from '../../runs/failed-run';
import type { Program } from '../../runs/program-run';
import { baselineOf, programOf } from '../../runs/java-main';
import { basename, join } from 'node:path';
import { at } from '../../base/check';
import { Failure, UsageError } from '../../base/failure';
import { readClassPath } from '../../host/jdk/class-path-files';
import { homeOfJava, readJdk, chooseJdk } from '../../host/jdk/jdks';
import { findProgram, thisMachine } from '../../host/machine/machine';

export interface MainTarget {
  readonly kind: 'main';
  /** The dotted name of the class, or `module/package.Class` for a modular program. */
  readonly main: string;
  readonly arguments: readonly string[];
  /** Options of the JVM besides the class path. */
  readonly options?: readonly string[];
  /** The working folder, if it isn't that of this process. */
  readonly folder?: string;
  /** Environment variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

export type RunTarget =
  | MainTarget
  | { readonly kind: 'test'; readonly test: TestSelection }
  | {
      /** An entry of a `launch.json`. */
      readonly kind: 'launch';
      readonly name: string;
      /** The folder whose `.vscode` has the entry, if it isn't the working folder. */
      readonly place?: string;
      /** The file that is open in the editor, for `${file}`. */
      readonly openFile?: string;
    }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** A target that can be run at once: tests and launch entries have become programs. */
export type RunnableTarget = Exclude<RunTarget, { readonly kind: 'test' | 'launch' }>;

export interface TargetPrograms {
  readonly program: Program;
  /** A program that starts the same JVM and does nothing; undefined for a command. `classFolder` has its class. */
  readonly baseline?: (classFolder: string) => Program;
}

/** Throws a {@link UsageError} or a {@link Failure} if no JDK can run the program. */
export function programsOf(
  target: RunnableTarget,
  { classPath, javaHome }: { readonly classPath: readonly string[]; readonly javaHome: string },
): TargetPrograms {
  const place = { folder: process.cwd(), environment: ownEnvironment() };
  if (target.kind === 'command') {
    const [command = '', ...words] = target.command;
    const release = isJava(command) ? releaseOf(command) : undefined;
    return {
      program: {
        ...place,
        command,
        arguments: words,
        ...(release === undefined ? {} : { java: { release, through: 'arguments' } }),
      },
    };
  }
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  if (jdk === undefined)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  const main = {
    folder: target.folder ?? place.folder,
    environment: { ...place.environment, ...target.environment },
    launcher: join(jdk.home, 'bin', 'java'),
    release: jdk.release,
    options: target.options ?? [],
    classPath,
    delimiter: process.platform === 'win32' ? ';' : ':',
    main: target.main,
    arguments: target.arguments,
  };
  return { program: programOf(main), baseline: (classFolder) => baselineOf(main, classFolder) };
}

/** A target as people know it. */
export function nameOfTarget(
  target: Exclude<RunTarget, { readonly kind: 'launch' }>,
): Pick<NamedRun, 'name' | 'kind'> {
  const { kind } = target;
  switch (kind) {
    case 'main':
      return { kind, name: target.main };
    case 'test': {
      const { className, methodName } = target.test;
      return { kind, name: methodName === undefined ? className : `${className}#${methodName}` };
    }
    case 'command':
      return { kind, name: basename(programOfCommand(target.command)) };
  }
}

/** The JDK that runs a program, as far as it is known. A build tool or a script may take another one. */
export function jdkHomeOf(target: RunTarget, javaHome: string): string | undefined {
  const [command = ''] = target.kind === 'command' ? target.command : [];
  const own = isJava(command) ? homeOfCommand(command) : undefined;
  return own ?? chooseJdk({ configured: javaHome, suggested: [], environment: process.env }).jdk?.home;
}

export interface Agent {
  /** The option that loads the agent into a JVM. */
  readonly option: string;
  /** Writes a script that passes the option to Gradle's JVMs, and returns its path. */
  readonly writeInitScript: (option: string) => string;
}

/**
 * The program with the agent. A `java` command gets the agent as its first option; any other command passes it on to the
 * JVMs that it starts. A `java` command with another agent in its environment does so too: agents of the environment come
 * first, and ours must see classes as they were built.
 */
export function withAgent(given: Program, { option, writeInitScript }: Agent): Program {
  const { command, arguments: words, folder, environment } = given;
  if (buildToolOf(command) === 'Gradle')
    return { ...given, arguments: ['--init-script', writeInitScript(option), ...words] };
  const hasOthers = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS'].some((name) =>
    environment[name]?.includes('-javaagent'),
  );
  if (isJava(command) && !hasOthers) return { command, arguments: [option, ...words], folder, environment };
  const known = environment['JAVA_TOOL_OPTIONS'] ?? '';
  return {
    command,
    arguments: words,
    folder,
    environment: { ...environment, JAVA_TOOL_OPTIONS: `"${option}" ${known}`.trim() },
  };
}

/** True if Maven or Gradle runs the program. */
export function isBuildCommand(target: RunTarget, tool?: 'Maven' | 'Gradle'): boolean {
  if (target.kind !== 'command') return false;
  const found = buildToolOf(programOfCommand(target.command));
  return found !== undefined && (tool === undefined || found === tool);
}

/** The class path on the command line of a `java`; empty for any other command. */
export function classPathOf(target: RunTarget): readonly string[] {
  if (target.kind !== 'command' || !isJava(programOfCommand(target.command))) return [];
  const { command } = target;
  const valueAfter = (names: RegExp): string | undefined => {
    const at = command.findIndex((argument) => names.test(argument));
    return at < 0 ? undefined : command[at + 1];
  };
  const jar = valueAfter(/^-jar$/);
  if (jar !== undefined) return [jar];
  const assigned = (name: string): string | undefined =>
    command.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
  const classes =
    assigned('--class-path') ?? valueAfter(/^(?:-cp|-classpath|--class-path)$/) ?? process.env['CLASSPATH'];
  const modules = assigned('--module-path') ?? valueAfter(/^(?:-p|--module-path)$/);
  return [classes, modules].flatMap((text) => (text === undefined ? [] : readClassPath(text)));
}

/** The first word of a command, which the command line has made sure of. */
function programOfCommand(command: readonly string[]): string {
  return at(command, 0);
}

function isJava(program: string): boolean {
  return /^javaw?(?:\.exe)?$/i.test(basename(program));
}

function homeOfCommand(command: string): string | undefined {
  const path = /[\\/]/.test(command) ? command : findProgram(command, thisMachine());
  return path === undefined ? undefined : homeOfJava(path);
}

function releaseOf(command: string): number | undefined {
  const home = homeOfCommand(command);
  return home === undefined ? undefined : readJdk(home)?.release;
}

function ownEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
