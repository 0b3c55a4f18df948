/**
 * Reads times as recordings write them: calendar times, or numbers whose unit the header names or their
 * size suggests.
 *
 * Sits in `base/`.
 */
import type { Seconds } from './units';

const SCALES: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['sec', 1],
  ['seconds', 1],
  ['ms', 1e-3],
  ['millis', 1e-3],
  ['milliseconds', 1e-3],
  ['µs', 1e-6],
  ['us', 1e-6],
  ['micros', 1e-6],
  ['microseconds', 1e-6],
  ['ns', 1e-9],
  ['nanos', 1e-9],
  ['nanoseconds', 1e-9],
]);

/** The seconds in the unit that a header names: `time (ms)`, `time_ns`, `timestamp [s]`; undefined if it names none. */
export function timeScaleOf(title: string): number | undefined {
  const unit = /[^a-zµ]([a-zµ]+)\W*$/i.exec(title)?.[1];
  return unit === undefined ? undefined : SCALES.get(unit.toLowerCase());
}

/** The range from 2001 to 2100, which no recording's own clock reaches. */
const FIRST_CALENDAR: Seconds = 978_307_200;
const LAST_CALENDAR: Seconds = 4_102_444_800;

/** Guesses the unit of a number: the one that makes it a time of this century; else it is seconds from some start. */
export function guessTimeScale(
  value: number,
  named: number | undefined,
): { readonly scale: number; readonly isCalendar: boolean } {
  const isCalendar = (scale: number): boolean =>
    value * scale >= FIRST_CALENDAR && value * scale <= LAST_CALENDAR;
  if (named !== undefined) return { scale: named, isCalendar: isCalendar(named) };
  const scale = [1, 1e-3, 1e-6, 1e-9].find(isCalendar);
  return scale === undefined ? { scale: 1, isCalendar: false } : { scale, isCalendar: true };
}

const CALENDAR =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Seconds since 1970 of an ISO 8601 time. A time without a zone is taken as UTC, because no other zone is known here. */
export function parseCalendarTime(text: string): Seconds | undefined {
  const match = CALENDAR.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const whole = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return whole / 1000 + Number(`0.${fraction}0`) - zoneOffset(zone);
}

function zoneOffset(zone: string): Seconds {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** Writes calendar seconds as ISO 8601, by arithmetic alone. */
export function formatCalendarTime(seconds: Seconds): string {
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(rest / 3600)}:${two((rest % 3600) / 60)}:${two(rest % 60)}`;
  const millis = Math.floor((rest % 1) * 1000);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}${millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`}Z`;
}
