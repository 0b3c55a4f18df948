/**
 * A file in chunks, for what is read from its start to its end and never held.
 *
 * Sits in `host/`. Synchronous: who reads does nothing else meanwhile.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;

/** Each iteration reads the file anew. Throws where it can't be read. */
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
