/** Search by halves and by words, and the order of texts. Sits in `base/`. */

/**
 * The first number from `low` on for which something is true; `high` if it is for none below. It is true for all numbers
 * after one for which it is.
 */
export function firstWhere(low: number, high: number, isTrue: (number: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isTrue(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The order of texts by their UTF-16 units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The words of a search, in small letters. */
export function searchWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
