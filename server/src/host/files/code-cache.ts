/**
 * Loads a CommonJS bundle with the code that V8 compiled of it the last time.
 *
 * Sits in `host/`. Node 20 has no such cache of its own. The cache holds compiled code of the functions
 * that had run, so it is stored late. It depends on machine and version, and is dropped when anything
 * differs.
 */
import { withDefined } from '../../base/check';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { makeFolder } from './write-file';
import { readBytesSync, readTextSync } from './read-file';

export interface LoadedBundle {
  readonly exports: unknown;
  /** True if the code came from the cache. */
  readonly cached: boolean;
  /** Stores what is compiled by now, unless the code came from the cache. A cache that cannot be written changes nothing. */
  storeCode(): void;
}

/** The wrapper that Node puts around modules. */
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';
const DIGEST_BYTES = 32;

/**
 * Loads a bundle, and the bundles `beside` it when it requires them, such as `./java-parser.js`. `folder` holds nothing
 * but code of this kind; if it is undefined, nothing is read or stored.
 */
export function loadBundle(
  path: string,
  folder: string | undefined,
  beside: readonly string[] = [],
): LoadedBundle {
  const source = readTextSync(path);
  const stored = folder === undefined ? undefined : join(folder, cacheName(path, source));
  const cachedData = stored === undefined ? undefined : readVerified(stored);
  // The column offset gives stack traces the positions of the file.
  const script = new Script(`${WRAPPER}${source}\n})`, {
    filename: path,
    columnOffset: -WRAPPER.length,
    ...withDefined({ cachedData }),
  });
  const cached = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} };
  const run = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  const others = new Map<string, LoadedBundle>();
  const requireFile = createRequire(path);
  const requireBeside = (name: string): unknown => {
    if (!beside.includes(name)) return requireFile(name);
    const other = others.get(name) ?? loadBundle(join(dirname(path), name), folder);
    others.set(name, other);
    return other.exports;
  };
  run(module.exports, requireBeside, module, path, dirname(path));
  return {
    exports: module.exports,
    cached,
    storeCode() {
      for (const other of others.values()) other.storeCode();
      if (folder !== undefined && stored !== undefined && !cached)
        store(folder, stored, script.createCachedData());
    },
  };
}

/** The name differs for another bundle, another Node and another processor. */
function cacheName(path: string, source: string): string {
  const key = createHash('sha256').update([process.versions.v8, process.arch, source].join('\n'));
  return `${basename(path)}-${key.digest('hex').slice(0, 32)}`;
}

/** V8 does not verify its input, so a torn file must never reach it. */
function readVerified(path: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readBytesSync(path);
  } catch {
    return undefined;
  }
  const data = bytes.subarray(DIGEST_BYTES);
  return data.length > 0 && digest(data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : undefined;
}

function digest(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function store(folder: string, path: string, data: Buffer): void {
  const partial = `${path}.${process.pid}.part`;
  try {
    makeFolder(folder);
    const bundle = basename(path).replace(/-[^-]*$/, '-');
    for (const name of readdirSync(folder))
      if (name.startsWith(bundle) && join(folder, name) !== path) rmSync(join(folder, name), { force: true });
    writeFileSync(partial, Buffer.concat([digest(data), data]));
    renameSync(partial, path);
  } catch {
    if (existsSync(partial)) rmSync(partial, { force: true });
  }
}
