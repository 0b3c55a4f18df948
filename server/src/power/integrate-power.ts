/**
 * The energy of a stretch of time: E ≈ Σ power(tᵢ)·Δᵢ.
 *
 * Sits in `power/`. Equation 1 of "Fine-grained energy modeling" (Li and Gallagher). An interval that
 * the window cuts counts with its share by time.
 */
import { firstWhere } from '../base/search';
import type { Joules, Seconds, Share, Watts } from '../base/units';
import { medianInterval, type PowerTrace, type TimeWindow } from './power-trace';

export interface WindowEnergy {
  /** The energy of the covered time; nothing is guessed for gaps. */
  readonly energy: Joules;
  readonly covered: Seconds;
  readonly length: Seconds;
  /** The stretches of unknown power, in order. */
  readonly gaps: readonly TimeWindow[];
  /** The number of intervals that lie in the window, as a whole or in part. */
  readonly readings: number;
}

/** The number of median intervals that a reading may be late before the meter counts as away. */
const PATIENCE = 5;

/** The longest interval that is not a gap. Counters have none: they count on while nobody reads them. */
export function longestInterval(trace: PowerTrace): Seconds {
  return PATIENCE * (medianInterval(trace) ?? Infinity);
}

export function integratePower(
  trace: PowerTrace,
  window: TimeWindow,
  longest = longestInterval(trace),
): WindowEnergy {
  const { ends, watts } = trace;
  const gaps: TimeWindow[] = [];
  let energy = 0;
  let covered = 0;
  let readings = 0;
  let reached = window.start;
  const leaveOut = (until: Seconds): void => {
    const last = gaps.at(-1);
    if (last?.end === reached) gaps[gaps.length - 1] = { start: last.start, end: until };
    else gaps.push({ start: reached, end: until });
  };
  for (let index = firstEndingAfter(trace, window.start); index < ends.length; index++) {
    const end = ends[index] ?? Infinity;
    const start = index === 0 ? trace.start : (ends[index - 1] ?? trace.start);
    if (start >= window.end) break;
    if (start > reached) leaveOut(start);
    reached = Math.max(reached, start);
    const until = Math.min(end, window.end);
    const power = watts[index] ?? NaN;
    const isCut = start < window.start || end > window.end;
    const isKnown = !Number.isNaN(power) && (end - start <= longest || (trace.from === 'counter' && !isCut));
    if (isKnown) {
      energy += power * (until - reached);
      covered += until - reached;
      readings++;
    } else leaveOut(until);
    reached = until;
  }
  if (reached < window.end) leaveOut(window.end);
  return { energy, covered, length: window.end - window.start, gaps, readings };
}

/** The share of a window that its meter saw. */
export function coverageOf({ covered, length }: WindowEnergy): Share {
  return length > 0 ? Math.min(1, covered / length) : 0;
}

/** The energy without the machine's idle power; below 0 if noise outweighs it. */
export function energyAbove(idle: Watts, { energy, covered }: WindowEnergy): Joules {
  return energy - idle * covered;
}

/** The index of the first interval that ends after `time`; the number of intervals if none does. */
function firstEndingAfter({ ends }: PowerTrace, time: Seconds): number {
  return firstWhere(0, ends.length, (index) => (ends[index] ?? Infinity) > time);
}
