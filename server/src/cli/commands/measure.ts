/**
 * `jouleline measure`: what a program's runs cost, without counting anything.
 * Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { DEFAULT_RUNS, POWER_CHOICES } from '../../engine/measure-runs';
import { choose, parseArguments, readNumber } from '../arguments';
import { ExitCode } from '../exit-code';
import { formatMeasurement, formatMeasurementJson } from '../format/measurement';
import { readLibraryOptions } from '../library-options';
import { measureProgram } from '../../tasks/measure/measure-program';
import type { RunnableTarget } from '../../tasks/programs/program-command';
import { DEFAULT_MEGABYTES, DEFAULT_SECONDS, readLimits, readPower, runOptions } from '../run-options';
import { describeProgress } from '../told-progress';
import type { Terminal } from '../terminal';

export const measureHelp = `Usage: jouleline measure [options] (--main CLASS [ARGUMENT...] | -- COMMAND...)

Runs a program several times, not instrumented, and says what energy a run takes above that of the idle machine.
What it prints goes to the error stream. Ctrl-C ends the runs; what was measured until then is printed.

  --main CLASS        runs this class's main method; start-up is measured too, by a main that does nothing
  -- COMMAND...       runs any command
  --class-path PATHS  folders and jars of classes
  --runs N            how often (default: ${DEFAULT_RUNS})
  --power SOURCE      ${POWER_CHOICES}
                      (default: auto, the best that can be read; else CPU time, a proxy. docs/measuring.md)
  --time-limit S      ends a run after so many seconds (default: ${DEFAULT_SECONDS})
  --output-limit MB   ends a run that prints more (default: ${DEFAULT_MEGABYTES})
  --budget S          makes fewer runs where all would take longer
  --input             one run first, which doesn't count, reads what you type; the others are given the same
  --java-home DIR     the JDK that runs CLASS (default: JAVA_HOME, then java on the path)
  --format FORMAT     text or json (docs/formats.md)

Exit codes: 0 all done; 1 fewer runs count than asked for; 2 wrong usage.
`;

export async function runMeasureCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const end = args.indexOf('--');
  const given = parseArguments(end < 0 ? args : args.slice(0, end), {
    main: { type: 'string' },
    'class-path': { type: 'string' },
    'java-home': { type: 'string' },
    ...runOptions,
    input: { type: 'boolean' },
    format: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output, errors } = terminal;
  if (given.isSet('help')) {
    await output.write(measureHelp);
    return ExitCode.ok;
  }
  const format = choose('--format', given.text('format'), ['text', 'json'], 'text');
  const power = readPower(given);
  const measured = await measureProgram(
    {
      target: readTarget(given.text('main'), [...given.positionals, ...(end < 0 ? [] : args.slice(end + 1))]),
      ...readLibraryOptions(given),
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
  await output.write(
    format === 'json'
      ? formatMeasurementJson(measured, terminal.installation.version)
      : formatMeasurement(measured),
  );
  for (const message of measured.problems) await errors.write(`jouleline: ${message}\n`);
  const isWhole = measured.energy?.runs === measured.requested;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

function readTarget(main: string | undefined, rest: readonly string[]): RunnableTarget {
  if (main !== undefined) return { kind: 'main', main: main.replaceAll('/', '.'), arguments: rest };
  if (rest.length === 0) throw new UsageError('what to run is missing: --main CLASS, or -- COMMAND...');
  return { kind: 'command', command: rest };
}
