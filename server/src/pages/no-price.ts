/**
 * Where a figure stands for something that the model has no price for. Sits in `pages/`: both sides of the wire need it.
 */

/** NaN where it ran and the model has no price for any of it: nothing that runs takes nothing. `calls`: undefined or NaN where that was not recorded. */
export function priceOf(energy: number, calls: number | undefined, isCounted: boolean): number {
  return isCounted && energy === 0 && calls !== 0 ? NaN : energy;
}

/** Of two energies that are side by side: which has no price, and is NaN; "both" also where the other takes nothing. */
export function unpricedSideOf(energyA: number, energyB: number): 'A' | 'B' | 'both' | undefined {
  if (Number.isNaN(energyA)) return energyB > 0 ? 'A' : 'both';
  if (Number.isNaN(energyB)) return energyA > 0 ? 'B' : 'both';
  return undefined;
}
