/**
 * Aligns a meter's clock with ours by marks that both saw.
 *
 * Sits in `power/`. vLens (section 3.1) and eCalc (section III) align samples by a signal that the
 * program triggers. One mark gives the offset, and two also give the drift. Only three tell how well the
 * line through them fits. What cannot be known stays undefined, not 0.
 */
import { withDefined, at } from '../base/check';
import { meanOf } from '../base/statistics';
import type { Seconds, Joules } from '../base/units';
import { findPattern, type LoadPattern } from './find-pattern';
import type { PowerTrace, TimeWindow } from './power-trace';

interface ClockMark {
  readonly ours: Seconds;
  readonly meters: Seconds;
}

interface ClockAlignment {
  /** The meter's clock less ours, at the time `reference` on ours. */
  readonly offset: Seconds;
  readonly reference: Seconds;
  /** The seconds that the meter's clock gains in each of ours. */
  readonly drift: number;
  readonly marks: readonly ClockMark[];
  /** The distance of the marks from the line through them. */
  readonly residual?: { readonly largest: Seconds; readonly rootMeanSquare: Seconds };
  /** A sentence about the remaining skew, for people. */
  readonly description: string;
  readonly problems: readonly string[];
}

/** Quartz drifts a hundred times less: more than this means that a mark was mistaken for another. */
const MOST_DRIFT = 0.005;

/** Undefined without marks. */
export function alignClocks(marks: readonly ClockMark[], resolution: Seconds): ClockAlignment | undefined {
  if (marks.length === 0) return undefined;
  const reference = meanOf(marks.map(({ ours }) => ours));
  const offsets = marks.map(({ ours, meters }) => meters - ours);
  const offset = meanOf(offsets);
  const sumSquares = marks.reduce((sum, { ours }) => sum + (ours - reference) ** 2, 0);
  const slope =
    sumSquares > 0
      ? marks.reduce(
          (sum, { ours }, index) => sum + (ours - reference) * ((offsets[index] ?? offset) - offset),
          0,
        ) / sumSquares
      : 0;
  const isPlausible = Math.abs(slope) <= MOST_DRIFT;
  const drift = isPlausible ? slope : 0;
  const residuals = marks.map(
    ({ ours }, index) => (offsets[index] ?? offset) - (offset + drift * (ours - reference)),
  );
  const residual =
    marks.length > 2 || !isPlausible
      ? {
          largest: Math.max(...residuals.map(Math.abs)),
          rootMeanSquare: Math.sqrt(meanOf(residuals.map((value) => value * value))),
        }
      : undefined;
  return {
    offset,
    reference,
    drift,
    marks,
    ...withDefined({ residual }),
    description: describe(marks.length, resolution, residual?.largest),
    problems: isPlausible
      ? []
      : [
          `the marks put the meter's clock ${(slope * 100).toFixed(1)} % off, which no clock is: its drift is taken as 0`,
        ],
  };
}

/** Converts from the meter's clock to ours. */
export function toOurClock({ offset, reference, drift }: ClockAlignment, meters: Seconds): Seconds {
  return reference + (meters - offset - reference) / (1 + drift);
}

/** Converts from our clock to the meter's. */
export function toMetersClock({ offset, reference, drift }: ClockAlignment, ours: Seconds): Seconds {
  return ours + offset + drift * (ours - reference);
}

/** Lists where each pattern was emitted and seen; a pattern that is not found is a problem, and gives no mark. */
export function alignByPatterns(
  trace: PowerTrace,
  patterns: readonly LoadPattern[],
  searchFor: (pattern: LoadPattern) => TimeWindow,
): { readonly alignment: ClockAlignment | undefined; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const marks: ClockMark[] = [];
  let resolution = 0;
  for (const pattern of patterns) {
    const search = findPattern(trace, pattern, searchFor(pattern));
    if (search.found === undefined) problems.push(search.problem);
    else {
      marks.push({ ours: pattern.start, meters: search.found.start });
      resolution = Math.max(resolution, search.found.resolution);
    }
  }
  const alignment = alignClocks(marks, resolution);
  return { alignment, problems: [...problems, ...(alignment?.problems ?? [])] };
}

/** Times at which power rises past the middle between its least and most. */
export function findPulses({ start, ends, watts }: PowerTrace): readonly Seconds[] {
  const known = Array.from(watts).filter((power) => !Number.isNaN(power));
  if (known.length === 0) return [];
  const least = known.reduce((low, power) => Math.min(low, power));
  const most = known.reduce((high, power) => Math.max(high, power));
  const middle = (least + most) / 2;
  const pulses: Seconds[] = [];
  let isHigh = true;
  Array.from(watts).forEach((power, index) => {
    if (Number.isNaN(power)) return;
    const rises = power > middle && !isHigh;
    isHigh = power > middle;
    if (rises) pulses.push(index === 0 ? start : (ends[index - 1] ?? start));
  });
  return pulses;
}

/**
 * Pairs the pulses that we gave with those that the meter saw, in order. If it saw more, those that fit best are
 * taken; if it saw fewer, that is a problem, since nobody knows which are missing.
 */
export function alignByPulses(
  given: readonly Seconds[],
  seen: readonly Seconds[],
  resolution: Seconds,
): { readonly alignment: ClockAlignment | undefined; readonly problems: readonly string[] } {
  if (seen.length < given.length || given.length === 0)
    return {
      alignment: undefined,
      problems: [`${given.length} pulses were given, and the meter saw ${seen.length}`],
    };
  const tried = Array.from({ length: seen.length - given.length + 1 }, (_, skip) =>
    alignClocks(
      given.map((ours, index) => ({ ours, meters: seen[skip + index] ?? NaN })),
      resolution,
    ),
  ).filter((alignment) => alignment !== undefined);
  tried.sort((left, right) => misfit(left) - misfit(right));
  const [best, second] = tried;
  if (best !== undefined && second !== undefined && misfit(second) <= misfit(best) + resolution)
    return {
      alignment: undefined,
      problems: [
        `the meter saw ${seen.length} pulses where ${given.length} were given, and more than one choice of them fits: give three or more, unevenly spaced`,
      ],
    };
  return { alignment: best, problems: best?.problems ?? [] };
}

function misfit({ residual }: ClockAlignment): Seconds {
  return residual?.rootMeanSquare ?? 0;
}

function describe(marks: number, resolution: Seconds, largest: Seconds | undefined): string {
  const sampling = `±${toMilliseconds(resolution)} ms by its sampling`;
  if (largest !== undefined)
    return `aligned by ${marks} marks, residual skew at most ${toMilliseconds(largest)} ms, ${sampling}`;
  return marks === 1
    ? `aligned by one mark: drift and residual skew are not known, ${sampling}`
    : `aligned by ${marks} marks: offset and drift; residual skew is not known, ${sampling}`;
}

function toMilliseconds(seconds: Seconds): string {
  return String(Number((seconds * 1000).toPrecision(3)));
}

/** The number of stretches of the record that are shifted independently; two or more show the drift. */
const STRETCHES = 8;
/** The number of windows of a stretch, at least. */
const LEAST_WINDOWS = 200;
/** The number of intervals tried to each side, in steps of a part of an interval. */
const REACH = 4;
const STEPS_PER_INTERVAL = 4;

/**
 * Finds the remaining difference between two clocks, after marks have aligned them, by the power over time that
 * a model expects. A mark is seen at most one interval of the meter late; thousands of windows resolve far less
 * than that.
 *
 * `misfit` rates the windows from the first up to one if the meter's clock is `lag` ahead. Undefined if no
 * stretch has a best lag within reach. Cost: 33 sums over all windows.
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
