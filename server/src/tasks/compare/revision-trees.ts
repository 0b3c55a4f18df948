/**
 * Checks out revisions of the git repository around the working folder, each in a folder of its own, to build and
 * run a program there.
 *
 * Sits in `tasks/`. The user's own work tree is not touched.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../../base/failure';
import { findRepository } from '../../host/git/git-history';
import {
  addWorktree,
  hasCommits,
  listChanged,
  removeLeftWorktrees,
  resolveCommit,
} from '../../host/git/git-worktrees';

export interface RevisionTree {
  /** The working folder of this process, in the revision. */
  readonly folder: string;
  /** The temporary folder around it. */
  readonly temporaryFolder: string;
  /** A path of the repository in the revision; a path outside stays as it is, and becomes absolute. */
  readonly pathThere: (path: string) => string;
  /** Throws a {@link Failure} if something can't be removed. */
  readonly remove: () => Promise<void>;
}

export interface OpenedRevisions {
  /** The commit of each revision, in the given order. */
  readonly commits: readonly string[];
  /** Files of the work tree with changes that no revision has. */
  readonly uncommitted: readonly string[];
  /** Checks out one of the revisions. */
  readonly open: (index: number) => Promise<RevisionTree>;
}

/** Throws a {@link Failure} if there is no repository, or it lacks a revision. */
export async function findRevisions(revisions: readonly string[]): Promise<OpenedRevisions> {
  const here = realpathSync(process.cwd());
  const repository = await findRepository(here, () => undefined);
  if (repository === undefined)
    throw new Failure(
      `${here} is in no git repository that git can read: run this in one, or compare two folders with --program CLASS@FOLDER`,
    );
  const top = realpathSync(repository.top);
  const commits: string[] = [];
  for (const revision of revisions) {
    const commit = await resolveCommit(top, revision);
    if (commit === undefined && !(await hasCommits(top)))
      throw new Failure(
        `${top} has no commits yet: commit what is to be compared, or compare two folders with --program CLASS@FOLDER`,
      );
    if (commit === undefined)
      throw new Failure(
        `${revision} names no commit of ${top}, or not only one: give a branch, a tag, HEAD~1 or more of a hash ('git log --oneline --all' lists commits, 'git fetch' brings those of others)`,
      );
    commits.push(commit);
  }
  await removeLeftWorktrees(top);
  return {
    commits,
    uncommitted: await listChanged(top),
    async open(index) {
      const [revision = '', commit = ''] = [revisions[index], commits[index]];
      const { folder: tree, place, remove } = await addWorktree(top, commit, revision);
      const pathThere = (path: string): string => {
        const absolute = resolve(here, path);
        const inside = relative(top, absolute);
        return isAbsolute(inside) || inside === '..' || /^\.\.[/\\]/.test(inside)
          ? absolute
          : join(tree, inside);
      };
      const folder = pathThere(here);
      if (!existsSync(folder)) {
        await remove();
        throw new Failure(
          `${revision} has no folder ${relative(top, here)}: run this where both revisions have one`,
        );
      }
      return { folder, temporaryFolder: place, pathThere, remove };
    },
  };
}
