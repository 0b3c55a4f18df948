/**
 * Runs the command line that the extension brings, as a task: its arguments pass no shell, its input and output are the
 * terminal's, and ending the terminal ends the program. A notification says what it runs just now, and can cancel it: the
 * command line writes how far it is to a file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  l10n,
  ProcessExecution,
  ProgressLocation,
  Task,
  TaskRevealKind,
  tasks,
  TaskScope,
  window,
  type CancellationToken,
  type TaskExecution,
} from 'vscode';
import { FAILED } from '../../../server/src/base/failure';
import { FailureWithWays, ways, type Way } from '../failures';
import type { Services } from './services';

export interface TaskOptions {
  /** The title of the task and its progress. */
  readonly title?: string;
  /** Further buttons if a program that the task runs fails. */
  readonly waysOfProgram?: readonly Way[];
  /** Called every now and then while it runs. */
  readonly onLook?: () => void;
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
    onLook = () => undefined,
    canceled,
  }: TaskOptions = {},
): Promise<number | undefined> {
  let running: TaskExecution | undefined;
  canceled?.onCancellationRequested(() => running?.terminate());
  return showProgress(
    title,
    async (progress) => {
      const given = ['--progress', progress];
      const [command = '', ...rest] = args;
      const processes = new Map<TaskExecution, number>();
      const listener = tasks.onDidStartTaskProcess(({ execution, processId }) => {
        processes.set(execution, processId);
      });
      running = await startTask(context.extensionPath, title, folder, [command, ...given, ...rest]);
      const code = await endOf(running);
      listener.dispose();
      await processEnd(processes.get(running));
      const told = await readFile(progress, 'utf8').catch(() => '');
      if (code !== undefined && told.startsWith(FAILED))
        throw failureOfTask(told.slice(FAILED.length), waysOfProgram);
      return code;
    },
    // The command line ends the program and all that it started, and keeps what it has.
    () => running?.terminate(),
    onLook,
  );
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

function startTask(
  extensionPath: string,
  title: string,
  folder: string,
  args: readonly string[],
): Thenable<TaskExecution> {
  const execution = new ProcessExecution(process.execPath, [join(extensionPath, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    // The editor's own program is Node only when told so.
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const task = new Task({ type: 'jouleline' }, TaskScope.Workspace, title, 'Jouleline', execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, clear: true };
  return tasks.executeTask(task);
}

function endOf(running: TaskExecution): Promise<number | undefined> {
  return new Promise((resolve) => {
    const listener = tasks.onDidEndTaskProcess(({ execution: ended, exitCode }) => {
      if (ended !== running) return;
      listener.dispose();
      resolve(exitCode);
    });
  });
}

/** The command line puts classes back, and writes what it has: it takes no longer than this. */
const LONGEST_END_MS = 150_000;

/** Waits until a process is gone. A task that is canceled ends at once, while its process still writes the profile. */
async function processEnd(processId: number | undefined): Promise<void> {
  if (processId === undefined) return;
  for (const deadline = Date.now() + LONGEST_END_MS; isAlive(processId) && Date.now() < deadline;)
    await setTimeout(100);
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

/** Lines are colored this soon after their counts are saved. */
const LOOK_EVERY_MS = 100;

/** `work` is given the file to write to; `cancel` must end it. */
async function showProgress<T>(
  title: string,
  work: (file: string) => Promise<T>,
  cancel: () => void,
  onLook: () => void,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-progress-'));
  const file = join(folder, 'progress');
  try {
    return await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(cancel);
        const look = setInterval(() => {
          onLook();
          // Before the first word there is no file.
          readFile(file, 'utf8').then(
            (message) => {
              progress.report({ message });
            },
            () => undefined,
          );
        }, LOOK_EVERY_MS);
        try {
          return await work(file);
        } finally {
          clearInterval(look);
        }
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
