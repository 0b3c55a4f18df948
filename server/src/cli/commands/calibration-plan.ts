/**
 * The options, measurements and messages that all methods of `jouleline calibrate` share. Sits in `cli/`.
 */
import { basename } from 'node:path';
import { counted } from '../../base/counted';
import { UsageError } from '../../base/failure';
import type { CalibrationProgress } from '../../models/calibrate/calibrate';
import type { ModelCheck } from '../../models/fit/fit-regression';
import {
  type CalibratedMachine,
  calibrateMachine,
  type CalibrateRequest,
} from '../../tasks/calibrate/calibrate-machine';
import { type ParsedArguments, readNumber, ExitCode, tell, type Terminal } from '../terminal';
import { writeWholeFile } from '../../host/files/write-file';
import { readPower } from '../run-options';

const DEFAULT_CYCLES = 10;
const QUICK_CYCLES = 3;
/** CPU time is exact to far less; shorter stretches find a processor undisturbed more often. */
const SECONDS_BY_CPU = 0.02;
const SECONDS_BY_METER = 0.5;

export interface CalibrationPlan extends Pick<CalibrateRequest, 'cycles' | 'seed' | 'power' | 'secondsEach'> {
  /** The file for the model. */
  readonly out: string;
  readonly isQuick: boolean;
  /** The folder for measurements. */
  readonly folder: string;
  readonly progressFile: string | undefined;
  /** A whole number above 0 that an option gives. */
  readonly count: (option: string, fallback: number) => number;
}

export function readPlan(given: ParsedArguments): CalibrationPlan {
  if (given.positionals.length > 0) throw new UsageError('calibrate takes no file');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the model');
  const isQuick = given.isSet('quick');
  const count = (option: string, fallback: number): number =>
    readNumber(`--${option}`, given.text(option), { minimum: 1, whole: true }) ?? fallback;
  return {
    out,
    isQuick,
    count,
    cycles: count('cycles', isQuick ? QUICK_CYCLES : DEFAULT_CYCLES),
    seed: count('seed', 1),
    secondsEach:
      readNumber('--seconds-each', given.text('seconds-each'), { minimum: 0.0001, whole: false }) ??
      ((kind) => (kind === 'cpu-time' ? SECONDS_BY_CPU : SECONDS_BY_METER)),
    power: readPower(given),
    folder: given.text('data') ?? `${out.replace(/\.json$/i, '')}-calibration`,
    progressFile: given.text('progress'),
  };
}

/** The model's name for `--model`, and its title. */
export function readNames(
  given: ParsedArguments,
  out: string,
  title: string,
): { readonly id: string; readonly title: string } {
  return {
    id: given.text('id') ?? basename(out).replace(/\.json$/i, ''),
    title: given.text('title') ?? title,
  };
}

/** Measures the benchmarks; undefined, with a message, where measurements are left for the next time. */
export async function measurePlan(
  { cycles, seed, power, secondsEach, progressFile }: CalibrationPlan,
  request: Omit<CalibrateRequest, 'cycles' | 'seed' | 'power' | 'secondsEach' | 'onProgress'>,
  { errors, installation }: Terminal,
): Promise<CalibratedMachine | undefined> {
  const { benchmarks, folder, device, samples = 1 } = request;
  // Who watches may be gone: that stops nothing.
  let shown: Promise<void> = Promise.resolve();
  const calibrated = await calibrateMachine(
    {
      ...request,
      cycles,
      seed,
      power,
      secondsEach,
      onProgress: (progress) => {
        const text = `${device === undefined ? '' : `${device}: `}${describeProgress(progress)}`;
        if (errors.isTerminal) tell(errors, `jouleline: ${text}\n`);
        if (progressFile !== undefined)
          shown = shown.then(() => writeWholeFile(progressFile, [text])).catch(() => undefined);
      },
    },
    installation,
  );
  await shown;
  for (const message of describeProblems(calibrated)) await errors.write(`jouleline: ${message}\n`);
  if (calibrated.isComplete) return calibrated;
  const { measurements } = calibrated.journal;
  const rest = benchmarks.length * cycles * samples - measurements.length;
  await errors.write(
    `jouleline: ${measurements.length} measurements are in ${folder}, ${rest} are left: the same command goes on with them\n`,
  );
  return undefined;
}

/** Tells which checks the model failed, and gives the exit code. */
export async function tellFailedChecks(
  checks: readonly ModelCheck[],
  { errors }: Terminal,
): Promise<ExitCode> {
  const failed = checks.filter(({ passed }) => !passed);
  for (const { message } of failed)
    await errors.write(`jouleline: warning: the model failed a check, and is not used: ${message}\n`);
  return failed.length === 0 ? ExitCode.ok : ExitCode.incomplete;
}

function describeProgress(progress: CalibrationProgress | 'compile'): string {
  if (progress === 'compile') return 'compiling the benchmarks';
  const { phase, cycle, cycles, done, all, secondsLeft } = progress;
  switch (phase) {
    case 'tune':
      return `finding how long each benchmark has to run: ${done} of ${all}`;
    case 'count':
      return 'counting what each benchmark executes';
    case 'measure': {
      const left =
        secondsLeft === undefined
          ? ''
          : secondsLeft < 90
            ? `, about ${Math.ceil(secondsLeft)} s left`
            : `, about ${counted(Math.ceil(secondsLeft / 60), 'minute')} left`;
      return `cycle ${cycle} of ${cycles}: ${done} of ${all} measurements${left}`;
    }
  }
}

function describeProblems({ journal, problems }: CalibratedMachine): readonly string[] {
  return [
    ...problems,
    ...Array.from(journal.failures, ([name, message]) => `${name} is left out: ${message}`),
  ];
}
