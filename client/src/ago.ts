/**
 * Profiles in words that a glance takes in: their names, the time since they ran, and what they took then.
 *
 * Free of `vscode`.
 */

import { isolateName } from '../../server/src/base/split-words';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** A date says more from then on. */
const MOST_DAYS = 7;

/** "now", "2 minutes ago", "yesterday", or a date; `started` is in ISO 8601. */
export function ago(started: string, now: Date, language = 'en'): string {
  const since = now.getTime() - Date.parse(started);
  if (!Number.isFinite(since)) return '';
  const [unit, length] = UNITS.find(([, each]) => since >= each) ?? ['second', Infinity];
  const count = Math.max(0, Math.floor(since / length));
  if (unit === 'day' && count > MOST_DAYS) return started.slice(0, 10);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count === 0 ? 0 : -count, unit);
}

/** "2 minutes ago · 800 mJ" */
export function describeBriefly(
  { started, total }: { readonly started: string; readonly total: string },
  language: string,
): string {
  return [ago(started, new Date(), language), total].filter((text) => text !== '').join(' · ');
}

/** The name of a profile for people, which stands among other words; the path of one that is gone. */
export function nameOf(
  profiles: readonly { readonly path: string; readonly name: string }[],
  path: string,
): string {
  return isolateName(profiles.find((each) => each.path === path)?.name ?? path);
}
