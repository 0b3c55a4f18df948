/**
 * Runs of several programs that took turns, compared round by round.
 *
 * Sits in `diff/`, under `significance.ts`. What a machine does by itself is
 * much the same within a round, and nothing of it is in the difference of two
 * runs of one round: the test for pairs ("Student", Biometrika 6, 1908), which
 * gives up half of the degrees of freedom for that. Differences of neighbouring
 * rounds that are alike say less than independent ones, as runs do
 * (`measurement/comparable-runs.ts`).
 */
import { factorOfDrift } from '../measurement/comparable-runs';

export interface Rounds {
  /** Of what the runs are the rounds of: others have nothing to do with them. */
  readonly series: number;
  /** Whose runs of it: those of one program are no pair with themselves. */
  readonly place: number;
  /** By round; NaN where a run does not count. */
  readonly values: readonly number[];
}

/** With fewer the degrees of freedom are worth more than the pairs. */
const fewestRounds = 6;

export interface Weighed {
  readonly rounds?: Rounds;
  readonly times: number;
}

/** What is known of the mean, over rounds, of a weighed sum of runs; undefined where they are not of the same rounds, or of few. */
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
    .filter((sum) => !Number.isNaN(sum));
  if (sums.length < fewestRounds) return undefined;
  const mean = sums.reduce((sum, each) => sum + each, 0) / sums.length;
  const squares = sums.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const variance = (squares / (sums.length - 1) / sums.length) * factorOfDrift(sums, mean);
  return { variance, runs: sums.length };
}
