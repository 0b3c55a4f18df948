/**
 * Steps of a diverging scale: how much a line costs less or more than before, and whether it ran at all.
 *
 * Sits in `pages/`: both sides of the wire need it. Steps are in order of how much is changed, so that the greater of
 * two is the one to be seen where both stand on one pixel: `same`, then in turn cheaper and dearer by ever more, last
 * what is gone and what is new.
 */
export type Change = 'same' | 'cheaper' | 'dearer' | 'gone' | 'new';

/** Beside the words and colors of changes, on every page. */
export const CHANGE_SIGNS: Readonly<Record<Change, string>> = {
  same: '=',
  cheaper: '▼',
  dearer: '▲',
  gone: '−',
  new: '+',
};

/** Of a scale that tells so many amounts apart. */
export function countSteps(amounts: number): number {
  return 2 * amounts + 3;
}

/** @param amount from 0, the least, to one less than there are. */
export function stepOfChange(change: Change, amount: number, steps: number): number {
  switch (change) {
    case 'same':
      return 0;
    case 'cheaper':
      return 1 + 2 * amount;
    case 'dearer':
      return 2 + 2 * amount;
    case 'gone':
      return steps - 2;
    case 'new':
      return steps - 1;
  }
}

/** From one to the other; 0 where they differ by no more than what adding up in another order makes. */
export function differenceOf(before: number, after: number): number {
  return isRounding(before, after) ? 0 : after - before;
}

/** What adding up in another order makes of equal sums. */
export function isRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
}

export function changeOfStep(step: number, steps: number): Change {
  if (step <= 0) return 'same';
  if (step >= steps - 2) return step === steps - 2 ? 'gone' : 'new';
  return step % 2 === 1 ? 'cheaper' : 'dearer';
}
