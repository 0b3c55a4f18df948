/**
 * Keeps profiles out of Git, which would take them for files of the project: they are of one machine, and large. A folder
 * that is made for them says so itself; of one that was there, nothing is written but what is asked for.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IGNORED_PROFILES } from '../../../server/src/base/profiles-folder';

/** @param profilesFolder `.jouleline/profiles` of a workspace folder. */
export function makeProfilesFolder(profilesFolder: string): void {
  const isNew = !existsSync(dirname(profilesFolder));
  mkdirSync(profilesFolder, { recursive: true });
  if (isNew) ignoreProfiles(profilesFolder);
}

/** @param profilesFolder `.jouleline/profiles` of a workspace folder. */
export function isSeenByGit(profilesFolder: string): boolean {
  const own = dirname(profilesFolder);
  if (existsSync(ignoreFileOf(profilesFolder))) return false;
  for (let folder = dirname(own); ; folder = dirname(folder)) {
    if (mentionsProfiles(join(folder, '.gitignore'))) return false;
    if (existsSync(join(folder, '.git'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** Never replaces a file; what else lies in `.jouleline` is the project's. */
export function ignoreProfiles(profilesFolder: string): void {
  writeFileSync(ignoreFileOf(profilesFolder), IGNORED_PROFILES, { flag: 'wx' });
}

function ignoreFileOf(profilesFolder: string): string {
  return join(dirname(profilesFolder), '.gitignore');
}

function mentionsProfiles(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('.jouleline');
  } catch {
    // Most folders have none.
    return false;
  }
}
