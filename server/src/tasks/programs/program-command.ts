/**
 * The programs that a command line names: what runs, what runs for its start-up
 * alone, and what runs with the agent.
 *
 * Sits in `tasks/`. Nothing here passes a shell.
 */
import { buildToolOf } from '../../host/builds/build-command';
import type { TestSelection } from '../../launching/junit';
import type { Program } from '../../runs/program-run';
import { baselineOf, programOf } from '../../runs/java-main';
import { basename, join } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/choose-jdk';
import { readClassPath } from '../../host/jdk/class-path-files';
import { homeOfJava, readJdk } from '../../host/jdk/jdks';
import { findProgram, thisMachine } from '../../host/machine/machine';

export interface MainTarget {
  readonly kind: 'main';
  /** Dotted; of a modular program `module/package.Class`. */
  readonly main: string;
  readonly arguments: readonly string[];
  /** Of the JVM, beside the class path. */
  readonly options?: readonly string[];
  /** In the place of this process's own. */
  readonly folder?: string;
  /** Beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

export type ProfileTarget =
  | MainTarget
  | { readonly kind: 'test'; readonly test: TestSelection }
  | {
      /** An entry of a `launch.json`. */
      readonly kind: 'launch';
      readonly name: string;
      /** The folder that has it in its `.vscode`, in the place of the one that it is run in. */
      readonly place?: string;
      /** That is open in the editor: what `${file}` stands for. */
      readonly openFile?: string;
    }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** As the target stands when it is run: a test is a program by then. */
export type RunnableTarget = Exclude<ProfileTarget, { readonly kind: 'test' | 'launch' }>;

export interface TargetPrograms {
  readonly program: Program;
  /** Starts the same JVM for nothing; what a command that is no `main` starts is not known. `classFolder` has the class. */
  readonly baseline?: (classFolder: string) => Program;
}

/** Throws {@link UsageError} and {@link Failure}. */
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

/** The JDK that runs a program, as far as it is known; what a build tool or a script takes may be another. */
export function jdkHomeOf(target: ProfileTarget, javaHome: string): string | undefined {
  const [command = ''] = target.kind === 'command' ? target.command : [];
  const own = isJava(command) ? homeOfCommand(command) : undefined;
  return own ?? chooseJdk({ configured: javaHome, suggested: [], environment: process.env }).jdk?.home;
}

export interface Agent {
  /** The JVM's option. */
  readonly option: string;
  /** The path of the script that gives it to Gradle's JVMs. */
  readonly writeInitScript: (option: string) => string;
}

/**
 * A `java` gets the agent as its first option; any other command hands it to the JVMs that it starts. So does one that
 * finds another agent in its environment: those come before its options, and ours must see classes as they were built.
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

/** Whether a command has Maven or Gradle run what is to be counted. */
export function isBuildCommand(target: ProfileTarget, tool?: 'Maven' | 'Gradle'): boolean {
  if (target.kind !== 'command') return false;
  const found = buildToolOf(target.command[0] ?? '');
  return found !== undefined && (tool === undefined || found === tool);
}

/** What a `java` command itself says that its classes are; empty for any other command. */
export function classPathOf(target: ProfileTarget): readonly string[] {
  if (target.kind !== 'command' || !isJava(target.command[0] ?? '')) return [];
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
