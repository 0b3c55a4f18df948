/**
 * Has Maven or Gradle build a project when its user asked to run it.
 *
 * Sits in `host/`. The tool is the project's own wrapper, else the one on the path; its output is passed on
 * as it comes. The first attempt fetches nothing. If something is missing, the build is tried again as its
 * user would run it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../../base/failure';
import { findProgram, thisMachine } from '../machine/machine';
import { signalGroup } from '../processes/process-group';
import { outside, withDefined } from '../../base/check';
import { suggestNewerJdk } from '../jdk/newer-jdk';

export interface BuildRequest {
  readonly tool: BuildTool;
  readonly folder: string;
  /** The tool that the user named; absent to find one. */
  readonly program?: string;
  /** Options of the user's own command. */
  readonly options: readonly string[];
  /** The folder of a JDK, or empty for the one that the tool chooses. */
  readonly javaHome: string;
  readonly colors: boolean;
  readonly print: (bytes: Uint8Array) => void;
}

const WRAPPERS: Readonly<Record<BuildTool, string>> = { Maven: 'mvnw', Gradle: 'gradlew' };
const INSTALLED: Readonly<Record<BuildTool, string>> = { Maven: 'mvn', Gradle: 'gradle' };
/** The most of the output that is kept, to find the reason of a failure. */
const MOST_KEPT = 256 * 1024;

/** Throws a {@link Failure} with the first error if the build fails. */
export async function buildProject(request: BuildRequest): Promise<void> {
  const { tool, folder } = request;
  const program = request.program ?? findBuildTool(tool, folder);
  if (program === undefined)
    throw new Failure(
      `${folder} is built by ${tool}, which is not on this machine: there is no ${WRAPPERS[tool]} in it, and no ${INSTALLED[tool]} on the path`,
    );
  const { options, colors } = request;
  const run = (isOffline: boolean): Promise<ToolEnd> =>
    runBuildTool(program, buildArguments(tool, { offline: isOffline, colors, options }), request);
  const offline = await run(true);
  const end = offline.code !== 0 && failedOffline(offline.output) ? await run(false) : offline;
  if (end.code === 0) return;
  if (end.signal !== null) throw new Failure(`the build of ${folder} was ended by ${end.signal}`);
  const found = firstBuildError(end.output);
  const reason = found ?? end.output.trim().split('\n').at(-1) ?? `it ended with ${String(end.code)}`;
  const wayOut =
    suggestNewerJdk(end.output, request.javaHome) ??
    (found === undefined ? suggestInstalled(tool, program) : undefined);
  const who = isWrapper(tool, program) ? `${tool}'s wrapper ${program}` : tool;
  throw new Failure(`${who} could not build ${folder}: ${reason}`, withDefined({ wayOut }));
}

function isWrapper(tool: BuildTool, program: string): boolean {
  return basename(program).startsWith(WRAPPERS[tool]);
}

/** The way around a wrapper that does not even start its tool. */
function suggestInstalled(tool: BuildTool, program: string): string | undefined {
  const installed = findProgram(INSTALLED[tool], thisMachine());
  if (installed === undefined || !isWrapper(tool, program)) return undefined;
  return `If the wrapper is broken, build the project with ${installed} first.`;
}

/** The wrapper that the project brings, else the installed tool. */
export function findBuildTool(tool: BuildTool, folder: string): string | undefined {
  const end = process.platform === 'win32' ? (tool === 'Maven' ? '.cmd' : '.bat') : '';
  const wrapper = join(folder, `${WRAPPERS[tool]}${end}`);
  return existsSync(wrapper) ? wrapper : findProgram(INSTALLED[tool], thisMachine());
}

export interface ToolEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs the tool without a terminal and without input, so that it cannot ask questions. */
export function runBuildTool(
  program: string,
  words: readonly string[],
  { folder, javaHome, print }: Pick<BuildRequest, 'folder' | 'javaHome' | 'print'>,
): Promise<ToolEnd> {
  // In a terminal, Ctrl-C reaches the build by itself.
  const ownGroup = process.platform !== 'win32' && !process.stdin.isTTY;
  const wrong = process.platform === 'win32' ? commandOfCmd([program, ...words]) : undefined;
  if (wrong !== undefined)
    return Promise.resolve({
      ...{ code: -1, signal: null },
      output: `${wrong} has characters that are commands to cmd.exe, which runs build tools on Windows`,
    });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const child = spawn(...startable(program, words), {
      cwd: folder,
      env: { ...process.env, ...(javaHome === '' ? undefined : { JAVA_HOME: javaHome }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    });
    const pass = (bytes: Buffer): void => {
      print(bytes);
      pieces.push(bytes);
      length += bytes.length;
      while (length > MOST_KEPT && pieces.length > 1) length -= pieces.shift()?.length ?? 0;
    };
    child.stdout.on('data', pass);
    child.stderr.on('data', pass);
    const stop = (signal: NodeJS.Signals): void => {
      if (!ownGroup || child.pid === undefined) child.kill(signal);
      else signalGroup(child.pid, signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, stop);
    const finish = (end: Omit<ToolEnd, 'output'>, more = ''): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve({ ...end, output: Buffer.concat(pieces).toString('utf8') + more });
    };
    child.once('error', (error) => {
      finish({ code: -1, signal: null }, error.message);
    });
    child.once('close', (code, signal) => {
      finish({ code, signal });
    });
  });
}

/** The first word in which the interpreter of Windows would find a command of its own; undefined if there is none. */
export function commandOfCmd(words: readonly string[]): string | undefined {
  return words.find((word) => /[&|<>^%!"\r\n]/.test(word));
}

/**
 * The command that starts a program. A wrapper that lost its execute permission is run as a script; Windows runs
 * scripts by its own interpreter only.
 */
function startable(program: string, words: readonly string[]): [string, readonly string[]] {
  if (process.platform === 'win32') return ['cmd.exe', ['/d', '/c', program, ...words]];
  return /[/\\](?:mvnw|gradlew)$/.test(program) ? ['sh', [program, ...words]] : [program, words];
}

export type BuildTool = 'Maven' | 'Gradle';

/** The build tool that a command starts, by its name: `mvn`, a wrapper, a daemon's client. */
export function buildToolOf(program: string): BuildTool | undefined {
  const name = program
    .replace(/^.*[/\\]/, '')
    .replace(/\.(?:cmd|bat|exe)$/i, '')
    .toLowerCase();
  if (name === 'mvn' || name === 'mvnw' || name === 'mvnd') return 'Maven';
  return name === 'gradle' || name === 'gradlew' ? 'Gradle' : undefined;
}

interface BuildWish {
  readonly offline: boolean;
  /** True if the output may be colored. */
  readonly colors: boolean;
  /** Options of the user's own command, such as `-Pfast`. */
  readonly options: readonly string[];
}

/** The arguments that build all classes, tests included, and run none of them. */
export function buildArguments(tool: BuildTool, { offline, colors, options }: BuildWish): readonly string[] {
  if (tool === 'Maven')
    return [
      '--batch-mode',
      `-Dstyle.color=${colors ? 'always' : 'never'}`,
      ...(offline ? ['--offline'] : []),
      ...options,
      'test-compile',
    ];
  return [
    // No daemon of ours stays behind.
    '--no-daemon',
    `--console=${colors ? 'rich' : 'plain'}`,
    ...(offline ? ['--offline'] : []),
    ...options,
    'testClasses',
  ];
}

/** Options of Maven whose value is a separate word. */
const MAVEN_VALUES = new Set(
  '-f --file -pl --projects -P --activate-profiles -s --settings -gs --global-settings -t --toolchains -T --threads -rf --resume-from -b --builder -D --define'.split(
    ' ',
  ),
);
const GRADLE_VALUES = new Set(
  '-p --project-dir -b --build-file -c --settings-file -I --init-script -g --gradle-user-home -P --project-prop -D --system-prop --include-build'.split(
    ' ',
  ),
);
/** Options about tasks that a build of the classes does not run, or about the output. */
const GRADLE_TASK_VALUES = new Set(['--tests', '-x', '--exclude-task', '--console']);
const GRADLE_TASK_FLAGS = new Set(['-m', '--dry-run', '-t', '--continuous']);

/** The options of a command that choose what is built, without those that choose what is done. */
export function optionsOf(tool: BuildTool, given: readonly string[]): readonly string[] {
  const values = tool === 'Maven' ? MAVEN_VALUES : GRADLE_VALUES;
  const options: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? outside(at);
    if (!word.startsWith('-')) continue;
    const next = given[at + 1];
    const [name = word] = word.split('=');
    if (tool === 'Gradle' && GRADLE_TASK_FLAGS.has(word)) continue;
    if (tool === 'Gradle' && GRADLE_TASK_VALUES.has(name)) {
      if (name === word) at++;
      continue;
    }
    options.push(word);
    if (values.has(word) && next !== undefined) {
      options.push(next);
      at++;
    }
  }
  return options;
}

/** True if a build failed because it may not fetch anything while offline. */
export function failedOffline(output: string): boolean {
  return /offline mode/i.test(output);
}

/** The first place and message that a compiler gave, else the first line that is marked as an error. */
export function firstBuildError(output: string): string | undefined {
  const lines = output.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').split(/\r?\n/);
  const atPlace =
    lines.find((line) => /^\[ERROR\] .+\.(?:java|kt|groovy|scala):\[\d+,\d+\]/.test(line)) ??
    lines.find((line) => /\.(?:java|kt|groovy|scala):\d+: error:/.test(line)) ??
    lines.find((line) => /^e: .+\.kts?:\(?\d+/.test(line));
  const marked = lines.find((line) => /^\[ERROR\] \S/.test(line)) ?? afterWentWrong(lines);
  return (atPlace ?? marked)?.replace(/^\[ERROR\] /, '').trim();
}

/** Finds the reason below Gradle's "* What went wrong:". */
function afterWentWrong(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => line.startsWith('* What went wrong:'));
  return at < 0 ? undefined : lines.slice(at + 1).find((line) => line.trim() !== '');
}
