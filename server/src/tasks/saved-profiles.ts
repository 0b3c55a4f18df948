/** Loads the files that Jouleline saved: counted profiles, and imports of other tools' recordings. Sits in `tasks/`. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from '../base/check';
import { Failure } from '../base/failure';
import { failAt, type Outcome, succeed } from '../base/outcome';
import { nameProgram } from '../launching/program-name';
import { accessFile, reasonOf } from '../host/files/random-access-file';
import { IMPORT_FORMAT } from '../recordings/document/import-document';
import type { NamedProfile } from '../models/fit/profile-cases';
import { PROFILE_FORMAT, type ProfileDocument } from '../profile/document/profile-document';
import { describeFailedProgram } from '../profile/document/count-program';
import { readProfile } from '../profile/document/read-profile';
import { readSavedHead, type SavedHead } from '../recordings/document/saved-head';
import { describeUnsaved, readSavedProfile, type SavedProfile } from '../recordings/document/saved-profile';
import { readTextWithin } from '../host/files/read-file';

/** The format stands at a file's beginning. */
const HEAD_BYTES = 1000;

/** The largest file that an editor reads. A profile of a large program has some megabytes. */
export const LARGEST_PROFILE = 256 * 1024 * 1024;

/**
 * A saved profile or import. The problem, if the file can't be read, is larger than `mostBytes` or is something else,
 * is a sentence that follows the file's name.
 */
export async function readSaved(path: string, mostBytes = Infinity): Promise<Outcome<SavedProfile>> {
  const text = await readTextWithin(path, mostBytes, 'is too large to be a profile');
  const read = text.ok ? readSavedProfile(text.value) : text;
  return read.ok && read.value.kind === 'counted' ? (refuseFailed(read.value.profile) ?? read) : read;
}

/** The bytes at the beginning of a file that hold what is listed of it. */
const LISTED_BYTES = 1024 * 1024;

/** The head of a saved file, read from its beginning; the problem is as that of {@link readSaved}. */
export function readHead(path: string): Outcome<SavedHead> {
  const file = accessFile(path);
  if (!file.ok) return file;
  let beginning: string;
  try {
    beginning = new TextDecoder().decode(file.value.readAt(0, Math.min(LISTED_BYTES, file.value.size)));
  } catch (error) {
    return failAt(reasonOf(error));
  }
  const read = readSavedHead(beginning);
  return read.ok && read.value.kind === 'counted' ? (refuseFailed(read.value.head) ?? read) : read;
}

/** The problem of a profile whose program failed: it was kept for its counts alone. */
function refuseFailed({ program }: Pick<ProfileDocument, 'program'>): Outcome<never> | undefined {
  const how = describeFailedProgram(program);
  return how === undefined
    ? undefined
    : failAt(`has counts of a program that ${how}, which have no energy: 'jouleline counts' prints them`);
}

export interface SavedFile {
  readonly path: string;
  readonly saved: SavedProfile;
}

/** The end of a file's name that a run was given. */
const AUTOMATIC = /-\d{8}-\d{6}(?:-[\da-f]{4})?(?:-\d)?$/;

/** The name of a saved file for people: the one that somebody gave it, or else the short name of the program that ran. */
export function nameSaved(path: string, saved: SavedProfile): string {
  return nameFile(path, saved.kind === 'import' ? [] : saved.profile.program.command);
}

/** The same name, by the command of the program; empty for an import. */
export function nameFile(path: string, command: readonly string[]): string {
  const file = basename(path, '.json');
  return command.length > 0 && AUTOMATIC.test(file) ? nameProgram(command) || file : file;
}

/** Names of files that are shown together; runs of one program are told apart by their begin. */
export function nameAll(files: readonly SavedFile[]): readonly string[] {
  const names = files.map(({ path, saved }) => nameSaved(path, saved));
  return files.map(({ saved }, index) => {
    const name = at(names, index);
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return isOnly || saved.kind === 'import'
      ? name
      : `${name} of ${saved.profile.started.slice(0, 19).replace('T', ' ')}`;
  });
}

/** True if a file begins as an import does; false where it can't be read. */
export function isImport(path: string): boolean {
  return formatOf(path) === IMPORT_FORMAT;
}

/** True if a file begins as Jouleline's own do, damaged or not; also where it can't be read: its reader says why. */
export function isSaved(path: string): boolean {
  return [PROFILE_FORMAT, IMPORT_FORMAT, undefined].includes(formatOf(path));
}

/** The format that a file names at its beginning; empty where it names none, undefined where it can't be read. */
function formatOf(path: string): string | undefined {
  const file = accessFile(path);
  if (!file.ok) return undefined;
  const head = Buffer.from(file.value.readAt(0, HEAD_BYTES)).toString();
  return /"format"\s*:\s*"([\w-]*)"/.exec(head)?.[1] ?? '';
}

/** Throws a {@link Failure} where {@link readSaved} has a problem. */
export async function loadSaved(path: string): Promise<SavedProfile> {
  return orFailure(path, await readSaved(path));
}

/** Throws a {@link Failure} if the file is no counted profile, or its program failed. */
export async function loadProfile(path: string): Promise<ProfileDocument> {
  const profile = await loadCounts(path);
  return orFailure(path, refuseFailed(profile) ?? succeed(profile));
}

/** A counted profile, also of a program that failed. Throws a {@link Failure} if the file is none. */
export async function loadCounts(path: string): Promise<ProfileDocument> {
  const text = await readTextWithin(path, Infinity, 'is too large to be a profile');
  if (!text.ok) return orFailure(path, text);
  const read = readProfile(text.value);
  const other = read.ok ? undefined : describeUnsaved(text.value);
  return orFailure(path, other === undefined ? read : failAt(other));
}

export interface LoadedProfiles {
  readonly profiles: readonly NamedProfile[];
  /** Sentences about files that are not profiles. */
  readonly problems: readonly string[];
}

/** The profiles of a folder in the order of their names; undefined if the path is not a folder. */
export async function loadProfiles(path: string): Promise<LoadedProfiles | undefined> {
  let names: readonly string[];
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
    names = readdirSync(path).filter((name) => name.endsWith('.json'));
  } catch (error) {
    throw new Failure(`${path} ${reasonOf(error)}`);
  }
  const problems: string[] = [];
  const profiles: NamedProfile[] = [];
  for (const name of [...names].sort()) {
    try {
      profiles.push({ name: name.replace(/\.json$/, ''), profile: await loadProfile(join(path, name)) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error.message);
    }
  }
  return { profiles, problems };
}

function orFailure<T>(path: string, read: Outcome<T>): T {
  if (!read.ok) throw new Failure(`${path} ${read.problem.message}`);
  return read.value;
}
