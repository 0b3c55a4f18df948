/**
 * `jouleline pull`: a service's aggregated profile from a Grafana Pyroscope
 * server, laid on the sources and saved. Sits in `cli/`.
 */
import { withDefined } from '../../base/check';
import { hasLosses } from '../../recordings/model/imported-profile';
import { formatImport } from '../../recordings/document/import-document';
import { UsageError } from '../../base/failure';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import { type PowerSelection, pullProfile } from '../../tasks/pyroscope/pull-profile';
import { type ParsedArguments, readNumber } from '../arguments';
import { ExitCode } from '../exit-code';
import { expectWritable, writeWholeFile } from '../../host/files/write-file';
import { readHistory } from '../recording-options';
import { readMoment, readLabelOptions, serverOf } from '../server-options';

import type { Terminal } from '../terminal';

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
