/**
 * Finds and reads what runs have taught: the file that a team keeps beside its sources, and the profiles that the
 * workspace keeps. Sits in `tasks/`. Nothing of them is ever run.
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OWN_FOLDER, PROFILES } from '../base/profiles-folder';
import { leadsOut } from '../host/files/fence';
import { readTextWithin } from '../host/files/read-file';
import { type Frequencies, readFrequencies } from '../lines/learned/frequencies-document';
import { mergeFrequencies } from '../lines/learned/merge-frequencies';
import type { ProfileDocument } from '../profile/document/profile-document';
import { isImport, LARGEST_PROFILE, readSaved } from './saved-profiles';

export const FREQUENCIES_FILE = join(OWN_FOLDER, 'frequencies.json');

/** Beyond this size a file is no list of frequencies: the largest known programs have some megabytes. */
const LARGEST_FILE = 32 * 1024 * 1024;
const TOO_LARGE =
  "is too large to be a file of learned frequencies: remove it, and write it anew with 'jouleline learn'";
/** The newest profiles of a folder, all of them together of a limited size. */
const MOST_PROFILES = 10;
/** The newest files among which they are sought. */
const MOST_FILES = 1000;

export interface FoundFrequencies {
  readonly frequencies: Frequencies | undefined;
  readonly problems: readonly string[];
}

/** The folders around paths that have a folder of Jouleline's, up to the top of their repository. */
export async function findOwnFolders(paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    let folder = resolve(path);
    for (;;) {
      if (
        (await exists(join(folder, FREQUENCIES_FILE))) ||
        (await exists(join(folder, OWN_FOLDER, PROFILES)))
      ) {
        found.add(folder);
        break;
      }
      const parent = dirname(folder);
      if (parent === folder || (await exists(join(folder, '.git')))) break;
      folder = parent;
    }
  }
  return [...found];
}

/** What the files of some folders teach. Problems are whole sentences. */
export async function loadFrequencies(folders: readonly string[]): Promise<FoundFrequencies> {
  let frequencies: Frequencies | undefined;
  const problems: string[] = [];
  for (const folder of folders) {
    const path = join(folder, FREQUENCIES_FILE);
    if (!(await exists(path))) continue;
    const text = await readTextWithin(path, LARGEST_FILE, TOO_LARGE);
    const read = text.ok ? readFrequencies(text.value) : text;
    if (!read.ok) {
      problems.push(`${path} ${read.problem.message}`);
      continue;
    }
    problems.push(...read.value.problems.map((problem) => `${path} ${problem}`));
    const own = read.value.frequencies;
    frequencies = frequencies === undefined ? own : mergeFrequencies(frequencies, own);
  }
  return { frequencies, problems };
}

/** The counted profiles that folders keep, the newest first. A file that is none is passed over: lists of profiles name it. */
export async function* loadTeachers(
  folders: readonly string[],
  mostBytes = LARGEST_PROFILE,
): AsyncGenerator<ProfileDocument> {
  const files: { readonly path: string; readonly modified: number; readonly size: number }[] = [];
  for (const folder of folders) {
    const place = join(folder, OWN_FOLDER, PROFILES);
    for (const name of leadsOut(place) ? [] : await readdir(place).catch(() => [])) {
      const path = join(place, name);
      const state = name.endsWith('.json') ? await stat(path).catch(() => undefined) : undefined;
      if (state?.isFile() === true) files.push({ path, modified: state.mtimeMs, size: state.size });
    }
  }
  files.sort((a, b) => b.modified - a.modified);
  let room = mostBytes;
  let left = MOST_PROFILES;
  for (const { path, size } of files.slice(0, MOST_FILES)) {
    // However new an import is, it teaches nothing.
    if (isImport(path)) continue;
    room -= size;
    if (left-- === 0 || room < 0) return;
    const read = await readSaved(path, mostBytes);
    if (read.ok && read.value.kind === 'counted') yield read.value.profile;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
