/**
 * A cache of analysis results in a folder.
 *
 * Sits in `host/`. Each entry is one gzipped file, named by the hash of its key, which it begins with: a
 * damaged or foreign file is only a miss, and is removed. Entries of another version of the tool live in
 * another folder, which is removed. To keep the size limit, the entries that were not used for longest are
 * dropped.
 */
import { counted } from '../../base/counted';
import { messageOf } from '../../base/failure';
import { readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { join, isAbsolute } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import { makeFolder } from './write-file';
import { readBytes } from './read-file';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface DiskCache {
  /** Undefined on a miss, whatever the reason. */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, value: Uint8Array): Promise<void>;
  clear(): Promise<{ readonly files: number; readonly bytes: number }>;
  /** Removes entries above the limit, those first that were not used for longest, and entries of other versions. */
  trim(): Promise<void>;
}

export interface DiskCacheOptions {
  readonly folder: string;
  /** The version of the tool and of the entries' form: results of another version are never read. */
  readonly version: string;
  readonly maxBytes: number;
  readonly log: (message: string) => void;
  /** The time in milliseconds; that of the machine if absent. */
  readonly now?: () => number;
}

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Names such as `3f…9a.gz`, or the part of one that is being written. Nothing else in the folder is ever touched. */
const ENTRY_NAME = /^[0-9a-f]{40}(?:\.json)?\.gz(?:\.[0-9a-f-]+\.part)?$/;
const VERSION_FOLDER_NAME = /^v[^/\\]+$/;
/** The time without writing after a failure: a full disk may have room again. */
const PAUSE_MS = 60_000;
const GZIP = { level: 1 };
/** The number of bytes that are compressed within half a millisecond: handing them to another thread takes longer. */
const SMALL = 50_000;
/** An unfinished entry of this age belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export function createDiskCache(options: DiskCacheOptions): DiskCache {
  const ownName = `v${options.version}`;
  const folder = join(options.folder, ownName);
  const fileOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.gz`);
  const { now = Date.now } = options;
  let pausedUntil = -Infinity;
  let hasTold = false;

  async function writeEntry(path: string, content: Buffer): Promise<void> {
    const partial = `${path}.${randomUUID()}.part`;
    try {
      await writeFile(partial, content);
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined); // the first error is the one to tell
      throw error;
    }
  }

  /** Removes files. Those that could not be removed stay, and are reported once. */
  async function removeFiles(files: readonly CachedFile[]): Promise<readonly CachedFile[]> {
    const removed: CachedFile[] = [];
    let reason: string | undefined;
    for (const file of files) {
      try {
        await rm(file.path, { force: true });
        removed.push(file);
      } catch (error) {
        reason ??= messageOf(error);
      }
    }
    if (reason !== undefined) {
      options.log(
        `${counted(files.length - removed.length, 'file')} of the cache in ${options.folder} can't be removed (${reason})`,
      );
    }
    return removed;
  }

  return {
    async read(key) {
      const path = fileOf(key);
      const content = await readBytes(path).catch(() => undefined); // a miss is no fault
      if (content === undefined) return undefined;
      const value = valueOf(key, await decompress(content).catch(() => undefined));
      if (value === undefined) await removeFiles([{ path, bytes: content.length, usedMs: 0 }]);
      else await markUsed(path);
      return value;
    },
    async write(key, value) {
      if (now() < pausedUntil) return;
      try {
        const entry = Buffer.concat([startOf(key), value]);
        const content = entry.length <= SMALL ? gzipSync(entry, GZIP) : await compress(entry, GZIP);
        // The folder is missing, or this or another window cleared it between two steps.
        await writeEntry(fileOf(key), content).catch(async () => {
          makeFolder(folder);
          await writeEntry(fileOf(key), content);
        });
      } catch (error) {
        pausedUntil = now() + PAUSE_MS;
        if (!hasTold)
          options.log(`the cache in ${folder} can't be written (${messageOf(error)}); going on without it`);
        hasTold = true;
      }
    },
    async clear() {
      const names = await listVersions(options.folder);
      const files = (await Promise.all(names.map((name) => listFiles(join(options.folder, name))))).flat();
      const removed = await removeFiles(files);
      for (const name of names) await removeIfEmpty(join(options.folder, name));
      pausedUntil = -Infinity;
      hasTold = false;
      return { files: removed.length, bytes: removed.reduce((sum, file) => sum + file.bytes, 0) };
    },
    async trim() {
      for (const name of await listVersions(options.folder)) {
        if (name === ownName) continue;
        await removeFiles(await listFiles(join(options.folder, name)));
        await removeIfEmpty(join(options.folder, name));
      }
      const abandoned = Date.now() - ABANDONED_AFTER_MS;
      const files = [...(await listFiles(folder))].sort((a, b) => b.usedMs - a.usedMs);
      let total = 0;
      const surplus = files.filter((file) => {
        total += file.bytes;
        return total > options.maxBytes || (file.path.endsWith('.part') && file.usedMs < abandoned);
      });
      await removeFiles(surplus);
    },
  };
}

/** The start of an entry: the length of the key, and the key. */
function startOf(key: string): Buffer {
  const text = Buffer.from(key, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}

/** The bytes behind the key; undefined for an entry that is damaged or has another key. */
function valueOf(key: string, entry: Buffer | undefined): Uint8Array | undefined {
  const start = startOf(key);
  return entry?.subarray(0, start.length).equals(start) === true ? entry.subarray(start.length) : undefined;
}

/** Sets the time of the last change to that of this use. In a read-only folder all entries stay equally old. */
async function markUsed(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

async function listVersions(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && VERSION_FOLDER_NAME.test(entry.name))
    .map((entry) => entry.name);
}

/** The entries of a folder; none if there is no folder. */
async function listFiles(folder: string): Promise<readonly CachedFile[]> {
  const found: CachedFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || !ENTRY_NAME.test(entry.name)) continue;
    const path = join(folder, entry.name);
    const status = await stat(path).catch(() => undefined); // another window may have removed it
    if (status !== undefined) found.push({ path, bytes: status.size, usedMs: status.mtimeMs });
  }
  return found;
}

/** Leaves the folder if anything else is in it. */
async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}

/**
 * The folder in which the command line keeps what it can compute again; undefined if the machine names none. On Linux
 * this is the cache folder of the XDG Base Directory Specification, which ignores relative paths, elsewhere its
 * counterpart on macOS or Windows.
 */
export function userCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string | undefined {
  const named = (name: string): string | undefined => {
    const path = environment[name];
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  const home = named('HOME') ?? named('USERPROFILE');
  const byPlatform = (): string | undefined => {
    if (platform === 'win32') return named('LOCALAPPDATA');
    if (home === undefined) return undefined;
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  };
  const folder = named('XDG_CACHE_HOME') ?? byPlatform();
  return folder === undefined ? undefined : join(folder, 'jouleline');
}
