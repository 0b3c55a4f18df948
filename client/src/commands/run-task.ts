/**
 * Runs the command line that the extension brings, as a task: its arguments pass no shell, its input and output are the
 * terminal's, and ending the terminal ends the program. A notification says what it runs just now, and can cancel it.
 * The command line begins at once, and its terminal shows it as soon as there is one.
 */
import { join } from 'node:path';
import {
  CustomExecution,
  EventEmitter,
  l10n,
  ProgressLocation,
  Task,
  TaskRevealKind,
  tasks,
  TaskScope,
  window,
  workspace,
  type CancellationToken,
  type Pseudoterminal,
} from 'vscode';
import { FAILED } from '../../../server/src/base/failure';
import { FailureWithWays, ways, type Way } from '../failures';
import { CommandLine, environmentOfPrograms } from './command-line';
import type { Services } from './services';

export interface TaskOptions {
  /** The title of the task and its progress. */
  readonly title?: string;
  /** Further buttons if a program that the task runs fails. */
  readonly waysOfProgram?: readonly Way[];
  /** Called when the next step begins. */
  readonly onStep?: () => void;
  readonly canceled?: CancellationToken;
}

/**
 * Runs the command line as a task; answers its exit code, or undefined if the user ended it. Throws a
 * {@link FailureWithWays} if the command line says why it failed.
 */
export async function runTask(
  { context }: Services,
  name: string,
  folder: string,
  args: readonly string[],
  {
    title = l10n.t('Profile {0}', name),
    waysOfProgram = [],
    onStep = () => undefined,
    canceled,
  }: TaskOptions = {},
): Promise<number | undefined> {
  const progressOptions = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(progressOptions, async (progress, token) => {
    const running = new CommandLine({
      script: join(context.extensionPath, 'dist', 'cli.js'),
      arguments: args,
      folder,
      environment: environmentOfPrograms(process.env, variablesOfTerminals()),
      onProgress: (message) => {
        // What failed is told at the end, with what can be done about it.
        if (!message.startsWith(FAILED)) progress.report({ message });
        onStep();
      },
    });
    const listeners = [token, canceled].map((each) =>
      each?.onCancellationRequested(() => {
        running.cancel();
      }),
    );
    try {
      const [code] = await Promise.all([running.ended, showInTerminal(running, title)]);
      const told = running.progress();
      if (code !== undefined && told.startsWith(FAILED))
        throw failureOfTask(told.slice(FAILED.length), waysOfProgram);
      return code;
    } finally {
      running.cancel();
      for (const listener of listeners) listener?.dispose();
      running.dispose();
    }
  });
}

/** The variables that the user's settings give to all terminals. */
export function variablesOfTerminals(): Readonly<Record<string, string | null>> {
  const systems: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows', darwin: 'osx' };
  const key = `env.${systems[process.platform] ?? 'linux'}`;
  return workspace.getConfiguration('terminal.integrated').get(key, {});
}

/** The first line says what failed. Of what a program printed, which is indented, an exception says most. */
function failureOfTask(text: string, waysOfProgram: readonly Way[]): FailureWithWays {
  const [what = '', ...others] = text.split('\n');
  const printed = others.filter((line) => line.startsWith('  '));
  const detail = printed.find((line) => /Exception|Error/.test(line)) ?? printed.at(-1) ?? others[0] ?? '';
  const hasFailed = what.includes('failed (exit code');
  return new FailureWithWays(
    detail === '' ? what : `${what}. ${detail.trim()}`,
    ways.showOutput(),
    ...(hasFailed ? waysOfProgram : []),
  );
}

async function showInTerminal(running: CommandLine, title: string): Promise<void> {
  const execution = new CustomExecution(() => Promise.resolve(terminalOf(running)));
  const task = new Task({ type: 'jouleline' }, TaskScope.Workspace, title, 'Jouleline', execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, clear: true };
  await tasks.executeTask(task);
}

function terminalOf(running: CommandLine): Pseudoterminal {
  const [written, closed] = [new EventEmitter<string>(), new EventEmitter<number>()];
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open: () => {
      running.openScreen({
        print: (text) => {
          written.fire(text);
        },
        end: (code) => {
          closed.fire(code);
        },
      });
    },
    handleInput: (keys) => {
      running.type(keys);
    },
    // The command line ends the program and all that it started, and keeps what it has.
    close: () => {
      running.cancel();
    },
  };
}
