/**
 * A folder of pictures of workspaces, so that a panel opens with the last one at once, or of pages of
 * comparisons.
 *
 * Sits in `host/`.
 */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Failure, messageOf } from '../../base/failure';
import { writeWholeFile, makeFolder, type Writing } from './write-file';

export interface PictureFolder {
  pathOf(name: string): string;
  /** True if the picture is there; it then counts as new. */
  has(name: string): Promise<boolean>;
  /**
   * Writes a whole picture in gzip's format, or throws a {@link Failure}: pages get it as it is, and connections to
   * another machine would compress it for each of them. The oldest pictures are removed if there are too many, but none
   * that a page of another window may be about to read.
   */
  write(name: string, pieces: Iterable<Uint8Array>, writing?: Pick<Writing, 'token'>): Promise<void>;
  clear(): Promise<{ readonly files: number; readonly bytes: number }>;
}

/** The picture of a large module has some 6 MB, and its first part 1. */
const MAX_PICTURES = 12;
/** A page reads its picture as soon as it hears of it. */
const KEPT_MS = 60_000;
const ENDING = '.jlsp';

async function compress(pieces: Iterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const packed: Uint8Array[] = [];
  // Higher levels take three times as long for a tenth of the bytes.
  for await (const piece of Readable.from(pieces).pipe(createGzip({ level: 1 })))
    packed.push(piece as Uint8Array);
  return packed;
}

export function createPictureFolder(folder: string): PictureFolder {
  const pathOf = (name: string): string => join(folder, `${name}${ENDING}`);

  async function list(): Promise<readonly { path: string; bytes: number; written: number }[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const state = await stat(path).catch(() => undefined); // another window may have removed it
        return state === undefined ? [] : [{ path, bytes: state.size, written: state.mtimeMs }];
      }),
    );
    return found.flat().sort((a, b) => b.written - a.written);
  }

  return {
    pathOf,
    async has(name) {
      const isThere = (await stat(pathOf(name)).catch(() => undefined))?.isFile() === true;
      const now = new Date();
      // A picture that can't be marked is there all the same.
      if (isThere) await utimes(pathOf(name), now, now).catch(() => undefined);
      return isThere;
    },
    async write(name, pieces, writing) {
      try {
        makeFolder(folder);
      } catch (error) {
        throw new Failure(messageOf(error));
      }
      try {
        await writeWholeFile(pathOf(name), await compress(pieces), { ...writing, lasts: false });
      } finally {
        const least = Date.now() - KEPT_MS;
        for (const { path, written } of (await list()).slice(MAX_PICTURES))
          if (written < least) await rm(path, { force: true });
      }
    },
    async clear() {
      const files = await list();
      for (const { path } of files) await rm(path, { force: true });
      return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}
