/**
 * `jouleline measure`: what a program's runs cost, without counting anything.
 * Sits in `cli/`.
 */
import type { MeasuredRuns } from '../../runs/evaluate-runs';
import { DEFAULT_RUNS, type ProgramRun } from '../../runs/program-run';
import { UsageError } from '../../base/failure';
import { suggestNewerJdk } from '../../host/jdk/newer-jdk';
import { measureProgram } from '../../tasks/measure/measure-program';
import { failureOfRun, isGoodEnd } from '../../runs/failed-run';
import { describeTarget } from '../../tasks/programs/named-class';
import type { RunnableTarget } from '../../tasks/programs/program-command';
import { choose, type ParsedArguments, readNumber, ExitCode, tell, type Terminal } from '../terminal';
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
        if (errors.isTerminal) tell(errors, `jouleline: ${describeProgress(progress)}\n`);
      },
      onOutput: (bytes) => errors.write(bytes),
    },
    terminal.installation.bundleFolder,
  );
  const failed = measured.runs.find(({ run }) => !isGoodEnd(run.end))?.run;
  const newer = failed && suggestNewerJdk(failed.lastLines?.join('\n') ?? '', libraries.javaHome);
  const isPrinted = true;
  const failure =
    failed && failureOfRun({ ...describeTarget(target, libraries), ...failed, isPrinted }, newer);
  if (format === 'json') await output.write(formatMeasurementJson(measured, terminal.installation.version));
  else if (failure === undefined || measured.energy !== undefined)
    await output.write(formatMeasurement(measured));
  for (const message of withoutOutput(measured, failed)) await errors.write(`jouleline: ${message}\n`);
  if (failure !== undefined) throw failure;
  const isWhole = measured.energy?.runs === measured.requested;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

/** The problems without what the program printed. Of a program's only run, its failure says all. */
function withoutOutput({ problems, runs }: MeasuredRuns, failed: ProgramRun | undefined): readonly string[] {
  const lines = failed?.lastLines ?? [];
  const printed = lines.map((line) => `\n  ${line}`).join('');
  const isOfOnlyRun = (message: string): boolean =>
    failed !== undefined && runs.length === 1 && message.startsWith('run 1 is set aside: ');
  return problems
    .filter((message) => !isOfOnlyRun(message))
    .map((message) =>
      printed !== '' && message.endsWith(printed) ? message.slice(0, -printed.length) : message,
    );
}

function readTarget(main: string | undefined, rest: readonly string[]): RunnableTarget {
  if (main !== undefined) return { kind: 'main', main: main.replaceAll('/', '.'), arguments: rest };
  if (rest.length === 0) throw new UsageError('what to run is missing: --main CLASS, or -- COMMAND...');
  return { kind: 'command', command: rest };
}
