/**
 * Finds and reads Java sources. Sits in `host/`: the only code that touches
 * the workspace's files.
 *
 * A file that can't be read as text gives a message that names it; nothing
 * here throws, and a file may vanish at any moment.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';

/** Larger files are left out with a message: generated data, not programs. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;

export type ReadSource =
  | { readonly kind: 'text'; readonly text: string; readonly note?: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Reads one source as UTF-8 (with or without a byte order mark), or says why not. */
export async function readSource(path: string): Promise<ReadSource> {
  try {
    const { size } = await stat(path);
    if (size > MAX_SOURCE_BYTES) {
      return unreadable(path, `is ${Math.round(size / 1024 / 1024)} MB large; files above ${MAX_SOURCE_BYTES / 1024 / 1024} MB are left out`);
    }
    return decodeSource(path, await readFile(path));
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
}

/** UTF-8, else ISO 8859-1 with a note: old sources are still colourable, since only comments and literals suffer. */
export function decodeSource(path: string, bytes: Uint8Array): ReadSource {
  if (bytes.includes(0)) return unreadable(path, 'is binary (it holds a NUL byte), not Java source');
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('latin1').decode(bytes);
    return { kind: 'text', text, note: `${path} is not UTF-8; it was read as ISO 8859-1 (save it as UTF-8 to be sure of its literals)` };
  }
}

function unreadable(path: string, why: string): ReadSource {
  return { kind: 'unreadable', message: `${path} ${why}` };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return 'does not exist (any more)';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read: permission denied';
    case 'EISDIR':
      return 'is a folder';
    case 'ENOTDIR':
      return 'does not exist: a part of its path is not a folder';
    default:
      return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export interface FileFilter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface FoundSources {
  readonly paths: readonly string[];
  readonly problems: readonly string[];
}

/** Whether the patterns let a file through. `path` is relative to its folder, with `/`. */
export function createFilter(filter: FileFilter): (path: string) => boolean {
  const options = { dot: true };
  const included = filter.include.length === 0 ? () => true : picomatch([...filter.include], options);
  const excluded = filter.exclude.length === 0 ? () => false : picomatch([...filter.exclude], options);
  return (path) => included(path) && !excluded(path);
}

/** Every `.java` file below a folder, sorted; link cycles are walked once. */
export async function findSources(folder: string, filter: FileFilter): Promise<FoundSources> {
  const accepts = createFilter(filter);
  const paths: string[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    try {
      const real = await realpath(current);
      if (seen.has(real)) continue;
      seen.add(real);
      for (const entry of await readdir(current, { withFileTypes: true })) {
        const path = join(current, entry.name);
        const name = relative(folder, path).split(sep).join('/');
        const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path)));
        if (isFolder) {
          if (accepts(`${name}/x.java`)) pending.push(path);
        } else if (entry.name.endsWith('.java') && accepts(name)) {
          paths.push(path);
        }
      }
    } catch (error) {
      problems.push(`${current} ${reasonOf(error)}`);
    }
  }
  return { paths: paths.sort(), problems };
}

async function isFolderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
