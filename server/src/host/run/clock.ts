/**
 * The machine's clock: the same in all its processes, standing still while it
 * sleeps. Sits in `host/run/`.
 */
import { fromMilliseconds, fromNanoseconds, type Seconds } from '../../units';

/** Seconds since the machine started. */
export function monotonicTime(): Seconds {
  return fromNanoseconds(Number(process.hrtime.bigint()));
}

/** By which the calendar is ahead of {@link monotonicTime}: it grows while the machine sleeps. */
export function calendarLead(): Seconds {
  return fromMilliseconds(Date.now()) - monotonicTime();
}
