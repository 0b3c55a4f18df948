/**
 * Makes a folder and those above it. Sits in `host/`.
 *
 * Node's own recursive way goes on for ever where a file system says of a
 * folder that is there that nothing can be made in it because it isn't there,
 * as /proc does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws what the file system says where it can't be made; one that is there already is no fault. */
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
