/**
 * Finds texts that once ran in the history of their git repository, by the checksums that profiles keep.
 *
 * Sits in `lsp/`, under `colored-by.ts`. Only committed texts are found.
 */
import { hashLines } from '../../base/line-hashes';
import { findRepository, pathWithin } from '../../host/git/git-history';
import { decodeSource } from '../../host/files/source-encoding';

/** The most commits of a file that are looked at. */
const MOST_CHANGES = 100;

/** Remembers the texts that it looked for. */
export interface OldTexts {
  /** The lines of the text with these checksums; undefined if no commit has it, or if there are no checksums. */
  linesOf(path: string, hashes: string | undefined): Promise<readonly string[] | undefined>;
}

/** While `isTrusted` says no, git is not asked, and no text is found. */
export function createOldTexts(isTrusted: () => boolean): OldTexts {
  const known = new Map<string, ReturnType<typeof findOldText>>();
  return {
    linesOf(path, hashes) {
      if (hashes === undefined || !isTrusted()) return Promise.resolve(undefined);
      const key = `${path}\0${hashes}`;
      const lines = known.get(key) ?? findOldText(path, hashes);
      known.set(key, lines);
      return lines;
    },
  };
}

async function findOldText(path: string, hashes: string): Promise<readonly string[] | undefined> {
  const repository = await findRepository(path, () => undefined).catch(() => undefined);
  // A file that is gone has no place in a repository, either.
  const inside = repository && (await pathWithin(repository, path).catch(() => undefined));
  if (repository === undefined || inside === undefined) return undefined;
  const blobs = await repository.versionsOf(inside, MOST_CHANGES);
  const texts = await repository.readBytes(blobs);
  for (const blob of blobs) {
    const bytes = texts.get(blob);
    const read = bytes === undefined ? undefined : decodeSource(path, bytes);
    if (read?.kind === 'text' && hashLines(read.text) === hashes) return read.text.split(/\r\n|\r|\n/);
  }
  return undefined;
}
