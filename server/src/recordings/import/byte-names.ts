/**
 * Numbers the names that stand in bytes: a name becomes a text only when it is seen for the first time.
 *
 * Sits in `recordings/`. A gigabyte may hold a few thousand names, and decoding each occurrence
 * would take most of the time. The hash is FNV-1a.
 */
import { outside } from '../../base/check';
export interface ByteNames {
  /** The number of the name in `bytes` from `start` to `end`, whose hash is `hash`; -1 if there are too many names. */
  numberOf(bytes: Uint8Array, start: number, end: number, hash: number): number;
  readonly count: () => number;
  /** The names by their numbers. */
  texts(): readonly string[];
}

export const HASH_START = 0x811c9dc5;
export const HASH_FACTOR = 0x01000193;

/** A file with more names is not a profile of a program. */
const MOST_NAMES = 4_000_000;
const MOST_BYTES = 256 * 1024 * 1024;

export function createByteNames(): ByteNames {
  let table = new Int32Array(4096).fill(-1);
  let hashes = new Int32Array(1024);
  /** The end of each name in `text`. */
  let ends = new Int32Array(1024);
  let text = new Uint8Array(64 * 1024);
  let count = 0;

  const startOf = (name: number): number => (name === 0 ? 0 : (ends[name - 1] ?? outside(name)));

  function isSame(name: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = startOf(name);
    if ((ends[name] ?? outside(name)) - from !== end - start) return false;
    for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== text[j]) return false;
    return true;
  }

  function rehash(): void {
    table = new Int32Array(table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let name = 0; name < count; name++) {
      let slot = (hashes[name] ?? outside(name)) & mask;
      while (table[slot] !== -1) slot = (slot + 1) & mask;
      table[slot] = name;
    }
  }

  function addName(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const from = startOf(count);
    const length = end - start;
    if (count === MOST_NAMES || from + length > MOST_BYTES) return -1;
    if (from + length > text.length) {
      const wider = new Uint8Array(Math.min(MOST_BYTES, Math.max(text.length * 2, from + length)));
      wider.set(text);
      text = wider;
    }
    if (count === ends.length) {
      const [more, moreHashes] = [new Int32Array(count * 2), new Int32Array(count * 2)];
      more.set(ends);
      moreHashes.set(hashes);
      [ends, hashes] = [more, moreHashes];
    }
    text.set(bytes.subarray(start, end), from);
    ends[count] = from + length;
    hashes[count] = hash;
    count++;
    if (count * 2 > table.length) rehash();
    return count - 1;
  }

  return {
    numberOf(bytes, start, end, hash) {
      const mask = table.length - 1;
      let slot = hash & mask;
      for (;;) {
        const name = table[slot] ?? outside(slot);
        if (name < 0) break;
        if (hashes[name] === hash && isSame(name, bytes, start, end)) return name;
        slot = (slot + 1) & mask;
      }
      const before = table;
      const name = addName(bytes, start, end, hash);
      // The table was made anew and has this name already, but the free slot moved.
      if (name >= 0 && table === before) table[slot] = name;
      return name;
    },
    count: () => count,
    texts() {
      const decoder = new TextDecoder();
      return Array.from({ length: count }, (_, name) =>
        decoder.decode(text.subarray(startOf(name), ends[name])),
      );
    },
  };
}
