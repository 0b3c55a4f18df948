/**
 * `jouleline measure`: what a program's runs cost, without counting anything.
 * Sits in `cli/`.
 */
import { DEFAULT_RUNS } from '../../runs/program-run';
import { UsageError } from '../../base/failure';
import { suggestNewerJdk } from '../../host/jdk/newer-jdk';
import { measureProgram } from '../../tasks/measure/measure-program';
import { failureOfRun, isGoodEnd } from '../../runs/failed-run';
import { nameOfTarget, type RunnableTarget } from '../../tasks/programs/program-command';
import { choose, type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { formatMeasurement, formatMeasurementJson } from '../format/measurement';
import { readLibraryOptions, readLimits, readPower, describeProgress } from '../run-options';

export async function runMeasureCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const format = choose('--format', given.text('format'), ['text', 'json'], 'text');
  const power = readPower(given);
  const target = readTarget(given.text('main'), given.positionals);
  const libraries = readLibraryOptions(given);
  const measured = await measureProgram(
    {
      target,
      ...libraries,
      runs: readNumber('--runs', given.text('runs'), { minimum: 1, whole: true }) ?? DEFAULT_RUNS,
      power,
      ...readLimits(given),
      rehearse: given.isSet('input'),
      onProgress: (progress) => {
        if (errors.isTerminal) void errors.write(`jouleline: ${describeProgress(progress)}\n`);
      },
      onOutput: (bytes) => errors.write(bytes),
    },
    terminal.installation.bundleFolder,
  );
  const failed = measured.runs.find(({ run }) => !isGoodEnd(run.end))?.run;
  const newer = failed && suggestNewerJdk(failed.lastLines?.join('\n') ?? '', libraries.javaHome);
  const failure = failed && failureOfRun({ ...nameOfTarget(target), ...failed }, newer);
  if (format === 'json') await output.write(formatMeasurementJson(measured, terminal.installation.version));
  else if (failure === undefined || measured.energy !== undefined)
    await output.write(formatMeasurement(measured));
  for (const message of measured.problems) await errors.write(`jouleline: ${message}\n`);
  if (failure !== undefined) throw failure;
  const isWhole = measured.energy?.runs === measured.requested;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

function readTarget(main: string | undefined, rest: readonly string[]): RunnableTarget {
  if (main !== undefined) return { kind: 'main', main: main.replaceAll('/', '.'), arguments: rest };
  if (rest.length === 0) throw new UsageError('what to run is missing: --main CLASS, or -- COMMAND...');
  return { kind: 'command', command: rest };
}
