/**
 * The longest common subsequence of two sequences, and what lies between.
 *
 * Sits in `diff/`: lines of two versions of a method. Hirschberg's problem,
 * solved by the plain table: methods are short, and longer ones are cut.
 */

/** Indices of both, in order; -1 for what has no partner. */
export type AlignedPair = readonly [first: number, second: number];

/** Longer than this, only what is equal at both ends is aligned item by item. */
const mostInTable = 4000;

/**
 * Gaps as long on both sides are taken for changed items, one by one. Cost: the
 * product of the lengths.
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
  const [from, to] = [start, start];
  const common =
    rows > mostInTable || columns > mostInTable
      ? []
      : longestCommon(first.slice(from, from + rows), second.slice(to, to + columns));
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...common, [rows, columns] as const]) {
    const isChange = nextRow - row === nextColumn - column;
    if (isChange) for (; row < nextRow; row++, column++) pairs.push([from + row, to + column]);
    else {
      for (; row < nextRow; row++) pairs.push([from + row, -1]);
      for (; column < nextColumn; column++) pairs.push([-1, to + column]);
    }
    if (row < rows && column < columns) pairs.push([from + row++, to + column++]);
  }
  for (let index = end; index > 0; index--) pairs.push([first.length - index, second.length - index]);
  return pairs;
}

function longestCommon(first: readonly string[], second: readonly string[]): readonly AlignedPair[] {
  const width = second.length + 1;
  const lengths = new Int32Array((first.length + 1) * width);
  for (let row = first.length - 1; row >= 0; row--)
    for (let column = second.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        first[row] === second[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  const pairs: AlignedPair[] = [];
  for (let row = 0, column = 0; row < first.length && column < second.length;)
    if (first[row] === second[column]) pairs.push([row++, column++]);
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row++;
    else column++;
  return pairs;
}
