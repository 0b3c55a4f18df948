/**
 * `jouleline import FILES…`: other tools' measurements, laid on the sources and
 * saved. Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { formatImport, formatNames, hasLosses, parseCalendarTime } from '../../engine/import-profile';
import { summarizeRecording } from '../../engine/summarize-recording';
import { findSameFile } from '../../host/same-file';
import { choose, parseArguments, type ParsedArguments, readNumber } from '../arguments';
import { ExitCode } from '../exit-code';
import { expectWritable, writeFile } from '../files';
import { historyHelp, readHistory } from '../history-options';
import { importMeasurements, type ImportRequest } from '../../tasks/import/start-import';
import type { Terminal } from '../terminal';

export const importHelp = `Usage: jouleline import FILES... [--source DIR...] --out FILE [options]

Reads what other tools measured, lays it on the lines and methods of the sources, and saves it. What a file is, is
told by its structure: JFR recordings (binary ones by the JDK's own jfr), async-profiler's and other collapsed
stacks, pprof, speedscope, callgrind, JoularJX's files and folders, Android's method traces, simpleperf's samples, and
Jouleline's own JSON and CSV (docs/importing.md). Files may be compressed by gzip. Nothing is dropped: what has no place in the sources is listed.

  --source DIR       sources to lay it on: a folder or a file; may be repeated
  --out FILE         the import
  --energy J         joules that a meter measured for the whole run: samples share them
  --deviation J      their standard deviation
  --power FILE       power over time, which samples with times share as it was used: tables of watts, volts and
                     amperes or joules, RAPL's counters, powermetrics, perf stat, Monsoon, Perfetto's power rails
  --power-start TIME when the clock of FILE began (ISO 8601), if its times are not those of the calendar
  --unit UNIT        what values without a unit are in: joules or watts
  --device NAME      what it was measured on
  --lines            believe lines of samples of JIT-compiled code, which are biased; else whole methods are shown
  --spread           the same, and samples in loops are spread over the lines of the loop, by the operations that the
                     sources have there
${historyHelp}  --format NAME      read it as this, whatever it looks like: ${formatNames.slice(0, 5).join(', ')},
                     ${formatNames.slice(5).join(', ')}
  --java-home DIR    the JDK whose jfr prints recordings (default: JAVA_HOME, then java on the path)

Without --energy or --power samples are shares of time, and are never called joules.
Exit codes: 0 all done; 1 a file could not be imported, or parts of one were left out; 2 wrong usage.
`;

export async function runImportCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    source: { type: 'string' },
    out: { type: 'string' },
    energy: { type: 'string' },
    deviation: { type: 'string' },
    power: { type: 'string' },
    'power-start': { type: 'string' },
    unit: { type: 'string' },
    device: { type: 'string' },
    lines: { type: 'boolean' },
    spread: { type: 'boolean' },
    revision: { type: 'string' },
    'no-history': { type: 'boolean' },
    format: { type: 'string' },
    'java-home': { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output, errors } = terminal;
  if (given.isSet('help')) {
    await output.write(importHelp);
    return ExitCode.ok;
  }
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
  await writeFile(out, formatImport(recordings, terminal.installation.version));
  const hasProblems = failed > 0 || recordings.some(({ recording }) => hasLosses(recording));
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

function readRequest(given: ParsedArguments): ImportRequest {
  const amount = { minimum: 0, whole: false };
  const energy = readNumber('--energy', given.text('energy'), amount);
  const deviation = readNumber('--deviation', given.text('deviation'), amount);
  const [power, device, format, unit] = ['power', 'device', 'format', 'unit'].map((name) => given.text(name));
  if (energy === 0) throw new UsageError('--energy 0: a run that took nothing was not measured');
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
    ...(device === undefined ? {} : { device }),
    ...(power === undefined ? {} : { power }),
    ...(began === undefined ? {} : { powerStart: began }),
    ...(energy === undefined
      ? {}
      : {
          total: {
            energy,
            ...(deviation === undefined ? {} : { deviation }),
          },
        }),
  };
}
