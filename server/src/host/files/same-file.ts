/**
 * Tells if two names lead to one file.
 *
 * Sits in `host/`. Names are not compared: links, `..` and file systems that ignore case give one file many
 * names.
 */
import { stat } from 'node:fs/promises';

/** The first of `others` that is the file at `path`; undefined if there is none, or no file at `path`. One `stat` each. */
export async function findSameFile(path: string, others: readonly string[]): Promise<string | undefined> {
  const wanted = await identityOf(path);
  if (wanted === undefined) return undefined;
  for (const other of others) {
    if ((await identityOf(other)) === wanted) return other;
  }
  return undefined;
}

/** The identity of a regular file only: everybody may write to one device. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined; // not there, or not to be seen: writing it will say
  }
}
