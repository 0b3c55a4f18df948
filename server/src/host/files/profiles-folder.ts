/**
 * Makes the folder of a workspace's profiles, `.jouleline/profiles`. Sits in `host/`.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder';

/** Makes the folder. `ignored` is the text of a .gitignore for a new folder above it. Throws the file system's errors. */
export function makeProfilesFolder(path: string, ignored: string): void {
  const own = dirname(path);
  const isNew = !existsSync(own);
  makeFolder(path);
  if (isNew) writeFileSync(join(own, '.gitignore'), ignored);
}
