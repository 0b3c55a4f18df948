/**
 * Reads columns of energies in a meter's recording: counters that only rise, such as RAPL's `energy_uj`, or
 * the energy of each interval.
 *
 * Sits in `power/`. Counters wrap. The file states the range in a remark (`#
 * max_energy_range_uj 262143328850`), as /sys/class/powercap/…/max_energy_range_uj does.
 */
import type { Joules } from '../../base/units';
import {
  type ChannelRole,
  type CounterReading,
  traceCounter,
  traceReadings,
  type TraceResult,
} from '../power-trace';
import { isPartOfPackage } from './rapl-domains';

/** NaN if the file does not say; the energy of a counter that fell is then not known. */
export function counterRangeIn(text: string): Joules {
  const range = /^#.*max_energy_range_uj\D+(\d+)/m.exec(text)?.[1];
  return range === undefined ? NaN : Number(range) * 1e-6;
}

/** The roles of RAPL's domains: a package includes its parts, and others add up. */
export function energyRoles(channels: readonly string[]): readonly ChannelRole[] {
  const hasPackage = channels.some((channel) => /^(?:package|pkg)/i.test(channel));
  return channels.map((channel) => ({ channel, inTotal: !(hasPackage && isPartOfPackage(channel)) }));
}

/** A counter falls once in hours; energies of intervals fall every other time. */
const MOST_FALLS = 0.2;

export function traceEnergies(
  readings: readonly CounterReading[],
  range: Joules,
  role: ChannelRole,
): TraceResult {
  const falls = readings.filter(
    ({ energy }, index) => energy < (readings[index - 1]?.energy ?? energy),
  ).length;
  if (falls <= Math.max(1, readings.length * MOST_FALLS)) return traceCounter(readings, range, role);
  const powers = readings.map(({ time, energy }, index) => {
    const before = readings[index - 1]?.time;
    return { time, power: before === undefined ? NaN : energy / (time - before) };
  });
  const { trace, problems } = traceReadings(powers, role);
  return {
    trace,
    problems: [
      `${role.channel}: its energies rise and fall, and are taken as those of intervals, not as a counter`,
      ...problems,
    ],
  };
}
