/**
 * Works and rests by a pattern that a meter will see.
 *
 * Sits in `host/`, in the helper's process, which does nothing else meanwhile.
 */
import type { Seconds } from '../../base/units';
import { monotonicTime } from './clock';

/** Returns the time at which the pattern began. */
export function emitPattern(chips: readonly number[], chip: Seconds): Seconds {
  const start = monotonicTime();
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  chips.forEach((isBusy, index) => {
    const until = start + (index + 1) * chip;
    if (isBusy === 0) Atomics.wait(nobody, 0, 0, Math.max(0, (until - monotonicTime()) * 1000));
    else while (monotonicTime() < until);
  });
  return start;
}
