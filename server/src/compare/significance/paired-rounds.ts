/**
 * Runs of several programs that took turns, compared round by round.
 *
 * Sits in `compare/`, under `significance.ts`. A machine's own work is much the same within a round, and cancels out
 * in the difference of two runs of one round. This is the test for pairs ("Student", Biometrika 6, 1908), which gives
 * up half of the degrees of freedom for that. Differences of neighboring rounds that are alike say less than
 * independent ones, as runs do (`runs/comparable-runs.ts`). Means are those of all runs that count: their distance
 * from the means of whole rounds is added to the variance.
 */
import { factorOfDrift } from '../../runs/comparable-runs';

export interface Rounds {
  /** The number of the series that the runs are rounds of: runs of other series cannot be paired with them. */
  readonly series: number;
  /** The program's place in the series: runs of one program are no pair with themselves. */
  readonly place: number;
  /** The value of each round; NaN if its run does not count. */
  readonly values: readonly number[];
}

/** The fewest rounds that are paired: with fewer, the degrees of freedom are worth more than the pairs. */
const fewestRounds = 6;

export interface Weighed {
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
  return { variance: variance + (mean - ofAll) ** 2, runs: sums.length };
}

function meanOf(values: readonly number[]): number {
  const counting = values.filter(isKnown);
  return counting.reduce((sum, each) => sum + each, 0) / counting.length;
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value);
}
