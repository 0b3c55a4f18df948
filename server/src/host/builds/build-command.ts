/**
 * The commands that build a Maven or Gradle project, as lists of words for no shell, and what their output
 * means.
 *
 * Sits in `host/`; `host/` runs them. Source: Maven CLI options reference; Gradle User Manual,
 * "Command-Line Interface Reference".
 */
import { outside } from '../../base/check';

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

export interface BuildWish {
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
