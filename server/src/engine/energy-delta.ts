/**
 * Two energies side by side: their difference, what is known of it, and which
 * of a list are more than chance.
 *
 * Sits in `engine/`, under `compare-profiles.ts`, between `diff/significance`
 * and whatever is compared. How much runs spread is known of totals alone: a
 * part spreads as its total does.
 */
import { compareMeans, type Difference, findSignificant, type MeanOfRuns } from '../diff/significance';
import type { Joules } from '../units';

export interface EnergyDelta extends Difference {
  readonly energyA: Joules;
  readonly energyB: Joules;
  /** More than chance, with all that are compared beside it taken into account. */
  readonly isSignificant: boolean;
}

/** A share of each total: how much the runs spread is known of the totals alone. */
export function compareShares(
  [first, second]: readonly [MeanOfRuns, MeanOfRuns],
  energyA: Joules,
  energyB: Joules,
): Omit<EnergyDelta, 'isSignificant'> {
  return { energyA, energyB, ...compareMeans(shareOf(first, energyA), shareOf(second, energyB)) };
}

function shareOf({ mean, variance, runs }: MeanOfRuns, energy: Joules): MeanOfRuns {
  const share = mean === 0 ? 0 : energy / mean;
  return { mean: energy, variance: variance * share ** 2, runs };
}

/** Marks those that stand when all of the list are compared; the most changed first. */
export function rankDeltas<T extends Omit<EnergyDelta, 'isSignificant'>>(
  list: readonly T[],
): readonly (T & EnergyDelta)[] {
  const stands = findSignificant(list.map(({ p }) => p));
  return list
    .map((each, index) => ({ ...each, isSignificant: stands[index] === true }))
    .sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta));
}
