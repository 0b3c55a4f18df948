/**
 * `jouleline pull`: a service's aggregated profile from a Grafana Pyroscope
 * server, laid on the sources and saved. Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { formatImport, hasLosses } from '../../engine/import-profile';
import { summarizeRecording } from '../../engine/summarize-recording';
import { parseArguments, readNumber } from '../arguments';
import { ExitCode } from '../exit-code';
import { expectWritable, writeFile } from '../files';
import { historyHelp, readHistory } from '../history-options';
import { readMoment } from '../moments';
import { type PowerSelection, pullProfile } from '../../tasks/pyroscope/pull-profile';
import { readLabelOptions, serverHelp, serverOf, serverOptions } from '../server-options';
import type { Terminal } from '../terminal';

export const pullHelp = `Usage: jouleline pull --server URL --service NAME --out FILE [options]

Reads the profile of a service that a Grafana Pyroscope server added up over a time, with its power where it has that, lays
it on the sources, and saves it as 'jouleline import' does (docs/continuous-profilers.md).

  --service NAME     whose profile
  --out FILE         the import
  --from TIME        the first moment: ISO 8601, or now-30m, now-2h, now-7d (default: now-1h)
  --to TIME          the last one (default: now)
  --type TYPE        which type of profile: NAME:SAMPLE TYPE:UNIT:…, or as much of its beginning as is clear
                     (default: that of energy, else CPU time)
  --label NAME=VALUE only what has this label; may be repeated
  --power-type TYPE  a type of profile in joules or watts: what it tells of that time is shared by the samples
  --power-service NAME  whose power (default: the service's own)
  --power-label NAME=VALUE  only power with this label; may be repeated
  --step SECONDS     of power (default: 15)
  --energy J         joules that a meter measured over that time, in the place of power
  --deviation J      their standard deviation
  --device NAME      what it was measured on
  --source DIR       sources to lay it on: a folder or a file; may be repeated
  --lines            believe lines of samples of JIT-compiled code, which are biased
  --spread           the same, and samples in loops are spread over the lines of the loop, by the operations that the
                     sources have there
${historyHelp}${serverHelp}
Exit codes: 0 all done; 1 the server can't be asked, or has nothing of it, or parts are left out; 2 wrong usage.
`;

export async function runPullCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    ...serverOptions,
    service: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    type: { type: 'string' },
    label: { type: 'string' },
    'power-type': { type: 'string' },
    'power-service': { type: 'string' },
    'power-label': { type: 'string' },
    step: { type: 'string' },
    energy: { type: 'string' },
    deviation: { type: 'string' },
    device: { type: 'string' },
    source: { type: 'string' },
    lines: { type: 'boolean' },
    spread: { type: 'boolean' },
    revision: { type: 'string' },
    'no-history': { type: 'boolean' },
  });
  const { output, errors } = terminal;
  const { version } = terminal.installation;
  if (given.isSet('help')) {
    await output.write(pullHelp);
    return ExitCode.ok;
  }
  if (given.positionals.length > 0)
    throw new UsageError(`pull takes no file: ${given.positionals.join(' ')}`);
  const [service, out] = [given.text('service') ?? '', given.text('out') ?? ''];
  if (service === '') throw new UsageError('--service is needed: whose profile');
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
  if (energy === 0) throw new UsageError('--energy 0: a run that took nothing was not measured');
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
    ...(energy === undefined ? {} : { total: { energy, ...(deviation === undefined ? {} : { deviation }) } }),
  });
  await output.write(`${type}\n`);
  const { title, accounts, problems: own } = summarizeRecording(placed);
  await output.write(`${[title, ...accounts.map((account) => `  ${account}`)].join('\n')}\n`);
  const all = [...problems, ...own];
  for (const message of all) await errors.write(`jouleline: ${message}\n`);
  await writeFile(out, formatImport([placed], version));
  return problems.length > 0 || hasLosses(placed.recording) ? ExitCode.incomplete : ExitCode.ok;
}
