/**
 * A program that takes commands line by line, and answers in lines.
 *
 * Sits in `host/`, over `run-program.ts`, whose limits, cancellation and cleanup hold here, too.
 */
import { present } from '../../base/check';
import { PassThrough } from 'node:stream';
import type { Program, ProgramRun } from '../../runs/program-run';
import { runProgram, type RunOptions } from './run-program';

export interface Conversation {
  readonly send: (line: string) => void;
  /** The next line on its standard output; undefined once it has ended. */
  readonly receive: () => Promise<string | undefined>;
  /** Ends its input, and settles when the program is over. */
  readonly close: () => Promise<ProgramRun>;
}

export function talkToProgram(
  program: Program,
  options: Omit<RunOptions, 'input' | 'onOutput'> & {
    readonly onError?: (text: string) => void;
  },
): Conversation {
  const { onError, ...rest } = options;
  const input = new PassThrough();
  const lines: string[] = [];
  let partial = '';
  let hasEnded = false;
  let wake: (() => void) | undefined;
  const notify = (): void => {
    wake?.();
    wake = undefined;
  };
  const ended = runProgram(program, {
    ...rest,
    input,
    onOutput: (stream, bytes) => {
      const text = Buffer.from(bytes).toString('utf8');
      if (stream === 'stderr') {
        onError?.(text);
        return;
      }
      const parts = (partial + text).split('\n');
      partial = present(parts.pop(), 'the last part');
      lines.push(...parts);
      notify();
    },
  }).finally(() => {
    hasEnded = true;
    notify();
  });
  return {
    send: (line) => {
      if (!hasEnded) input.write(`${line}\n`);
    },
    receive: async () => {
      while (lines.length === 0 && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return lines.shift();
    },
    close: async () => {
      input.end();
      return ended;
    },
  };
}
