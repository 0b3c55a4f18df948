/** Compresses for files of other tools. Sits in `host/`, over `node:zlib`. */
import { gzipSync } from 'node:zlib';

/** Makes one gzip file (RFC 1952). */
export function gzipPieces(pieces: Iterable<Uint8Array>): Uint8Array {
  return gzipSync(Buffer.concat([...pieces]));
}
