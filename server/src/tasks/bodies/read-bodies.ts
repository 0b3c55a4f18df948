/**
 * The bodies of the jars on a class path: from the cache, or made in a thread.
 *
 * Sits in `tasks/`. A jar that can't be read is named, and all others serve. Nothing here throws.
 */
import { counted } from '../../base/counted';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createDiskCache, type DiskCache, userCacheFolder } from '../../host/files/disk-cache';
import { expandClassPath } from '../../host/jdk/class-path-files';
import { startThread } from '../../host/machine/threads';
import { type LibraryClass, readLibraryBodies } from '../../operations/bodies/library-bodies';
import type { Installation } from '../installation';
import type { BodiesMessage, BodiesTask } from './bodies-main';

/** All jars together: what is not done by then is guessed by names, and done the next time. */
const MOST_MS = 30_000;
const MOST_JARS = 200;
/** The memory of the thread of a command, in megabytes. */
const COMMAND_MB = 1024;
const CACHE_BYTES = 100_000_000;
/** Changes when the summaries of a jar do. */
const CACHE_VERSION = '2';

export interface LibraryBodies {
  readonly classes: readonly LibraryClass[];
  /** Sentences about jars that are left out. */
  readonly problems: readonly string[];
}

interface BodiesPlaces extends Pick<Installation, 'bundleFolder' | 'mediaFolder'> {
  /** The folder that keeps what was made; undefined if nothing is kept. */
  readonly cacheFolder: string | undefined;
  readonly maxMemoryMB: number;
}

/** The jars of a class path, of which a problem is told and the others serve, kept in the user's cache. */
export async function readClassPathBodies(
  classPath: readonly string[],
  places: Pick<Installation, 'bundleFolder' | 'mediaFolder'>,
  { log, useCache = true }: { readonly log: (problem: string) => void; readonly useCache?: boolean },
): Promise<readonly LibraryClass[]> {
  const cacheFolder = useCache ? userCacheFolder(process.env, process.platform) : undefined;
  const { classes, problems } = await readLibraryJars(classPath, {
    ...places,
    cacheFolder,
    maxMemoryMB: COMMAND_MB,
  });
  for (const problem of problems) log(problem);
  return classes;
}

export async function readLibraryJars(
  classPath: readonly string[],
  { bundleFolder, mediaFolder, cacheFolder, maxMemoryMB }: BodiesPlaces,
): Promise<LibraryBodies> {
  const problems: string[] = [];
  const jars = expandClassPath(classPath, '.', (message) => problems.push(message))
    .filter((path) => extname(path).toLowerCase() === '.jar')
    .slice(0, MOST_JARS);
  const cache = cacheFolder === undefined ? undefined : openCache(cacheFolder);
  const classes: LibraryClass[] = [];
  const missing = new Map<string, string>();
  for (const jar of new Set(jars)) {
    const key = await identify(jar);
    if (key === undefined) continue;
    const kept = await cache?.read(key);
    const read = kept === undefined ? undefined : readLibraryBodies(new TextDecoder().decode(kept));
    if (read?.ok === true) classes.push(...read.value);
    else missing.set(jar, key);
  }
  if (missing.size === 0) return { classes, problems };
  const made = await summarize({ jars: [...missing.keys()], mediaFolder }, bundleFolder, maxMemoryMB);
  for (const { jar, text, problem } of made) {
    const read = readLibraryBodies(text);
    if (read.ok) classes.push(...read.value);
    if (problem !== '') problems.push(`${jar}: ${problem}: calls of it are guessed by their names`);
    const key = missing.get(jar);
    missing.delete(jar);
    if (key !== undefined && problem === '')
      await cache?.write(key, new TextEncoder().encode(text)).catch(() => undefined);
  }
  if (missing.size > 0)
    problems.push(
      `bodies of ${counted(missing.size, 'jar')} took too long to read: calls of them are guessed by their names`,
    );
  await cache?.trim().catch(() => undefined);
  return { classes, problems };
}

function openCache(folder: string): DiskCache {
  return createDiskCache({
    folder: join(folder, 'bodies'),
    version: CACHE_VERSION,
    maxBytes: CACHE_BYTES,
    log: () => undefined,
  });
}

async function identify(jar: string): Promise<string | undefined> {
  const state = await stat(jar).catch(() => undefined);
  return state?.isFile() === true ? `${jar}\n${state.size}\n${state.mtimeMs}` : undefined;
}

/** What the thread made before its time was over. */
function summarize(
  data: BodiesTask,
  bundleFolder: string,
  maxMemoryMB: number,
): Promise<readonly BodiesMessage[]> {
  return new Promise((resolve, reject) => {
    const made: BodiesMessage[] = [];
    const thread = startThread(
      join(bundleFolder, 'bodies.js'),
      { data, maxMemoryMB },
      {
        onMessage: (message) => {
          made.push(message as BodiesMessage);
        },
        onExit: () => {
          clearTimeout(timer);
          resolve(made);
        },
      },
    );
    const timer = setTimeout(() => {
      thread.terminate().catch(reject);
    }, MOST_MS);
  });
}
