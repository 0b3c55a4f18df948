/**
 * Comparisons that were made in this workspace, remembered for it: names, dates and machines of both sides, and what came
 * of it in a sentence. What they are of may be gone by now; comparing once more says so.
 *
 * Free of `vscode`.
 */
import type { ComparedProfiles } from '../../server/src/protocol/comparisons';

export type Comparison = Pick<ComparedProfiles, 'sides' | 'headline'> & {
  /** ISO 8601: when it was made. */
  readonly made: string;
};

/** Older ones are forgotten. */
const MOST = 50;

/**
 * Reads remembered comparisons. Another version of the extension may have written them, so whatever does not
 * fit is left out.
 */
export function readComparisons(stored: unknown): readonly Comparison[] {
  return Array.isArray(stored) ? stored.filter(isComparison) : [];
}

/** The newest first, each pair once. */
export function addComparison(all: readonly Comparison[], made: Comparison): readonly Comparison[] {
  return [made, ...removeComparison(all, made)].slice(0, MOST);
}

export function removeComparison(all: readonly Comparison[], one: Comparison): readonly Comparison[] {
  return all.filter((each) => keyOf(each) !== keyOf(one));
}

export function keyOf({ sides }: Pick<Comparison, 'sides'>): string {
  return JSON.stringify(sides.map(({ path }) => path));
}

function isComparison(value: unknown): value is Comparison {
  if (typeof value !== 'object' || value === null) return false;
  const { sides, headline, made } = value as Partial<Record<keyof Comparison, unknown>>;
  if (typeof headline !== 'string' || typeof made !== 'string') return false;
  return Array.isArray(sides) && sides.length === 2 && sides.every(isSide);
}

function isSide(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const side = value as Readonly<Record<string, unknown>>;
  return ['path', 'name', 'started', 'machine'].every((key) => typeof side[key] === 'string');
}
