/** Commands that exchange profiles with a Grafana Pyroscope server. Sits in `cli/`. */
import { withDefined, present } from '../../base/check';
import { hasLosses } from '../../recordings/model/imported-profile';
import { formatImport } from '../../recordings/document/import-document';
import { UsageError } from '../../base/failure';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import { type PowerSelection, pullProfile, pushProfile } from '../../tasks/pyroscope/pull-profile';
import { type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { expectWritable, writeWholeFile } from '../../host/files/write-file';
import { readHistory, loadOneRecording, readOnePath } from '../recording-options';
import * as pyroscope from '../../recordings/model/pyroscope';
import type { ServerRequest } from '../../tasks/pyroscope/pyroscope-server';
import { parseCalendarTime } from '../../base/time-columns';

/** `jouleline pull`: a service's aggregated profile, laid on the sources and saved. */
export async function runPullCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const { version } = terminal.installation;
  if (given.positionals.length > 0)
    throw new UsageError(`pull takes no file: ${given.positionals.join(' ')}`);
  const [service, out] = [given.text('service') ?? '', given.text('out') ?? ''];
  if (service === '')
    throw new UsageError('--service is needed: the name of the service whose profile is pulled');
  if (out === '') throw new UsageError('--out is needed: the file that gets the import');
  const now = Date.now();
  const range = {
    start: readMoment('--from', given.text('from') ?? 'now-1h', now),
    end: readMoment('--to', given.text('to') ?? 'now', now),
  };
  if (range.start >= range.end) throw new UsageError('--from is not before --to');
  const amount = { minimum: 0, whole: false };
  const energy = readNumber('--energy', given.text('energy'), amount);
  const deviation = readNumber('--deviation', given.text('deviation'), amount);
  const step = readNumber('--step', given.text('step'), amount);
  const powerType = given.text('power-type');
  if (energy === 0) throw new UsageError('--energy 0 makes no sense: every measured run used some energy');
  if (energy !== undefined && powerType !== undefined)
    throw new UsageError('--energy and --power-type give the energy twice: give one');
  if (deviation !== undefined && energy === undefined)
    throw new UsageError('--deviation belongs to --energy');
  for (const option of ['power-service', 'power-label', 'step'])
    if (powerType === undefined && given.text(option) !== undefined)
      throw new UsageError(`--${option} belongs to --power-type`);
  if (step !== undefined && step < 0.001) throw new UsageError('--step needs at least 0.001');
  const power: PowerSelection | undefined =
    powerType === undefined
      ? undefined
      : {
          type: powerType,
          service: given.text('power-service') ?? service,
          labels: readLabelOptions('--power-label', given.texts('power-label')),
          step: (step ?? 15) * 1000,
        };
  const server = serverOf(given, terminal);
  await expectWritable(out);
  const { placed, type, problems } = await pullProfile({
    server,
    service,
    labels: readLabelOptions('--label', given.texts('label')),
    range,
    type: given.text('type'),
    power,
    device: given.text('device'),
    sources: given.texts('source'),
    lines: given.isSet('lines'),
    spread: given.isSet('spread'),
    ...readHistory(given),
    ...(energy === undefined ? {} : { total: { energy, ...withDefined({ deviation }) } }),
  });
  await output.write(`${type}\n`);
  const { title, accounts, problems: own } = summarizeRecording(placed);
  await output.write(`${[title, ...accounts.map((account) => `  ${account}`)].join('\n')}\n`);
  const all = [...problems, ...own];
  for (const message of all) await errors.write(`jouleline: ${message}\n`);
  await writeWholeFile(out, formatImport([placed], version));
  return problems.length > 0 || hasLosses(placed.recording) ? ExitCode.incomplete : ExitCode.ok;
}

/** `jouleline push FILE`: energies of a profile or an import. */
export async function runPushCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const path = readOnePath('push', given);
  const service = given.text('service') ?? '';
  if (service === '')
    throw new UsageError('--service is needed: the name of the service that used the energy');
  const time = given.text('time');
  const date =
    time === undefined ? undefined : new Date(readMoment('--time', time, Date.now())).toISOString();
  const labels = readLabelOptions('--label', given.texts('label'));
  const server = serverOf(given, terminal);
  const { placed, hasProblems } = await loadOneRecording(path, given, terminal);
  const pushed = await pushProfile({ server, placed, service, labels, date });
  for (const problem of pushed.problems) await errors.write(`jouleline: ${problem}\n`);
  for (const type of pushed.types) await output.write(`${service} has ${type}\n`);
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

function serverOf(given: ParsedArguments, { environment }: Terminal): ServerRequest {
  const url = given.text('server');
  if (url === undefined) throw new UsageError('--server is needed: the URL of the server');
  const timeout = readNumber('--timeout', given.text('timeout'), { minimum: 0.001, whole: false });
  return { url, tenant: given.text('tenant'), timeout: timeout ?? 60, environment };
}

/** The labels of options that are `NAME=VALUE` each. */
function readLabelOptions(option: string, texts: readonly string[]): pyroscope.Labels {
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
function readMoment(option: string, text: string, now: number): number {
  const relative = /^now(?:-(\d{1,6})([smhd]))?$/.exec(text);
  if (relative !== null)
    return now - Number(relative[1] ?? 0) * present(UNITS[relative[2] ?? 's'], 'the unit');
  const seconds = parseCalendarTime(text);
  if (seconds === undefined)
    throw new UsageError(`${option} ${text} is no time such as 2026-01-31T12:00:00Z, now, or now-30m`);
  return Math.round(seconds * 1000);
}
