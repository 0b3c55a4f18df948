/**
 * A match of the lines of one text with those of another, by checksums of the lines.
 *
 * Sits in `recordings/`. What stands as often in both texts is matched in its
 * order; what was copied or removed is only known where it stood.
 */
import { outside } from '../../base/check';
import { addTo } from '../../base/groups';
import { firstWhere } from '../../base/search';

export interface LineMatch {
  /**
   * The number of lines by which a range (from 1, both included) has moved; undefined if the other text does
   * not have it, or if it could stand in two places.
   */
  readonly shiftOf: (first: number, last: number) => number | undefined;
}

export function matchLines(then: Uint32Array, now: Uint32Array): LineMatch {
  return matchFrom(then)(now);
}

/** Does what {@link matchLines} does, for one text that is compared with many, for example at each edit. */
export function matchFrom(then: Uint32Array): (now: Uint32Array) => LineMatch {
  let index: HashIndex | undefined;
  return (now) => {
    if (then.length === now.length && then.every((hash, line) => hash === now[line]))
      return matchIndexed({ then, now });
    index ??= indexHashes(then);
    return matchIndexed({ then, now, before: index, after: indexHashes(now) });
  };
}

interface IndexedTexts {
  readonly then: Uint32Array;
  readonly now: Uint32Array;
  /** Absent where both texts are one. */
  readonly before?: HashIndex;
  readonly after?: HashIndex;
}

function matchIndexed({ then, now, before, after }: IndexedTexts): LineMatch {
  /**
   * The shifts of methods that are known already, by first and then by last line: each line of a method asks
   * for its method's shift.
   */
  const known = new Map<number, Map<number, number | undefined>>();

  function find(first: number, last: number): number | undefined {
    if (before === undefined || after === undefined) return 0;
    if (first === last) return findLine(first, before, after);
    const range = then.subarray(first - 1, last);
    const starts = placesOf(range, then, before);
    const ends = placesOf(range, now, after);
    if (starts.length === ends.length) {
      const found = ends[starts.indexOf(first - 1)];
      return found === undefined ? undefined : found - (first - 1);
    }
    return ends.includes(first - 1) ? 0 : undefined;
  }

  /**
   * Finds the shift of one line as `find` does for a range, but by its rank among the lines that are equal to
   * it, since a text may have many of those.
   */
  function findLine(line: number, inThen: HashIndex, inNow: HashIndex): number | undefined {
    const hash = then[line - 1] ?? 0;
    const [starts, ends] = [inThen.get(hash) ?? [], inNow.get(hash) ?? []];
    if (starts.length !== ends.length) return now[line - 1] === hash ? 0 : undefined;
    const found = ends[rankOf(line - 1, starts)];
    return found === undefined ? undefined : found - (line - 1);
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

/** Lines from 0, ascending, by their checksums. */
type HashIndex = ReadonlyMap<number, readonly number[]>;

function rankOf(line: number, lines: readonly number[]): number {
  return firstWhere(0, lines.length, (index) => (lines[index] ?? outside(index)) >= line);
}

function indexHashes(hashes: Uint32Array): HashIndex {
  const index = new Map<number, number[]>();
  for (const [line, hash] of hashes.entries()) addTo(index, hash, line);
  return index;
}

/** The lines, from 0, at which the range stands in the text. */
function placesOf(range: Uint32Array, text: Uint32Array, index: HashIndex): readonly number[] {
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
