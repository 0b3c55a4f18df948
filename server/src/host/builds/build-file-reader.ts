/**
 * Reads the small files that describe builds, and remembers which were asked for, so that a change of any
 * of them can be noticed.
 *
 * Sits in `host/`. Files are read as text only; nothing in them is run.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { leadsOut } from '../files/fence';
import { readText } from '../files/read-file';

export interface BuildFileReader {
  /** Undefined if there is no such file, or if it is larger than any build file. */
  readText(path: string): Promise<string | undefined>;
  /** The sorted names in a folder; empty if it is not a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The path, if something is there. */
  existing(path: string): Promise<string | undefined>;
  /** The path without links, if something is there. */
  realPath(path: string): Promise<string | undefined>;
  /** All paths that were asked for, present or not. */
  readonly asked: ReadonlySet<string>;
}

/** The names that editors watch for, too. */
export const BUILD_FILES = [
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'settings.gradle.kts',
  'gradle.lockfile',
];

const MAX_BYTES = 4 * 1024 * 1024;

export interface BuildFileReaderOptions {
  /** The workspace's folders, whose build files may name others. */
  readonly roots?: readonly string[];
  /** Called at each question, so that a caller sees that reading goes on. */
  readonly onAsk?: () => void;
}

export function createBuildFileReader({
  roots = [],
  onAsk = () => undefined,
}: BuildFileReaderOptions = {}): BuildFileReader {
  const asked = new Set<string>();
  /**
   * False for the shares of other machines, which may learn who asks, and for links out of folders that nobody trusts:
   * such a path is as good as nothing.
   */
  const ask = (path: string): boolean => {
    onAsk();
    if (leadsToOtherMachine(path, roots)) return false;
    asked.add(path);
    return !leadsOut(path);
  };
  return {
    asked,
    async readText(path) {
      if (!ask(path)) return undefined;
      try {
        return await readText(path, MAX_BYTES);
      } catch {
        // Most files are asked for on the chance that they exist; the caller reports those that it needs.
        return undefined;
      }
    },
    async list(folder) {
      onAsk();
      if (leadsToOtherMachine(folder, roots) || leadsOut(folder)) return [];
      try {
        return (await readdir(folder)).sort();
      } catch {
        return [];
      }
    },
    existing: async (path) => (ask(path) && (await isThere(path)) ? path : undefined),
    realPath: async (path) => (ask(path) ? await realpath(path).catch(() => undefined) : undefined),
  };
}

/**
 * True for a path of Windows to a share or a device, unless a root lies on the same share. Windows sends the user's name
 * and a hash of the password to the machine of a share.
 */
export function leadsToOtherMachine(
  path: string,
  roots: readonly string[],
  platform: string = process.platform,
): boolean {
  const share = platform === 'win32' ? shareOf(path) : undefined;
  return share !== undefined && !roots.some((root) => shareOf(root) === share);
}

/** `\\\\machine\\share`, in small letters. */
function shareOf(path: string): string | undefined {
  const [, share] = /^([\\/]{2}[^\\/]*[\\/]?[^\\/]*)/.exec(path) ?? [];
  return share?.replaceAll('/', '\\').toLowerCase();
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
      if (folders.length + next.length >= MAX_FOLDERS) break;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries)
        if (entry.isDirectory() && !entry.name.startsWith('.') && !NEVER_SEARCHED.has(entry.name))
          next.push(join(folder, entry.name));
    }
    for (const folder of next) folders.push(folder);
    level = next;
  }
  return folders.slice(0, MAX_FOLDERS);
}
