/**
 * The machine's clock: all processes share it, and it stands still while the machine sleeps.
 *
 * Sits in `host/`.
 */
import { fromMilliseconds, fromNanoseconds, type Seconds } from '../../base/units';

/** The seconds since the machine started. */
export function monotonicTime(): Seconds {
  return fromNanoseconds(Number(process.hrtime.bigint()));
}

/** The seconds by which the calendar is ahead of {@link monotonicTime}; they grow while the machine sleeps. */
export function calendarLead(): Seconds {
  return fromMilliseconds(Date.now()) - monotonicTime();
}
