/**
 * Reads watts as a command prints them, a line a reading: `12.5`, or a number for each channel. A first
 * line may name the channels.
 *
 * Sits in `power/`. A line counts from the moment it came, so a command must flush its output,
 * or its times are wrong.
 */
import type { Seconds } from '../../base/units';
import { traceReadings, type PowerReading, type TraceResult } from '../power-trace';
import { rolesOf } from './channel-roles';

export interface TimedLine {
  /** The time at which the line was read. */
  readonly time: Seconds;
  readonly text: string;
}

export interface WattsLines {
  readonly results: readonly TraceResult[];
  readonly problems: readonly string[];
}

export function parseWattsLines(lines: readonly TimedLine[]): WattsLines {
  const problems: string[] = [];
  let names: readonly string[] | undefined;
  let unread = 0;
  const channels: PowerReading[][] = [];
  for (const { time, text } of lines) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    const fields = line.split(/[,;\s]+/).filter((field) => field !== '' && field !== 'W');
    const powers = fields.map((field) => Number(field.replace(/W$/, '')));
    if (powers.every(Number.isFinite) && (channels.length === 0 || powers.length === channels.length)) {
      // Of lines that came together only the last one is current.
      if (channels[0]?.at(-1)?.time === time) for (const readings of channels) readings.pop();
      powers.forEach((power, index) => (channels[index] ??= []).push({ time, power }));
    } else if (channels.length === 0 && names === undefined && powers.every(Number.isNaN)) names = fields;
    else unread++;
  }
  if (unread > 0) problems.push(`${unread} lines hold no watts, or not as many as the others`);
  const headers = names?.length === channels.length ? names : undefined;
  const roles = rolesOf(
    channels.map(
      (_, index) => headers?.[index] ?? (channels.length === 1 ? 'watts' : `channel ${index + 1}`),
    ),
  );
  const results = roles.map((role, index) => traceReadings(channels[index] ?? [], role));
  return { results, problems };
}
