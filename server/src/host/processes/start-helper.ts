/**
 * Starts the measuring helper. Sits in `host/`.
 */
import { present } from '../../base/check';
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { HelperAnswer, HelperRequest } from './helper-messages';
import type { LoadPattern } from '../../power/find-pattern';
import type { Seconds } from '../../base/units';

export interface Helper {
  readonly process: ChildProcess;
  readonly send: (request: HelperRequest) => void;
}

export interface HelperOptions {
  /** The path of dist/measure-helper.js. */
  readonly entry: string;
  /** Words before its command line, such as those that bind it to a processor. */
  readonly prefix: readonly string[];
  readonly stdio: readonly ('pipe' | 'ignore' | 'inherit')[];
  readonly onAnswer: (answer: HelperAnswer) => void;
  /** Called once, when it has ended and nothing more comes from it. */
  readonly onEnd: (message: string) => void;
}

export function startHelper({ entry, prefix, stdio, onAnswer, onEnd }: HelperOptions): Helper {
  const { command, arguments: rest } = prefixed(prefix, process.execPath, [entry]);
  const child = spawn(command, rest, {
    stdio: [...stdio, 'ipc'] as StdioOptions,
    // The editor's own program is Node if this variable says so.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    // The helper leaves the terminal's group: a signal to that must not keep it from cleaning up.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let ended = false;
  const end = (message: string): void => {
    if (ended) return;
    ended = true;
    onEnd(message);
  };
  child.on('message', (answer: HelperAnswer) => {
    onAnswer(answer);
  });
  child.once('error', (error) => {
    end(error.message);
  });
  child.once('exit', (code, signal) => {
    end(signal === null ? `ended with code ${present(code, 'the exit code')}` : `was ended by ${signal}`);
  });
  return {
    process: child,
    send: (request) => {
      // A helper that is gone is noticed by its end.
      child.send(request, () => undefined);
    },
  };
}

/** Sends one request and returns its one answer; undefined if the helper failed. */
export function askHelper<Kind extends HelperAnswer['kind']>(
  entry: string,
  prefix: readonly string[],
  request: HelperRequest,
  kind: Kind,
): Promise<Extract<HelperAnswer, { readonly kind: Kind }> | undefined> {
  return new Promise((resolve) => {
    const { send } = startHelper({
      entry,
      prefix,
      stdio: ['ignore', 'ignore', 'inherit'],
      onAnswer: (answer) => {
        if (isOfKind(answer, kind)) resolve(answer);
      },
      onEnd: () => {
        resolve(undefined);
      },
    });
    send(request);
  });
}

function isOfKind<Kind extends HelperAnswer['kind']>(
  answer: HelperAnswer,
  kind: Kind,
): answer is Extract<HelperAnswer, { readonly kind: Kind }> {
  return answer.kind === kind;
}

/** A command line that begins with the words of another. */
export function prefixed(
  prefix: readonly string[],
  command: string,
  arguments_: readonly string[],
): { readonly command: string; readonly arguments: readonly string[] } {
  const [first, ...rest] = prefix;
  return first === undefined
    ? { command, arguments: arguments_ }
    : { command: first, arguments: [...rest, command, ...arguments_] };
}

/** Emits a pattern of load that an external meter will see; undefined if the helper failed. */
export async function workPattern(
  chips: readonly number[],
  chip: Seconds,
  helperEntry: string,
  prefix: readonly string[],
): Promise<LoadPattern | undefined> {
  const worked = await askHelper(helperEntry, prefix, { kind: 'work', chips, chip }, 'worked');
  return worked === undefined ? undefined : { start: worked.start, chip, chips };
}
