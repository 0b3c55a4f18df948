/**
 * Reads recordings of external meters: CSV with a time and watts, or volts and amperes, in each row.
 *
 * Sits in `power/`. There is no standard, so structure decides. `time,watts[,channel…]`, or
 * units in the header (`time_ms`, `cpu (mW)`), separated by commas, semicolons or tabs, with or without a
 * header. `timestamp,volts,amperes`, whose product is the power. Monsoon: `Time(ms),Main(mA),Main
 * Voltage(V),`, whose times are seconds whatever its header says, and whose values may read
 * `np.float64(…)`. PowerJoular: `Date,CPU Utilization,Total Power,…`. Columns of joules (`package-0_uj`):
 * counters such as RAPL's, or the energies of intervals. Not supported: binary formats.
 */
import { withDefined } from '../../base/check';
import type { Seconds, Joules } from '../../base/units';
import {
  type PowerChannels,
  sayTime,
  traceReadings,
  type PowerReading,
  type TraceResult,
  type ChannelRole,
  type CounterReading,
  traceCounter,
} from '../power-trace';
import { rolesOf, isPartOfPackage } from './channel-roles';
import { guessTimeScale, parseCalendarTime, timeScaleOf } from '../../base/time-columns';

export interface PowerFile extends PowerChannels {
  /** `calendar`: seconds since 1970; `own`: seconds since the meter's own start. */
  readonly clock: 'calendar' | 'own';
}

interface PowerColumn {
  readonly name: string;
  readonly kind: 'watts' | 'joules' | 'volts' | 'amperes' | 'other';
  /** The factor to watts, joules, volts or amperes. */
  readonly scale: number;
}

/** Cells without a number, in rows where the channel should have one. */
export interface UnreadCells {
  readonly count: number;
  /** A sentence about the first of them. */
  readonly first: string;
}

/** A file or a piece of one, with unread cells in a form that can be added up over pieces. */
export interface PowerPiece extends PowerFile {
  readonly unread?: UnreadCells;
}

const EMPTY: PowerFile = { results: [], clock: 'own', problems: [] };

export function parsePowerFile(text: string): PowerFile {
  const { unread, ...file } = parsePowerPiece(text, 0);
  return { ...file, problems: [...file.problems, ...describeUnread(unread)] };
}

export function describeUnread(unread: UnreadCells | undefined): readonly string[] {
  if (unread === undefined) return [];
  const { count, first } = unread;
  return [`${first}${count === 1 ? '' : `, and so in ${count - 1} more cells`}: left out`];
}

/** `shift` is the difference between a line's number in the file and in the text. */
export function parsePowerPiece(text: string, shift: number): PowerPiece {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line, row: index + 1 + shift }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  const [first] = lines;
  if (first === undefined) return { ...EMPTY, problems: ['the file holds no readings'] };
  const separator = separatorOf(first.line);
  const cells = lines.map(({ line }) => line.split(separator).map((cell) => cell.trim()));
  const firstRow = cells[0] ?? [];
  const hasHeader =
    !firstRow.every((cell) => cell === '' || readNumber(cell, separator) !== undefined) &&
    parseCalendarTime(firstRow[0] ?? '') === undefined;
  const header = hasHeader ? firstRow : headerFor(firstRow.length);
  const rows = hasHeader ? cells.slice(1) : cells;
  const columns = describeColumns(header.slice(1));
  const problems = [...describeUnknownUnits(header.slice(1))];
  const channels = pairColumns(columns, problems);
  if (channels.length === 0)
    return { ...EMPTY, problems: [...problems, 'no column holds watts, joules, nor volts and amperes'] };

  const { times, clock } = readTimes(
    header[0] ?? '',
    rows.map(([time]) => time ?? ''),
    separator,
  );
  const readings = channels.map((): PowerReading[] => []);
  let unread: UnreadCells | undefined;
  const missCell = (index: number, column: number): void => {
    const cell = rows[index]?.[column] ?? '';
    const row = lines[index + (hasHeader ? 1 : 0)]?.row ?? 0;
    unread = {
      count: (unread?.count ?? 0) + 1,
      first:
        unread?.first ??
        `row ${row}, column ${header[column] ?? column + 1}: ${cell === '' ? 'nothing' : JSON.stringify(cell)} stands where a ${column === 0 ? 'time' : 'number'} is expected`,
    };
  };
  rows.forEach((row, index) => {
    const time = times[index];
    const powers = channels.map(({ parts }) =>
      parts.reduce<number>((product, { column, scale }) => {
        const value = readNumber(row[column + 1] ?? '', separator);
        if (value === undefined && time !== undefined) missCell(index, column + 1);
        return product * scale * (value ?? NaN);
      }, 1),
    );
    if (time === undefined) missCell(index, 0);
    else if (!powers.every(Number.isNaN))
      powers.forEach((power, channel) => readings[channel]?.push({ time, power }));
  });
  const names = channels.map(({ name }) => name);
  const range = counterRangeIn(text);
  const roles = channels.some(({ isEnergy }) => isEnergy) ? energyRoles(names) : rolesOf(names);
  return {
    results: roles.map((role, index) =>
      sortAndTrace(readings[index] ?? [], role, channels[index]?.isEnergy === true ? range : undefined),
    ),
    clock,
    problems,
    ...withDefined({ unread }),
  };
}

/** Sorts rows, because some tools write them as threads get to it. `range` is that of energy counters. */
function sortAndTrace(
  readings: readonly PowerReading[],
  role: ReturnType<typeof rolesOf>[number],
  range: number | undefined,
): TraceResult {
  const back = readings.find(({ time }, index) => time < (readings[index - 1]?.time ?? time));
  const isSorted = back === undefined;
  const sorted = isSorted ? readings : [...readings].sort((left, right) => left.time - right.time);
  const { trace, problems } =
    range === undefined
      ? traceReadings(sorted, role)
      : traceEnergies(
          sorted.map(({ time, power: energy }) => ({ time, energy })),
          range,
          role,
        );
  return {
    trace,
    problems: [
      ...(isSorted
        ? []
        : [
            `${role.channel}: rows were not in the order of time: the first that goes back is of ${sayTime(back.time)}`,
          ]),
      ...problems,
    ],
  };
}

function separatorOf(line: string): string {
  return line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
}

/** The columns of a file without a header: a time and watts, or PowerJoular's time, utilization and watts. */
function headerFor(columns: number): readonly string[] {
  return columns === 3 ? ['time', 'utilization', 'watts'] : ['time', 'watts', ...unnamed(columns - 2)];
}

function unnamed(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => `channel ${index + 2} (W)`);
}

/** Reads a number; in a semicolon-separated file it may have a decimal comma. */
function readNumber(cell: string, separator: string): number | undefined {
  const text = /^np\.float64\((.*)\)$/.exec(cell)?.[1] ?? cell;
  const value = Number(separator === ',' ? text : text.replace(',', '.'));
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

const UNITS: ReadonlyMap<string, Pick<PowerColumn, 'kind' | 'scale'>> = new Map(
  (
    [
      ['watts', 1, 'w watt watts power'],
      ['watts', 1e-3, 'mw'],
      ['watts', 1e-6, 'µw uw'],
      ['watts', 1e3, 'kw'],
      ['joules', 1, 'j joules'],
      ['joules', 1e-3, 'mj'],
      ['joules', 1e-6, 'µj uj'],
      ['volts', 1, 'v volt volts voltage'],
      ['volts', 1e-3, 'mv'],
      ['amperes', 1, 'a amp amps ampere amperes current'],
      ['amperes', 1e-3, 'ma'],
      ['amperes', 1e-6, 'µa ua'],
    ] as const
  ).flatMap(([kind, scale, names]) => names.split(' ').map((name) => [name, { kind, scale }] as const)),
);

/** Matches a name and its unit. */
const BRACKETED = /^(.*?)\s*[([]\s*([^)\]]+?)\s*[)\]]$/;
/** A longer title names no unit. */
const LONGEST_TITLE = 1000;

function readBracketed(title: string): readonly (string | undefined)[] {
  return title.length > LONGEST_TITLE ? [] : (BRACKETED.exec(title) ?? []);
}

/** A column without a unit that follows `watts` is a channel in watts: our own plain format. */
function describeColumns(titles: readonly string[]): readonly PowerColumn[] {
  const columns = titles.map(describeColumn);
  if (titles[0]?.toLowerCase() !== 'watts') return columns;
  return columns.map((column) =>
    column.kind === 'other' && column.name !== '' ? { ...column, kind: 'watts' } : column,
  );
}

/** Reports columns with an unknown unit, which are not channels. */
function describeUnknownUnits(titles: readonly string[]): readonly string[] {
  return titles.flatMap((title) => {
    const [, name = '', unit] = readBracketed(title);
    const isPower = unit !== undefined && /power|energy|watt|volt|current|amp/i.test(name);
    return isPower && !UNITS.has(unit.toLowerCase())
      ? [
          `column ${title} is left out: "${unit}" is no unit of power, energy, voltage or current that is known`,
        ]
      : [];
  });
}

/** The unit stands in brackets or after the name; the name of a quantity stands for its SI unit. */
function describeColumn(title: string): PowerColumn {
  const [, bracketed = '', unit] = readBracketed(title);
  const words = title.toLowerCase().split(/[\s_-]+/);
  const found = unit === undefined ? UNITS.get(words.at(-1) ?? '') : UNITS.get(unit.toLowerCase());
  const bare = unit === undefined && words.length > 1 && UNITS.has(words.at(-1) ?? '');
  const name =
    unit !== undefined
      ? bracketed
      : bare && !/power$/i.test(title)
        ? title.replace(/(?<![\s_-])[\s_-]+[^\s_-]+$/, '')
        : title;
  return { name: name === '' ? title : name, ...(found ?? { kind: 'other', scale: 1 }) };
}

interface Channel {
  readonly name: string;
  readonly isEnergy: boolean;
  /** The columns whose product is the power, or the single one of the energy. */
  readonly parts: readonly { readonly column: number; readonly scale: number }[];
}

/** Takes watts as they are, and amperes with the volts of the same name, else with the only volts there are. */
function pairColumns(columns: readonly PowerColumn[], problems: string[]): readonly Channel[] {
  const volts = columns.flatMap((column, index) => (column.kind === 'volts' ? [{ ...column, index }] : []));
  return columns.flatMap((column, index): readonly Channel[] => {
    const own = { column: index, scale: column.scale };
    if (column.kind === 'watts' || column.kind === 'joules')
      return [{ name: column.name, isEnergy: column.kind === 'joules', parts: [own] }];
    if (column.kind !== 'amperes') return [];
    const shared = (volt: PowerColumn): boolean =>
      volt.name.toLowerCase().startsWith(column.name.toLowerCase());
    const pair = volts.find(shared) ?? (volts.length === 1 ? volts[0] : undefined);
    if (pair !== undefined)
      return [
        { name: column.name, isEnergy: false, parts: [own, { column: pair.index, scale: pair.scale }] },
      ];
    problems.push(`${column.name}: amperes without the volts that belong to them`);
    return [];
  });
}

function readTimes(
  title: string,
  cells: readonly string[],
  separator: string,
): { readonly times: readonly (Seconds | undefined)[]; readonly clock: PowerFile['clock'] } {
  const firstCell = cells[0] ?? '';
  if (parseCalendarTime(firstCell) !== undefined)
    return { times: cells.map(parseCalendarTime), clock: 'calendar' };
  const numbers = cells.map((cell) => readNumber(cell, separator));
  const first = numbers.find((value) => value !== undefined) ?? 0;
  // Monsoon's export says ms and means s.
  const named = title === 'Time(ms)' ? 1 : timeScaleOf(title);
  const { scale, isCalendar } = guessTimeScale(first, named);
  return {
    times: numbers.map((value) => (value === undefined ? undefined : value * scale)),
    clock: isCalendar ? 'calendar' : 'own',
  };
}

/** NaN if the file does not say; the energy of a counter that fell is then not known. */
function counterRangeIn(text: string): Joules {
  for (const [remark] of text.matchAll(/^#.*/gm)) {
    const at = remark.indexOf('max_energy_range_uj');
    const range = at < 0 ? undefined : /\d+/.exec(remark.slice(at))?.[0];
    if (range !== undefined) return Number(range) * 1e-6;
  }
  return NaN;
}

/** The roles of RAPL's domains: a package includes its parts, and others add up. */
function energyRoles(channels: readonly string[]): readonly ChannelRole[] {
  const hasPackage = channels.some((channel) => /^(?:package|pkg)/i.test(channel));
  return channels.map((channel) => ({ channel, inTotal: !(hasPackage && isPartOfPackage(channel)) }));
}

/** A counter falls once in hours; energies of intervals fall every other time. */
const MOST_FALLS = 0.2;

/**
 * The power of counters that only rise, such as RAPL's `energy_uj`, or of each interval's energy. Counters wrap;
 * the file states the range in a remark (`# max_energy_range_uj 262143328850`).
 */
function traceEnergies(readings: readonly CounterReading[], range: Joules, role: ChannelRole): TraceResult {
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
