/** Options of commands that ask a continuous profiler's server, for its times and labels. Sits in `cli/`. */
import { present } from '../base/check';
import { UsageError } from '../base/failure';
import * as pyroscope from '../recordings/model/pyroscope';
import { type ParsedArguments, readNumber } from './arguments';
import type { ServerRequest } from '../tasks/pyroscope/pyroscope-server';
import type { Terminal } from './terminal';
import { parseCalendarTime } from '../base/time-columns';

export function serverOf(given: ParsedArguments, { environment }: Terminal): ServerRequest {
  const url = given.text('server');
  if (url === undefined) throw new UsageError('--server is needed: the URL of the server');
  const timeout = readNumber('--timeout', given.text('timeout'), { minimum: 0.001, whole: false });
  return { url, tenant: given.text('tenant'), timeout: timeout ?? 60, environment };
}

/** The labels of options that are `NAME=VALUE` each. */
export function readLabelOptions(option: string, texts: readonly string[]): pyroscope.Labels {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf('=');
      const name = text.slice(0, Math.max(0, at));
      if (!pyroscope.isLabelName(name))
        throw new UsageError(
          `${option} ${text} is no NAME=VALUE; --service and --type have options of their own`,
        );
      return [name, text.slice(at + 1)];
    }),
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };

/** `now`, `now-90m`, `2026-01-31T12:00:00Z` → milliseconds of the calendar. */
export function readMoment(option: string, text: string, now: number): number {
  const relative = /^now(?:-(\d{1,6})([smhd]))?$/.exec(text);
  if (relative !== null)
    return now - Number(relative[1] ?? 0) * present(UNITS[relative[2] ?? 's'], 'the unit');
  const seconds = parseCalendarTime(text);
  if (seconds === undefined)
    throw new UsageError(`${option} ${text} is no time such as 2026-01-31T12:00:00Z, now, or now-30m`);
  return Math.round(seconds * 1000);
}
