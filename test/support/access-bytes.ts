import type { RandomAccess } from '../../server/src/classfile/archives/random-access';

/** An archive in memory. */
export function accessBytes(bytes: Uint8Array): RandomAccess {
  return {
    size: bytes.length,
    readAt: (offset, length) =>
      bytes.subarray(offset, Math.max(offset, Math.min(offset + length, bytes.length))),
  };
}
