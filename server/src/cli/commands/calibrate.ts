/**
 * `jouleline calibrate`: a cost model of this machine. Sits in `cli/`.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { listSome } from '../../words/text-sections';
import { join } from 'node:path';
import { UsageError } from '../../base/failure';
import type { Benchmark } from '../../models/calibrate/benchmark';
import { listBenchmarks } from '../../models/calibrate/calibrate';
import {
  fitInstructions,
  type InstructionFit,
  writeLoopModel,
} from '../../models/calibrate/instruction-costs';
import { DEFAULT_EXECUTIONS, instructionLoops } from '../../models/calibrate/instruction-loops';
import type { CalibrationJournal } from '../../models/calibrate/journal';
import { writePatternEnergies } from '../../models/calibrate/pattern-energies';
import { libraryBenchmarks } from '../../models/calibrate/library-benchmarks';
import type { ModelCheck } from '../../models/fit/fit-regression';
import {
  fitCalibration,
  writeCalibratedModel,
  writeCasesTable,
  type CalibratedFit,
  type CalibrationIdentity,
} from '../../models/calibrate/fit-calibration';
import { choose, type ParsedArguments, ExitCode, type Terminal } from '../terminal';
import { writeWholeFile } from '../../host/files/write-file';
import { calibrateDevices } from './calibrate-devices';
import { measurePlan, readNames, readPlan, tellFailedChecks } from './calibration-plan';

const DEFAULT_PROGRAMS = 160;
const QUICK_PROGRAMS = 120;
const QUICK_EXECUTIONS = 2_000_000;
const METHODS = ['regression', 'ecalc', 'bayes'] as const;
/** Options that only one method uses. */
const IDLE_OPTIONS = [
  ['programs', 'regression'],
  ['executions', 'ecalc'],
  ['samples', 'bayes'],
] as const;

export async function runCalibrateCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const plan = readPlan(given);
  const method = choose('--method', given.text('method'), METHODS, 'regression');
  const idle = IDLE_OPTIONS.find(([option, of]) => given.text(option) !== undefined && of !== method);
  if (idle !== undefined) throw new UsageError(`--${idle[0]} goes with --method ${idle[1]}`);
  if (method === 'bayes') return await calibrateDevices(given, plan, terminal);
  const once = ['java-home', 'mode'].find((option) => given.texts(option).length > 1);
  if (once !== undefined) throw new UsageError(`several --${once} go with --method bayes`);
  const { out, seed, cycles, folder, count } = plan;
  const benchmarks =
    method === 'ecalc'
      ? [
          ...instructionLoops(count('executions', plan.isQuick ? QUICK_EXECUTIONS : DEFAULT_EXECUTIONS)),
          ...libraryBenchmarks(),
        ]
      : listBenchmarks(count('programs', plan.isQuick ? QUICK_PROGRAMS : DEFAULT_PROGRAMS), seed);
  const calibrated = await measurePlan(
    plan,
    {
      benchmarks,
      mode: choose('--mode', given.text('mode'), ['interpreter', 'jit'], 'interpreter'),
      javaHome: given.text('java-home') ?? '',
      folder,
      ...withDefined({ device: given.text('device') }),
    },
    terminal,
  );
  if (calibrated === undefined) return ExitCode.incomplete;
  const { journal, setup } = calibrated;
  const identity = {
    ...readNames(given, out, `${setup.machine}, ${setup.mode}`),
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
  return await tellFailedChecks(files.checks, terminal);
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
        ['patterns.csv', writePatternEnergies([{ device: identity.setup.machine, journal }], benchmarks)],
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
