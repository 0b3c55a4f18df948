/**
 * Reads Android's power rails as Perfetto's trace processor prints them: CSV of `SELECT ts, dur,
 * power_rail_name, energy_delta, average_power FROM android_power_rails_counters`, with columns in any
 * order.
 *
 * Sits in `power/`. Specification: the module android.power_rails of Perfetto's standard
 * library: nanoseconds since the device began, microjoules of the interval, milliwatts. Rails meter
 * different parts, and add up.
 */
import { fromMilliwatts, type Seconds, type Watts } from '../../base/units';
import type { TraceResult } from '../power-trace';
import { readDelimited, separatorIn } from '../../base/delimited';

interface PowerInterval {
  readonly start: Seconds;
  readonly end: Seconds;
  readonly power: Watts;
}

export interface PerfettoRails {
  readonly results: readonly TraceResult[];
  readonly problems: readonly string[];
}

/** Undefined for other texts. */
export function parsePerfettoRails(text: string): PerfettoRails | undefined {
  const separator = separatorIn(text.split('\n', 1)[0] ?? '');
  const rails = new Map<string, PowerInterval[]>();
  let titles: readonly string[] | undefined;
  let unread = 0;
  for (const { cells } of readDelimited(text, separator)) {
    if (titles === undefined) {
      titles = cells;
      if (!titles.includes('power_rail_name') || !titles.includes('ts')) return undefined;
      continue;
    }
    const cellOf = (name: string): string => cells[titles?.indexOf(name) ?? -1] ?? '';
    const numberOf = (name: string): number => (cellOf(name) === '' ? NaN : Number(cellOf(name)));
    const start = numberOf('ts') * 1e-9;
    const length = numberOf('dur') * 1e-9;
    const energy = numberOf('energy_delta') * 1e-6;
    const power = Number.isNaN(energy) ? fromMilliwatts(numberOf('average_power')) : energy / length;
    // The last interval of a rail has no end.
    if (!(length > 0) || !(power >= 0) || !Number.isFinite(start + power)) {
      unread++;
      continue;
    }
    const intervals = rails.get(cellOf('power_rail_name')) ?? [];
    rails.set(cellOf('power_rail_name'), intervals);
    intervals.push({ start, end: start + length, power });
  }
  if (titles === undefined) return undefined;
  return {
    results: Array.from(rails, ([channel, intervals]) => traceOf(channel, intervals)),
    problems: [
      ...(unread > 0 ? [`${unread} rows hold no interval and its energy`] : []),
      ...(rails.size === 0 ? ['no rail has any energy'] : []),
    ],
  };
}

/** The power between two intervals that do not adjoin is unknown. */
function traceOf(channel: string, intervals: PowerInterval[]): TraceResult {
  intervals.sort((one, other) => one.start - other.start);
  const [first] = intervals;
  const ends: Seconds[] = [];
  const watts: Watts[] = [];
  let overlaps = 0;
  for (const { start, end, power } of intervals) {
    const before = ends.at(-1) ?? first?.start ?? start;
    // Nanoseconds of days have no more digits than this.
    if (start < before - 1e-6 || end <= before) overlaps++;
    else {
      if (start > before + 1e-6) {
        ends.push(start);
        watts.push(NaN);
      }
      ends.push(end);
      watts.push(power);
    }
  }
  return {
    trace: { channel, inTotal: true, from: 'counter', start: first?.start ?? 0, ends, watts },
    problems: overlaps === 0 ? [] : [`${channel}: ${overlaps} intervals overlap others: left out`],
  };
}
