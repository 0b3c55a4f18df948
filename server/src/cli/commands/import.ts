/**
 * `jouleline import FILES…`: other tools' measurements, laid on the sources and
 * saved. Sits in `cli/`.
 */
import { withDefined } from '../../base/check';
import type { ImportRequest } from '../../tasks/import/import-measurements';
import { parseCalendarTime } from '../../base/time-columns';
import { hasLosses } from '../../recordings/model/imported-profile';
import { formatImport } from '../../recordings/document/import-document';
import { UsageError } from '../../base/failure';
import { formatNames } from '../../recordings/import/import-profile';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import { importMeasurements } from '../../tasks/import/import-thread';
import { choose, type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { expectWritable, writeWholeFile, findSameFile } from '../../host/files/write-file';
import { readHistory } from '../recording-options';

export async function runImportCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  if (given.positionals.length === 0) throw new UsageError('import needs a file or a folder');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the import');
  const request = readRequest(given);
  const same = await findSameFile(out, given.positionals);
  if (same !== undefined) throw new UsageError(`--out ${out} is one of the files to read`);
  await expectWritable(out);
  const { recordings, problems, failed } = await importMeasurements(
    request,
    terminal.installation.bundleFolder,
  );
  for (const message of problems) await errors.write(`jouleline: ${message}\n`);
  for (const placed of recordings) {
    const { title, accounts, problems: own } = summarizeRecording(placed);
    await output.write(`${[title, ...accounts.map((account) => `  ${account}`)].join('\n')}\n`);
    const { name } = placed.recording.source;
    for (const problem of own) await errors.write(`jouleline: ${name}: ${problem}\n`);
  }
  if (recordings.length === 0) return ExitCode.incomplete;
  await writeWholeFile(out, formatImport(recordings, terminal.installation.version));
  const hasProblems = failed > 0 || recordings.some(({ recording }) => hasLosses(recording));
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

function readRequest(given: ParsedArguments): ImportRequest {
  const amount = { minimum: 0, whole: false };
  const energy = readNumber('--energy', given.text('energy'), amount);
  const deviation = readNumber('--deviation', given.text('deviation'), amount);
  const [power, device, format, unit] = ['power', 'device', 'format', 'unit'].map((name) => given.text(name));
  if (energy === 0) throw new UsageError('--energy 0 makes no sense: every measured run used some energy');
  if (energy !== undefined && power !== undefined)
    throw new UsageError('--energy and --power give the energy twice: give one');
  const start = given.text('power-start');
  const began = start === undefined ? undefined : parseCalendarTime(start);
  if (start !== undefined && began === undefined)
    throw new UsageError(`--power-start ${start} is no time such as 2026-01-31T12:00:00Z`);
  if (start !== undefined && power === undefined) throw new UsageError('--power-start belongs to --power');
  if (deviation !== undefined && energy === undefined)
    throw new UsageError('--deviation belongs to --energy');
  return {
    paths: given.positionals,
    sources: given.texts('source'),
    lines: given.isSet('lines'),
    spread: given.isSet('spread'),
    ...readHistory(given),
    javaHome: given.text('java-home') ?? '',
    ...(format === undefined ? {} : { format: choose('--format', format, formatNames, '') }),
    ...(unit === undefined ? {} : { unit: choose('--unit', unit, ['joules', 'watts'], 'joules') }),
    ...withDefined({ device, power, powerStart: began }),
    ...(energy === undefined
      ? {}
      : {
          total: {
            energy,
            ...withDefined({ deviation }),
          },
        }),
  };
}
