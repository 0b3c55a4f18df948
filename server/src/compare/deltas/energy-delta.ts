/**
 * Two energies side by side: their difference, how sure it is, and which differences of a list are more than chance.
 *
 * The spread of runs is known for totals alone: a part is taken to spread as its total does or, if both sides have one
 * scale, as that scale does.
 */
import {
  boundMean,
  compareMeans,
  type Difference,
  findSignificant,
  significance,
  type MeanOfRuns,
  timesMean,
} from '../significance/significance';
import { differenceOf, isRounding } from '../../pages/changes';
import type { Joules } from '../../base/units';
import type { ModeledSide } from '../sides/compared-side';

export interface EnergyDelta extends Difference {
  /** The energy of one run, in joules. It is NaN if it is not modeled, and then so are the difference and its bounds. */
  readonly energyA: Joules;
  readonly energyB: Joules;
  /** True if the difference is more than chance, given all differences that are compared beside it. */
  readonly isSignificant: boolean;
}

/** A row that may execute operations that are in no energy. */
export interface PartlyModeled {
  /**
   * The side of which operations are in no energy that the other does not execute as often: its energy is the least
   * that it may be, and the difference is unknown. Absent if there is none.
   */
  readonly atLeast?: 'A' | 'B' | 'both';
}

/** How often each operation was executed that is not modeled, by its name and operands. */
export type UnmodeledCounts = ReadonlyMap<string, number>;

/** The side that executed more of an operation that is not modeled than the other. An energy of NaN is no least energy. */
export function findAtLeast(
  inA: UnmodeledCounts,
  inB: UnmodeledCounts,
  energyA: Joules,
  energyB: Joules,
): PartlyModeled['atLeast'] {
  const isLeast = (own: UnmodeledCounts, other: UnmodeledCounts): boolean =>
    Array.from(own).some(([name, count]) => {
      const others = other.get(name) ?? 0;
      return count > others && !isRounding(count, others);
    });
  const leastA = !Number.isNaN(energyA) && isLeast(inA, inB);
  const leastB = !Number.isNaN(energyB) && isLeast(inB, inA);
  return leastA ? (leastB ? 'both' : 'A') : leastB ? 'B' : undefined;
}

/** The sides of which a part of a whole is not modeled. */
export function leastOf(parts: readonly PartlyModeled[]): PartlyModeled['atLeast'] {
  const [leastA, leastB] = (['A', 'B'] as const).map((side) =>
    parts.some(({ atLeast }) => atLeast === side || atLeast === 'both'),
  );
  return leastA === true ? (leastB === true ? 'both' : 'A') : leastB === true ? 'B' : undefined;
}

/** A difference that is unknown if an energy is the least that it may be. */
export function unlessAtLeast<T extends Difference>(
  compared: T,
  atLeast: PartlyModeled['atLeast'],
): T & PartlyModeled {
  if (atLeast === undefined) return compared;
  return { ...compared, delta: NaN, low: NaN, high: NaN, p: NaN, smallest: NaN, atLeast };
}

/** The spread of runs, as far as it is known. */
export interface Spread {
  readonly totals: readonly [MeanOfRuns, MeanOfRuns];
  /** The factor from the model's joules to those shown, as one mean of all runs; absent unless both sides share one. */
  readonly commonScale?: MeanOfRuns;
  /**
   * The chance of the difference of the totals; absent for the totals themselves. No part is surer than its whole:
   * a list would otherwise call its rows more than chance below a headline that no difference was found.
   */
  readonly chance?: number;
}

/**
 * Compares two energies that are shares of their totals. If both sides have one scale, the difference is as sure as
 * that scale. An energy that is not modeled is NaN, and so is everything that follows from it.
 */
export function compareShares(
  { totals: [first, second], commonScale, chance = 0 }: Spread,
  energyA: Joules,
  energyB: Joules,
): Omit<EnergyDelta, 'isSignificant'> {
  const delta = differenceOf(energyA, energyB);
  if (Number.isNaN(delta)) return { energyA, energyB, delta, low: NaN, high: NaN, p: NaN, smallest: NaN };
  const least = Number.isNaN(chance) ? 0 : chance;
  if (commonScale === undefined) {
    const found = compareMeans(shareOf(first, energyA), shareOf(second, energyB));
    return { energyA, energyB, ...noSurerThan(least, { ...found, delta }) };
  }
  // What was counted equally often is alike for sure, however little is known of the scale.
  if (delta === 0) return { energyA, energyB, delta, low: 0, high: 0, p: 1, smallest: 0 };
  const found = compareMeans(NOTHING, shareOf(commonScale, delta));
  return { energyA, energyB, ...noSurerThan(least, { ...found, delta }) };
}

/**
 * The chance of the difference of two programs, which bounds that of each of their parts: of their own work, and of
 * their whole runs if those were measured. It is 1 if both differ in opposite directions, and NaN if it is unknown.
 */
export function chanceOfWhole(a: WholeOfSide, b: WholeOfSide): number {
  const own = compareShares({ totals: [a.total, b.total] }, a.total.mean, b.total.mean);
  if (a.run === undefined || b.run === undefined) return own.p;
  const wholes = [a.run.whole, b.run.whole] as const;
  const whole = compareShares({ totals: wholes }, wholes[0].mean, wholes[1].mean);
  return own.delta * whole.delta < 0 && !Number.isNaN(whole.p) ? 1 : Math.max(own.p, whole.p);
}

type WholeOfSide = Pick<ModeledSide, 'total' | 'run'>;

/** A difference below a whole of this chance: where that is no more than chance, its interval reaches to no difference. */
function noSurerThan(chance: number, part: Difference): Difference {
  const { low, high, p, smallest, delta } = part;
  // A difference without bounds claims nothing.
  if (Number.isNaN(p)) return part;
  if (chance <= significance || p >= chance) return { ...part, p: Math.max(chance, p) };
  return {
    delta,
    ...{ low: Math.min(0, low), high: Math.max(0, high) },
    ...{ smallest: Math.max(smallest, Math.abs(delta)), p: chance },
  };
}

/** The bounds of one energy, which is never below 0. */
export type Bounds = Pick<Difference, 'low' | 'high'>;

/** The bounds of one energy. `total` is the mean that it is a share of, or the scale from the model's joules. */
export function boundShare(total: MeanOfRuns, energy: Joules): Bounds {
  const { low, high } = boundMean(shareOf(total, energy));
  return { low: Math.max(0, low), high };
}

/** An energy of 0 that is certain. */
const NOTHING: MeanOfRuns = { mean: 0, variance: 0, runs: Infinity };

function shareOf(total: MeanOfRuns, energy: Joules): MeanOfRuns {
  return { ...timesMean(total, total.mean === 0 ? 0 : energy / total.mean), mean: energy };
}

/**
 * Marks the differences that stand when all of the list are compared, and puts the most changed first, in energy,
 * then in calls. Differences that are unknown come last.
 */
export function rankDeltas<T extends Omit<EnergyDelta, 'isSignificant'> & ComparedCalls>(
  list: readonly T[],
): readonly (T & EnergyDelta)[] {
  const stands = findSignificant(list.map(({ p }) => p));
  return list
    .map((each, index) => ({ ...each, isSignificant: stands[index] === true }))
    .sort((one, other) => byDelta(one, other) || changeOfCalls(other) - changeOfCalls(one));
}

/** Orders differences by their size, the largest first; those that are unknown come last. */
export function byDelta({ delta: one }: Changed, { delta: other }: Changed): number {
  const isUnknown = Number.isNaN(one);
  if (isUnknown || Number.isNaN(other)) return Number(isUnknown) - Number(Number.isNaN(other));
  return Math.abs(other) - Math.abs(one);
}

type Changed = Pick<Difference, 'delta'>;

/** The part of an amount for each of `times`; undefined without an amount, or if `times` is 0. */
export function per(amount: number | undefined, times: number): number | undefined {
  return amount === undefined || times <= 0 ? undefined : amount / times;
}

interface ComparedCalls {
  readonly callsA?: number;
  readonly callsB?: number;
}

function changeOfCalls({ callsA = 0, callsB = 0 }: ComparedCalls): number {
  return Math.abs(callsB - callsA);
}

type Delta = Omit<EnergyDelta, 'isSignificant'>;

/** Gives a function with the results of {@link compareShares} that remembers them. */
export function rememberShares(spread: Spread): (energyA: Joules, energyB: Joules) => Delta {
  const known = new Map<number, Delta>();

  /** The difference of a part that is 1 on the earlier side or, if that side has none, on the later one. */
  function ofOne(proportion: number): Delta {
    const found =
      known.get(proportion) ??
      (proportion === Infinity ? compareShares(spread, 0, 1) : compareShares(spread, 1, proportion));
    known.set(proportion, found);
    return found;
  }

  return (energyA, energyB) => {
    const [size, proportion] = energyA > 0 ? [energyA, energyB / energyA] : [energyB, Infinity];
    if (!(size > 0)) return compareShares(spread, energyA, energyB);
    // Sums of the same terms in another order differ in their last digits.
    const { delta, low, high, smallest, p } = ofOne(Number(proportion.toPrecision(12)));
    return {
      energyA,
      energyB,
      delta: delta === 0 ? 0 : energyB - energyA,
      low: low * size,
      high: high * size,
      smallest: smallest * size,
      p,
    };
  };
}
