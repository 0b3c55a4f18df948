/**
 * Whether Git would take profiles for files of the project: they are of one
 * machine, and large. Writes nothing but what is asked for.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
  writeFileSync(ignoreFileOf(profilesFolder), 'profiles/\n', { flag: 'wx' });
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
