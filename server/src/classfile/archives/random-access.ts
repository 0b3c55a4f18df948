/**
 * The access to a file that archive readers need: bytes at a place. `host/` implements it over real
 * files.
 *
 * Sits at the bottom of `classfile/`.
 */
import { MalformedInput } from '../../base/outcome';

export interface RandomAccess {
  readonly size: number;
  /** Fewer bytes than asked for where the file ends, shrinks or fails meanwhile. Never throws. The bytes may be kept. */
  readAt(offset: number, length: number): Uint8Array;
}

/** Inflates raw deflate data (RFC 1951) to at most `expectedSize` bytes; undefined where the data is corrupt. */
export type InflateRaw = (data: Uint8Array, expectedSize: number) => Uint8Array | undefined;

/** Exactly so many bytes; throws {@link MalformedInput} where they do not exist. Checks before it allocates. */
export function readFully(file: RandomAccess, offset: number, length: number): Uint8Array {
  if (offset < 0 || length < 0 || offset + length > file.size) {
    throw new MalformedInput(`${length} bytes expected, but the file ends at ${file.size}`, offset);
  }
  const bytes = file.readAt(offset, length);
  if (bytes.length !== length) {
    throw new MalformedInput(`Only ${bytes.length} of ${length} bytes could be read`, offset);
  }
  return bytes;
}
