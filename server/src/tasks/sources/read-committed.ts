/**
 * Reads a source as a commit of its git repository has it.
 *
 * Sits in `tasks/`, over `host/git-history`, which runs nothing that a repository configures.
 */
import { Failure } from '../../base/failure';
import { findRepository, pathWithin } from '../../host/git/git-history';
import { decodeSource } from '../../host/files/source-files';

/** Throws a {@link Failure} if there is no repository, no such commit, or no such file in the commit. */
export async function readCommitted(path: string, revision: string): Promise<string> {
  const repository = await findRepository(path, () => undefined).catch(() => undefined);
  const inside = repository && (await pathWithin(repository, path));
  if (repository === undefined || inside === undefined)
    throw new Failure(`${path} is in no git repository that can be read: name what was there before`);
  const commit = await repository.commitNamed(revision);
  if (commit === undefined) throw new Failure(`${repository.top} has no commit ${revision}`);
  const blob = (await repository.filesAt(commit)).get(inside);
  const bytes = blob === undefined ? undefined : (await repository.readBytes([blob])).get(blob);
  if (bytes === undefined) throw new Failure(`${revision} has no ${inside}`);
  const read = decodeSource(path, bytes);
  if (read.kind !== 'text') throw new Failure(read.message);
  return read.text;
}
