/**
 * Reads a file in chunks from start to end, without ever holding all of it.
 *
 * Sits in `host/`. It is synchronous, for callers that do nothing else meanwhile.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;

/** Each iteration reads the file anew. Throws if it cannot be read. */
export function readChunks(path: string): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      const file = openSync(path, 'r');
      try {
        for (;;) {
          const chunk = new Uint8Array(CHUNK);
          const length = readSync(file, chunk, 0, CHUNK, null);
          if (length === 0) return;
          yield chunk.subarray(0, length);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}
