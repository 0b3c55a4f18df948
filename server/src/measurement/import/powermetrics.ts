/**
 * Power as macOS's powermetrics prints it: a headline with the time that
 * passed, then `CPU Power: 211 mW` and the like.
 *
 * Sits in `measurement/import/`. Specification: powermetrics(1), samplers
 * cpu_power, gpu_power, ane_power. On Apple's processors the combined power is
 * the total, its parts channels beside it; on Intel's it is the package's.
 */
import { fromMilliseconds, fromMilliwatts, type Seconds, type Watts } from '../../units';
import type { PowerTrace, TraceResult } from '../power-trace';
import type { TimedLine } from './watts-lines';

const HEADLINE = /^\*\*\* Sampled system activity .*\(([\d.]+)ms elapsed\) \*\*\*/;
const POWER =
  /^(?:Intel energy model derived )?([A-Za-z][\w -]*?) ?[Pp]ower(?: \([^)]*\))?: ([\d.]+) ?(mW|W)\b/;

/** A total makes its parts' channels be no part of it twice. */
const TOTALS = ['combined', 'package'];

export function parsePowermetrics(lines: readonly TimedLine[]): readonly TraceResult[] {
  const samples: { readonly end: Seconds; readonly start: Seconds; readonly powers: Map<string, Watts> }[] =
    [];
  for (const { time, text } of lines) {
    const elapsed = HEADLINE.exec(text)?.[1];
    if (elapsed !== undefined)
      samples.push({ start: time - fromMilliseconds(Number(elapsed)), end: time, powers: new Map() });
    const [, channel, value, unit] = POWER.exec(text) ?? [];
    if (channel === undefined) continue;
    const power = unit === 'W' ? Number(value) : fromMilliwatts(Number(value));
    samples.at(-1)?.powers.set(channel.toLowerCase(), power);
  }
  const channels = [...new Set(samples.flatMap(({ powers }) => [...powers.keys()]))];
  const total = TOTALS.find((name) => channels.includes(name));
  return channels.map((channel) => {
    const trace: PowerTrace = {
      channel,
      // Clusters have their share of the CPU's power.
      inTotal: total === undefined ? !channel.endsWith('cluster') : channel === total,
      from: 'counter',
      start: samples[0]?.start ?? 0,
      ends: samples.map(({ end }) => end),
      watts: samples.map(({ powers }) => powers.get(channel) ?? NaN),
    };
    return { trace, problems: [] };
  });
}
