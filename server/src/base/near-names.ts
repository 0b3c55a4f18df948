/** Finds the names that somebody may have meant by a name that does not exist. Sits in `base/`. */

import { at } from './check';

const MOST = 3;

/**
 * The nearest of the known names, nearest first: those that end alike after the last `.` whatever the case, then those
 * that differ in a few letters. Empty if none is near.
 */
export function nearNames(wanted: string, known: Iterable<string>): readonly string[] {
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of new Set(known)) {
    const distance = distanceOf(wanted.toLowerCase(), name.toLowerCase());
    if (distance <= mostOf(wanted)) found.push({ name, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Longer names may differ in more letters. */
function mostOf(name: string): number {
  return Math.max(1, Math.floor(simpleOf(name).length / 3));
}

function distanceOf(one: string, other: string): number {
  const [simple, otherSimple] = [simpleOf(one), simpleOf(other)];
  return simple === otherSimple ? 0 : editsBetween(simple, otherSimple);
}

function simpleOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The letters to add, drop, change, or swap with the next one (Damerau, Levenshtein), up to `most`. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > one.length) return Infinity;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return at(last, other.length);
}
