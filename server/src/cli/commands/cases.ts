/**
 * `jouleline cases`: profiles of one program with different inputs, one a
 * case, for `jouleline fit`. Sits in `cli/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { formatProfile } from '../../profile/document/read-profile';
import { join } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { type CaseInput, readInputs } from '../../models/fit/case-inputs';
import { describeDoubts } from '../../profile/document/count-program';
import { withCancellation } from '../../tasks/cancellation';
import { makeVariants, WHOLE, type ProgramVariant } from '../../tasks/profile/leave-out-variants';
import { loadProfiles } from '../../tasks/saved-profiles';
import { profileProgram } from '../../tasks/profile/profile-programs';
import type { ProfileRequest } from '../../tasks/profile/profile-request';
import type { MainTarget } from '../../tasks/programs/program-command';
import { writeWholeFile } from '../../host/files/write-file';
import { makeFolder, readText } from '../files';
import { analysisPlaces, type Terminal, type ParsedArguments, readNumber, ExitCode } from '../terminal';
import { createToldProgress } from '../run-options';
import { readStart } from './profile';

export async function runCasesCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const [file, folder] = [given.text('inputs'), given.text('out')];
  if (file === undefined)
    throw new UsageError('--inputs is needed: a file with the arguments of a case in each line');
  if (folder === undefined || folder === '')
    throw new UsageError('--out is needed: the folder that gets the profiles');
  if (given.text('main') === undefined) throw new UsageError('--main is needed: the class that is run');
  const start = readStart(given, given.positionals);
  if (start.target.kind !== 'main') throw new UsageError('cases are of a class with --main');
  if (start.runs === 0) throw new UsageError('a case needs an energy: --runs can’t be 0');
  const read = readInputs(await readText(file), file);
  if ('problem' in read) throw new Failure(read.problem);
  const variants = readNumber('--leave-out', given.text('leave-out'), { minimum: 1, whole: true }) ?? 0;
  const seed = readNumber('--seed', given.text('seed'), { minimum: 0, whole: true }) ?? 1;
  if (variants > 0 && start.sources.length === 0)
    throw new UsageError('--leave-out needs --source: what is compiled without some of its blocks');
  makeFolder(folder);
  const { target, ...rest } = { ...start, target: start.target };
  return withCancellation(async (canceled) => {
    const runs = { target, folder, start: rest, canceled, progressFile: given.text('progress') };
    if (variants === 0) return runCases(combine(read.inputs, [WHOLE]), runs, terminal);
    const made = await makeVariants({ ...rest, variants, seed, canceled }, analysisPlaces(terminal));
    try {
      for (const { name, leftOut } of made.variants.slice(1))
        await terminal.errors.write(`jouleline: cases …${name} leave out ${leftOut.join(', ')}\n`);
      return await runCases(combine(read.inputs, made.variants), runs, terminal);
    } finally {
      made.remove();
    }
  });
}

/** A case: one input for one variant of the program. */
interface PlannedCase extends CaseInput {
  readonly variant: ProgramVariant;
}

function combine(inputs: readonly CaseInput[], variants: readonly ProgramVariant[]): readonly PlannedCase[] {
  return variants.flatMap((variant) =>
    inputs.map((input) => ({ ...input, name: `${input.name}${variant.name}`, variant })),
  );
}

interface CaseRuns {
  readonly target: MainTarget;
  readonly start: Omit<ProfileRequest, 'target' | 'onProgress' | 'onOutput'>;
  readonly folder: string;
  readonly canceled: AbortSignal;
  readonly progressFile: string | undefined;
}

/** Runs one case after the other, since two at a time would disturb each other's measurements. */
async function runCases(
  inputs: readonly PlannedCase[],
  runs: CaseRuns,
  terminal: Terminal,
): Promise<ExitCode> {
  const { errors } = terminal;
  const saved = await savedCases(runs);
  const kept = inputs.filter(({ name }) => saved.has(name)).length;
  if (kept > 0)
    await errors.write(`jouleline: ${kept} of ${inputs.length} cases are in ${runs.folder} already\n`);
  let failed = 0;
  const failing = new Set<ProgramVariant>();
  for (const [index, input] of inputs.entries()) {
    if (saved.has(input.name)) continue;
    const label = `case ${index + 1} of ${inputs.length} (${input.arguments.join(' ')}${input.variant.name.replace('-', ' ')})`;
    // Whatever lacks a block that it needs fails with the other inputs, too, perhaps only after the time limit.
    const isTried = !runs.canceled.aborted && !failing.has(input.variant);
    const problems = isTried ? await runCase(input, label, runs, terminal) : [];
    if (runs.canceled.aborted) {
      await errors.write(`jouleline: ended in ${label}; the same command goes on with it\n`);
      return ExitCode.incomplete;
    }
    if (problems.length > 0 || failing.has(input.variant)) failed++;
    if (problems.length > 0 && input.variant !== WHOLE) failing.add(input.variant);
    for (const problem of problems) await errors.write(`jouleline: ${label}: ${problem}\n`);
  }
  for (const { name } of failing)
    await errors.write(`jouleline: cases …${name} failed once and were not tried with further inputs\n`);
  await errors.write(
    `jouleline: ${inputs.length - failed} of ${inputs.length} cases are in ${runs.folder}\n`,
  );
  return failed === 0 ? ExitCode.ok : ExitCode.incomplete;
}

/** Names of those that need not run again. Throws a {@link Failure} where they are of another program. */
async function savedCases({ folder, target }: CaseRuns): Promise<ReadonlySet<string>> {
  const profiles = (await loadProfiles(folder))?.profiles ?? [];
  const other = profiles.find(({ profile }) => !profile.program.command.includes(target.main));
  if (other !== undefined)
    throw new Failure(
      `${folder} has a profile of another program, ${other.name}: name another folder with --out`,
    );
  return new Set(profiles.flatMap(({ name, profile }) => (isMeasured(profile) ? [name] : [])));
}

function isMeasured({ measurement }: ProfileDocument): boolean {
  return measurement?.energy !== undefined;
}

/** Runs a case, and saves its profile if it ran to its end. Returns what went wrong. */
async function runCase(
  { name, arguments: own, variant }: PlannedCase,
  label: string,
  { target, start, folder, canceled, progressFile }: CaseRuns,
  terminal: Terminal,
): Promise<readonly string[]> {
  const { errors } = terminal;
  const progress = createToldProgress(progressFile, terminal, `${label}: `);
  try {
    const { profile, problems } = await progress.during(
      profileProgram(
        {
          ...start,
          // Lines of what was compiled for it are those of the sources, whose class files are older.
          ...(variant === WHOLE ? {} : { classPath: [...variant.classes, ...start.classPath], sources: [] }),
          target: { ...target, arguments: [...target.arguments, ...own] },
          onProgress: progress.tell,
          onOutput: () => Promise.resolve(),
        },
        terminal.installation,
      ),
    );
    // An interrupted case is measured again next time.
    if (canceled.aborted) return [];
    if (!isMeasured(profile)) return ['no run could be measured', ...problems];
    await writeWholeFile(join(folder, `${name}.json`), formatProfile(profile));
    for (const problem of [...problems, ...describeDoubts(profile)])
      await errors.write(`jouleline: ${label}: warning: ${problem}\n`);
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof UsageError) throw error;
    return [error.message];
  }
}
