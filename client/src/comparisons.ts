/**
 * Comparisons that were made in this workspace, remembered for it: names, dates and machines of both sides, and what came
 * of it in a sentence. What they are of may be gone by now; comparing once more says so.
 *
 * Free of `vscode`.
 */
import * as v from 'valibot';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import { conforms, type Described } from '../../server/src/base/shapes';

const sideSchema = v.object({ path: v.string(), name: v.string(), started: v.string(), machine: v.string() });
const comparisonSchema = v.object({
  sides: v.tuple([sideSchema, sideSchema]),
  headline: v.string(),
  /** ISO 8601: when it was made. */
  made: v.string(),
});
export type Comparison = Described<typeof comparisonSchema>;

/** Older ones are forgotten. */
const MOST = 50;

/**
 * Reads remembered comparisons. Another version of the extension may have written them, so whatever does not
 * fit is left out.
 */
export function readComparisons(stored: unknown): readonly Comparison[] {
  return Array.isArray(stored) ? stored.filter((each) => conforms(comparisonSchema, each)) : [];
}

/** The newest first, each pair once. */
export function addComparison(all: readonly Comparison[], made: Comparison): readonly Comparison[] {
  return [made, ...removeComparison(all, made)].slice(0, MOST);
}

export function removeComparison(all: readonly Comparison[], one: Comparison): readonly Comparison[] {
  return all.filter((each) => keyOf(each) !== keyOf(one));
}

/** Both sides of the comparison that colors the lines; undefined if none does. */
export function shownSides<T extends Pick<ProfileSummary, 'compared'>>(
  profiles: readonly T[],
): readonly [before: T, after: T] | undefined {
  const before = profiles.find(({ compared }) => compared === 'before');
  const after = profiles.find(({ compared }) => compared === 'after');
  return before && after && [before, after];
}

export function keyOf({ sides }: { readonly sides: readonly { readonly path: string }[] }): string {
  return JSON.stringify(sides.map(({ path }) => path));
}
