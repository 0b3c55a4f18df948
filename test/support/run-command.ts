/** Runs one of our commands, or another program, to its end, while the test runner goes on being told how far the tests are. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whom it runs as, in place of who runs the tests. */
  readonly uid?: number;
  readonly gid?: number;
}

/** @param script that Node runs. */
export function runCommand(
  script: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<Outcome> {
  return runProcess(process.execPath, [script, ...args], options);
}

export async function runProcess(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<Outcome> {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}

/** @returns what a program prints that has to end well; if it does not, all that it says is in the error. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  const { status, stdout, stderr } = await runProcess(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}
