/**
 * The checksum of zip entries: CRC-32 with the reflected polynomial EDB88320
 * (PKWARE APPNOTE 4.4.7).
 *
 * Sits in `classfile/` under `zip.ts`.
 */

/** An unsigned 32-bit checksum. */
export type Crc32 = number;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** Cost: about 2 ms per megabyte. */
export function computeCrc32(bytes: Uint8Array): Crc32 {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
