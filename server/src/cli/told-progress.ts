/**
 * How far long work is, said as it goes on: on a terminal, and in a file for
 * whoever watches (`--progress FILE`).
 *
 * Sits in `cli/`.
 */
import { writeFile } from './files';
import { describeProgress, type RunProgress } from './run-options';
import type { Terminal } from './terminal';

export interface ToldProgress {
  readonly tell: (progress: RunProgress) => void;
  /** Settles once all was written that was told until now. */
  readonly settled: () => Promise<void>;
}

/** `label`: what is said first of each step. */
export function createToldProgress(
  file: string | undefined,
  { errors }: Pick<Terminal, 'errors'>,
  label = '',
): ToldProgress {
  // Who watches may be gone: that does not stop what is watched.
  let shown: Promise<void> = Promise.resolve();
  return {
    tell(progress) {
      const text = `${label}${describeProgress(progress)}`;
      if (errors.isTerminal) void errors.write(`jouleline: ${text}\n`);
      if (file !== undefined) shown = shown.then(() => writeFile(file, [text])).catch(() => undefined);
    },
    settled: () => shown,
  };
}
