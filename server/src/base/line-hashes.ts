/** Texts as checksums of their lines: enough to find lines of one text in another, and nothing to read. Sits in `base/`. */
import { computeCrc32 } from './crc32';

export function hashLines(text: string): string {
  const hashes = checksumLines(text);
  const bytes = new DataView(new ArrayBuffer(4 * hashes.length));
  hashes.forEach((hash, index) => {
    bytes.setUint32(4 * index, hash);
  });
  return Buffer.from(bytes.buffer).toString('base64');
}

/**
 * The checksums that {@link hashLines} writes. `known` holds the checksums of lines that were seen before; new lines
 * are added to it.
 */
export function checksumLines(text: string, known = new Map<string, number>()): Uint32Array {
  const encoder = new TextEncoder();
  const lines = splitLines(text);
  const hashes = new Uint32Array(lines.length);
  lines.forEach((line, index) => {
    const hash = known.get(line) ?? computeCrc32(encoder.encode(line));
    known.set(line, hash);
    hashes[index] = hash;
  });
  return hashes;
}

/** At every end of a line: a method's lines are those of its class file. */
function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
}

export function readHashes(base64: string): Uint32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32BE(4 * index));
}
