/**
 * Matches the basic blocks of a method with those of its other version.
 *
 * A block is known by what its code does and, if both texts are known, by its lines. The blocks are first matched in
 * the order of the code (the longest common subsequence). Then blocks that were moved are matched, if no other block
 * looks like them. Last, between matched blocks, those that are most alike are matched as changed.
 */
import { alignSequences } from '../../base/align-sequences';
import { describeCounts } from './match-methods';

export interface MatchableBlock {
  /** The number of times that one execution of the block runs each operation. */
  readonly work: ReadonlyMap<string, number>;
  /** The text of the block's lines; absent if its text, or that of the other side, is unknown. */
  readonly text?: string;
  /** The block's role in loops and branches. */
  readonly role: string;
}

interface MatchedBlock {
  /** The index on each side; -1 on a side that has no such block. */
  readonly first: number;
  readonly second: number;
  /** True if the block stands elsewhere among those that both sides have. */
  readonly isMoved: boolean;
}

/** The least likeness at which two blocks between matched ones count as one block that was changed. */
const leastAlike = 0.5;
/** The fewest operations of a block that is matched elsewhere without its text: smaller blocks look like too many others. */
const fewestOperations = 3;
/** The most pairs that are tried between two matched blocks. */
const mostPairs = 10_000;

/**
 * Matches blocks in the order of the code; a block that is gone comes before the one that is new in its place.
 *
 * @param isOneLine tells if the lines on which both blocks begin are matched.
 */
export function matchBlocks(
  first: readonly MatchableBlock[],
  second: readonly MatchableBlock[],
  isOneLine: (first: number, second: number) => boolean,
): readonly MatchedBlock[] {
  const doing = first.map(({ work }) => describeCounts(work));
  const doingNow = second.map(({ work }) => describeCounts(work));
  const hasText = [...first, ...second].every(({ text }) => text !== undefined);
  const partner = new Int32Array(first.length).fill(-1);
  const taken = new Uint8Array(second.length);
  const moved = new Set<number>();
  const take = (one: number, other: number): void => {
    partner[one] = other;
    taken[other] = 1;
  };
  const movedBy = (
    tokens: readonly string[],
    others: readonly string[],
    canMove: (one: number) => boolean,
  ) => {
    const places = placesOfUnique(others, (other) => taken[other] === 0);
    for (const [token, one] of placesOfUnique(tokens, (index) => partner[index] === -1)) {
      const other = places.get(token);
      if (one < 0 || other === undefined || other < 0 || !canMove(one)) continue;
      take(one, other);
      moved.add(one);
    }
  };
  const anchors: (readonly [number, number])[] = [];
  const alignBetween = (tokens: readonly string[], others: readonly string[]): void => {
    const found = gapsBetween(anchors, first.length, second.length).flatMap(([rows, columns]) => {
      const [free, open] = [
        rows.filter((one) => partner[one] === -1),
        columns.filter((other) => taken[other] === 0),
      ];
      const aligned = alignSequences(
        free.map((one) => tokens[one] ?? ''),
        open.map((other) => others[other] ?? ''),
      );
      return aligned.flatMap(([row, column]) => {
        const [one, other] = [free[row] ?? -1, open[column] ?? -1];
        return one >= 0 && other >= 0 && tokens[one] === others[other] ? [[one, other] as const] : [];
      });
    });
    for (const [one, other] of found) take(one, other);
    anchors.push(...found);
    anchors.sort(([one], [other]) => one - other);
  };

  if (hasText) {
    const [texts, textsNow] = [withText(first, doing), withText(second, doingNow)];
    alignBetween(texts, textsNow);
    movedBy(texts, textsNow, () => true);
  }
  alignBetween(doing, doingNow);
  const operationsOf = first.map(({ work }) => [...work.values()].reduce((sum, count) => sum + count, 0));
  movedBy(doing, doingNow, (one) => (operationsOf[one] ?? 0) >= fewestOperations);
  for (const [rows, columns] of gapsBetween(anchors, first.length, second.length))
    for (const [one, other] of mostAlike(
      rows.filter((row) => partner[row] === -1),
      columns.filter((column) => taken[column] === 0),
      (row, column) => likeness(first[row], second[column], isOneLine(row, column)),
    )) {
      take(one, other);
      anchors.push([one, other]);
    }
  anchors.sort(([one], [other]) => one - other);
  return inOrder(anchors, partner, taken, moved);
}

function withText(blocks: readonly MatchableBlock[], doing: readonly string[]): readonly string[] {
  return blocks.map(({ text = '' }, index) => `${text}\n${doing[index] ?? ''}`);
}

/** The index of each token, or -1 if it stands at several places. */
function placesOfUnique(
  tokens: readonly string[],
  isFree: (index: number) => boolean,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, token] of tokens.entries())
    if (isFree(index)) places.set(token, places.has(token) ? -1 : index);
  return places;
}

type Gap = readonly [rows: readonly number[], columns: readonly number[]];

function gapsBetween(
  anchors: readonly (readonly [number, number])[],
  rows: number,
  columns: number,
): readonly Gap[] {
  let [row, column] = [0, 0];
  return [...anchors, [rows, columns] as const].map(([nextRow, nextColumn]): Gap => {
    const gap = [range(row, nextRow), range(column, nextColumn)] as const;
    [row, column] = [nextRow + 1, nextColumn + 1];
    return gap;
  });
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/**
 * The likeness of two blocks: the share of their operations that is common to both, from 0 to 1, and more if they
 * stand on matched lines or have the same role.
 */
function likeness(
  one: MatchableBlock | undefined,
  other: MatchableBlock | undefined,
  isOneLine: boolean,
): number {
  if (one === undefined || other === undefined) return 0;
  let [common, total] = [0, 0];
  for (const [operation, count] of one.work) {
    common += Math.min(count, other.work.get(operation) ?? 0);
    total += count;
  }
  for (const count of other.work.values()) total += count;
  const share = total === 0 ? 0 : (2 * common) / total;
  return share + (isOneLine ? 0.3 : 0) + (one.role === other.role ? 0.1 : 0);
}

/** The pairs that keep the order, the most alike first. */
function mostAlike(
  rows: readonly number[],
  columns: readonly number[],
  alike: (row: number, column: number) => number,
): readonly (readonly [number, number])[] {
  if (rows.length * columns.length > mostPairs) return [];
  const pairs = rows.flatMap((row) => columns.map((column) => ({ row, column, share: alike(row, column) })));
  const chosen: (readonly [number, number])[] = [];
  for (const { row, column, share } of pairs.sort((one, other) => other.share - one.share)) {
    if (share < leastAlike) break;
    if (chosen.every(([one, other]) => (row - one) * (column - other) > 0)) chosen.push([row, column]);
  }
  return chosen;
}

function inOrder(
  anchors: readonly (readonly [number, number])[],
  partner: Int32Array,
  taken: Uint8Array,
  moved: ReadonlySet<number>,
): readonly MatchedBlock[] {
  const origin = new Map(Array.from(moved, (one) => [partner[one] ?? -1, one]));
  return gapsBetween(anchors, partner.length, taken.length).flatMap(([rows, columns], index) => {
    const anchor = anchors[index];
    return [
      ...rows.flatMap((one) => (partner[one] === -1 ? [{ first: one, second: -1, isMoved: false }] : [])),
      ...columns.map((second) => {
        const first = origin.get(second);
        return { first: first ?? -1, second, isMoved: first !== undefined };
      }),
      ...(anchor === undefined ? [] : [{ first: anchor[0], second: anchor[1], isMoved: false }]),
    ];
  });
}
