/**
 * `jouleline learn PROFILE…`: what counted runs teach of how often code runs, for everybody's estimates. Sits in `cli/`.
 */
import { dirname, join } from 'node:path';
import { stat } from 'node:fs/promises';
import { Failure, UsageError } from '../../base/failure';
import { writeWholeFile } from '../../host/files/write-file';
import { formatFrequencies } from '../../lines/learned/frequencies-document';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { findOwnFolders, FREQUENCIES_FILE, loadFrequencies } from '../../tasks/learned-frequencies';
import { learnFrom } from '../../tasks/report/analyze-files';
import { loadProfile, loadProfiles } from '../../tasks/saved-profiles';
import { makeFolder } from '../files';
import { readLibraryOptions } from '../run-options';
import { analysisPlaces, createProgress, ExitCode, type ParsedArguments, type Terminal } from '../terminal';

export async function runLearnCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const paths = given.positionals;
  if (paths.length === 0) throw new UsageError('learn needs profiles');
  const named = given.texts('source');
  const sources = named.length === 0 ? ['.'] : named;
  const [folder = await folderOf(sources)] = await findOwnFolders(sources);
  const { frequencies: known, problems: unreadable } = await loadFrequencies([folder]);
  // What is damaged would be lost where the file is written anew.
  if (unreadable.length > 0) throw new Failure(`nothing is learned:\n  ${unreadable.join('\n  ')}`);
  const problems: string[] = [];
  const request = {
    paths: sources,
    exclude: [],
    frequency: 'estimated' as const,
    useCache: true,
    ...readLibraryOptions(given),
  };
  const progress = createProgress(errors, () => performance.now());
  const profiles = readProfiles(paths, problems);
  const result = await learnFrom(
    { profiles, known },
    request,
    analysisPlaces(terminal),
    ({ done, total }) => {
      progress.show(`${done} of ${total} files`);
    },
  ).finally(() => {
    progress.clear();
  });
  problems.push(...result.problems, ...result.failed.map(({ path, message }) => `${path}: ${message}`));
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  const { frequencies } = result;
  if (frequencies === undefined) throw new Failure('these profiles have no counts of these sources');
  const target = join(folder, FREQUENCIES_FILE);
  makeFolder(dirname(target));
  await writeWholeFile(target, formatFrequencies(frequencies));
  const added = frequencies.runs.length - (known?.runs.length ?? 0);
  const { length } = frequencies.runs;
  await output.write(`${target}: learned from ${length === 1 ? 'a run' : `${length} runs`}, ${added} new\n`);
  return problems.length > 0 ? ExitCode.incomplete : ExitCode.ok;
}

/** The folder of the first source, for a workspace that has no file yet. */
async function folderOf([first = '.']: readonly string[]): Promise<string> {
  const isFolder = (await stat(first).catch(() => undefined))?.isDirectory() === true;
  return isFolder ? first : dirname(first);
}

/** Profiles by name, and those of folders. */
async function* readProfiles(paths: readonly string[], problems: string[]): AsyncGenerator<ProfileDocument> {
  for (const path of paths) {
    const inFolder = await loadProfiles(path);
    if (inFolder === undefined) yield await loadProfile(path);
    else {
      problems.push(...inFolder.problems);
      for (const { profile } of inFolder.profiles) yield profile;
    }
  }
}
