/**
 * `jouleline fit DATA`: a cost model from measured cases. Sits in
 * `cli/`.
 */
import { withDefined } from '../../base/check';
import { REGRESSION_METHODS } from '../../models/fit/estimate';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { fitApplication } from '../../models/fit/fit-application';
import { fitCases, type FitOutcome, type ModelIdentity } from '../../models/fit/fit-cases';
import { fitLevels, type LevelTable } from '../../models/fit/fit-levels';
import { fitLoops } from '../../models/fit/fit-loops';
import { tabulateProfiles } from '../../models/fit/profile-cases';
import { loadNamedModel } from '../../tasks/load-model';
import { loadProfiles } from '../../tasks/saved-profiles';
import { createChainSampler } from '../../tasks/calibrate/sample-chains';
import { choose, readNumber, type ParsedArguments, ExitCode, type Terminal } from '../terminal';
import { writeWholeFile, findSameFile } from '../../host/files/write-file';
import { readText } from '../files';
import { createToldProgress } from '../run-options';
import { fitTraceFile } from './fit-trace';

const METHODS = [...REGRESSION_METHODS, 'loops', 'bayes'] as const;
export const DEFAULT_FOLDS = 4;
export const CHAINS = 4;
export const DEFAULT_WARMUP = 500;
export const DEFAULT_DRAWS = 4000;

export async function runFitCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  return createToldProgress(given.text('progress'), terminal).during(fitData(given, terminal));
}

async function fitData(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const [path, ...others] = given.positionals;
  if (path === undefined || (others.length > 0 && given.text('method') !== 'bayes'))
    throw new UsageError(
      'fit needs exactly one file of cases; several tables of patterns go with --method bayes',
    );
  const out = given.text('out');
  if (out !== undefined && (await findSameFile(out, given.positionals)) !== undefined)
    throw new UsageError(`--out ${out} is the file of cases itself`);
  if (given.isSet('application'))
    return finish(await fitFolder(path, given, terminal), given, terminal, 'jit');
  if (given.text('base') !== undefined) throw new UsageError('--base goes with --application');
  const samples = given.text('samples');
  if (samples !== undefined || /\.json$/i.test(path)) {
    const outcome = await fitTraceFile(path, samples, given);
    return finish(outcome, given, terminal);
  }
  for (const option of ['pulses', 'idle', 'tails'])
    if (given.text(option) !== undefined) throw new UsageError(`--${option} goes with a trace`);
  const lambda = readNumber('--lambda', given.text('lambda'), { minimum: 0, whole: false });
  const method = choose('--method', given.text('method'), METHODS, 'nnls');
  const folds = readNumber('--folds', given.text('folds'), { minimum: 0, whole: true }) ?? DEFAULT_FOLDS;
  const draws = readNumber('--draws', given.text('draws'), { minimum: 10, whole: true }) ?? DEFAULT_DRAWS;
  const warmup = readNumber('--warmup', given.text('warmup'), { minimum: 0, whole: true }) ?? DEFAULT_WARMUP;
  const data = {
    seed: readNumber('--seed', given.text('seed'), { minimum: 0, whole: true }) ?? 1,
    ...readUnit(given),
  };
  const idle = IDLE_OPTIONS.find(([option, of]) => given.text(option) !== undefined && !of.includes(method));
  if (idle !== undefined) throw new UsageError(`--${idle[0]} goes with --method ${idle[1].join(' or ')}`);
  if (method === 'bayes') {
    const tables: LevelTable[] = [];
    for (const fileName of given.positionals)
      tables.push({ fileName, text: (await readCases(fileName, given, terminal)).text });
    const request = { ...data, tables, chains: CHAINS, warmup, draws };
    return finish(
      await fitLevels(
        request,
        createChainSampler(terminal.installation.bundleFolder, availableParallelism()),
      ),
      given,
      terminal,
    );
  }
  const cases = await readCases(path, given, terminal);
  if (method === 'loops') return finish(fitLoops({ ...data, ...cases, fileName: path }), given, terminal);
  const outcome = fitCases({
    ...data,
    ...cases,
    fileName: path,
    method,
    folds,
    ...withDefined({ lambda }),
  });
  return finish(outcome, given, terminal);
}

/** Options that only some methods use. */
const IDLE_OPTIONS: readonly (readonly [option: string, methods: readonly string[]])[] = [
  ['lambda', ['ridge']],
  ['draws', ['bayes']],
  ['warmup', ['bayes']],
];

/** Options that only a regression on a table has. */
const ofTables = ['method', 'folds', 'lambda', 'draws', 'warmup', 'unit', 'watts', 'samples', 'cases'];

async function fitFolder(path: string, given: ParsedArguments, terminal: Terminal): Promise<FitOutcome> {
  const odd = ofTables.find((option) => given.text(option) !== undefined);
  if (odd !== undefined || given.isSet('collections'))
    throw new UsageError(`--application and --${odd ?? 'collections'} don't go together`);
  const folder = await loadProfiles(path);
  if (folder === undefined) throw new UsageError('--application takes a folder of profiles');
  const { model: base } = await loadNamedModel(given.text('base'), terminal.installation.mediaFolder);
  if (base.hasInstructionCosts === true || base.application !== undefined)
    throw new UsageError('--base takes a model with costs of operations of any program');
  const outcome = fitApplication({ profiles: folder.profiles, folder: path, base });
  const skipped = folder.problems.map((message) => ({ severity: 'warning', message }) as const);
  return { ...outcome, problems: [...skipped, ...outcome.problems] };
}

/** Reads cases from a table, or from the profiles in a folder. */
async function readCases(
  path: string,
  given: ParsedArguments,
  { errors }: Terminal,
): Promise<{ readonly text: string; readonly isProxy?: boolean }> {
  const folder = await loadProfiles(path);
  if (folder === undefined) {
    for (const option of ['collections', 'cases'])
      if (given.isSet(option) || given.text(option) !== undefined)
        throw new UsageError(`--${option} goes with a folder of profiles`);
    return { text: await readText(path) };
  }
  const { text, cases, isProxy, problems } = tabulateProfiles(folder.profiles, given.isSet('collections'));
  for (const problem of [...folder.problems, ...problems])
    await errors.write(`jouleline: warning: ${problem}\n`);
  if (cases === 0) throw new Failure(`${path}: holds no profile with measured runs`);
  const table = given.text('cases');
  if (table !== undefined) await writeWholeFile(table, [text]);
  return { text, isProxy };
}

/** Prints the fit, and writes the model if a file is named. */
async function finish(
  outcome: FitOutcome,
  given: ParsedArguments,
  { output, errors }: Terminal,
  mode: ModelIdentity['mode'] = 'interpreter',
): Promise<ExitCode> {
  for (const { severity, message } of outcome.problems)
    await errors.write(`jouleline: ${severity === 'warning' ? 'warning: ' : ''}${message}\n`);
  if (!('account' in outcome)) return ExitCode.incomplete;
  await output.write(`${JSON.stringify(outcome.account, undefined, 2)}\n`);
  const failed = outcome.checks.filter(({ passed }) => !passed);
  for (const { message } of failed)
    await errors.write(`jouleline: warning: the model failed a check, and is not used: ${message}\n`);
  const out = given.text('out');
  if (out !== undefined) await writeWholeFile(out, [outcome.toModelFile(readIdentity(given, out, mode))]);
  return ExitCode.ok;
}

export function readUnit(given: ParsedArguments): { readonly unit?: string; readonly watts?: number } {
  const unit = given.text('unit');
  const watts = readNumber('--watts', given.text('watts'), { minimum: Number.MIN_VALUE, whole: false });
  return { ...withDefined({ unit, watts }) };
}

export function readIdentity(
  given: ParsedArguments,
  out: string,
  mode: ModelIdentity['mode'],
): ModelIdentity {
  const id = given.text('id') ?? basename(out).replace(/\.json$/i, '');
  const isLocal = given.isSet('local');
  return {
    id,
    title: given.text('title') ?? id,
    machine: given.text('machine') ?? (isLocal ? 'this machine' : 'a machine that was not named'),
    mode: choose('--mode', given.text('mode'), ['interpreter', 'jit'], mode),
    isLocal,
  };
}
