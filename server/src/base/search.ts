/** Search by halves. Sits in `base/`. */

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
