/**
 * Reads the small files that describe builds, and remembers which were asked for, so that a change of any
 * of them can be noticed.
 *
 * Sits in `host/`. Files are read as text only; nothing in them is run.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../files/read-file';

export interface BuildFileReader {
  /** Undefined if there is no such file, or if it is larger than any build file. */
  readText(path: string): Promise<string | undefined>;
  /** The sorted names in a folder; empty if it is not a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The path, if something is there. */
  existing(path: string): Promise<string | undefined>;
  /** All paths that were asked for, present or not. */
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
        return await readText(path, MAX_BYTES);
      } catch {
        // Most files are asked for on the chance that they exist; the caller reports those that it needs.
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

/** Lists a folder and those below it that may hold projects, the nearest first. */
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
