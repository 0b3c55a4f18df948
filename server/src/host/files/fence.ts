/**
 * The folders that nobody trusts: their links are not followed to what lies in none of them, such as other files of the
 * user.
 *
 * Sits in `host/`, under all that opens files.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const FENCED = 'jouleline.fenced';

/** Sets the folders for this thread, and for those that it starts from now on. */
export function fence(folders: readonly string[]): void {
  setEnvironmentData(FENCED, [...folders]);
}

/** The folders of {@link fence}. */
export function fencedFolders(): readonly string[] {
  return (getEnvironmentData(FENCED) as readonly string[] | undefined) ?? [];
}

/** True for a path in a fenced folder that links lead out of it; false if nothing is there. */
export function leadsOut(path: string): boolean {
  const fenced = fencedFolders();
  if (fenced.length === 0 || !fenced.some((folder) => holds(folder, resolve(path)))) return false;
  try {
    const target = realpathSync(path);
    return !fenced.some((folder) => holds(realpathSync(folder), target));
  } catch {
    return false; // opening it will say
  }
}

/** True if a folder is the other path, or around it. */
export function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export const LEADS_OUT = 'is a link out of the workspace: it is followed once that is trusted';
