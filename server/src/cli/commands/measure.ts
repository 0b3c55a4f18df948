/**
 * `jouleline measure`: what a program's runs cost, without counting anything.
 * Sits in `cli/commands/`.
 */
import { type MeasureProgress, parsePowerChoice, POWER_CHOICES } from '../../engine/measure-runs';
import { choose, parseArguments, readNumber, UsageError } from '../arguments';
import { formatMeasurement, formatMeasurementJson } from '../format/measurement';
import { readLibraryOptions } from '../libraries';
import type { RunnableTarget } from '../program-command';
import { ExitCode } from '../services';
import type { Services } from '../services';

const DEFAULT_RUNS = 10;
const DEFAULT_SECONDS = 600;
const DEFAULT_MEGABYTES = 100;

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

export async function runMeasureCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const end = args.indexOf('--');
  const given = parseArguments(end < 0 ? args : args.slice(0, end), {
    main: { type: 'string' },
    'class-path': { type: 'string' },
    'java-home': { type: 'string' },
    runs: { type: 'string' },
    power: { type: 'string' },
    'time-limit': { type: 'string' },
    'output-limit': { type: 'string' },
    budget: { type: 'string' },
    input: { type: 'boolean' },
    format: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output, errors } = services;
  if (given.isSet('help')) {
    await output.write(measureHelp);
    return ExitCode.ok;
  }
  const format = choose('--format', given.text('format'), ['text', 'json'], 'text');
  const power = parsePowerChoice(given.text('power') ?? 'auto');
  if (power === undefined)
    throw new UsageError(`--power can't be "${given.text('power') ?? ''}"\nIt is one of: ${POWER_CHOICES}`);
  const positive = { minimum: 0.001, whole: false };
  const budget = readNumber('--budget', given.text('budget'), positive);
  const measured = await services.measure({
    target: readTarget(given.text('main'), [...given.positionals, ...(end < 0 ? [] : args.slice(end + 1))]),
    ...readLibraryOptions(given),
    runs: readNumber('--runs', given.text('runs'), { minimum: 1, whole: true }) ?? DEFAULT_RUNS,
    power,
    secondsLimit: readNumber('--time-limit', given.text('time-limit'), positive) ?? DEFAULT_SECONDS,
    outputLimit:
      (readNumber('--output-limit', given.text('output-limit'), positive) ?? DEFAULT_MEGABYTES) * 1e6,
    ...(budget === undefined ? {} : { budget }),
    rehearse: given.isSet('input'),
    onProgress: (progress) => {
      if (errors.isTerminal) void errors.write(`jouleline: ${describeProgress(progress)}\n`);
    },
    onOutput: (bytes) => errors.write(Buffer.from(bytes).toString()),
  });
  await output.write(
    format === 'json' ? formatMeasurementJson(measured, services.version) : formatMeasurement(measured),
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

const PHASES: Readonly<Record<MeasureProgress['phase'], string>> = {
  synchronise: 'a pattern of load for the meter’s clock',
  rehearse: 'a first run that does not count',
  baseline: 'a main that does nothing',
  run: 'the program',
  idle: 'nothing, as long as the run took',
  evaluate: 'evaluating',
};

function describeProgress({ phase, run, runs, secondsLeft }: MeasureProgress): string {
  const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`;
  return `run ${run} of ${runs}: ${PHASES[phase]}${left}`;
}
