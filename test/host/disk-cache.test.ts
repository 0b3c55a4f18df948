/** The cache on disk, in good folders and bad ones. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDiskCache } from '../../server/src/host/files/disk-cache';
import type { DiskCache } from '../../server/src/host/files/disk-cache';
import { asPlainUser } from '../support/plain-user';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';

/** Any values, as JSON. */
interface ValueCache extends Pick<DiskCache, 'clear' | 'trim'> {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

interface OpenCache {
  readonly cache: ValueCache;
  readonly folder: string;
  readonly messages: readonly string[];
}

function open({
  folder = join(makeTemporaryFolder(), 'cache'),
  version = '1',
  maxBytes = 1e9,
  now = Date.now,
} = {}): OpenCache {
  const messages: string[] = [];
  const bytes = createDiskCache({
    ...{ folder, version, maxBytes, now },
    log: (message) => messages.push(message),
  });
  const cache: ValueCache = {
    ...bytes,
    async read(key) {
      const value = await bytes.read(key);
      return value === undefined ? undefined : (JSON.parse(new TextDecoder().decode(value)) as unknown);
    },
    write: (key, value) => bytes.write(key, new TextEncoder().encode(JSON.stringify(value))),
  };
  return { cache, folder, messages };
}

function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('reading and writing', () => {
  it('gives back what was written, to another process too', async () => {
    const { cache, folder } = open();
    const value = { lines: [1, 2.5], name: '⚡', nothing: null };
    await cache.write('key', value);
    expect(await cache.read('key')).toEqual(value);
    expect(await open({ folder }).cache.read('key')).toEqual(value);
    expect(await cache.read('other')).toBeUndefined();
  });

  it('replaces an entry, and leaves no parts behind', async () => {
    const { cache, folder } = open();
    await Promise.all([1, 2, 3, 4].map((value) => cache.write('key', value)));
    await cache.write('key', 5);
    expect(await cache.read('key')).toBe(5);
    expect(entriesOf(folder)).toHaveLength(1);
  });

  it('misses and removes a damaged or foreign entry, and heals it by writing', async () => {
    const whole = open();
    await whole.cache.write('key', 'value');
    const other = open();
    await other.cache.write('another', 'value');
    const [path = ''] = entriesOf(whole.folder);
    const good = readFileSync(path);
    const damaged: readonly Uint8Array[] = [
      Buffer.alloc(0),
      good.subarray(0, -5),
      Buffer.from('not gzip'),
      gzipSync(''),
      gzipSync('not an entry'),
      readFileSync(entriesOf(other.folder)[0] ?? ''),
    ];
    for (const bytes of damaged) {
      writeFileSync(path, bytes);
      expect(await whole.cache.read('key')).toBeUndefined();
      expect(existsSync(path)).toBe(false);
    }
    await whole.cache.write('key', 'new');
    expect(await whole.cache.read('key')).toBe('new');
    expect(whole.messages).toEqual([]);
  });

  it('reads nothing of another version', async () => {
    const { cache, folder } = open({ version: '1' });
    await cache.write('key', 'old');
    expect(await open({ folder, version: '2' }).cache.read('key')).toBeUndefined();
  });

  it('writes although its folder is cleared at the same time', async () => {
    const { cache, messages } = open();
    const writes = Array.from({ length: 40 }, (_, index) => cache.write(`key ${index}`, index));
    await Promise.all([cache.clear(), ...writes, cache.clear()]);
    await cache.write('last', 1);
    expect([await cache.read('last'), messages]).toEqual([1, []]);
  });
});

describe('bad folders', () => {
  it('is written again a minute after it could not be, and says so once', async () => {
    const place = makeTemporaryFolder({ cache: '' });
    let time = 0;
    const { cache, messages } = open({ folder: join(place, 'cache'), now: () => time });
    await cache.write('key', 1);
    rmSync(join(place, 'cache'));
    time = 59_999;
    await cache.write('key', 2);
    expect(await cache.read('key')).toBeUndefined();
    time = 60_000;
    await cache.write('key', 3);
    expect([await cache.read('key'), messages.length]).toEqual([3, 1]);
  });

  it('goes on without a folder that cannot be made, and says so once', async () => {
    const { cache, messages } = open({ folder: join(makeTemporaryFolder({ file: '' }), 'file', 'cache') });
    await cache.write('key', 1);
    await cache.write('key', 2);
    await cache.trim();
    expect([await cache.read('key'), await cache.clear()]).toEqual([undefined, { files: 0, bytes: 0 }]);
    expect(messages).toEqual([
      expect.stringMatching(/^the cache in .*file.cache.v1 can't be written \(.+\); going on without it$/),
    ]);
  });

  it('still reads from a folder that may only be read', async () => {
    const { cache, folder, messages } = open({ maxBytes: 1 });
    await cache.write('key', 'value');
    chmodSync(join(folder, 'v1'), 0o555);
    for (const entry of entriesOf(folder)) chmodSync(entry, 0o444);
    const seen = await asPlainUser(async () => {
      const read = await cache.read('key');
      await cache.trim();
      return [read, await cache.clear()];
    });
    chmodSync(join(folder, 'v1'), 0o755);
    expect(seen).toEqual(['value', { files: 0, bytes: 0 }]);
    expect(messages).toEqual([
      expect.stringMatching(/^1 file .* can't be removed/),
      expect.stringMatching(/can't be removed/),
    ]);
  });

  it('writes again once a folder that could not be written was cleared', async () => {
    const folder = makeTemporaryFolder({ v1: 'in the way' });
    const { cache, messages } = open({ folder });
    await cache.write('key', 1);
    rmSync(join(folder, 'v1'));
    await cache.clear();
    await cache.write('key', 2);
    expect([await cache.read('key'), messages.length]).toEqual([2, 1]);
  });
});

describe('trimming and clearing', () => {
  /** Writes entries of about equal size, `a` used longest ago. */
  async function fill(cache: ValueCache, folder: string, keys: readonly string[]): Promise<number> {
    for (const [index, key] of keys.entries()) {
      const before = new Set(existsSync(folder) ? entriesOf(folder) : []);
      await cache.write(key, key.repeat(50));
      const path = entriesOf(folder).find((entry) => !before.has(entry)) ?? '';
      utimesSync(path, 1_000_000 + index, 1_000_000 + index);
    }
    return Math.max(...entriesOf(folder).map((path) => statSync(path).size));
  }

  async function kept(cache: ValueCache, keys: readonly string[]): Promise<readonly string[]> {
    const values = await Promise.all(keys.map((key) => cache.read(key)));
    return keys.filter((_, index) => values[index] !== undefined);
  }

  it('keeps the size limit by dropping what was used longest ago', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    const { cache, folder } = open();
    const size = await fill(cache, folder, keys);
    expect(await cache.read('a')).toBeDefined(); // that is a use
    await open({ folder, maxBytes: 2 * size }).cache.trim();
    expect(await kept(cache, keys)).toEqual(['a', 'd']);
  });

  it('drops what is abandoned, and what another version left', async () => {
    const old = open({ version: '0' });
    await old.cache.write('key', 'old');
    writeFiles(old.folder, { [`v0/${'0'.repeat(40)}.json.gz`]: 'the form of earlier versions' });
    const { cache, folder } = open({ folder: old.folder });
    await cache.write('key', 'new');
    const [entry = ''] = entriesOf(join(folder, 'v1'));
    writeFileSync(`${entry}.0a-1b.part`, 'being written');
    writeFileSync(`${entry}.2c-3d.part`, 'from a process that was killed');
    utimesSync(`${entry}.2c-3d.part`, 1, 1);
    await cache.trim();
    expect(entriesOf(folder)).toEqual(expect.arrayContaining([entry, `${entry}.0a-1b.part`]));
    expect(entriesOf(folder)).toHaveLength(2);
    expect(existsSync(join(folder, 'v0'))).toBe(false);
  });

  it('counts what it clears', async () => {
    const { cache, folder } = open();
    await cache.write('a', 1);
    await cache.write('b', 2);
    await open({ folder, version: '2' }).cache.write('a', 3);
    const bytes = entriesOf(folder).reduce((sum, path) => sum + statSync(path).size, 0);
    expect(await cache.clear()).toEqual({ files: 3, bytes });
    expect(await cache.read('a')).toBeUndefined();
    expect(await cache.clear()).toEqual({ files: 0, bytes: 0 });
  });

  it('never touches what is not its own', async () => {
    const folder = makeTemporaryFolder({
      'thesis.tex': '',
      'v1/notes.txt': '',
      'results/v1/run.json.gz': '',
      'vacation/photo.jpg': '',
    });
    const outside = makeTemporaryFolder();
    const name = `${'0'.repeat(40)}.json.gz`;
    writeFiles(outside, { [name]: '' });
    symlinkSync(outside, join(folder, 'v3'));
    mkdirSync(join(folder, 'v1', name));
    const before = readdirSync(folder, { recursive: true }).sort();
    const { cache } = open({ folder, maxBytes: 0 });
    await cache.write('key', 1);
    await cache.trim();
    await cache.clear();
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    expect(readdirSync(outside)).toEqual([name]);
  });
});
