/**
 * Which of many differences are more than chance.
 *
 * Sits in `compare/`. Welch's test for two means of runs with their own spreads
 * (Biometrika 34, 1947), or for pairs where runs took turns, and Benjamini and Hochberg's correction for how many
 * differences are looked at (J. R. Stat. Soc. B 57, 1995): of those called
 * significant, at most the stated share is expected to be chance. Where parts
 * were taken off that no meter tells apart, a difference must stand with them
 * and without (an intersection-union test: Berger, Technometrics 24, 1982).
 */
import { studentQuantile, upperTail } from '../../base/student-t';
import { type Rounds, spreadOfRounds } from './paired-rounds';

/** A mean of runs. */
export interface MeanOfRuns {
  readonly mean: number;
  /** Of the mean, not of a run. */
  readonly variance: number;
  readonly runs: number;
  /** Of which it is the mean, where they were made in turn with others. */
  readonly rounds?: Rounds;
  /** What the runs took beside, and was taken off by an estimate: how far that is off nothing says. */
  readonly takenOff?: number;
}

/** A part of it, which spreads as it does. */
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
      : { rounds: { ...rounds, values: rounds.values.map((value) => value * factor) } }),
  };
}

export interface Difference {
  readonly delta: number;
  /** Bounds that hold it in 95 of 100 cases; NaN with fewer than two runs of one of them. */
  readonly low: number;
  readonly high: number;
  /** Chance of such a difference, or a greater one, where there is none; NaN as above. */
  readonly p: number;
  /** What would have been found in 8 of 10 cases; NaN as above. */
  readonly smallest: number;
}

export const significance = 0.05;
const power = 0.8;

/** From the first to the second: more than chance only if it is so, in the same direction, with what was taken off, too. */
export function compareMeans(first: MeanOfRuns, second: MeanOfRuns): Difference {
  const told = compareAsTold(first, second);
  const whole = compareAsTold(wholeOf(first), wholeOf(second));
  if (Number.isNaN(told.p) || whole.delta === told.delta) return told;
  const p = Math.sign(told.delta) === Math.sign(whole.delta) ? Math.max(told.p, whole.p) : 1;
  if (p <= significance) return { ...told, p };
  return {
    delta: told.delta,
    low: Math.min(told.low, whole.low),
    high: Math.max(told.high, whole.high),
    p,
    smallest: told.smallest + Math.abs(whole.delta - told.delta),
  };
}

/** As the runs were measured. */
export function wholeOf({ takenOff = 0, mean, ...others }: MeanOfRuns): MeanOfRuns {
  return { ...others, mean: mean + takenOff };
}

/** By what is left alone. */
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

/** Bounds that hold a mean in 95 of 100 cases; NaN with fewer than two runs. */
export function boundMean({ mean, variance, runs }: MeanOfRuns): Pick<Difference, 'low' | 'high'> {
  if (runs < 2) return { low: NaN, high: NaN };
  const half = studentQuantile(1 - significance / 2, runs - 1) * Math.sqrt(variance);
  return { low: mean - half, high: mean + half };
}

/** By comparison: whether it stands when so many are made. Those that are NaN count as not made. */
export function findSignificant(chances: readonly number[], share = significance): readonly boolean[] {
  const made = [...chances].filter((p) => !Number.isNaN(p)).sort((one, other) => one - other);
  const last = made.findLastIndex((p, index) => p <= ((index + 1) / made.length) * share);
  const most = made[last] ?? -1;
  return chances.map((p) => p <= most);
}
