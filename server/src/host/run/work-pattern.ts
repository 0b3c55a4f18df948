/**
 * Emits a pattern of load that an external meter will see.
 *
 * Sits in `host/run/`; the measuring helper does the work.
 */
import type { LoadPattern } from '../../measurement/find-pattern';
import type { Seconds } from '../../units';
import { startHelper } from './start-helper';

/** Undefined where the helper failed. */
export function workPattern(
  chips: readonly number[],
  chip: Seconds,
  helperEntry: string,
  prefix: readonly string[],
): Promise<LoadPattern | undefined> {
  return new Promise((resolve) => {
    const { send } = startHelper({
      entry: helperEntry,
      prefix,
      stdio: ['ignore', 'ignore', 'inherit'],
      onAnswer: (answer) => {
        if (answer.kind === 'worked') resolve({ start: answer.start, chip, chips });
      },
      onEnd: () => {
        resolve(undefined);
      },
    });
    send({ kind: 'work', chips, chip });
  });
}
