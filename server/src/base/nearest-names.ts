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

/** The characters to insert, delete or replace to make one text of the other (Levenshtein). */
function countEdits(one: string, other: string): number {
  const [a, b] = [one.slice(0, MOST_CHARACTERS), other.slice(0, MOST_CHARACTERS)];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(above, column - 1) + (a.charAt(row - 1) === b.charAt(column - 1) ? 0 : 1);
      next.push(Math.min(replaced, at(above, column) + 1, at(next, column - 1) + 1));
    }
    above = next;
  }
  return at(above, b.length);
}
