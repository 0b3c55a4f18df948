/**
 * Makes a folder and those above it.
 *
 * Sits in `host/`. Node's own recursive way never ends on file systems such as /proc, which report an
 * existing folder as missing when something is made in it.
 */
import { mkdirSync, statSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Throws the file system's error if the folder cannot be made; an existing folder is no error. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if (parent === path || isFolder(parent) || codeOf(error) !== 'ENOENT') throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Makes the folder. `ignored` is the text of a .gitignore for a new folder above it. Throws the file system's errors. */
export function makeProfilesFolder(path: string, ignored: string): void {
  const own = dirname(path);
  const isNew = !existsSync(own);
  makeFolder(path);
  if (isNew) writeFileSync(join(own, '.gitignore'), ignored);
}
