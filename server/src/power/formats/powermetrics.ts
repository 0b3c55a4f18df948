/**
 * Reads power as macOS's powermetrics prints it: a headline with the time that passed, then `CPU Power: 211
 * mW` and the like.
 *
 * Sits in `power/`. Specification: powermetrics(1), samplers cpu_power, gpu_power, ane_power.
 * On Apple's processors the combined power is the total, and its parts are channels beside it; on Intel's
 * the package's power is the total.
 */
import { fromMilliseconds, fromMilliwatts, type Seconds, type Watts } from '../../base/units';
import type { PowerTrace, TraceResult } from '../power-trace';
import type { TimedLine } from './watts-lines';

const HEADLINE = /^\*\*\* Sampled system activity .*\(([\d.]+)ms elapsed\) \*\*\*/;
const POWER =
  /^(?:Intel energy model derived )?([A-Za-z][\w -]*?) ?[Pp]ower(?: \([^)]*\))?: ([\d.]+) ?(mW|W)\b/;

/** Channels that are a total: its parts must not count twice. */
const TOTALS = ['combined', 'package'];

export function parsePowermetrics(lines: readonly TimedLine[]): readonly TraceResult[] {
  const samples: { readonly end: Seconds; readonly start: Seconds; readonly powers: Map<string, Watts> }[] =
    [];
  let timeless = 0;
  let isCounted = false;
  for (const { time, text } of lines) {
    const headline = HEADLINE.exec(text);
    if (headline !== null) {
      const elapsed = fromMilliseconds(Number(headline[1]));
      const last = samples.at(-1)?.end ?? -Infinity;
      // Dates are whole seconds, so several samples may share one.
      const end = time > last ? time : last + elapsed;
      isCounted = elapsed > 0 && end > last;
      if (isCounted) samples.push({ start: time - elapsed, end, powers: new Map() });
      else timeless++;
    }
    const [, channel, value, unit] = POWER.exec(text) ?? [];
    if (channel === undefined || !isCounted) continue;
    const power = unit === 'W' ? Number(value) : fromMilliwatts(Number(value));
    samples.at(-1)?.powers.set(channel.toLowerCase(), power);
  }
  const problems =
    timeless === 0
      ? []
      : [`${timeless === 1 ? 'a sample says' : `${timeless} samples say`} that no time had passed: left out`];
  const channels = [...new Set(samples.flatMap(({ powers }) => [...powers.keys()]))];
  const total = TOTALS.find((name) => channels.includes(name));
  return channels.map((channel) => {
    const trace: PowerTrace = {
      channel,
      // Clusters are part of the CPU's power.
      inTotal: total === undefined ? !channel.endsWith('cluster') : channel === total,
      from: 'counter',
      start: samples[0]?.start ?? 0,
      ends: samples.map(({ end }) => end),
      watts: samples.map(({ powers }) => powers.get(channel) ?? NaN),
    };
    return { trace, problems };
  });
}
