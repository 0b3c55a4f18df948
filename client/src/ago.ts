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

/** The most characters of a name in the title of a tab, which would otherwise be wider than a narrow window. */
const MOST_IN_TITLE = 24;

/** "before → after". Of long names, the middle is left out: what tells them apart often stands at the end. */
export function titleOfPair(names: readonly string[]): string {
  const half = MOST_IN_TITLE / 2;
  const short = (name: string): string => {
    const letters = Array.from(name);
    return letters.length > MOST_IN_TITLE
      ? [...letters.slice(0, half - 1), '…', ...letters.slice(-half)].join('')
      : name;
  };
  return names.map((name) => isolateName(short(name))).join(' → ');
}

/** The name of a profile for people, which stands among other words; the path of one that is gone. */
export function nameOf(
  profiles: readonly { readonly path: string; readonly name: string }[],
  path: string,
): string {
  return isolateName(profiles.find((each) => each.path === path)?.name ?? path);
}
