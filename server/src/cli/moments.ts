/**
 * Moments on the command line: ISO 8601, or as far before now as is said. Sits
 * in `cli/`.
 */
import { parseCalendarTime } from '../base/time-columns';
import { UsageError } from '../base/failure';

const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };

/** `now`, `now-90m`, `2026-01-31T12:00:00Z` → milliseconds of the calendar. */
export function readMoment(option: string, text: string, now: number): number {
  const relative = /^now(?:-(\d{1,6})([smhd]))?$/.exec(text);
  if (relative !== null) return now - Number(relative[1] ?? 0) * (UNITS[relative[2] ?? 's'] ?? 0);
  const seconds = parseCalendarTime(text);
  if (seconds === undefined)
    throw new UsageError(`${option} ${text} is no time such as 2026-01-31T12:00:00Z, now, or now-30m`);
  return Math.round(seconds * 1000);
}
