/**
 * Where lines of one text stand in another, told by checksums of the lines.
 *
 * Sits in `placing/`. What stands as often in both texts is matched in its
 * order; what was copied or removed is only known where it stood.
 */

export interface LineMatch {
  /** By how many lines a range (from 1, both included) has moved; undefined where it is another, or could be two. */
  readonly shiftOf: (first: number, last: number) => number | undefined;
}

export function matchLines(then: Uint32Array, now: Uint32Array): LineMatch {
  const isSame = then.length === now.length && then.every((hash, line) => hash === now[line]);
  const [before, after] = isSame ? [] : [indexHashes(then), indexHashes(now)];
  /** Of methods, by their first line, then by their last: each of a method's lines asks. */
  const known = new Map<number, Map<number, number | undefined>>();

  function find(first: number, last: number): number | undefined {
    if (before === undefined || after === undefined) return 0;
    const range = then.subarray(first - 1, last);
    const starts = placesOf(range, then, before);
    const ends = placesOf(range, now, after);
    if (starts.length === ends.length) {
      const found = ends[starts.indexOf(first - 1)];
      return found === undefined ? undefined : found - (first - 1);
    }
    return ends.includes(first - 1) ? 0 : undefined;
  }

  return {
    shiftOf(first, last) {
      if (first < 1 || last > then.length || last < first) return undefined;
      const byLast = known.get(first) ?? new Map<number, number | undefined>();
      known.set(first, byLast);
      if (!byLast.has(last)) byLast.set(last, find(first, last));
      return byLast.get(last);
    },
  };
}

function indexHashes(hashes: Uint32Array): ReadonlyMap<number, readonly number[]> {
  const index = new Map<number, number[]>();
  for (const [line, hash] of hashes.entries()) {
    const lines = index.get(hash);
    if (lines === undefined) index.set(hash, [line]);
    else lines.push(line);
  }
  return index;
}

/** From 0. */
function placesOf(
  range: Uint32Array,
  text: Uint32Array,
  index: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  // By its rarest line: most methods begin with one that many others begin with, such as an annotation.
  let rarest = 0;
  let fewest: readonly number[] | undefined;
  for (const [at, hash] of range.entries()) {
    const lines = index.get(hash) ?? [];
    if (fewest !== undefined && lines.length >= fewest.length) continue;
    [rarest, fewest] = [at, lines];
  }
  return (fewest ?? [])
    .map((line) => line - rarest)
    .filter((start) => start >= 0 && range.every((hash, at) => text[start + at] === hash));
}
