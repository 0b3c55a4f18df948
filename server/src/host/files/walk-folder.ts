/**
 * Lists the files below a folder, within a limit and without following links below it.
 *
 * Sits in `host/`, for folders that a build file names: these may be any folder.
 */
import { readdirSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { leadsOut } from './fence';

export interface Walk {
  /** True for the names of files that are wanted. */
  readonly wants: (name: string) => boolean;
  readonly mostFiles: number;
}

/** The most names that are looked at. */
const MOST_NAMES = 200_000;

/** The paths of files, from the folder on; folders that can't be read hold none. */
export async function listBelow(folder: string, walk: Walk): Promise<readonly string[]> {
  const found = new FilesBelow(walk);
  for (const inside of leadsOut(folder) ? [] : found.folders)
    found.take(inside, await readdir(join(folder, inside), { withFileTypes: true }).catch(() => []));
  return found.files.sort();
}

/** The same as {@link listBelow}, at once. */
export function listBelowSync(folder: string, walk: Walk): readonly string[] {
  const found = new FilesBelow(walk);
  for (const inside of leadsOut(folder) ? [] : found.folders)
    found.take(inside, namesIn(join(folder, inside)));
  return found.files.sort();
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

class FilesBelow {
  /** The folders to look into: the list grows while it is walked. */
  readonly folders = [''];
  readonly files: string[] = [];
  private readonly walk: Walk;
  private names = 0;

  constructor(walk: Walk) {
    this.walk = walk;
  }

  take(folder: string, entries: readonly Dirent[]): void {
    for (const entry of entries) {
      if (++this.names > MOST_NAMES || this.files.length >= this.walk.mostFiles) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.folders.push(path);
      else if (this.walk.wants(entry.name)) this.files.push(path);
    }
  }
}
