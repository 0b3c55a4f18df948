/**
 * Finds the remaining difference between two clocks, after marks have aligned them, by the power over time
 * that a model expects.
 *
 * Sits in `power/`, beside `align-clocks.ts`. A mark is seen at most one interval of the meter late;
 * thousands of windows, each with its expected energy, resolve far less than that.
 */
import { at } from '../base/check';
import type { Joules, Seconds } from '../base/units';
import { alignClocks, type ClockAlignment, type ClockMark } from './align-clocks';

/** The number of stretches of the record that are shifted independently; two or more show the drift. */
const STRETCHES = 8;
/** The number of windows of a stretch, at least. */
const LEAST_WINDOWS = 200;
/** The number of intervals tried to each side, in steps of a part of an interval. */
const REACH = 4;
const STEPS_PER_INTERVAL = 4;

/**
 * `misfit` rates the windows from the first up to one if the meter's clock is `lag` ahead. Undefined if no stretch
 * has a best lag within reach. Cost: 33 sums over all windows.
 */
export function refineClock(
  edges: Float64Array,
  interval: Seconds,
  misfit: (first: number, end: number, lag: Seconds) => Joules,
): ClockAlignment | undefined {
  const count = edges.length - 1;
  const stretches = Math.max(1, Math.min(STRETCHES, Math.floor(count / LEAST_WINDOWS)));
  const marks = Array.from({ length: stretches }, (_, stretch): ClockMark | undefined => {
    const first = Math.floor((count * stretch) / stretches);
    const end = Math.floor((count * (stretch + 1)) / stretches);
    const lag = bestLag(interval, (tried) => misfit(first, end, tried));
    const ours = (at(edges, first) + at(edges, end)) / 2;
    return lag === undefined ? undefined : { ours, meters: ours + lag };
  }).filter((mark) => mark !== undefined);
  return alignClocks(marks, interval / STEPS_PER_INTERVAL);
}

/** The bottom of the parabola through the best lag and its neighbors. */
function bestLag(interval: Seconds, misfit: (lag: Seconds) => number): Seconds | undefined {
  const step = interval / STEPS_PER_INTERVAL;
  const half = REACH * STEPS_PER_INTERVAL;
  const misfits = Array.from({ length: 2 * half + 1 }, (_, index) => misfit((index - half) * step));
  const least = misfits.reduce((low, value) => Math.min(low, value), Infinity);
  const best = misfits.indexOf(least);
  if (best <= 0 || best >= 2 * half) return undefined;
  const [before = 0, at = 0, after = 0] = misfits.slice(best - 1, best + 2);
  const curvature = before - 2 * at + after;
  return curvature > 0 ? (best - half + (before - after) / (2 * curvature)) * step : undefined;
}
