/** Figures of code that is not modeled. Sits in `pages/`, because the server and its pages need it. */

/**
 * The energy, or NaN if the code ran and the model has no cost for any of it: code that runs always takes some.
 * `calls` is undefined or NaN if it was not recorded.
 */
export function priceOf(energy: number, calls: number | undefined, isCounted: boolean): number {
  return isCounted && energy === 0 && calls !== 0 ? NaN : energy;
}

/**
 * The side that is not modeled, of two energies side by side, where NaN means not modeled. "both" also stands for a
 * side that is not modeled beside one that takes nothing.
 */
export function unpricedSideOf(energyA: number, energyB: number): 'A' | 'B' | 'both' | undefined {
  if (Number.isNaN(energyA)) return energyB > 0 ? 'A' : 'both';
  if (Number.isNaN(energyB)) return energyA > 0 ? 'B' : 'both';
  return undefined;
}
