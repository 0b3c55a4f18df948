/**
 * The steps of a diverging scale: how much less or more energy a line uses than before, and if it ran at all.
 *
 * Sits in `pages/`, because the server and its pages need it. Steps are in the order of the size of the change, so
 * that the greater of two shows if both fall on one pixel: `same`, then in turn less and more energy by ever larger
 * amounts, and last the lines that are gone and those that are new.
 */
import { isRounding } from '../base/statistics';

export type Change = 'same' | 'lessEnergy' | 'moreEnergy' | 'gone' | 'new';

/** The sign beside the words and colors of a change, on every page. */
export const CHANGE_SIGNS: Readonly<Record<Change, string>> = {
  same: '=',
  lessEnergy: '▼',
  moreEnergy: '▲',
  gone: '−',
  new: '+',
};

/** The number of steps of a scale that distinguishes so many amounts. */
export function countSteps(amounts: number): number {
  return 2 * amounts + 3;
}

/**
 * The step of a change.
 *
 * @param amount from 0, the least, to one less than there are.
 */
export function stepOfChange(change: Change, amount: number, steps: number): number {
  switch (change) {
    case 'same':
      return 0;
    case 'lessEnergy':
      return 1 + 2 * amount;
    case 'moreEnergy':
      return 2 + 2 * amount;
    case 'gone':
      return steps - 2;
    case 'new':
      return steps - 1;
  }
}

/** The difference from one value to the other; 0 if adding up in another order explains it. */
export function differenceOf(before: number, after: number): number {
  return isRounding(before, after) ? 0 : after - before;
}

export function changeOfStep(step: number, steps: number): Change {
  if (step <= 0) return 'same';
  if (step >= steps - 2) return step === steps - 2 ? 'gone' : 'new';
  return step % 2 === 1 ? 'lessEnergy' : 'moreEnergy';
}

/**
 * The energy, or NaN if the code ran and the model has no cost for any of it: code that runs always takes some.
 * `calls` is undefined or NaN if it was not recorded.
 */
export function energyIfModeled(energy: number, calls: number | undefined, isCounted: boolean): number {
  return isCounted && energy === 0 && calls !== 0 ? NaN : energy;
}

/**
 * The side that is not modeled, of two energies side by side, where NaN means not modeled. "both" also stands for a
 * side that is not modeled beside one that takes nothing.
 */
export function unmodeledSideOf(energyA: number, energyB: number): 'A' | 'B' | 'both' | undefined {
  if (Number.isNaN(energyA)) return energyB > 0 ? 'A' : 'both';
  if (Number.isNaN(energyB)) return energyA > 0 ? 'B' : 'both';
  return undefined;
}
