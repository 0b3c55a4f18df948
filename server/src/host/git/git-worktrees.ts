/**
 * Checks commits out beside the user's own work tree, for as long as something is done with them.
 *
 * Sits in `host/`. A worktree lies among the temporary files, and git knows of it until it is removed. The
 * name of its folder holds the id of the process that made it, and the place where that id means a process, so that a
 * later process there finds and removes the worktrees of processes that were killed.
 */
import { outside } from '../../base/check';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, failureOf, messageOf } from '../../base/failure';
import { whyNotWritten } from '../files/write-file';
import { type GitEnd, type GitRun, runGit } from './run-git';
import { isRunning, placeOfIds } from '../processes/process-ids';

export interface Worktree {
  readonly folder: string;
  /** The temporary folder that holds the worktree and nothing else. */
  readonly place: string;
  /** Throws a {@link Failure} if something of it is left. */
  readonly remove: () => Promise<void>;
}

const PREFIX = 'jouleline-revision-';
/** A large repository takes minutes to be written. */
const apart: GitRun = { longestMs: 15 * 60_000, hasOwnGroup: true };

/** The commit that a revision names; undefined if it names none or several. */
export async function resolveCommit(top: string, revision: string): Promise<string | undefined> {
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { code, output } = await runGit(top, named);
  const [, hash] = /^([0-9a-f]{40,64})\s*$/.exec(textOf(output)) ?? [];
  return code === 0 ? hash : undefined;
}

/** True if any branch or tag has a commit. */
export async function hasCommits(top: string): Promise<boolean> {
  const { code, output } = await runGit(top, ['rev-list', '-n', '1', '--all']);
  return code !== 0 || output.length > 0;
}

/**
 * Settings that switch off the filters of a repository's own configuration. Those that the user installed, such as Git
 * LFS, stay: without them a checkout has other files than the user's.
 */
async function withoutFilters(top: string): Promise<NonNullable<GitRun['settings']>> {
  const asked = ['--includes', '-z', '--name-only', '--get-regexp', '^filter\\.'];
  const scopes = await Promise.all(
    ['--local', '--worktree'].map((scope) => runGit(top, ['config', scope, ...asked])),
  );
  const names = scopes.flatMap(({ output }) => textOf(output).split('\0')).filter((name) => name !== '');
  return names.map((name) => [name, /\.required$/i.test(name) ? 'false' : ''] as const);
}

/** Files that git follows and whose bytes differ from HEAD, with slashes from the top; empty if git cannot tell. */
export async function listChanged(top: string): Promise<readonly string[]> {
  // Submodules have settings of their own, which nothing here switches off.
  const asked = ['status', '--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=dirty'];
  const { code, output } = await runGit(top, asked, { settings: await withoutFilters(top) });
  const rows = code === 0 ? textOf(output).split('\0') : [];
  const changed: string[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [, kinds, path] = /^(..) (.+)$/s.exec(rows[at] ?? outside(at)) ?? [];
    if (kinds === undefined || path === undefined) continue;
    changed.push(path);
    // A renamed file's old name stands in a row of its own.
    if (/[RC]/.test(kinds)) at++;
  }
  return changed;
}

/**
 * Checks out the commit that a revision names. Throws a {@link Failure} if the worktree could not be made; nothing of it
 * is left then.
 */
export async function addWorktree(top: string, commit: string, revision: string): Promise<Worktree> {
  const failed = (reason: string): Failure =>
    new Failure(`${revision} can't be checked out among the temporary files: ${reason}`);
  let place: string;
  try {
    place = mkdtempSync(join(realpathSync(tmpdir()), `${PREFIX}${process.pid}-${placeOfIds()}-`));
  } catch (error) {
    const setting = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    throw failed(
      `no folder can be made in ${tmpdir()}: ${whyNotWritten(error)} (${setting} names another place for them)`,
    );
  }
  const folder = join(place, 'tree');
  const settings = await withoutFilters(top);
  const made = await runGit(top, ['worktree', 'add', '--detach', folder, commit], { ...apart, settings });
  if (made.code === 0) return { folder, place, remove: () => removeWorktree(top, folder) };
  await failureOf(removeWorktree(top, folder));
  throw failed(lastOf(made));
}

/** Removes the worktrees of processes that have ended, as far as their ids can be told here. */
export async function removeLeftWorktrees(top: string): Promise<void> {
  const { output } = await runGit(top, ['worktree', 'list', '--porcelain', '-z'], apart);
  for (const row of textOf(output).split('\0')) {
    const [, folder, pid, place] =
      /^worktree (.*[/\\]jouleline-revision-(\d+)-([^/\\]*)-[^/\\]*[/\\]tree)$/s.exec(row) ?? [];
    if (folder !== undefined && place === placeOfIds() && !isRunning(Number(pid)))
      await failureOf(removeWorktree(top, folder));
  }
}

/** Removes the files first: git also forgets worktrees whose files are gone, but keeps those that it cannot delete. */
async function removeWorktree(top: string, folder: string): Promise<void> {
  const failed = (reason: string): Failure =>
    new Failure(
      `the worktree ${folder} could not be removed: ${reason}; 'git worktree remove --force ${folder}' does`,
    );
  try {
    rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw failed(messageOf(error));
  }
  const known = await runGit(top, ['worktree', 'list', '--porcelain', '-z'], apart);
  const rows = textOf(known.output).split('\0');
  if (!rows.includes(`worktree ${folder.replaceAll('\\', '/')}`)) return;
  const forgotten = await runGit(top, ['worktree', 'remove', '--force', '--force', folder], apart);
  if (forgotten.code !== 0) throw failed(lastOf(forgotten));
}

function lastOf({ said, code }: GitEnd): string {
  return said.split('\n').at(-1) || `git ended with ${String(code)}`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
