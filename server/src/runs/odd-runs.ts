/**
 * Finds runs whose length says that they did not run as the others did, or that their energy can't be known.
 *
 * Sits in `runs/`, under `evaluate-runs.ts`. The energy of a run is a mean, which one run of ten times the length nearly
 * doubles. The median of all runs does not move with such a run, so it tells which one is odd.
 */
import { medianOf } from '../base/statistics';
import type { Seconds, Share } from '../base/units';

/** The system tells processor time in ticks: a shorter time may read 0. */
export const CLOCK_TICK: Seconds = 0.01;
/** A run that took this many times the median of all runs is odd. */
const ODD_FACTOR = 5;
/** If a larger share of the runs is odd, that is how the program runs. */
const MOST_ODD: Share = 1 / 3;
/** With fewer runs nothing tells which one is odd. */
const LEAST_RUNS = 3;

const WAY_OUT = 'Close other programs, or make more runs (--runs)';

/** The lengths of runs in their order; undefined for those that do not count anyway. */
type Lengths = readonly (Seconds | undefined)[];

/**
 * The reason why each run does not count, undefined for those that do. `isCpu`: lengths are processor time, which
 * stands in for a meter. If the mean is below a tick of the clock, no run counts: zeros are no energies.
 */
export function findOddRuns(lengths: Lengths, isCpu: boolean): readonly (string | undefined)[] {
  const { known, usual } = overviewOf(lengths, isCpu);
  const sum = known.reduce((total, length) => total + length, 0);
  if (isCpu && sum < CLOCK_TICK * known.length)
    return lengths.map((length) =>
      length === undefined
        ? undefined
        : `it took less than a tick of the clock (${CLOCK_TICK * 1000} ms of processor time), so its energy is not known. Repeat its work many times in one run`,
    );
  const odd = known.filter((length) => length >= ODD_FACTOR * usual).length;
  if (known.length < LEAST_RUNS || odd > MOST_ODD * known.length) return lengths.map(() => undefined);
  return lengths.map((length) =>
    length === undefined || length < ODD_FACTOR * usual
      ? undefined
      : `it took ${sayTimes(length / usual)} as long as the others${ofWhat(isCpu)}. ${WAY_OUT}`,
  );
}

/** Says that runs that all count are far apart: two runs, or many odd ones, tell nobody which is usual. */
export function describeUnlikeRuns(lengths: Lengths, isCpu: boolean): readonly string[] {
  const { known, usual } = overviewOf(lengths, isCpu);
  const longest = Math.max(...known);
  if (known.length < 2 || longest < ODD_FACTOR * usual) return [];
  const others = known.length === 2 ? 'the other one' : 'most others';
  return [
    `run ${lengths.indexOf(longest) + 1} took ${sayTimes(longest / usual)} as long as ${others}${ofWhat(isCpu)}, and nothing tells which is usual: all of them count. ${WAY_OUT}`,
  ];
}

/** The lengths that count, and the usual one: their median, or the shorter one of two; no less than a clock tells. */
function overviewOf(
  lengths: Lengths,
  isCpu: boolean,
): { readonly known: readonly Seconds[]; readonly usual: Seconds } {
  const known = lengths.filter((length) => length !== undefined);
  const middle = known.length < LEAST_RUNS ? Math.min(...known) : medianOf(known);
  return { known, usual: Math.max(middle, isCpu ? CLOCK_TICK : 0) };
}

function ofWhat(isCpu: boolean): string {
  return isCpu ? ', in processor time' : '';
}

/** "10 times", "7.3 times" */
function sayTimes(factor: number): string {
  return `${Number(factor.toPrecision(2))} times`;
}
