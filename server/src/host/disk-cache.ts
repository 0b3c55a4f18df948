/**
 * A cache of analysis results in a folder. Sits in `host/`.
 *
 * One gzipped file per entry, named by the hash of its key, so that a damaged
 * or foreign file is only a miss. Entries of another version of the tool live
 * in another folder, which is removed. The size limit is kept by dropping what
 * was used longest ago.
 */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface DiskCache {
  /** `undefined` on a miss, whatever the reason. */
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  clear(): Promise<{ readonly files: number; readonly bytes: number }>;
  /** Removes what is above the limit, oldest use first, and other versions' entries. */
  trim(): Promise<void>;
}

export interface DiskCacheOptions {
  readonly folder: string;
  /** Of the tool and of the entries' form: results of another version are never read. */
  readonly version: string;
  readonly maxBytes: number;
  readonly log: (message: string) => void;
}

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

export function createDiskCache(options: DiskCacheOptions): DiskCache {
  const folder = join(options.folder, `v${options.version}`);
  const fileOf = (key: string): string => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json.gz`);
  let failed = false;

  return {
    async read(key) {
      const path = fileOf(key);
      try {
        const text = (await decompress(await readFile(path))).toString('utf8');
        const entry = JSON.parse(text) as { key?: unknown; value?: unknown };
        if (entry.key !== key) return undefined;
        const now = new Date();
        await utimes(path, now, now);
        return entry.value;
      } catch {
        return undefined;
      }
    },
    async write(key, value) {
      if (failed) return;
      const path = fileOf(key);
      const partial = `${path}.${randomUUID()}.part`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(partial, await compress(JSON.stringify({ key, value }), { level: 1 }));
        await rename(partial, path);
      } catch (error) {
        failed = true;
        options.log(`the cache in ${folder} can't be written (${error instanceof Error ? error.message : String(error)}); going on without it`);
        await rm(partial, { force: true }).catch(() => undefined);
      }
    },
    async clear() {
      const files = await listFiles(options.folder);
      await rm(options.folder, { recursive: true, force: true });
      failed = false;
      return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
    },
    async trim() {
      for (const name of await readdir(options.folder).catch(() => [])) {
        if (join(options.folder, name) !== folder) await rm(join(options.folder, name), { recursive: true, force: true });
      }
      const files = [...(await listFiles(folder))].sort((a, b) => b.usedMs - a.usedMs);
      let total = 0;
      for (const file of files) {
        total += file.bytes;
        if (total > options.maxBytes) await rm(file.path, { force: true });
      }
    },
  };
}

async function listFiles(folder: string): Promise<readonly CachedFile[]> {
  const found: CachedFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const status = await stat(path).catch(() => undefined);
    if (status !== undefined) found.push({ path, bytes: status.size, usedMs: status.mtimeMs });
  }
  return found;
}
