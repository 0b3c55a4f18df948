/**
 * Reads any file of power or energy over time, by its structure.
 *
 * Sits in `power/`, over the formats: powermetrics' text, perf stat's intervals, Perfetto's
 * rails, and tables of meters.
 */
import { counted } from '../../base/counted';
import { type Seconds, fromMilliwatts, type Watts, fromMilliseconds } from '../../base/units';
import {
  shiftTrace,
  type TraceResult,
  traceReadings,
  type PowerChannels,
  type PowerReading,
  type PowerTrace,
} from '../power-trace';
import { parsePerfStat } from './perf-stat';
import { parsePowerFile, type PowerFile } from './power-file';
import { readDelimited, separatorIn } from '../../base/delimited';
import { rolesOf } from './channel-roles';

const POWERMETRICS = /^\*\*\* Sampled system activity \((.*?)\) \(/;
const PERF = /^[ \t]*\d+\.\d+,[\d.]+,Joules,/m;

export function parsePowerRecording(text: string): PowerFile {
  if (new RegExp(POWERMETRICS, 'm').test(text)) return readPowermetrics(text);
  if (PERF.test(text)) return { ...parsePerfStat(text), clock: 'own' };
  const rails = parsePerfettoRails(text);
  return rails === undefined ? parsePowerFile(text) : { ...rails, clock: 'own' };
}

/** Moves a file to the calendar, by the time at which its own clock began. */
export function startAt(file: PowerFile, began: Seconds): PowerFile {
  return {
    ...file,
    clock: 'calendar',
    results: file.results.map(({ trace, problems }) => ({
      trace: shiftTrace(trace, (time) => time + began),
      problems,
    })),
  };
}

/** Takes times from the headlines, which say when each sample ended. */
function readPowermetrics(text: string): PowerFile {
  let time: Seconds | undefined;
  let undated = 0;
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const date = POWERMETRICS.exec(line)?.[1];
    if (date !== undefined) {
      time = parseUnixDate(date);
      if (time === undefined) undated++;
    }
    return time === undefined ? [] : [{ time, text: line }];
  });
  return {
    results: parsePowermetrics(lines),
    clock: 'calendar',
    problems:
      undated === 0
        ? []
        : [`${counted(undated, 'sample has', 'samples have')} no date that can be read: left out`],
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reads `Sat Nov 21 20:15:16 2026 -0800`. */
function parseUnixDate(text: string): Seconds | undefined {
  const match = /^\w{3} (\w{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4}) ([+-])(\d{2})(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, month = '', day, hour, minute, second, year, sign, hours, minutes] = match;
  const index = MONTHS.indexOf(month);
  if (index < 0) return undefined;
  const local =
    Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  return local - (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

interface PowerInterval {
  readonly start: Seconds;
  readonly end: Seconds;
  readonly power: Watts;
}

/**
 * Reads Android's power rails as Perfetto's trace processor prints them: CSV of `SELECT ts, dur,
 * power_rail_name, energy_delta, average_power FROM android_power_rails_counters`, with columns in any order
 * (nanoseconds since the device began, microjoules of the interval, milliwatts). Rails meter different parts,
 * and add up.
 *
 * Undefined for other texts.
 */
function parsePerfettoRails(text: string): PowerChannels | undefined {
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
      ...(unread > 0 ? [`${counted(unread, 'row holds', 'rows hold')} no interval and its energy`] : []),
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

export interface TimedLine {
  /** The time at which the line was read. */
  readonly time: Seconds;
  readonly text: string;
}

/**
 * Reads watts as a command prints them, a line a reading: `12.5`, or a number for each channel. A first line may
 * name the channels. A line counts from the moment it came, so a command must flush its output.
 */
export function parseWattsLines(lines: readonly TimedLine[]): PowerChannels {
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
  if (unread > 0)
    problems.push(`${counted(unread, 'line holds', 'lines hold')} no watts, or not as many as the others`);
  const headers = names?.length === channels.length ? names : undefined;
  const roles = rolesOf(
    channels.map(
      (_, index) => headers?.[index] ?? (channels.length === 1 ? 'watts' : `channel ${index + 1}`),
    ),
  );
  const results = roles.map((role, index) => traceReadings(channels[index] ?? [], role));
  return { results, problems };
}

const HEADLINE = /^\*\*\* Sampled system activity .*\(([\d.]+)ms elapsed\) \*\*\*/;
const POWER =
  /^(?:Intel energy model derived )?([A-Za-z][\w -]*?) ?[Pp]ower(?: \([^)]*\))?: ([\d.]+) ?(mW|W)\b/;

/** Channels that are a total: its parts must not count twice. */
const TOTALS = ['combined', 'package'];

/**
 * Reads power as macOS's powermetrics prints it: a headline with the time that passed, then `CPU Power: 211 mW`
 * and the like. On Apple's processors the combined power is the total, and its parts are channels beside it; on
 * Intel's the package's power is the total.
 */
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
