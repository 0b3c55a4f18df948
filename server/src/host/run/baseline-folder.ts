/**
 * Where the class of the `main` that does nothing lies: among what Jouleline
 * keeps, so that no end of it, however sudden, leaves a temporary folder.
 *
 * Sits in `host/run/`.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASELINE_CLASS, baselineClass } from '../../measurement/java-main';
import { makeFolder } from '../make-folder';

/** Throws where it can't be written. `cacheFolder`: that of Jouleline. */
export function ensureBaselineFolder(cacheFolder: string): string {
  const folder = join(cacheFolder, 'baseline');
  const path = join(folder, `${BASELINE_CLASS}.class`);
  const bytes = baselineClass();
  if (readIfThere(path)?.equals(bytes) === true) return folder;
  makeFolder(folder);
  // Another run may be reading it.
  const partial = `${path}.${randomUUID().slice(0, 8)}.part`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
  return folder;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // It is about to be written.
    return undefined;
  }
}
