/**
 * The numbers behind estimated calls, in one place. Sits in `flow/`, beside `call-frequencies.ts`. All of them were fitted
 * to counted runs, for which lines and methods they put first: those of propagation at once, to commons-math3,
 * jackson-databind, commonmark and six small programs; those of text and ways one after the other, each kept if most of
 * these and of netty-codec-http, lucene-core, h2 and checkstyle gained. On the seven, the hottest 5 % of lines by the estimate
 * held 55 % of the energy without them, and 61 % with them (`test/bench/heat.mjs` reports on other programs).
 */
export interface CallWeights {
  /** Calls of a method that a framework calls for each request or event, where a main method runs once: a guess. */
  readonly handler: number;
  /** Runs of a test beside a program, and of a main method that no launch configuration names: a guess. */
  readonly aside: number;
  /** Calls of a member that nothing in the program is known to call. */
  readonly unreached: number;
  /** Runs of what initializes a class. */
  readonly initializer: number;
  /** The power with which a caller's calls count for its callee: below 1, since errors add up from call to call. */
  readonly callers: number;
  /** The power with which the number of times counts that a call runs in one call of its caller, above one and below. */
  readonly repeated: number;
  readonly seldom: number;
  /** The power of the number of objects by which calls are shared among the bodies that they may reach. */
  readonly receivers: number;
  /** The power with which such a share counts. */
  readonly shares: number;
  /** The share of the calls of a library type's method that stays in the library. */
  readonly library: number;
  /** Calls back of each member that overrides a library's, for each object that is created. */
  readonly callback: number;
  /** The most calls of a member that was there in runs, and never called. */
  readonly idle: number;
  /** The steps from what a program's entry calls to where text and ways count in full. */
  readonly distance: number;
  /** The factor for a member that returns an `int`: such methods index, compare, count and read. */
  readonly integers: number;
  /** The factor for a member that joins texts: messages and dumps are seldom made. */
  readonly texts: number;
  /** The power of the number of bodies that share a call. */
  readonly bodies: number;
  /** The power of the chance that the likeliest way leads from an entry to the member. */
  readonly ways: number;
  /** The power with which a branch counts for that chance. */
  readonly branches: number;
  /** Rounds in which calls go from callers to callees. */
  readonly rounds: number;
}

export const CALL_WEIGHTS: CallWeights = {
  handler: 10,
  aside: 0.01,
  unreached: 1e-5,
  initializer: 0.25,
  callers: 0.7,
  repeated: 0.8,
  seldom: 0.3,
  receivers: 1,
  shares: 0.6,
  library: 0.8,
  callback: 0.01,
  idle: 0.01,
  distance: 4,
  integers: 8,
  texts: 0.25,
  bodies: -0.3,
  ways: 0.3,
  branches: 0.5,
  rounds: 30,
};

/**
 * Errors add up less in small programs, whose loops mostly go as far as their own text says. Both powers were fitted to the six
 * small programs: without any one of them, the ten hottest lines by the estimate of the others hold no less than by the
 * powers for large programs, and 85 % instead of 79 % of what the best ten hold on the whole.
 */
const OF_SMALL = { callers: 0.85, repeated: 0.9 };

/** The most members of a small program, and the fewest of a large one. The fitted programs have 6 to 30, and 892 or more. */
const SIZES = { small: 50, large: 400 };

/** The weights for a program of so many members: one more member changes them little. */
export function weightsFor(members: number): CallWeights {
  const decades = Math.log(Math.max(1, members) / SIZES.small) / Math.log(SIZES.large / SIZES.small);
  const part = Math.min(1, Math.max(0, decades));
  if (part === 1) return CALL_WEIGHTS;
  const between = (small: number, large: number): number => small + part * (large - small);
  return {
    ...CALL_WEIGHTS,
    callers: between(OF_SMALL.callers, CALL_WEIGHTS.callers),
    repeated: between(OF_SMALL.repeated, CALL_WEIGHTS.repeated),
  };
}
