/**
 * Reads how often each path ended from one moment of a trace to the next, as the agent writes it
 * (windows.bin, described in server/agent/jouleline/runtime/CountWindows.java).
 *
 * Sits in `profile/` beside `trace-file.ts`. Tuples give times, but only of what took a tick of the clock
 * or more; windows count everything that ran.
 */
import { attempt, type Outcome } from '../../base/outcome';
import { openRecorded, readNumber } from './recorded-bytes';

export interface CountWindows {
  /** Ends of the windows, in seconds since the trace began; the first begins there. */
  readonly ends: Float64Array;
  /** The index of each window's first entry; one more than there are windows. */
  readonly starts: Uint32Array;
  readonly counters: Uint32Array;
  /** The growth of each counter; negative only for sums of negative sizes. */
  readonly added: Float64Array;
}

const what = 'Counts by window';

/** Leaves out a last window that is incomplete. */
export function readCountWindows(bytes: Uint8Array): Outcome<CountWindows> {
  return attempt(() => {
    const cursor = openRecorded(bytes, 'JLWINDOW', what);
    const ends: number[] = [];
    const starts: number[] = [0];
    const counters: number[] = [];
    const added: number[] = [];
    let time = 0;
    while (cursor.offset < bytes.length) {
      const whole = counters.length;
      const window = attempt(() => {
        time += readNumber(cursor, what);
        let counter = 0;
        for (let left = readNumber(cursor, what); left > 0; left--) {
          counter += readNumber(cursor, what);
          const value = readNumber(cursor, what);
          counters.push(counter);
          added.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
        }
      });
      if (!window.ok) {
        counters.length = whole;
        added.length = whole;
        break;
      }
      ends.push(time / 1e9);
      starts.push(counters.length);
    }
    return {
      ends: Float64Array.from(ends),
      starts: Uint32Array.from(starts),
      counters: Uint32Array.from(counters),
      added: Float64Array.from(added),
    };
  });
}
