/**
 * The energy since the start of a power trace, looked up by time: the energy of any window is the
 * difference of two values.
 *
 * Sits in `power/`. The curve is straight within an interval, so that a window shorter than a reading
 * takes its part of it (Equation 1 of vLens). It looks up ten million windows in seconds, which
 * `integrate-power.ts`, with its account of gaps, is not made for.
 */
import { outside } from '../base/check';
import type { Joules, Seconds } from '../base/units';
import { longestInterval } from './integrate-power';
import { medianInterval, type PowerTrace } from './power-trace';

export interface EnergyCurve {
  readonly start: Seconds;
  readonly end: Seconds;
  /** The usual length of an interval. */
  readonly interval: Seconds;
  /** NaN if the power of any part is not known. */
  between(from: Seconds, to: Seconds): Joules;
}

/** Undefined for a trace without intervals. Cost: a look-up takes some 50 ns if intervals are about equally long. */
export function createEnergyCurve(trace: PowerTrace): EnergyCurve | undefined {
  const interval = medianInterval(trace);
  const count = trace.ends.length;
  if (interval === undefined || count === 0) return undefined;
  const longest = longestInterval(trace);
  const times = new Float64Array(count + 1);
  const energies = new Float64Array(count + 1);
  /** The seconds, so far, of which nothing is known. */
  const unknown = new Float64Array(count + 1);
  times[0] = trace.start;
  for (let index = 0; index < count; index++) {
    const from = times[index] ?? outside(index);
    const to = trace.ends[index] ?? from;
    const watts = trace.watts[index] ?? NaN;
    const isKnown = !Number.isNaN(watts) && (to - from <= longest || trace.from === 'counter');
    times[index + 1] = to;
    energies[index + 1] = (energies[index] ?? outside(index)) + (isKnown ? watts * (to - from) : 0);
    unknown[index + 1] = (unknown[index] ?? outside(index)) + (isKnown ? 0 : to - from);
  }
  const start = trace.start;
  const end = times[count] ?? start;
  const mean = (end - start) / count;

  return {
    start,
    end,
    interval,
    between(from, to) {
      if (!(from >= start && to <= end)) return NaN;
      const first = intervalOf(from);
      const last = intervalOf(to);
      if (valueAt(unknown, last, to) > valueAt(unknown, first, from)) return NaN;
      return valueAt(energies, last, to) - valueAt(energies, first, from);
    },
  };

  /** The last interval that begins at or before a time. */
  function intervalOf(time: Seconds): number {
    let low = Math.min(count - 1, Math.max(0, Math.floor((time - start) / mean)));
    let high = low + 1;
    for (let step = 1; low > 0 && (times[low] ?? outside(low)) > time; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
    for (let step = 1; high < count && (times[high] ?? Infinity) <= time; step *= 2) {
      low = high;
      high = Math.min(count, high + step);
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? Infinity) <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  function valueAt(values: Float64Array, index: number, time: Seconds): number {
    const from = times[index] ?? outside(index);
    const to = times[index + 1] ?? from;
    const value = values[index] ?? outside(index);
    return to > from ? value + (((values[index + 1] ?? value) - value) * (time - from)) / (to - from) : value;
  }
}

/** The same curve on another clock; `toItsClock` converts ours before each look-up. */
export function shiftCurve(curve: EnergyCurve, toItsClock: (ours: Seconds) => Seconds): EnergyCurve {
  return {
    ...curve,
    between: (from, to) => curve.between(toItsClock(from), toItsClock(to)),
  };
}
