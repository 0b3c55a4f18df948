/**
 * Finds a known pattern of load in a power trace whose clock is not ours.
 *
 * Sits in `power/`. The program's machine works and rests by a sequence of chips. The meter saw the
 * pattern where the mean power of equally long stretches correlates best with that sequence. vLens (section
 * 3.1) and eCalc (section III) trigger a pulse for the same purpose; a pattern needs no wire.
 */
import { at, outside } from '../base/check';
import { firstWhere } from '../base/search';
import type { Seconds } from '../base/units';
import { medianInterval, type PowerTrace, type TimeWindow } from './power-trace';
import { studentQuantile } from '../base/distributions';

export interface LoadPattern {
  /** The start of the pattern, on our clock. */
  readonly start: Seconds;
  readonly chip: Seconds;
  /** 1 while the machine works, 0 while it rests. */
  readonly chips: readonly number[];
}

export interface FoundPattern {
  /** The start of the pattern, on the meter's clock. */
  readonly start: Seconds;
  readonly correlation: number;
  /** The uncertainty of the start, by the meter's sampling. */
  readonly resolution: Seconds;
}

export type PatternSearch =
  { readonly found: FoundPattern } | { readonly found?: undefined; readonly problem: string };

/** A maximum-length sequence of 31 chips (x⁵ + x² + 1) between rests: it correlates with no shifted copy of itself. */
export const SYNCHRONIZATION_CHIPS: readonly number[] = [0, 0, ...shiftRegister(31), 0, 0];

function shiftRegister(length: number): readonly number[] {
  const bits = [1, 1, 1, 1, 1];
  while (bits.length < length) bits.push(at(bits, bits.length - 5) ^ at(bits, bits.length - 3));
  return bits;
}

/** The number of lags tried in a chip before the best is refined. */
const STEPS_PER_CHIP = 4;
/** The most likely that chance may pass for a pattern, over all lags tried. */
const CHANCE = 1e-4;
/** Another place that fits nearly as well makes both doubtful. */
const MARGIN = 0.1;

/** `search` is the window that holds the pattern's start, on the meter's clock. */
export function findPattern(trace: PowerTrace, pattern: LoadPattern, search: TimeWindow): PatternSearch {
  const interval = medianInterval(trace);
  if (interval === undefined) return { problem: `${trace.channel}: no readings to find a pattern in` };
  if (interval > pattern.chip)
    return {
      problem: `${trace.channel}: a reading every ${format(interval)} s is too seldom for a pattern that changes every ${format(pattern.chip)} s`,
    };
  const cumulative = accumulate(trace);
  const length = pattern.chip * pattern.chips.length;
  const from = Math.max(search.start, trace.start);
  const to = Math.min(search.end, cumulative.end - length);
  if (from > to) return { problem: `${trace.channel}: its readings do not reach over the whole pattern` };
  const fit = (start: Seconds): number => correlate(cumulative, pattern, start);
  const step = pattern.chip / STEPS_PER_CHIP;
  const steps = Math.floor((to - from) / step) + 1;
  const fits = Array.from({ length: steps }, (_, index) => fit(from + index * step));
  const best = fits.indexOf(largest(fits));
  const peak = from + best * step;
  const start = refine(fit, Math.max(from, peak - step), Math.min(to, peak + step));
  const correlation = fit(start);
  const threshold = leastCorrelation(pattern.chips.length, steps);
  if (!(correlation >= threshold))
    return {
      problem: `${trace.channel}: the pattern was not found; the best fit is ${format(correlation)}, and chance alone may reach ${format(threshold)}`,
    };
  const rival = largest(fits.filter((_, index) => Math.abs(index - best) > STEPS_PER_CHIP));
  if (rival > correlation - MARGIN)
    return {
      problem: `${trace.channel}: the pattern fits in two places nearly as well (${format(correlation)} and ${format(rival)})`,
    };
  return { found: { start, correlation, resolution: interval / 2 } };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => (value > most ? value : most), -Infinity);
}

/** The least correlation that counts, by Student's t with Bonferroni's bound over the lags. */
function leastCorrelation(chips: number, lags: number): number {
  const freedom = chips - 2;
  const t = studentQuantile(1 - CHANCE / lags, freedom);
  return t / Math.sqrt(freedom + t * t);
}

/** Searches by golden section: the correlation rises to its peak and falls from it. */
function refine(fit: (start: Seconds) => number, low: Seconds, high: Seconds): Seconds {
  const golden = (Math.sqrt(5) - 1) / 2;
  let from = low;
  let to = high;
  for (let step = 0; step < 40; step++) {
    const left = to - golden * (to - from);
    const right = from + golden * (to - from);
    if (fit(left) >= fit(right)) to = right;
    else from = left;
  }
  return (from + to) / 2;
}

interface Cumulative {
  readonly times: readonly Seconds[];
  readonly energies: readonly number[];
  readonly end: Seconds;
}

/** The energy since the trace's start at the end of each interval; unknown power counts as the mean of the known. */
function accumulate({ start, ends, watts }: PowerTrace): Cumulative {
  const known = Array.from(watts).filter((power) => !Number.isNaN(power));
  const mean = known.reduce((sum, power) => sum + power, 0) / Math.max(1, known.length);
  const times = [start];
  const energies = [0];
  let energy = 0;
  Array.from(ends).forEach((end, index) => {
    const power = watts[index] ?? NaN;
    energy += (Number.isNaN(power) ? mean : power) * (end - (times.at(-1) ?? start));
    times.push(end);
    energies.push(energy);
  });
  return { times, energies, end: times.at(-1) ?? start };
}

function energyUntil({ times, energies }: Cumulative, time: Seconds): number {
  const high = firstWhere(1, times.length - 1, (index) => (times[index] ?? Infinity) > time);
  const low = high - 1;
  const from = times[low] ?? outside(low);
  const to = times[high] ?? from;
  const energy = energies[low] ?? outside(low);
  return to > from ? energy + (((energies[high] ?? energy) - energy) * (time - from)) / (to - from) : energy;
}

/** Pearson's correlation of the chips with the energy of each chip's stretch, if the pattern began at `start`. */
function correlate(cumulative: Cumulative, { chip, chips }: LoadPattern, start: Seconds): number {
  let before = energyUntil(cumulative, start);
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumYY = 0;
  let sumXY = 0;
  chips.forEach((x, index) => {
    const after = energyUntil(cumulative, start + (index + 1) * chip);
    const y = after - before;
    before = after;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
  });
  const n = chips.length;
  const spread = Math.sqrt((n * sumXX - sumX * sumX) * (n * sumYY - sumY * sumY));
  return spread > 0 ? (n * sumXY - sumX * sumY) / spread : 0;
}

function format(value: number): string {
  return String(Number(value.toPrecision(3)));
}
