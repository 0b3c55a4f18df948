/**
 * Tells states of the libraries apart by path, size and time of change, so that a jar that is rebuilt under
 * its name counts as changed.
 *
 * Sits in `host/`. It asks the file system asynchronously.
 */
import { readdir, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { listBelow } from '../files/walk-folder';
import type { Libraries } from './libraries';

/** Libraries in one state of their files. */
export interface IdentifiedLibraries extends Libraries {
  /** The same text for the same files, in every process. */
  readonly identity: string;
}

/** The most files of one folder of classes that are looked at; changes beyond them are not noticed. */
const MAX_FILES = 20_000;

export async function identifyLibraries(libraries: Libraries): Promise<IdentifiedLibraries> {
  const { classPath, jdk } = libraries;
  const own = jdk === undefined ? [] : (jdk.runtimeJars ?? [jdk.modules ?? jdk.home]);
  const hash = createHash('sha256').update(jdk?.version ?? '');
  for (const state of await Promise.all([...classPath, ...own].map(describeElement)))
    hash.update(`\n${state}`);
  return { ...libraries, identity: hash.digest('hex').slice(0, 16) };
}

/** Describes the state of many files in one text; a missing file has a state, too. */
export async function describeFiles(paths: readonly string[]): Promise<string> {
  const states = await Promise.all(paths.map(describeFile));
  return states.join('\n');
}

async function describeElement(path: string): Promise<string> {
  if (path.endsWith('*')) return `${path}\n${(await describeFolder(path.slice(0, -1), false)).join('\n')}`;
  const state = await describeFile(path);
  return state === 'folder'
    ? `${path}\n${(await describeFolder(path, true)).join('\n')}`
    : `${path} ${state}`;
}

/** Describes a file; a missing or unreadable file has one state. */
async function describeFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'folder' : `${found.size} ${found.mtimeMs}`;
}

async function describeFolder(folder: string, deep: boolean): Promise<readonly string[]> {
  const wants = (name: string): boolean => /\.(class|jar)$/i.test(name);
  const wanted = deep
    ? await listBelow(folder, { wants, mostFiles: MAX_FILES })
    : (await readdir(folder).catch(() => [])).filter(wants).sort().slice(0, MAX_FILES);
  return Promise.all(wanted.map(async (name) => `${name} ${await describeFile(join(folder, name))}`));
}
