/**
 * The numbers behind every frequency that can't be computed, in one place.
 *
 * Sits in `flow/`. Chances of branches are the hit rates that Ball and Larus
 * measured for their heuristics ("Branch prediction for free", PLDI 1993), as
 * Wu and Larus use them as probabilities and combine them ("Static branch
 * frequency and program profile analysis", MICRO 27, 1994, table 1).
 */
import type { Doubt, FrequencyAssumptions } from './region';

export const DEFAULT_ASSUMPTIONS: FrequencyAssumptions = {
  defaultTrips: 10,
  worstCaseTrips: 1000,
  exceptionProbability: 0.01,
};

/**
 * The rounds of loops of which the text says no number, relative to the default. In runs of seven libraries and six
 * small programs the middle one of 264 `for` loops to a variable bound made 10 rounds, that of 302 loops over a
 * collection 1, that of 200 `while` loops 1; the means of the programs' logarithms are 40, 2 and 1 to 4 rounds, and that of
 * loops to the length of a text 34.
 */
export const ROUNDS = { ofForEach: 0.3, ofWhile: 0.3, ofText: 3 } as const;

/** The fewest cases of a switch in an endless loop that make it a dispatcher, which goes round at least as often as it has cases. */
export const DISPATCHED_CASES = 16;

/** The number that stands in for one that a program is given when it runs: the mean of the logarithms of the fitted programs' is 120. */
export const GIVEN_NUMBER = 100;

export const CHANCES = {
  /** The chance of a condition of which nothing is known. */
  even: 0.5,
  /** Pointer heuristic: two references differ, and one is not null. */
  referencesDiffer: 0.6,
  /** Opcode heuristic: a number is not below zero, not equal to a constant. */
  opcode: 0.84,
  /** Return heuristic: a branch that returns is not taken. */
  noReturn: 0.72,
  /** Loop exit heuristic: a branch that leaves the loop is not taken. */
  noExit: 0.8,
  /** Ours: a branch that ends in `throw` is an error path. */
  throws: 0.05,
  /** JLS 14.10: assertions are off unless asked for. */
  assertionsEnabled: 0,
} as const;

/**
 * How far off guesses are, fitted to counted runs of seven libraries and six small programs: quantiles of how many times as
 * often as estimated each line ran that ran at all.
 */
export const DOUBTS = {
  none: { below: 0, above: 0 },
  /** The rounds of a loop of which the text says no number: between 1/4 and 650 times as many. */
  loop: { below: 0.31, above: 7.9 },
  /** A guessed chance. What seems seldom may always happen, too; see `computeFrequencies`. */
  chance: { below: 0.15, above: 0 },
  /** A run whose branches and rounds differ from those that an estimate learned from. */
  learned: { below: 0.1, above: 0.1 },
} as const satisfies Readonly<Record<string, Doubt>>;

/** Two predictions of one event as one: Dempster and Shafer's rule, as in section 3.2 of Wu and Larus. */
export function combineChances(a: number, b: number): number {
  const both = a * b;
  const neither = (1 - a) * (1 - b);
  return both + neither === 0 ? CHANCES.even : both / (both + neither);
}
