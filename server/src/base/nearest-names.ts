/** Finds the names that somebody may have meant by one that does not exist. Sits in `base/`. */
import { at } from './check';

const MOST_COMPARED = 2000;
const MOST_CHARACTERS = 200;

/** The names whose last parts are most like those of `wanted`, the most alike first; parts stand between dots. */
export function nearestNames(wanted: string, names: Iterable<string>, most: number): readonly string[] {
  const parts = partsOf(wanted);
  const likely: string[] = [];
  for (const name of names) {
    const isAlike = partsOf(name).some((part) => parts.some((each) => isNear(part, each)));
    if (isAlike) likely.push(name);
    if (likely.length === MOST_COMPARED) break;
  }
  const ranked = likely.map((name) => ({ name, edits: countEdits(name, wanted) }));
  ranked.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1));
  return ranked.slice(0, most).map(({ name }) => name);
}

/** Parts that say something, the last two: names of packages are shared by too many. */
function partsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .slice(0, MOST_CHARACTERS)
    .split('.')
    .slice(-2)
    .map((part) => part.replaceAll(/\W/g, ''))
    .filter((part) => part.length > 2 && part !== 'main');
}

function isNear(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= 2 && countEdits(one, other) <= Math.min(2, one.length / 3);
}

/**
 * The names whose last part, behind the last dot, is that of `wanted` or differs in a third of its letters at most,
 * whatever the case; the nearest first. Empty if none is near.
 */
export function nearestByLastPart(wanted: string, names: Iterable<string>, most: number): readonly string[] {
  const part = lastPartOf(wanted);
  const third = Math.max(1, Math.floor(part.length / 3));
  const found: { readonly name: string; readonly edits: number }[] = [];
  for (const name of new Set(names)) {
    const other = lastPartOf(name);
    if (Math.abs(other.length - part.length) > third) continue;
    const edits = countEdits(part, other);
    if (edits <= third) found.push({ name, edits });
  }
  found.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1));
  return found.slice(0, most).map(({ name }) => name);
}

function lastPartOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The characters to insert, delete, replace or swap with the next to make one text of the other (Damerau, Levenshtein). */
function countEdits(one: string, other: string): number {
  const [a, b] = [one.slice(0, MOST_CHARACTERS), other.slice(0, MOST_CHARACTERS)];
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(above, column - 1) + (a.charAt(row - 1) === b.charAt(column - 1) ? 0 : 1);
      let edits = Math.min(replaced, at(above, column) + 1, at(next, column - 1) + 1);
      const isSwap = a.charAt(row - 1) === b.charAt(column - 2) && a.charAt(row - 2) === b.charAt(column - 1);
      if (row > 1 && column > 1 && isSwap) edits = Math.min(edits, at(before, column - 2) + 1);
      next.push(edits);
    }
    [before, above] = [above, next];
  }
  return at(above, b.length);
}
