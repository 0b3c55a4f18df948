/**
 * Reads energy events as `perf stat -I MS -x, -e power/energy-pkg/,…` prints them:
 * `time,value,unit,event,…`, one line an event and interval.
 *
 * Sits in `power/`. Specification: "CSV FORMAT" in perf-stat(1). Times are perf's own, from
 * its start; values are the joules of the interval. Not supported: output by core or socket (-A,
 * --per-socket).
 */
import { isAmount } from '../../base/measure';
import type { PowerChannels, TraceResult } from '../power-trace';
import { isPartOfPackage } from './channel-roles';

/** `separator` is that of -x. */
export function parsePerfStat(text: string, separator = ','): PowerChannels {
  const problems = new Set<string>();
  const byEvent = new Map<string, { time: number; energy: number }[]>();
  for (const line of text.split('\n')) {
    const fields = line.split(separator).map((field) => field.trim());
    const [time = '', value = '', unit = '', event = ''] = fields;
    if (fields.length < 4 || !/^\d+(\.\d+)?$/.test(time)) continue;
    const domain = /energy-(\w+)/.exec(event)?.[1];
    if (domain === undefined) continue;
    const intervals = byEvent.get(domain) ?? [];
    byEvent.set(domain, intervals);
    if (value.startsWith('<')) {
      problems.add(`perf: ${event} is ${value}`);
      intervals.push({ time: Number(time), energy: NaN });
    } else if (unit === 'Joules') {
      const energy = value === '' ? NaN : Number(value);
      if (!isAmount(energy))
        problems.add(`perf: ${event} has values that are no amounts: taken as not known`);
      intervals.push({ time: Number(time), energy: isAmount(energy) ? energy : NaN });
    } else problems.add(`perf: ${event} is in ${unit === '' ? 'no unit' : unit}, not in joules`);
  }
  const results = [...byEvent].map(([domain, intervals]) => traceOf(domain, intervals));
  return { results, problems: [...problems] };
}

function traceOf(
  domain: string,
  intervals: readonly { readonly time: number; readonly energy: number }[],
): TraceResult {
  const rising: { readonly time: number; readonly energy: number }[] = [];
  for (const interval of intervals) if (interval.time > (rising.at(-1)?.time ?? 0)) rising.push(interval);
  const left = intervals.length - rising.length;
  return {
    trace: {
      channel: domain,
      inTotal: !isPartOfPackage(domain),
      from: 'counter',
      start: 0,
      ends: rising.map(({ time }) => time),
      watts: rising.map(({ time, energy }, index) => energy / (time - (rising[index - 1]?.time ?? 0))),
    },
    problems: left === 0 ? [] : [`perf: ${domain}: intervals whose time does not rise: ${left} left out`],
  };
}
