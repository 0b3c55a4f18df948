/**
 * The command line of a program that runs with the agent.
 *
 * Sits in `cli/`. Nothing here passes a shell.
 */
import { basename, join } from 'node:path';
import { buildToolOf } from '../host/build-project';
import type { TestSelection } from '../engine/test-program';
import { chooseJdk } from '../host/choose-jdk';
import { readClassPath } from '../host/class-path-files';
import { UsageError } from './arguments';
import { PlainError } from './services';

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
  /** An entry of this folder's `launch.json`, with the file that is open in the editor. */
  | { readonly kind: 'launch'; readonly name: string; readonly openFile?: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

export interface ProgramCommand {
  readonly command: readonly string[];
  /** Beside this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** In the place of this process's own. */
  readonly folder?: string;
}

/** As the target stands when it is run: a test is a program by then. */
export type RunnableTarget = Exclude<ProfileTarget, { readonly kind: 'test' | 'launch' }>;

export interface Agent {
  /** The JVM's option. */
  readonly option: string;
  /** The path of the script that gives it to Gradle's JVMs. */
  readonly writeInitScript: (option: string) => string;
}

/** Throws {@link UsageError} and {@link PlainError}. */
export function commandOf(
  target: RunnableTarget,
  agent: Agent,
  { classPath, javaHome }: { readonly classPath: readonly string[]; readonly javaHome: string },
): ProgramCommand {
  if (target.kind === 'command' && isBuildCommand(target, 'Gradle')) {
    const [program = '', ...given] = target.command;
    const script = agent.writeInitScript(agent.option);
    return { command: [program, '--init-script', script, ...given], environment: {} };
  }
  if (target.kind === 'command') return withAgent(target.command, agent.option);
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  if (jdk === undefined)
    throw new PlainError(
      'no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path',
    );
  const java = join(jdk.home, 'bin', 'java');
  const elements = classPath.join(process.platform === 'win32' ? ';' : ':');
  const { main, options = [], folder, environment } = target;
  const start = main.includes('/') ? ['-m', main] : [main];
  const made = withAgent([java, ...options, '-cp', elements, ...start, ...target.arguments], agent.option);
  return {
    command: made.command,
    environment: { ...environment, ...made.environment },
    ...(folder === undefined ? undefined : { folder }),
  };
}

/**
 * A `java` gets the agent as its first option; any other command hands it to the JVMs that it starts. So does one that
 * finds another agent in its environment: those come before its options, and ours must see classes as they were built.
 */
function withAgent(command: readonly string[], agent: string): ProgramCommand {
  const [program = '', ...rest] = command;
  const hasOthers = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS'].some((name) =>
    process.env[name]?.includes('-javaagent'),
  );
  if (isJava(program) && !hasOthers) return { command: [program, agent, ...rest], environment: {} };
  const known = process.env['JAVA_TOOL_OPTIONS'] ?? '';
  return { command, environment: { JAVA_TOOL_OPTIONS: `"${agent}" ${known}`.trim() } };
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
  const assigned = command.find((argument) => argument.startsWith('--class-path='));
  const text =
    assigned?.slice('--class-path='.length) ??
    valueAfter(/^(?:-cp|-classpath|--class-path)$/) ??
    process.env['CLASSPATH'];
  return text === undefined ? [] : readClassPath(text);
}

export function isJava(program: string): boolean {
  return /^javaw?(?:\.exe)?$/i.test(basename(program));
}
