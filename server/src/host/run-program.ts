/**
 * Starts a program, gives it this process's streams, and waits for its end.
 *
 * Sits in `host/`. Arguments go to the program as they are, past any shell.
 */
import { spawn } from 'node:child_process';

export interface ProgramToRun {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Beside those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly kind: 'not started'; readonly message: string };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal to this process is the program's: this one waits for its end, and keeps what was recorded. */
export function runProgram({
  command,
  arguments: given,
  folder,
  environment,
}: ProgramToRun): Promise<ProgramEnd> {
  // With a terminal, Ctrl-C reaches the program by itself, and only its group may read from it.
  const ownGroup = process.platform !== 'win32' && !process.stdin.isTTY;
  return new Promise((resolve) => {
    const child = spawn(command, given, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
      detached: ownGroup,
    });
    const forward = (signal: NodeJS.Signals): void => {
      if (child.pid === undefined || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      try {
        process.kill(ownGroup ? -child.pid : child.pid, signal);
      } catch {
        // It ended in the same moment.
      }
    };
    for (const signal of signals) process.on(signal, forward);
    const finish = (end: ProgramEnd): void => {
      for (const signal of signals) process.off(signal, forward);
      resolve(end);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      const message = error.code === 'ENOENT' ? `there is no program ${command}` : error.message;
      finish({ kind: 'not started', message });
    });
    child.once('exit', (exitCode, signal) => {
      finish({ kind: 'ended', exitCode, signal });
    });
  });
}
