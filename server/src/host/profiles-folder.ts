/**
 * Makes the folder of a workspace's profiles, `.jouleline/profiles`. Sits in `host/`.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder';

/** `ignored`: what git is told to leave alone, where the folder above is new. Throws what the file system says. */
export function makeProfilesFolder(path: string, ignored: string): void {
  const own = dirname(path);
  const isNew = !existsSync(own);
  makeFolder(path);
  if (isNew) writeFileSync(join(own, '.gitignore'), ignored);
}
