/**
 * Sees to it that no program outlives the tests that started it: neither a test that fails nor a run that is killed
 * leaves a process or a folder behind. The work is done by a process of its own, guard-process.mjs.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface Guarded {
  /** Kills the group and removes the folder; resolves when both are gone. */
  readonly end: () => Promise<void>;
}

/** Watches over a process group (started with `detached: true`) and the temporary folder it writes to. */
export function guard(group: number, folder: string): Guarded {
  endWithTestRunner();
  const script = resolve(import.meta.dirname, 'guard-process.mjs');
  const child = spawn(process.execPath, [script, String(group), folder], {
    detached: true, // Ctrl+C in a terminal goes to the whole group of the tests
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  return {
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

let endsWithTestRunner = false;

/** A vitest worker whose parent was killed would wait for ever, and hold on to what it has started. */
function endWithTestRunner(): void {
  if (endsWithTestRunner) return;
  endsWithTestRunner = true;
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGKILL');
  });
}
