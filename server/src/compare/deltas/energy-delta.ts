/**
 * Two energies side by side: their difference, what is known of it, and which
 * of a list are more than chance.
 *
 * Sits in `compare/`, under `compare-profiles.ts`, between `compare/significance/significance`
 * and whatever is compared. How much runs spread is known of totals alone: a
 * part spreads as its total does, or, of sides with one scale, as that does.
 */
import {
  boundMean,
  compareMeans,
  type Difference,
  findSignificant,
  type MeanOfRuns,
  timesMean,
} from '../significance/significance';
import { differenceOf } from '../../pages/changes';
import type { Joules } from '../../base/units';

export interface EnergyDelta extends Difference {
  /** NaN where it has no price, and with it all that is said of the difference. */
  readonly energyA: Joules;
  readonly energyB: Joules;
  /** More than chance, with all that are compared beside it taken into account. */
  readonly isSignificant: boolean;
}

/** What is known of how much runs spread. */
export interface Spread {
  readonly totals: readonly [MeanOfRuns, MeanOfRuns];
  /** Where both sides have one: from the model's joules to those shown, as one mean of all their runs. */
  readonly commonScale?: MeanOfRuns;
}

/** A share of each total; of sides with one scale their difference is as sure as that is. NaN is what has no price, and all that follows of it. */
export function compareShares(
  { totals: [first, second], commonScale }: Spread,
  energyA: Joules,
  energyB: Joules,
): Omit<EnergyDelta, 'isSignificant'> {
  const delta = differenceOf(energyA, energyB);
  if (Number.isNaN(delta)) return { energyA, energyB, delta, low: NaN, high: NaN, p: NaN, smallest: NaN };
  if (commonScale === undefined)
    return { energyA, energyB, ...compareMeans(shareOf(first, energyA), shareOf(second, energyB)), delta };
  // What was counted equally often is alike for sure, however little is known of the scale.
  if (delta === 0) return { energyA, energyB, delta, low: 0, high: 0, p: 1, smallest: 0 };
  return { energyA, energyB, ...compareMeans(NOTHING, shareOf(commonScale, delta)) };
}

/** What bounds are known of one energy; no energy is below 0. */
export type Bounds = Pick<Difference, 'low' | 'high'>;

/** `total`: what it is a share of, or the scale that it was priced by. */
export function boundShare(total: MeanOfRuns, energy: Joules): Bounds {
  const { low, high } = boundMean(shareOf(total, energy));
  return { low: Math.max(0, low), high };
}

/** For sure. */
const NOTHING: MeanOfRuns = { mean: 0, variance: 0, runs: Infinity };

function shareOf(total: MeanOfRuns, energy: Joules): MeanOfRuns {
  return { ...timesMean(total, total.mean === 0 ? 0 : energy / total.mean), mean: energy };
}

/** Marks those that stand when all of the list are compared; the most changed first, in energy, then in calls. */
export function rankDeltas<T extends Omit<EnergyDelta, 'isSignificant'> & ComparedCalls>(
  list: readonly T[],
): readonly (T & EnergyDelta)[] {
  const stands = findSignificant(list.map(({ p }) => p));
  return list
    .map((each, index) => ({ ...each, isSignificant: stands[index] === true }))
    .sort(
      (one, other) => sizeOf(other.delta) - sizeOf(one.delta) || changeOfCalls(other) - changeOfCalls(one),
    );
}

/** What is not known is in no order of sizes: it comes last. */
export function sizeOf(delta: Joules): Joules {
  return Number.isNaN(delta) ? 0 : Math.abs(delta);
}

interface ComparedCalls {
  readonly callsA?: number;
  readonly callsB?: number;
}

function changeOfCalls({ callsA = 0, callsB = 0 }: ComparedCalls): number {
  return Math.abs(callsB - callsA);
}
