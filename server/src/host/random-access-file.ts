/**
 * Random access to a real file for the archive readers of `classfile/`.
 *
 * Sits in `host/`.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { failAt, type Outcome, succeed } from '../classfile/outcome';
import type { InflateRaw, RandomAccess } from '../classfile/random-access';

export interface OpenFile extends RandomAccess {
  close(): void;
}

/** Opens a file for reading; it stays open until `close`. */
export function openFile(path: string): Outcome<OpenFile> {
  let descriptor: number;
  let size: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    return failAt(`${path} cannot be opened: ${reasonOf(error)}`);
  }
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      closeSync(descriptor);
      return failAt(`${path} is not a file`);
    }
    size = status.size;
  } catch (error) {
    closeSync(descriptor);
    return failAt(`${path} cannot be read: ${reasonOf(error)}`);
  }
  let isOpen = true;
  return succeed({
    size,
    readAt: (offset, length) => (isOpen ? readAt(descriptor, offset, length) : new Uint8Array()),
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  });
}

export const inflateRaw: InflateRaw = (data, expectedSize) => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, expectedSize) });
  } catch {
    // Corrupt data is the only way to fail; the archive's reader names the entry.
    return undefined;
  }
};

function readAt(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    while (filled < length) {
      const count = readSync(descriptor, bytes, filled, length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
  } catch {
    // A file that fails while it is read answers short, which its reader reports with place and entry.
    return bytes.subarray(0, filled);
  }
  return bytes.subarray(0, filled);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
