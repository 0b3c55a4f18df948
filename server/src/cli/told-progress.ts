/** Tells how far long work is, on a terminal and in a file (`--progress FILE`). Sits in `cli/`. */
import { writeWholeFile } from '../host/files/write-file';
import type { RunProgress } from '../tasks/profile/profile-request';
import type { Terminal } from './terminal';

export interface ToldProgress {
  readonly tell: (progress: RunProgress) => void;
  /** Settles once everything is written that was told so far. */
  readonly settled: () => Promise<void>;
}

/** Tells each step, with `label` before it. */
export function createToldProgress(
  file: string | undefined,
  { errors }: Pick<Terminal, 'errors'>,
  label = '',
): ToldProgress {
  // A file that can't be written does not stop the work.
  let shown: Promise<void> = Promise.resolve();
  return {
    tell(progress) {
      const text = `${label}${describeProgress(progress)}`;
      if (errors.isTerminal) void errors.write(`jouleline: ${text}\n`);
      if (file !== undefined) shown = shown.then(() => writeWholeFile(file, [text])).catch(() => undefined);
    },
    settled: () => shown,
  };
}

const PHASES: Readonly<Record<RunProgress['phase'], string>> = {
  prepare: 'putting counters into classes',
  count: 'the program, counted',
  record: 'the program runs on and is counted, until it is let go (Ctrl-C)',
  synchronize: 'a pattern of load for the meter’s clock',
  rehearse: 'a first run that does not count',
  baseline: 'a main that does nothing',
  run: 'the program',
  idle: 'nothing, as long as the run took',
  evaluate: 'evaluating',
};

export function describeProgress({ phase, program, run, runs, secondsLeft }: RunProgress): string {
  const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`;
  const whose = program === undefined ? '' : `${program}: `;
  const which = runs === 0 ? '' : `run ${run} of ${runs}: `;
  return `${whose}${which}${PHASES[phase]}${left}`;
}
