/**
 * `jouleline calibrate`: a cost model of this machine. Sits in `cli/`.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { listSome } from '../../words/text-sections';
import { basename, join } from 'node:path';
import { UsageError } from '../../base/failure';
import type { Benchmark } from '../../models/calibrate/benchmark';
import { listBenchmarks, type CalibrationProgress } from '../../models/calibrate/calibrate';
import {
  fitInstructions,
  type InstructionFit,
  writeLoopModel,
} from '../../models/calibrate/instruction-costs';
import { DEFAULT_EXECUTIONS, instructionLoops } from '../../models/calibrate/instruction-loops';
import type { CalibrationJournal } from '../../models/calibrate/journal';
import { libraryBenchmarks } from '../../models/calibrate/library-benchmarks';
import type { ModelCheck } from '../../models/fit/fit-regression';
import {
  fitCalibration,
  writeCalibratedModel,
  writeCasesTable,
  writePatternsTable,
  type CalibratedFit,
  type CalibrationIdentity,
} from '../../models/calibrate/fit-calibration';
import { type CalibratedMachine, calibrateMachine } from '../../tasks/calibrate/calibrate-machine';
import { choose, type ParsedArguments, readNumber, ExitCode, tell, type Terminal } from '../terminal';
import { writeWholeFile } from '../../host/files/write-file';
import { readPower } from '../run-options';

const DEFAULT_CYCLES = 10;
const QUICK_CYCLES = 3;
const DEFAULT_PROGRAMS = 160;
const QUICK_PROGRAMS = 120;
const QUICK_EXECUTIONS = 2_000_000;
const METHODS = ['regression', 'ecalc'] as const;
/** Options that only one method uses. */
const IDLE_OPTIONS = [
  ['programs', 'regression'],
  ['executions', 'ecalc'],
] as const;
/** CPU time is exact to far less; shorter stretches find a processor undisturbed more often. */
const SECONDS_BY_CPU = 0.02;
const SECONDS_BY_METER = 0.5;

export async function runCalibrateCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  if (given.positionals.length > 0) throw new UsageError('calibrate takes no file');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the model');
  const isQuick = given.isSet('quick');
  const count = (option: string, fallback: number): number =>
    readNumber(`--${option}`, given.text(option), { minimum: 1, whole: true }) ?? fallback;
  const cycles = count('cycles', isQuick ? QUICK_CYCLES : DEFAULT_CYCLES);
  const seed = count('seed', 1);
  const method = choose('--method', given.text('method'), METHODS, 'regression');
  const idle = IDLE_OPTIONS.find(([option, of]) => given.text(option) !== undefined && of !== method);
  if (idle !== undefined) throw new UsageError(`--${idle[0]} goes with --method ${idle[1]}`);
  const benchmarks =
    method === 'ecalc'
      ? [
          ...instructionLoops(count('executions', isQuick ? QUICK_EXECUTIONS : DEFAULT_EXECUTIONS)),
          ...libraryBenchmarks(),
        ]
      : listBenchmarks(count('programs', isQuick ? QUICK_PROGRAMS : DEFAULT_PROGRAMS), seed);
  const power = readPower(given);
  const folder = given.text('data') ?? `${out.replace(/\.json$/i, '')}-calibration`;
  const device = given.text('device');
  const progressFile = given.text('progress');
  // Who watches may be gone: that stops nothing.
  let shown: Promise<void> = Promise.resolve();
  const calibrated = await calibrateMachine(
    {
      benchmarks,
      mode: choose('--mode', given.text('mode'), ['interpreter', 'jit'], 'interpreter'),
      cycles,
      seed,
      secondsEach:
        readNumber('--seconds-each', given.text('seconds-each'), { minimum: 0.0001, whole: false }) ??
        ((kind) => (kind === 'cpu-time' ? SECONDS_BY_CPU : SECONDS_BY_METER)),
      power,
      javaHome: given.text('java-home') ?? '',
      ...withDefined({ device }),
      folder,
      onProgress: (progress) => {
        const text = describeProgress(progress);
        if (errors.isTerminal) tell(errors, `jouleline: ${text}\n`);
        if (progressFile !== undefined)
          shown = shown.then(() => writeWholeFile(progressFile, [text])).catch(() => undefined);
      },
    },
    terminal.installation,
  );
  await shown;
  for (const message of describeProblems(calibrated)) await errors.write(`jouleline: ${message}\n`);
  const { journal, setup, isComplete } = calibrated;
  if (!isComplete) {
    const rest = benchmarks.length * cycles - journal.measurements.length;
    await errors.write(
      `jouleline: ${journal.measurements.length} measurements are in ${folder}, ${rest} are left: the same command goes on with them\n`,
    );
    return ExitCode.incomplete;
  }
  const identity = {
    id: given.text('id') ?? basename(out).replace(/\.json$/i, ''),
    title: given.text('title') ?? `${setup.machine}, ${setup.mode}`,
    setup,
    cycles,
  };
  const files =
    method === 'ecalc'
      ? fitLoopsOf(journal, benchmarks, identity, out)
      : fitPrograms(journal, benchmarks, seed, identity, out);
  if (files === undefined) {
    await errors.write('jouleline: too few benchmarks could be measured for a model\n');
    return ExitCode.incomplete;
  }
  await writeWholeFile(out, [files.model]);
  for (const [name, text] of files.tables) await writeWholeFile(join(folder, name), [text]);
  await output.write(files.account);
  const failed = files.checks.filter(({ passed }) => !passed);
  for (const { message } of failed)
    await errors.write(`jouleline: warning: the model failed a check, and is not used: ${message}\n`);
  return failed.length === 0 ? ExitCode.ok : ExitCode.incomplete;
}

/** The model of a calibration and what is written and said with it. */
interface CalibrationFiles {
  readonly model: string;
  readonly tables: readonly (readonly [name: string, text: string])[];
  readonly account: string;
  readonly checks: readonly ModelCheck[];
}

function fitPrograms(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  seed: number,
  identity: CalibrationIdentity,
  out: string,
): CalibrationFiles | undefined {
  const fit = fitCalibration(journal, benchmarks, seed);
  return (
    fit && {
      model: writeCalibratedModel(fit, identity),
      tables: [
        ['cases.csv', writeCasesTable(journal, benchmarks)],
        ['patterns.csv', writePatternsTable(journal, benchmarks, fit)],
      ],
      account: describeFit(fit, out),
      checks: fit.checks,
    }
  );
}

function fitLoopsOf(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  identity: CalibrationIdentity,
  out: string,
): CalibrationFiles | undefined {
  const fit = fitInstructions(journal, benchmarks);
  return (
    fit && {
      model: writeLoopModel(fit, identity),
      tables: [],
      account: describeInstructions(fit, out),
      checks: fit.checks,
    }
  );
}

function describeInstructions({ costs, cases, belowNothing, unknown }: InstructionFit, out: string): string {
  const library = costs.filter(({ kind }) => kind === 'library').length;
  return [
    `${counted(cases, 'benchmark determines', 'benchmarks determine')} the costs of ${counted(costs.length - library, 'JVM instruction')} and ${counted(library, 'library method')}; wrote ${out}`,
    ...(belowNothing.length === 0
      ? []
      : [`Took less than what runs beside them, and cost 0: ${listSome(belowNothing)}`]),
    ...(unknown.length === 0 ? [] : [`No loop measures: ${listSome(unknown)}`]),
    '',
  ].join('\n');
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

function describeFit(
  { cases, columns, leftOut, outermost, unsteadiness, groups, rare }: CalibratedFit,
  out: string,
): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return [
    `${counted(cases.length, 'benchmark determines', 'benchmarks determine')} the costs of ${counted(columns.length, 'operation')}; wrote ${out}`,
    `Programs that were left out are predicted within ${percent(leftOut.nmae ?? NaN)} on average, nine of ten within ${percent(outermost)}`,
    `The middle measurement of a benchmark lies ${percent(unsteadiness)} above its least: ${unsteadiness > 0.05 ? 'other programs were busy; a quiet machine gives a better model' : 'the machine was quiet'}`,
    ...(groups.length === 0
      ? []
      : [
          `${counted(groups.length, 'group of operations always runs together, and shares its', 'groups of operations always run together, and share their')} costs:`,
          ...groups.slice(0, 10).map(({ members }) => `  ${listSome(members)}`),
          ...(groups.length > 10 ? [`  and ${groups.length - 10} more`] : []),
        ]),
    ...(rare.length === 0 ? [] : [`Run too rarely to have a cost: ${listSome(rare)}`]),
    '',
  ].join('\n');
}
