/**
 * Checks commits out beside the user's own work tree, for as long as something is done with them.
 *
 * Sits in `host/`. A worktree lies among the temporary files, and git knows of it until it is removed. The
 * name of its folder holds the id of the process that made it, and the place where that id means a process, so that a
 * later process there finds and removes the worktrees of processes that were killed.
 */
import { outside } from '../../base/check';
import { mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, failureOf, messageOf } from '../../base/failure';
import { hashText } from '../../base/hash';
import { readTextSync } from '../files/read-file';
import { whyNotWritten } from '../files/write-file';
import { type GitEnd, type GitRun, runGit } from './run-git';
import { isRunning } from '../processes/process-group';

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

/** Files that git follows and whose bytes differ from HEAD, with slashes from the top; empty if git cannot tell. */
export async function listChanged(top: string): Promise<readonly string[]> {
  const { code, output } = await runGit(top, ['status', '--porcelain', '-z', '--untracked-files=no']);
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
  const made = await runGit(top, ['worktree', 'add', '--detach', folder, commit], apart);
  if (made.code === 0) return { folder, place, remove: () => removeWorktree(top, folder) };
  await failureOf(removeWorktree(top, folder));
  throw failed(lastOf(made));
}

/**
 * The place in which process ids are counted, as eight digits: a container that shares the repository, and the machine
 * before it was started again, have others.
 */
export function placeOfIds(): string {
  const parts = [
    hostname,
    () => readTextSync('/proc/sys/kernel/random/boot_id'),
    () => readlinkSync('/proc/self/ns/pid'),
  ].map((read) => {
    try {
      return read();
    } catch {
      return ''; // only Linux has these files
    }
  });
  return hashText(parts.join('\n')).slice(0, 8);
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
