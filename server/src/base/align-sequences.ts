/**
 * The longest common subsequence of two sequences, and the items between its parts.
 *
 * Sits in `base/`; it aligns the lines of two versions of a text. The plain table solves Hirschberg's problem,
 * because methods and edits are short. Longer sequences are cut at the items that stand once on both sides (Cohen's patience
 * diff), and are then aligned between these.
 */
import { at, outside } from './check';
import { firstWhere } from './search';

/** The indices of an item on both sides; -1 on a side where it has no partner. Pairs are in order. */
type AlignedPair = readonly [first: number, second: number];

/** The most items that the table takes. Longer sequences are aligned between items that stand once. */
const mostInTable = 4000;

/**
 * Aligns two sequences. Gaps that are equally long on both sides count as changed items, one by one. Cost: the
 * product of the lengths, up to {@link mostInTable}.
 */
export function alignSequences(first: readonly string[], second: readonly string[]): readonly AlignedPair[] {
  let start = 0;
  const shorter = Math.min(first.length, second.length);
  while (start < shorter && first[start] === second[start]) start++;
  let end = 0;
  while (end < shorter - start && first[first.length - 1 - end] === second[second.length - 1 - end]) end++;
  const rows = first.length - start - end;
  const columns = second.length - start - end;
  const pairs: AlignedPair[] = Array.from({ length: start }, (_, index) => [index, index]);
  const common = commonOf(first.slice(start, start + rows), second.slice(start, start + columns));
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...common, [rows, columns] as const]) {
    const isChange = nextRow - row === nextColumn - column;
    if (isChange) for (; row < nextRow; row++, column++) pairs.push([start + row, start + column]);
    else {
      for (; row < nextRow; row++) pairs.push([start + row, -1]);
      for (; column < nextColumn; column++) pairs.push([-1, start + column]);
    }
    if (row < rows && column < columns) pairs.push([start + row++, start + column++]);
  }
  for (let index = end; index > 0; index--) pairs.push([first.length - index, second.length - index]);
  return pairs;
}

function commonOf(first: readonly string[], second: readonly string[]): readonly AlignedPair[] {
  if (first.length <= mostInTable && second.length <= mostInTable) return longestCommon(first, second);
  const common: AlignedPair[] = [];
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [
    ...onceInBoth(first, second),
    [first.length, second.length] as const,
  ]) {
    const [rows, columns] = [nextRow - row, nextColumn - column];
    if (rows > 0 && columns > 0 && rows <= mostInTable && columns <= mostInTable)
      for (const [a, b] of longestCommon(first.slice(row, nextRow), second.slice(column, nextColumn)))
        common.push([row + a, column + b]);
    if (nextRow < first.length) common.push([nextRow, nextColumn]);
    [row, column] = [nextRow + 1, nextColumn + 1];
  }
  return common;
}

/** The longest sequence of items that stand once on either side and have the same order on both. */
function onceInBoth(first: readonly string[], second: readonly string[]): readonly AlignedPair[] {
  const places = placesOfOnce(second);
  const pairs = Array.from(placesOfOnce(first), ([item, row]) => [row, places.get(item) ?? -1] as const)
    .filter(([row, column]) => row >= 0 && column >= 0)
    .sort(([one], [other]) => one - other);
  /** For each length less one, the pair that ends such a sequence the earliest; then, for each pair, the pair before it. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, column]] of pairs.entries()) {
    const length = firstWhere(0, ends.length, (end) => at(pairs, at(ends, end))[1] >= column);
    before.push(ends[length - 1] ?? -1);
    ends[length] = index;
  }
  const chosen: AlignedPair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = at(before, index)) chosen.push(at(pairs, index));
  return chosen.reverse();
}

/** The index of each item, or -1 for an item that stands more than once. */
function placesOfOnce(items: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) places.set(item, places.has(item) ? -1 : index);
  return places;
}

function longestCommon(first: readonly string[], second: readonly string[]): readonly AlignedPair[] {
  const width = second.length + 1;
  const lengths = new Int32Array((first.length + 1) * width);
  const lengthAt = (row: number, column: number): number =>
    lengths[row * width + column] ?? outside(row * width + column);
  for (let row = first.length - 1; row >= 0; row--)
    for (let column = second.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        first[row] === second[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: AlignedPair[] = [];
  for (let row = 0, column = 0; row < first.length && column < second.length;)
    if (first[row] === second[column]) pairs.push([row++, column++]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++;
    else column++;
  return pairs;
}
