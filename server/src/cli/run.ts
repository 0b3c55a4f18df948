/**
 * From arguments to an exit code: picks the command and turns its errors into
 * messages. Sits in `cli/`, under `main.ts`.
 */
import { Failure, UsageError } from '../base/failure';
import { suggestion } from '../base/suggestion';
import { adviseHelp, runAdviseCommand } from './commands/advise';
import { calibrateHelp, runCalibrateCommand } from './commands/calibrate';
import { casesHelp, runCasesCommand } from './commands/cases';
import { checkHelp, runCheckCommand } from './commands/check';
import { checkTypesHelp, runCheckTypesCommand } from './commands/check-types';
import { countsHelp, runCountsCommand } from './commands/counts';
import { diffHelp, runDiffCommand } from './commands/diff';
import { doctorHelp, runDoctorCommand } from './commands/doctor';
import { evaluateHelp, runEvaluateCommand } from './commands/evaluate';
import { exportHelp, runExportCommand } from './commands/export';
import { fitHelp, runFitCommand } from './commands/fit';
import { importHelp, runImportCommand } from './commands/import';
import { instrumentHelp, runInstrumentCommand } from './commands/instrument';
import { measureHelp, runMeasureCommand } from './commands/measure';
import { measureChangeHelp, runMeasureChangeCommand } from './commands/measure-change';
import { mergeHelp, runMergeCommand } from './commands/merge';
import { modelReportHelp, runModelReportCommand } from './commands/model-report';
import { modelsHelp, runModelsCommand } from './commands/models';
import { operationsHelp, runOperationsCommand } from './commands/operations';
import { profileHelp, runProfileCommand } from './commands/profile';
import { pullHelp, runPullCommand } from './commands/pull';
import { pushHelp, runPushCommand } from './commands/push';
import { reportHelp, runReportCommand } from './commands/report';
import { runSimulateCommand, simulateHelp } from './commands/simulate';
import { runTraceCommand, traceHelp } from './commands/trace';
import { runTreeCommand, treeHelp } from './commands/tree';
import { ExitCode } from './exit-code';
import type { Terminal } from './terminal';

type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

interface KnownCommand {
  readonly run: Command;
  readonly help: string;
}

const commands: ReadonlyMap<string, KnownCommand> = new Map([
  ['report', { run: runReportCommand, help: reportHelp }],
  ['operations', { run: runOperationsCommand, help: operationsHelp }],
  ['profile', { run: runProfileCommand, help: profileHelp }],
  ['counts', { run: runCountsCommand, help: countsHelp }],
  ['tree', { run: runTreeCommand, help: treeHelp }],
  ['trace', { run: runTraceCommand, help: traceHelp }],
  ['instrument', { run: runInstrumentCommand, help: instrumentHelp }],
  ['advise', { run: runAdviseCommand, help: adviseHelp }],
  ['diff', { run: runDiffCommand, help: diffHelp }],
  ['import', { run: runImportCommand, help: importHelp }],
  ['merge', { run: runMergeCommand, help: mergeHelp }],
  ['check', { run: runCheckCommand, help: checkHelp }],
  ['export', { run: runExportCommand, help: exportHelp }],
  ['pull', { run: runPullCommand, help: pullHelp }],
  ['push', { run: runPushCommand, help: pushHelp }],
  ['measure', { run: runMeasureCommand, help: measureHelp }],
  ['measure-change', { run: runMeasureChangeCommand, help: measureChangeHelp }],
  ['cases', { run: runCasesCommand, help: casesHelp }],
  ['calibrate', { run: runCalibrateCommand, help: calibrateHelp }],
  ['fit', { run: runFitCommand, help: fitHelp }],
  ['simulate', { run: runSimulateCommand, help: simulateHelp }],
  ['evaluate', { run: runEvaluateCommand, help: evaluateHelp }],
  ['model-report', { run: runModelReportCommand, help: modelReportHelp }],
  ['models', { run: runModelsCommand, help: modelsHelp }],
  ['check-types', { run: runCheckTypesCommand, help: checkTypesHelp }],
  ['doctor', { run: runDoctorCommand, help: doctorHelp }],
]);

const help = `Jouleline estimates the energy of Java, line by line.

Usage: jouleline COMMAND [options]

  report PATH...    the energy of each line, as a listing, a page, JSON or CSV
  operations FILE   the blocks and operations of a file, as JSON
  profile           runs a program, and counts what it executes
  counts FILE       the counts of a profile, as JSON
  tree FILE         the calling context tree of a profile, as JSON
  trace FILE        when what ran in a profile, as JSON
  instrument CLASSES  class files with counters in them
  advise PATH...    what to write otherwise, and what it would save
  diff A B          what two profiles spent differently, by method and task
  import FILE...    what other tools measured, laid on the sources
  merge FILE...     profiles and imports as one, with the best evidence for each method
  check FILE        whether methods, classes and tasks keep to their budgets
  export FILE       a profile or an import as pprof, speedscope, callgrind, CSV, JSON, a page, or SARIF
  pull              a service's profile of a Grafana Pyroscope server, laid on the sources
  push FILE         energies of a profile or an import to a Grafana Pyroscope server
  measure           runs a program several times, and says what energy a run takes
  cases             profiles of a program with different inputs, to fit costs to
  calibrate         a cost model of this machine, from generated programs that it measures
  fit DATA          a cost model from measured cases, as JSON and as a model file
  simulate          a trace and power samples of which the truth is known
  evaluate MODEL DATA  how well a model predicts measured cases, as JSON
  model-report MODEL  how good a model is, as a page
  models            the cost models there are
  check-types       how far operations of source and of class files agree, as JSON
  doctor            what there is on this machine to work with

'jouleline COMMAND --help' explains a command; --version prints the version.
Colors: on a terminal only; NO_COLOR and FORCE_COLOR are heeded.
Exit codes: 0 all done; 1 incomplete (messages say what is missing); 2 wrong usage; 3 over a budget; 70 a fault of Jouleline.
`;

/** Never throws, but for a stream that fails. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  try {
    return await dispatch(args);
  } catch (error) {
    if (error instanceof UsageError) {
      await errors.write(`jouleline: ${error.message}\nSee: jouleline --help\n`);
      return ExitCode.usage;
    }
    if (error instanceof Failure) {
      await errors.write(`jouleline: ${error.message}\n`);
      return ExitCode.incomplete;
    }
    throw error;
  }

  async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
    if (name === undefined) {
      await errors.write(help);
      return ExitCode.usage;
    }
    if (name === '--help' || name === '-h' || name === 'help') {
      await output.write(commands.get(rest[0] ?? '')?.help ?? help);
      return ExitCode.ok;
    }
    if (name === '--version' || name === 'version') {
      await output.write(`${terminal.installation.version}\n`);
      return ExitCode.ok;
    }
    const command = commands.get(name);
    if (command === undefined) {
      const what = name.startsWith('-') ? 'option' : 'command';
      throw new UsageError(
        `unknown ${what} ${name}${suggestion(name, [...commands.keys(), '--help', '--version'])}`,
      );
    }
    return command.run(rest, terminal);
  }
}
