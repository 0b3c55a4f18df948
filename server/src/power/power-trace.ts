/**
 * Power over time, the form that every meter's readings take: mean power of adjoining intervals.
 *
 * Sits in `power/`. Energy counters and power readings become the same thing, so that Equation 1 of
 * "Fine-grained energy modeling" (Li and Gallagher) is the only sum that is needed: for a counter,
 * power(tᵢ)·Δᵢ is exactly what it counted.
 */
import { counted } from '../base/counted';
import type { Joules, Seconds, Watts } from '../base/units';

export interface TimeWindow {
  readonly start: Seconds;
  readonly end: Seconds;
}

export interface PowerTrace {
  /** The name of the metered part: `package-0`, `dram`, `watts`, … */
  readonly channel: string;
  /** False if another channel includes this energy, as a package includes that of its cores. */
  readonly inTotal: boolean;
  /** A counter misses nothing between two readings, however far apart; a reading of power also stands for the time around it. */
  readonly from: 'counter' | 'reading';
  /** The begin of the first interval. */
  readonly start: Seconds;
  /** The ends of the intervals, rising; each begins at the end of the one before. */
  readonly ends: ArrayLike<Seconds>;
  /** The mean power of each interval; NaN if it is not known. */
  readonly watts: ArrayLike<Watts>;
}

/** A trace, and the problems of the readings that it is made of. */
export interface TraceResult {
  readonly trace: PowerTrace;
  readonly problems: readonly string[];
}

/** The channels of a recording, and problems of all of them. */
export interface PowerChannels {
  readonly results: readonly TraceResult[];
  readonly problems: readonly string[];
}

export interface ChannelRole {
  readonly channel: string;
  readonly inTotal: boolean;
}

export interface CounterReading {
  readonly time: Seconds;
  /** The energy since some earlier moment, modulo the counter's range. */
  readonly energy: Joules;
}

export interface PowerReading {
  readonly time: Seconds;
  readonly power: Watts;
}

/** No channel of one machine takes more: a counter that suggests it was reset, by sleep or by its driver. */
const MOST_PLAUSIBLE: Watts = 5000;

/** Makes a trace of a counter. A counter that fell has wrapped: `range` is then added, once. */
export function traceCounter(
  readings: readonly CounterReading[],
  range: Joules,
  role: ChannelRole,
): TraceResult {
  const { kept, problems } = keepRising(readings, role.channel);
  const first = kept[0]?.time ?? 0;
  const ends: Seconds[] = [];
  const watts: Watts[] = [];
  let resets = 0;
  kept.forEach(({ time, energy }, index) => {
    const before = kept[index - 1];
    if (before === undefined) return;
    const length = time - before.time;
    const counted = energy >= before.energy ? energy - before.energy : energy - before.energy + range;
    const power = counted / length;
    const isPlausible = counted >= 0 && power <= MOST_PLAUSIBLE;
    if (!isPlausible) resets++;
    ends.push(time);
    watts.push(isPlausible ? power : NaN);
  });
  if (resets > 0)
    problems.push(
      `${role.channel}: its counter was reset ${resets === 1 ? 'once' : `${resets} times`}; the energy around is not known`,
    );
  return { trace: { ...role, from: 'counter', start: first, ends, watts }, problems };
}

/** Each reading stands for the time since the one before it, as in Equation 1; the first begins the trace. */
export function traceReadings(readings: readonly PowerReading[], role: ChannelRole): TraceResult {
  const { kept, problems } = keepRising(readings, role.channel);
  const rest = kept.slice(1);
  const negative = rest.filter(({ power }) => power < 0);
  return {
    trace: {
      ...role,
      from: 'reading',
      start: kept[0]?.time ?? 0,
      ends: rest.map(({ time }) => time),
      watts: rest.map(({ power }) => (power < 0 ? NaN : power)),
    },
    problems:
      negative.length === 0
        ? problems
        : [
            ...problems,
            `${role.channel}: ${negative.length} of ${rest.length} readings, the first of ${sayTime(negative[0]?.time)}, are below 0 W, and taken as not known: was something charged, or the meter connected the wrong way round?`,
          ],
  };
}

/** The same trace on another clock. */
export function shiftTrace(trace: PowerTrace, toOther: (time: Seconds) => Seconds): PowerTrace {
  return { ...trace, start: toOther(trace.start), ends: Array.from(trace.ends, toOther) };
}

/** The median length of a channel's intervals, which tells how fine it is; undefined without any. */
export function medianInterval({ start, ends }: PowerTrace): Seconds | undefined {
  const lengths = Float64Array.from(
    ends,
    (end, index) => end - (index === 0 ? start : (ends[index - 1] ?? start)),
  );
  lengths.sort();
  return lengths[lengths.length >> 1];
}

/** Drops readings whose time does not rise, because nothing tells when they were taken. */
function keepRising<T extends { readonly time: Seconds }>(
  readings: readonly T[],
  channel: string,
): { readonly kept: readonly T[]; readonly problems: string[] } {
  const kept: T[] = [];
  let firstLost: T | undefined;
  for (const reading of readings) {
    const last = kept.at(-1);
    if (Number.isFinite(reading.time) && (last === undefined || reading.time > last.time)) kept.push(reading);
    else firstLost ??= reading;
  }
  const lost = readings.length - kept.length;
  return {
    kept,
    problems:
      lost === 0
        ? []
        : [
            `${channel}: ${counted(lost, 'reading whose time does not rise was', 'readings whose time does not rise were')} left out, the first of ${sayTime(firstLost?.time)}`,
          ],
  };
}

/** Writes a time as the meter's clock has it, so that it can be found in the meter's file. */
export function sayTime(time: Seconds = NaN): string {
  return `${Number(time.toFixed(6))} s`;
}
