/**
 * `jouleline cases`: profiles of one program with different inputs, one a
 * case, for `jouleline fit`. Sits in `cli/commands/`.
 */
import { join } from 'node:path';
import { describeDoubts, formatProfile, type ProfileDocument } from '../../engine/count-program';
import { type CaseInput, readInputs } from '../../engine/case-inputs';
import { parseArguments, UsageError } from '../arguments';
import { withCancellation } from '../cancellation';
import type { ProfileRequest } from '../profiling';
import type { MainTarget } from '../program-command';
import { describeProgress } from '../run-options';
import { ExitCode, PlainError } from '../services';
import type { Services } from '../services';
import { readStart, startOptions } from './profile';

export const casesHelp = `Usage: jouleline cases --main CLASS --inputs FILE --out FOLDER [options] [ARGUMENT...]

Profiles a program once for each line of FILE, with the arguments in that line after those given here, and saves each
profile in FOLDER: the execution cases that 'jouleline fit FOLDER' fits costs to. No shell reads the lines: "quotes" keep
blanks together; a line may also be a JSON list of texts; one that begins with # is left out.
Cases that are in FOLDER already are not run again: after Ctrl-C the same command goes on where it was.

  --main CLASS                  runs this class's main method
  --inputs FILE                 the arguments of each case
  --out FOLDER                  gets a profile of each case
  --progress FILE               keeps which case runs just now in FILE
Classes, sources, JDK, runs, meter and limits are given as to 'jouleline profile'; --budget and --time-limit are of each case.

Exit codes: 0 all done; 1 some case could not be run or measured, or Ctrl-C ended it; 2 wrong usage.
`;

export async function runCasesCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const end = args.indexOf('--');
  const given = parseArguments(end < 0 ? args : args.slice(0, end), {
    ...startOptions,
    inputs: { type: 'string' },
    progress: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output } = services;
  if (given.isSet('help')) {
    await output.write(casesHelp);
    return ExitCode.ok;
  }
  const [file, folder] = [given.text('inputs'), given.text('out')];
  if (file === undefined)
    throw new UsageError('--inputs is needed: a file with the arguments of a case in each line');
  if (folder === undefined || folder === '')
    throw new UsageError('--out is needed: the folder that gets the profiles');
  if (given.text('main') === undefined) throw new UsageError('--main is needed: the class that is run');
  const start = readStart(given, [...given.positionals, ...(end < 0 ? [] : args.slice(end + 1))]);
  if (start.target.kind !== 'main') throw new UsageError('cases are of a class with --main');
  if (start.runs === 0) throw new UsageError('a case needs an energy: --runs can’t be 0');
  const read = readInputs(await services.readText(file), file);
  if ('problem' in read) throw new PlainError(read.problem);
  services.makeFolder(folder);
  const { target, ...rest } = { ...start, target: start.target };
  return withCancellation((cancelled) =>
    runCases(
      read.inputs,
      { target, folder, start: rest, cancelled, progressFile: given.text('progress') },
      services,
    ),
  );
}

interface CaseRuns {
  readonly target: MainTarget;
  readonly start: Omit<ProfileRequest, 'target' | 'onProgress' | 'onOutput'>;
  readonly folder: string;
  readonly cancelled: AbortSignal;
  readonly progressFile: string | undefined;
}

/** One after the other: two at a time would be in each other's measurements. */
async function runCases(inputs: readonly CaseInput[], runs: CaseRuns, services: Services): Promise<ExitCode> {
  const { errors } = services;
  const saved = savedCases(runs, services);
  const kept = inputs.filter(({ name }) => saved.has(name)).length;
  if (kept > 0)
    await errors.write(`jouleline: ${kept} of ${inputs.length} cases are in ${runs.folder} already\n`);
  let failed = 0;
  for (const [index, input] of inputs.entries()) {
    if (saved.has(input.name)) continue;
    const label = `case ${index + 1} of ${inputs.length} (${input.arguments.join(' ')})`;
    const problems = await runCase(input, label, runs, services);
    if (runs.cancelled.aborted) {
      await errors.write(`jouleline: ended in ${label}; the same command goes on with it\n`);
      return ExitCode.incomplete;
    }
    if (problems.length > 0) failed++;
    for (const problem of problems) await errors.write(`jouleline: ${label}: ${problem}\n`);
  }
  await errors.write(
    `jouleline: ${inputs.length - failed} of ${inputs.length} cases are in ${runs.folder}\n`,
  );
  return failed === 0 ? ExitCode.ok : ExitCode.incomplete;
}

/** Names of those that need not run again. Throws a {@link PlainError} where they are of another program. */
function savedCases({ folder, target }: CaseRuns, { loadProfiles }: Services): ReadonlySet<string> {
  const profiles = loadProfiles(folder)?.profiles ?? [];
  const other = profiles.find(({ profile }) => !profile.program.command.includes(target.main));
  if (other !== undefined)
    throw new PlainError(
      `${folder} has a profile of another program, ${other.name}: name another folder with --out`,
    );
  return new Set(profiles.flatMap(({ name, profile }) => (isMeasured(profile) ? [name] : [])));
}

function isMeasured({ measurement }: ProfileDocument): boolean {
  return measurement?.energy !== undefined;
}

/** Saves the profile of a case that ran to its end; else it is no case, and what is wrong is returned. */
async function runCase(
  { name, arguments: own }: CaseInput,
  label: string,
  { target, start, folder, cancelled, progressFile }: CaseRuns,
  services: Services,
): Promise<readonly string[]> {
  const { errors } = services;
  // Who watches may be gone: that stops nothing.
  let shown: Promise<void> = Promise.resolve();
  try {
    const { profile, problems } = await services.profile({
      ...start,
      target: { ...target, arguments: [...target.arguments, ...own] },
      onProgress: (progress) => {
        const text = `${label}: ${describeProgress(progress)}`;
        if (errors.isTerminal) void errors.write(`jouleline: ${text}\n`);
        if (progressFile !== undefined)
          shown = shown.then(() => services.writeFile(progressFile, [text])).catch(() => undefined);
      },
      onOutput: () => Promise.resolve(),
    });
    await shown;
    // What it was interrupted in is measured anew.
    if (cancelled.aborted) return [];
    const { exitCode, ended } = profile.program;
    if (exitCode !== 0)
      return [`the program ${exitCode === null ? ended : `ended with ${exitCode}`}`, ...problems];
    if (!isMeasured(profile)) return ['no run could be measured', ...problems];
    await services.writeFile(join(folder, `${name}.json`), formatProfile(profile));
    for (const problem of [...problems, ...describeDoubts(profile)])
      await errors.write(`jouleline: ${label}: warning: ${problem}\n`);
    return [];
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return [error.message];
  }
}
