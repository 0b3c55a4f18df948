/**
 * Starts the measuring helper, a process of its own, and exchanges messages with it.
 *
 * Sits in `host/`. A separate process sees a program end and reads meters in time, however busy the editor's server is.
 * It also ends what it has started when its parent dies.
 */
import { present } from '../../base/check';
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { LoadPattern } from '../../power/find-pattern';
import type { Seconds } from '../../base/units';
import type { CpuTime, Program, RunEnd, SessionLength, ThreadUse } from '../../runs/program-run';

export type HelperRequest =
  | RunRequest
  | { readonly kind: 'stop'; readonly end: RunEnd }
  | { readonly kind: 'sample'; readonly files: readonly string[]; readonly every: Seconds }
  | { readonly kind: 'finish-sampling' }
  | { readonly kind: 'switch-threads' }
  | { readonly kind: 'work'; readonly chips: readonly number[]; readonly chip: Seconds };

export interface RunRequest extends Omit<Program, 'temporaryFolders' | 'java'> {
  readonly kind: 'run';
  readonly session: SessionLength;
  /** The file that each of several rounds reads as its input; without it the program has the helper's own input. */
  readonly input?: string;
  /** The most seconds that a round may take. */
  readonly seconds: Seconds;
  /** Stands in the environment of the program, and of all that it starts. */
  readonly mark: string;
  /** Folders that the helper removes if its parent dies. */
  readonly temporaryFolders: readonly string[];
}

export type HelperAnswer =
  | StartAnswer
  | RunAnswer
  | { readonly kind: 'samples'; readonly rows: readonly SampleRow[]; readonly isLast: boolean }
  | { readonly kind: 'worked'; readonly start: Seconds }
  | { readonly kind: 'switched'; readonly cost?: Seconds };

/** Says which group of processes a run is, for whoever ends it if the helper can't. */
interface StartAnswer {
  readonly kind: 'started';
  readonly group: number;
}

/** The first start and the last end of all rounds, and the means of what each of them used. */
export interface RunAnswer {
  readonly kind: 'ended';
  /** The time of each round: between two rounds is time of the helper. */
  readonly roundSeconds: readonly Seconds[];
  readonly start: Seconds;
  readonly end: Seconds;
  readonly how: RunEnd;
  readonly cpu?: CpuTime;
  readonly threads?: ThreadUse;
  readonly slept: Seconds;
  readonly leftRunning: number;
}

/** The contents of the files at a time; a text tells why one could not be read. */
export interface SampleRow {
  readonly time: Seconds;
  readonly values: readonly (number | string)[];
}

/** The variable that marks a program's environment and, by inheritance, that of all that it starts. */
export const RUN_MARK = 'JOULELINE_RUN';

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

/** Waits for something that messages bring about. */
interface Condition {
  /** To be called whenever a message has come. */
  readonly changed: () => void;
  /** True once `holds` is true; false if `seconds` passed or the sender has ended. */
  readonly until: (holds: () => boolean, seconds: Seconds) => Promise<boolean>;
}

export function createCondition(hasEnded: () => boolean): Condition {
  let check: () => void = () => undefined;
  return {
    changed: () => {
      check();
    },
    until: (holds, seconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          resolve(holds());
        }, seconds * 1000);
        check = () => {
          if (!holds() && !hasEnded()) return;
          clearTimeout(timer);
          resolve(holds());
        };
        check();
      }),
  };
}
