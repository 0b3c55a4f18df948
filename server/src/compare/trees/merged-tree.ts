/**
 * Merges two matched trees into one: rows that both trees have stand there once, and rows that only one tree has
 * stand in their places.
 *
 * The alignment of two trees (Jiang, Wang and Zhang, "Alignment of trees", 1995): without the rows that only the second
 * tree has, it is the first tree, and the other way round. Matchings that keep ancestors and structure, as those of
 * "DiffProf" do, always have one. If a pair of any other matching stands in the way, it becomes two rows, one of each
 * side.
 */
import { at } from '../../base/check';
import { subtreeEnds } from '../../base/context-tree';
import { firstWhere } from '../../base/search';
import type { MethodTree } from './method-tree';
import { invertPartners } from './match-trees';

/** A tree with its rows in preorder: the rows below a row follow it. */
export interface MergedTree {
  /** The row above each row; -1 for the root. */
  readonly parents: Int32Array;
  /** The row in the first tree, and in the second, of each row; -1 if that tree has none. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Rows of both trees that go below one row. */
interface Forest {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** A row of the merged tree. Below it come the children of its rows, and the rows of `below`. */
interface MergedRow {
  readonly row: number;
  readonly partner: number;
  readonly below: Forest;
}

const nothing: Forest = { first: [], second: [] };

/**
 * Merges two trees. `partners` holds the row in the second tree for each row of the first, -1 for none; the roots are
 * one row in any case. Throws what `check` throws. Cost: about linear in the rows; if only one side has long chains,
 * times their depth.
 */
export function mergeTrees(
  first: MethodTree,
  second: MethodTree,
  partners: Int32Array,
  check: () => void = () => undefined,
): MergedTree {
  const inFirst = describeSide(first, partners);
  const inSecond = describeSide(second, invertPartners(partners, second.parents.length));
  const most = first.parents.length + second.parents.length;
  const merged = {
    parents: new Int32Array(most),
    first: new Int32Array(most),
    second: new Int32Array(most),
  };
  let rows = 0;
  // Trees may be as deep as a program has methods: no recursion.
  const open: (MergedRow & { readonly parent: number })[] = [
    { row: 0, partner: 0, below: nothing, parent: -1 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((rows & 0xff) === 0) check();
    const { row, partner, below, parent } = next;
    merged.parents[rows] = parent;
    merged.first[rows] = row;
    merged.second[rows] = partner;
    const forest = {
      first: row >= 0 ? inFirst.childrenOf(row) : below.first,
      second: partner >= 0 ? inSecond.childrenOf(partner) : below.second,
    };
    for (const place of alignForest(forest, inFirst, inSecond).reverse())
      open.push({ ...place, parent: rows });
    rows++;
  }
  return {
    parents: merged.parents.slice(0, rows),
    first: merged.first.slice(0, rows),
    second: merged.second.slice(0, rows),
  };
}

/**
 * Aligns trees of both sides, side by side. Among trees that share matched rows, one holds all that the others share
 * and stands above them, or two are matched themselves.
 */
function alignForest({ first, second }: Forest, inFirst: TreeSide, inSecond: TreeSide): MergedRow[] {
  // By tree: the one of the other side that has the partner of its first matched row; -1 for none.
  const towards = first.map((row) => inFirst.findPartner(row, second, inSecond));
  const back = second.map((row) => inSecond.findPartner(row, first, inFirst));
  const isPlaced = { first: new Uint8Array(first.length), second: new Uint8Array(second.length) };
  const takeAll = (
    trees: readonly number[],
    points: readonly number[],
    to: number,
    done: Uint8Array,
  ): number[] =>
    trees.filter((_, at) => {
      if (points[at] !== to || done[at] === 1) return false;
      done[at] = 1;
      return true;
    });
  const places: MergedRow[] = [];
  for (const [index, row] of first.entries()) {
    if (isPlaced.first[index] === 1) continue;
    isPlaced.first[index] = 1;
    const other = at(towards, index);
    const partner = second[other] ?? -1;
    if (partner < 0 || isPlaced.second[other] === 1) places.push({ row, partner: -1, below: nothing });
    else if (inFirst.partners[row] === partner) {
      isPlaced.second[other] = 1;
      places.push({ row, partner, below: nothing });
    } else if (isAbove(row, partner, inFirst, inSecond)) {
      const held = takeAll(second, back, index, isPlaced.second);
      places.push({ row, partner: -1, below: { first: [], second: held } });
    } else {
      isPlaced.second[other] = 1;
      const held = [row, ...takeAll(first, towards, other, isPlaced.first)];
      places.push({ row: -1, partner, below: { first: held, second: [] } });
    }
  }
  for (const [index, partner] of second.entries())
    if (isPlaced.second[index] === 0) places.push({ row: -1, partner, below: nothing });
  return places;
}

/** True if a row of the first tree goes above a row of the second that it shares matched rows with. */
function isAbove(row: number, partner: number, inFirst: TreeSide, inSecond: TreeSide): boolean {
  if (inFirst.partners[row] !== -1) return false;
  if (inSecond.partners[partner] !== -1) return true;
  return inFirst.countMatched(row) >= inSecond.countMatched(partner);
}

interface TreeSide {
  /** The row of the other tree for each row; -1 for none. */
  readonly partners: Int32Array;
  /** The children of a row, in the order of the tree. */
  readonly childrenOf: (row: number) => readonly number[];
  /** The number of rows with a partner, from this row down. */
  readonly countMatched: (row: number) => number;
  /**
   * Finds, from this row down, the first row with a partner; gives the index of the tree, among those with these
   * roots, that holds the partner, or -1.
   */
  readonly findPartner: (row: number, roots: readonly number[], other: TreeSide) => number;
  readonly endOf: (row: number) => number;
}

function describeSide({ parents }: MethodTree, partners: Int32Array): TreeSide {
  const ends = subtreeEnds(parents);
  /** For each row, the number of rows before it that have a partner; then the next row that has one. */
  const matchedBefore = new Int32Array(parents.length + 1);
  const nextMatched = new Int32Array(parents.length + 1).fill(parents.length);
  for (let row = 0; row < parents.length; row++)
    matchedBefore[row + 1] = at(matchedBefore, row) + (at(partners, row) >= 0 ? 1 : 0);
  for (let row = parents.length - 1; row >= 0; row--)
    nextMatched[row] = at(partners, row) >= 0 ? row : at(nextMatched, row + 1);
  const endOf = (row: number): number => at(ends, row);
  return {
    partners,
    endOf,
    childrenOf(row) {
      const children: number[] = [];
      for (let child = row + 1; child < endOf(row); child = endOf(child)) children.push(child);
      return children;
    },
    countMatched: (row) => at(matchedBefore, endOf(row)) - at(matchedBefore, row),
    findPartner(row, roots, other) {
      const matched = at(nextMatched, row);
      if (matched >= endOf(row)) return -1;
      const partner = at(partners, matched);
      // The last of the roots, which ascend, that is not after the partner.
      const index = firstWhere(0, roots.length, (root) => at(roots, root) > partner) - 1;
      return index >= 0 && partner < other.endOf(at(roots, index)) ? index : -1;
    },
  };
}
