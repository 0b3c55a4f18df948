/**
 * Finds which of many differences are more than chance.
 *
 * Welch's test compares two means of runs with their own spreads (Biometrika 34, 1947); runs that took turns are tested
 * as pairs. Benjamini and Hochberg's correction allows for the number of differences (J. R. Stat. Soc. B 57, 1995): of
 * those called significant, at most the stated share is expected to be chance. If parts were subtracted that no meter
 * measured by itself, a difference must stand with them and without (an intersection-union test: Berger, Technometrics
 * 24, 1982).
 *
 * Runs of several programs that took turns are compared round by round. A machine's own work is much the same within a
 * round, and cancels out in the difference of two runs of one round. This is the test for pairs ("Student", Biometrika 6,
 * 1908), which gives up half of the degrees of freedom for that. Differences of neighboring rounds that are alike say
 * less than independent ones, as runs do (`runs/comparable-runs.ts`). Means are those of all runs that count: their
 * distance from the means of whole rounds is added to the variance.
 */
import { studentQuantile, upperTail } from '../../base/distributions';
import { factorOfDrift } from '../../runs/comparable-runs';

/** A mean of runs. */
export interface MeanOfRuns {
  readonly mean: number;
  /** The variance of the mean, not of a run. */
  readonly variance: number;
  readonly runs: number;
  /** The rounds of the runs; absent unless they were made in turn with others. */
  readonly rounds?: Rounds;
  /** The amount that the runs took besides and that was subtracted by an estimate, whose error is unknown. */
  readonly takenOff?: number;
}

/** A part of a mean, which spreads as the whole does. */
export function timesMean(
  { mean, variance, runs, rounds, takenOff }: MeanOfRuns,
  factor: number,
): MeanOfRuns {
  return {
    mean: mean * factor,
    variance: variance * factor ** 2,
    runs,
    ...(takenOff === undefined ? {} : { takenOff: takenOff * factor }),
    ...(rounds === undefined
      ? {}
      : {
          rounds: {
            ...rounds,
            values: rounds.values.map((value) => value * factor),
            least: (rounds.least ?? 0) * factor ** 2,
          },
        }),
  };
}

export interface Difference {
  readonly delta: number;
  /** The bounds that hold the difference in 95 of 100 cases; NaN if one side has fewer than two runs. */
  readonly low: number;
  readonly high: number;
  /** The probability of such a difference, or a greater one, by chance; NaN if one side has fewer than two runs. */
  readonly p: number;
  /** The smallest difference that would have been found in 8 of 10 cases; NaN if one side has fewer than two runs. */
  readonly smallest: number;
}

export const significance = 0.05;
const power = 0.8;

/**
 * Compares two means, from the first to the second. A difference is more than chance only if it is so, in the same
 * direction, with what was subtracted, too.
 */
export function compareMeans(first: MeanOfRuns, second: MeanOfRuns): Difference {
  const told = compareAsTold(first, second);
  const whole = compareAsTold(wholeOf(first), wholeOf(second));
  if (Number.isNaN(told.p) || whole.delta === told.delta) return told;
  const p = Math.sign(told.delta) === Math.sign(whole.delta) ? Math.max(told.p, whole.p) : 1;
  if (p <= significance) return { ...told, p };
  return {
    ...around(told.delta, told.low, told.high, whole.low, whole.high),
    p,
    smallest: told.smallest + Math.abs(whole.delta - told.delta),
  };
}

/** The interval with the difference in its middle that holds all of the bounds. */
export function around(
  delta: number,
  ...bounds: readonly number[]
): Pick<Difference, 'delta' | 'low' | 'high'> {
  const half = Math.max(...bounds.map((bound) => Math.abs(bound - delta)));
  // No rounding keeps a bound out that is held.
  return { delta, low: Math.min(delta - half, ...bounds), high: Math.max(delta + half, ...bounds) };
}

/** The mean as the runs were measured, with nothing subtracted. */
export function wholeOf({ takenOff = 0, mean, ...others }: MeanOfRuns): MeanOfRuns {
  return { ...others, mean: mean + takenOff };
}

/** Compares two means as they stand, without what was subtracted from them. */
export function compareAsTold(first: MeanOfRuns, second: MeanOfRuns): Difference {
  const delta = second.mean - first.mean;
  const paired = spreadOfRounds([
    { ...second, times: 1 },
    { ...first, times: -1 },
  ]);
  if (paired !== undefined) return describe(delta, paired.variance, paired.runs - 1);
  if (first.runs < 2 || second.runs < 2) return { delta, low: NaN, high: NaN, p: NaN, smallest: NaN };
  const variance = first.variance + second.variance;
  const freedom =
    variance ** 2 / (first.variance ** 2 / (first.runs - 1) + second.variance ** 2 / (second.runs - 1));
  return describe(delta, variance, freedom);
}

function describe(delta: number, variance: number, freedom: number): Difference {
  // All runs of both took the same: what differs at all differs for certain.
  if (!(freedom > 0) || !(variance > 0))
    return { delta, low: delta, high: delta, p: delta === 0 ? 1 : 0, smallest: 0 };
  const deviation = Math.sqrt(variance);
  const half = studentQuantile(1 - significance / 2, freedom) * deviation;
  return {
    delta,
    low: delta - half,
    high: delta + half,
    p: 2 * upperTail(Math.abs(delta) / deviation, freedom),
    smallest: half + studentQuantile(power, freedom) * deviation,
  };
}

/** The bounds that hold a mean in 95 of 100 cases; NaN with fewer than two runs. */
export function boundMean({ mean, variance, runs }: MeanOfRuns): Pick<Difference, 'low' | 'high'> {
  if (runs < 2) return { low: NaN, high: NaN };
  const half = studentQuantile(1 - significance / 2, runs - 1) * Math.sqrt(variance);
  return { low: mean - half, high: mean + half };
}

/** For each comparison, true if its difference stands among so many. A comparison with NaN counts as not made. */
export function findSignificant(chances: readonly number[], share = significance): readonly boolean[] {
  const made = [...chances].filter((p) => !Number.isNaN(p)).sort((one, other) => one - other);
  const last = made.findLastIndex((p, index) => p <= ((index + 1) / made.length) * share);
  const most = made[last] ?? -1;
  return chances.map((p) => p <= most);
}

interface Rounds {
  /** The number of the series that the runs are rounds of: runs of other series cannot be paired with them. */
  readonly series: number;
  /** The program's place in the series: runs of one program are no pair with themselves. */
  readonly place: number;
  /** The value of each round; NaN if its run does not count. */
  readonly values: readonly number[];
  /** The least variance of their mean, by the resolution of the clock that stands in for a meter; 0 if absent. */
  readonly least?: number;
}

/** The fewest rounds that are paired: with fewer, the degrees of freedom are worth more than the pairs. */
const fewestRounds = 6;

interface Weighed {
  readonly rounds?: Rounds;
  readonly times: number;
}

/**
 * The variance of the mean, over rounds, of a weighted sum of runs, and the number of rounds; undefined if the runs
 * are not of the same rounds, or of too few.
 */
export function spreadOfRounds(
  parts: readonly Weighed[],
): { readonly variance: number; readonly runs: number } | undefined {
  const [first] = parts;
  if (first?.rounds === undefined) return undefined;
  const { series, values } = first.rounds;
  if (parts.some(({ rounds }) => rounds?.series !== series)) return undefined;
  if (new Set(parts.map(({ rounds }) => rounds?.place)).size < parts.length) return undefined;
  const sums = values
    .map((_, round) =>
      parts.reduce((sum, { rounds, times }) => sum + times * (rounds?.values[round] ?? NaN), 0),
    )
    .filter(isKnown);
  if (sums.length < fewestRounds) return undefined;
  const mean = meanOf(sums);
  const squares = sums.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const variance = (squares / (sums.length - 1) / sums.length) * factorOfDrift(sums, mean);
  // Where a run was set aside on one side, the other's mean has what the machine did in that round.
  const ofAll = parts.reduce((sum, { rounds, times }) => sum + times * meanOf(rounds?.values ?? []), 0);
  const least = parts.reduce((sum, { rounds, times }) => sum + times ** 2 * (rounds?.least ?? 0), 0);
  return { variance: Math.max(variance, least) + (mean - ofAll) ** 2, runs: sums.length };
}

function meanOf(values: readonly number[]): number {
  const counting = values.filter(isKnown);
  return counting.reduce((sum, each) => sum + each, 0) / counting.length;
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value);
}
