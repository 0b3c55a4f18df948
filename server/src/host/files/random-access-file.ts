/**
 * Random access to a real file, for the archive readers of `classfile/`.
 *
 * Sits in `host/`. A file is opened for each read and closed again, which takes about 20 µs. If jars stayed
 * open, no build could replace them on Windows, and several hundred would exceed the open files that macOS
 * allows.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { messageOf } from '../../base/failure';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { LEADS_OUT, leadsOut } from './fence';
import type { InflateRaw, RandomAccess } from '../../classfile/archives/random-access';

const nothing = new Uint8Array();

/** Accesses the file as it is now: reads answer nothing once it is replaced. */
export function accessFile(path: string): Outcome<RandomAccess> {
  try {
    if (leadsOut(path)) return failAt(LEADS_OUT);
    // Opening a pipe would wait for its other end.
    if (!statSync(path).isFile()) return failAt('is not a file');
    return withOpen(path, (descriptor) => {
      const first = fstatSync(descriptor);
      if (!first.isFile()) return failAt('is not a file');
      const readAt = (offset: number, length: number): Uint8Array => {
        try {
          return withOpen(path, (later) => {
            const now = fstatSync(later);
            const isSame = now.size === first.size && now.mtimeMs === first.mtimeMs;
            return isSame ? readBytes(later, offset, length) : nothing;
          });
        } catch {
          // A file that vanishes or fails answers short, and its reader reports that with file and place.
          return nothing;
        }
      };
      return succeed({ size: first.size, readAt });
    });
  } catch (error) {
    return failAt(reasonOf(error));
  }
}

/** Inflates for the archive readers, which do not import zlib themselves. */
export const inflateRaw: InflateRaw = (data, expectedSize) => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, expectedSize) });
  } catch {
    // Only corrupt data can fail here; the archive's reader names the entry.
    return undefined;
  }
};

/** Codes of our own: what is no regular file is not read, nor what is larger than its reader wants. */
export const NOT_A_FILE = 'ENOTFILE';
export const TOO_LARGE = 'ETOOLARGE';
export const OUTSIDE = 'EOUTSIDE';

/** The reason for an error with a file, to follow the file's name. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read: permission denied';
    case 'EISDIR':
      return 'is a folder';
    case NOT_A_FILE:
      return 'is not a file';
    case TOO_LARGE:
    case OUTSIDE:
      return messageOf(error);
    default:
      return `cannot be read: ${messageOf(error)}`;
  }
}

function withOpen<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readBytes(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
