/**
 * Reads any file of power or energy over time, by its structure.
 *
 * Sits in `power/`, over the formats: powermetrics' text, perf stat's intervals, Perfetto's
 * rails, and tables of meters.
 */
import type { Seconds } from '../../base/units';
import { shiftTrace } from '../power-trace';
import { parsePerfStat } from './perf-stat';
import { parsePerfettoRails } from './perfetto-rails';
import { parsePowerFile, type PowerFile } from './power-file';
import { parsePowermetrics } from './powermetrics';

const POWERMETRICS = /^\*\*\* Sampled system activity \((.*?)\) \(/;
const PERF = /^\s*\d+\.\d+,[\d.]+,Joules,/m;

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
    problems: undated === 0 ? [] : [`${undated} samples have no date that can be read: left out`],
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
