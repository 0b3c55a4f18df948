/**
 * Finds the class of the empty `main`, which lies in Jouleline's cache folder, so that no sudden end leaves
 * a temporary folder behind.
 *
 * Sits in `host/`.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASELINE_CLASS, baselineClass } from '../../runs/java-main';
import { makeFolder } from '../files/make-folder';

/** Throws if the class cannot be written. `cacheFolder` is Jouleline's. */
export function ensureBaselineFolder(cacheFolder: string): string {
  const folder = join(cacheFolder, 'baseline');
  const path = join(folder, `${BASELINE_CLASS}.class`);
  const bytes = baselineClass();
  if (readIfThere(path)?.equals(bytes) === true) return folder;
  makeFolder(folder);
  // Another run may be reading the file.
  const partial = `${path}.${randomUUID().slice(0, 8)}.part`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
  return folder;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // The file is missing and is about to be written.
    return undefined;
  }
}
