/**
 * Programs and revisions that can be profiled to be compared, as arguments of `jouleline diff`: the editor shows the
 * choice, and runs what the user chooses.
 *
 * Sits in `lsp/`. Runs nothing but git, to read its history.
 */
import { findRunnables } from '../../launching/runnables';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { MemberRecord } from '../../analysis/file-operations';
import { listRevisions } from '../../host/git/git-history';
import { sourceRootOf } from '../../host/files/source-root';
import type { ComparableProgram, ComparablePrograms, Revisions } from '../../protocol/comparison-runs';
import type { Settings } from '../../protocol/settings';
import { recordingArguments } from './profile-plan';
import { PROFILES_FOLDER } from './saved-profiles';

export async function describeRevisions(path: string): Promise<Revisions> {
  const revisions = await listRevisions(path);
  if (revisions === undefined)
    return {
      revisions: [],
      problem: l10n.t('{0} is not in a Git repository that can be read.', basename(path)),
    };
  return revisions.length === 0
    ? { revisions, problem: l10n.t('The Git repository of {0} has no commits yet.', basename(path)) }
    : { revisions, problem: '' };
}

export interface ListProgramsRequest {
  readonly folders: readonly string[];
  readonly members: Iterable<{ readonly path: string; readonly member: MemberRecord }>;
  /** Absolute if it is a folder. */
  readonly javaHome: string;
  readonly recording: Settings['profile'];
}

export async function listComparablePrograms(request: ListProgramsRequest): Promise<ComparablePrograms> {
  const { folders, members, javaHome, recording } = request;
  const paths = new Set<string>();
  for (const { path, member } of members) if (/\.main\(/.test(member.key)) paths.add(path);
  const found: ComparableProgram[] = [];
  // Files are read one after the other: a workspace may have thousands.
  for (const path of paths) found.push(...(await programsIn(path, folders)));
  return {
    programs: found.sort((a, b) => (a.main < b.main ? -1 : Number(a.main > b.main))),
    common: recordingArguments(recording, javaHome),
    profilesFolder: folders[0] === undefined ? '' : join(folders[0], PROFILES_FOLDER),
  };
}

async function programsIn(path: string, folders: readonly string[]): Promise<readonly ComparableProgram[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const folder = folders.find((each) => path.startsWith(each + sep)) ?? dirname(path);
  return findRunnables(text, basename(path))
    .filter(({ kind }) => kind === 'main')
    .map(({ className }) => ({
      main: className,
      folder,
      place: relative(folder, path).split(sep).join('/'),
      source: sourceRootOf(path, text) ?? path,
    }));
}
