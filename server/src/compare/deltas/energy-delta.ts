/**
 * Two energies side by side: their difference, how sure it is, and which differences of a list are more than chance.
 *
 * The spread of runs is known for totals alone: a part is taken to spread as its total does.
 */
import {
  boundMean,
  around,
  compareMeans,
  type Difference,
  findSignificant,
  significance,
  type MeanOfRuns,
  timesMean,
} from '../significance/significance';
import { differenceOf } from '../../pages/changes';
import { isRounding } from '../../base/statistics';
import { standardNormalProbability, standardNormalQuantile } from '../../base/distributions';
import type { Joules, JoulesSquared, Share } from '../../base/units';
import type { CountedWork, ModeledSide } from '../sides/compared-side';
import { chanceOfScales } from '../sides/row-basis';

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
  /**
   * The totals with the same parts taken off each side; absent if those above are these. A part differs by more than
   * chance only if it does so with these, too.
   */
  readonly alike?: readonly [MeanOfRuns, MeanOfRuns];
  /** The counted part of each total, which samples tell from the rest; absent for totals. */
  readonly countedWork?: readonly [CountedWork | undefined, CountedWork | undefined];
  /** True if both sides have the same costs though their runs were measured: parts have no bounds. */
  readonly isByCounts?: boolean;
  /**
   * The factors from the model's joules to those shown, and the chance that they differ so; absent for totals. Parts
   * that were counted alike differ by no more than these do.
   */
  readonly scales?: { readonly ofSides: readonly [number, number]; readonly chance: number };
  /**
   * The chance of the difference of the totals; absent for the totals themselves. No part is surer than its whole:
   * a list would otherwise call its rows more than chance below a headline that no difference was found.
   */
  readonly chance?: number;
}

/**
 * Compares two energies that are shares of their totals. `sampled` is the variance that samples add to that of the runs.
 * An energy that is not modeled is NaN, and so is everything that follows from it.
 */
export function compareShares(
  { totals: [first, second], alike, countedWork, isByCounts = false, scales, chance = 0 }: Spread,
  energyA: Joules,
  energyB: Joules,
  sampled: JoulesSquared = 0,
): Omit<EnergyDelta, 'isSignificant'> {
  const delta = differenceOf(energyA, energyB);
  const energies = { energyA, energyB, delta };
  // At the same costs, what was counted equally often is alike for sure.
  if (isByCounts && delta === 0) return { ...energies, low: 0, high: 0, p: 1, smallest: 0 };
  if (isByCounts || Number.isNaN(delta)) return { ...energies, low: NaN, high: NaN, p: NaN, smallest: NaN };
  const own = compareMeans(shareOf(first, energyA), shareOf(second, energyB));
  const both =
    alike === undefined
      ? own
      : standingBoth(
          own,
          compareMeans(
            timesMean(alike[0], partOf(energyA, first)),
            timesMean(alike[1], partOf(energyB, second)),
          ),
        );
  const ofCounted =
    varianceOfCounted(countedWork?.[0], energyA, sampled > 0) +
    varianceOfCounted(countedWork?.[1], energyB, sampled > 0);
  const found = withSamples(both, sampled + ofCounted);
  const isAlike =
    scales !== undefined && isRounding(energyA / scales.ofSides[0], energyB / scales.ofSides[1]);
  const least = Math.max(...[chance, isAlike ? scales.chance : 0].filter((each) => !Number.isNaN(each)));
  return { ...energies, ...noSurerThan(least, { ...found, delta }) };
}

/**
 * The variance of a part by the samples that tell counted work from the rest. Of a part with called code, no more than its
 * own energy is counted, nor more than all that is.
 */
export function varianceOfCounted(
  work: CountedWork | undefined,
  energy: Joules,
  hasCalled: boolean,
): JoulesSquared {
  if (work === undefined || !(work.reported.mean > 0) || Number.isNaN(energy)) return 0;
  const counted = hasCalled ? Math.min(energy, work.reported.mean) : energy;
  return ((counted / work.reported.mean) * work.sampled) ** 2;
}

/** A difference that is more than chance only if it is so in the same direction in another account of the same runs. */
function standingBoth(told: Difference, other: Difference): Difference {
  if (Number.isNaN(told.p)) return told;
  const p = Math.sign(told.delta) * Math.sign(other.delta) < 0 ? 1 : Math.max(told.p, other.p);
  if (p <= significance) return { ...told, p };
  return {
    ...around(told.delta, told.low, told.high, other.low, other.high, 0),
    smallest: Math.max(told.smallest, other.smallest, Math.abs(told.delta)),
    p,
  };
}

/** A difference of energies that samples add a variance to: so many runs are not known of them, and none is needed. */
function withSamples(found: Difference, variance: JoulesSquared): Difference {
  const { delta, low, high, p, smallest } = found;
  if (!(variance > 0) || Number.isNaN(p)) return found;
  const reach = standardNormalQuantile(1 - significance / 2);
  const widen = (half: number): number => Math.hypot(half, reach * Math.sqrt(variance));
  const deviation = widen((high - low) / 2) / reach;
  return {
    delta,
    low: delta - widen(delta - low),
    high: delta + widen(high - delta),
    p: Math.max(p, 2 * standardNormalProbability(-Math.abs(delta) / deviation)),
    smallest: widen(smallest),
  };
}

/**
 * The chance of the difference of two programs, which bounds that of each of their parts: of their own work, and of
 * their whole runs if those were measured. It is 1 if both differ in opposite directions, and NaN if it is unknown.
 */
export function chanceOfWhole(a: WholeOfSide, b: WholeOfSide): number {
  const own = compareShares({ totals: [a.total, b.total] }, a.total.mean, b.total.mean);
  if (a.run === undefined && b.run === undefined) return own.p;
  const wholes = [wholeOf(a), wholeOf(b)] as const;
  const whole = compareShares({ totals: wholes }, wholes[0].mean, wholes[1].mean);
  return own.delta * whole.delta < 0 && !Number.isNaN(whole.p) ? 1 : Math.max(own.p, whole.p);
}

/** The spread of the parts of two sides, whose wholes differ so by this chance. */
export function spreadOfParts(a: ModeledSide, b: ModeledSide, chance: number): Spread {
  const isAlike = [a, b].every(
    ({ total, reported }) => reported === undefined || isRounding(total.mean, reported.mean),
  );
  return {
    totals: [a.reported ?? a.total, b.reported ?? b.total],
    ...(isAlike ? {} : { alike: [a.total, b.total] as const }),
    countedWork: [a.countedWork, b.countedWork],
    chance,
    isByCounts: a.isByCounts || b.isByCounts,
    ...(a.scale === undefined || b.scale === undefined
      ? {}
      : { scales: { ofSides: [a.scale, b.scale], chance: chanceOfScales(a, b) } }),
  };
}

type WholeOfSide = Pick<ModeledSide, 'total' | 'run'>;

/** The energy of a run as its report shows it. */
export function wholeOf({ run, total }: WholeOfSide): MeanOfRuns {
  return run?.whole ?? total;
}

/** A difference below a whole of this chance: where that is no more than chance, its interval reaches to no difference. */
function noSurerThan(chance: number, part: Difference): Difference {
  const { low, high, p, smallest, delta } = part;
  // A difference without bounds claims nothing, unless it could be chance in the whole.
  if (Number.isNaN(p)) return chance > significance ? { ...part, p: chance } : part;
  if (chance <= significance || p >= chance) return { ...part, p: Math.max(chance, p) };
  return {
    ...around(delta, low, high, 0),
    ...{ smallest: Math.max(smallest, Math.abs(delta)), p: chance },
  };
}

/** The bounds of one energy, which is never below 0. */
export type Bounds = Pick<Difference, 'low' | 'high'>;

/** The bounds of one energy, a share of `total`; `sampled` is the variance that samples add to that of the runs. */
export function boundShare(total: MeanOfRuns, energy: Joules, sampled: JoulesSquared = 0): Bounds {
  const { low, high } = boundMean(shareOf(total, energy));
  const half = Math.hypot(high - energy, standardNormalQuantile(1 - significance / 2) * Math.sqrt(sampled));
  return Number.isNaN(low) ? { low, high } : { low: Math.max(0, energy - half), high: energy + half };
}

function shareOf(total: MeanOfRuns, energy: Joules): MeanOfRuns {
  return { ...timesMean(total, partOf(energy, total)), mean: energy };
}

function partOf(energy: Joules, { mean }: MeanOfRuns): Share {
  return mean === 0 ? 0 : energy / mean;
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

/** Gives a function with the results of {@link compareShares} that remembers them, but for energies of samples. */
export function rememberShares(
  spread: Spread,
): (energyA: Joules, energyB: Joules, sampled?: JoulesSquared) => Delta {
  const known = new Map<number, Delta>();

  /** The difference of a part that is 1 on the earlier side or, if that side has none, on the later one. */
  function ofOne(proportion: number): Delta {
    const found =
      known.get(proportion) ??
      (proportion === Infinity ? compareShares(spread, 0, 1) : compareShares(spread, 1, proportion));
    known.set(proportion, found);
    return found;
  }

  return (energyA, energyB, sampled = 0) => {
    if (sampled > 0) return compareShares(spread, energyA, energyB, sampled);
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
