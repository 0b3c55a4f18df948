/**
 * Reads the small files that builds are described by, and remembers which were
 * asked for, so that it is known when what they say may have changed.
 *
 * Sits in `host/`. Files are read as text only; nothing in them is run.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface BuildFileReader {
  /** Undefined where there is no such file, or it is larger than any of its kind. */
  readText(path: string): Promise<string | undefined>;
  /** Names in a folder, sorted; none where it is none. */
  list(folder: string): Promise<readonly string[]>;
  /** The path if something is there. */
  existing(path: string): Promise<string | undefined>;
  /** All that was asked for, there or not. */
  readonly asked: ReadonlySet<string>;
}

const MAX_BYTES = 4 * 1024 * 1024;

export function createBuildFileReader(): BuildFileReader {
  const asked = new Set<string>();
  return {
    asked,
    async readText(path) {
      asked.add(path);
      try {
        const { size } = await stat(path);
        return size > MAX_BYTES ? undefined : await readFile(path, 'utf8');
      } catch {
        // Most are asked for on the chance that they are there; who needs one says that it is missing.
        return undefined;
      }
    },
    async list(folder) {
      try {
        return (await readdir(folder)).sort();
      } catch {
        return [];
      }
    },
    async existing(path) {
      asked.add(path);
      return (await isThere(path)) ? path : undefined;
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

/** Folders that hold no project of their own. */
const NEVER_SEARCHED = new Set([
  'node_modules',
  'target',
  'build',
  'out',
  'bin',
  'src',
  'buildSrc',
  'gradle',
]);
const MAX_DEPTH = 3;
const MAX_FOLDERS = 2000;

/** A folder and those below it that may hold projects, nearest first. */
export async function listProjectFolders(root: string): Promise<readonly string[]> {
  const folders = [root];
  for (let level = [root], depth = 0; depth < MAX_DEPTH && folders.length < MAX_FOLDERS; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries)
        if (entry.isDirectory() && !entry.name.startsWith('.') && !NEVER_SEARCHED.has(entry.name))
          next.push(join(folder, entry.name));
    }
    folders.push(...next);
    level = next;
  }
  return folders.slice(0, MAX_FOLDERS);
}
