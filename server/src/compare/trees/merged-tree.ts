/**
 * One tree of two that are matched: what both have once, what one of them has in its place.
 *
 * Sits in `compare/` over `match-trees.ts`. The alignment of two trees (Jiang, Wang and Zhang, "Alignment of trees", 1995):
 * without the rows that only the second has, it is the first tree, and the other way round. Matchings that keep ancestors
 * and structure, as those of "DiffProf" do, always have one; a pair of any other matching that stands in the way is two
 * rows, one of each side.
 */
import { type ContextTree, subtreeEnds } from './context-tree';
import { invertPartners } from './match-trees';

/** Rows in preorder: what lies below one follows it. */
export interface MergedTree {
  /** By row: the row that it lies below; -1 for the root. */
  readonly parents: Int32Array;
  /** By row: its row in the first tree, and in the second; -1 where that has none. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Rows of both trees that are to be put below one row. */
interface Forest {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** A row of the merged tree; what stands below it are children of its rows, and what is given besides. */
interface MergedRow {
  readonly row: number;
  readonly partner: number;
  readonly below: Forest;
}

const nothing: Forest = { first: [], second: [] };

/**
 * `partners`: by row of the first tree its row in the second, -1 for none; the roots are one whatever it says of them. Throws what `check`
 * throws. Cost: about linear in the rows; where only one side has long chains, times their depth.
 */
export function mergeTrees(
  first: ContextTree,
  second: ContextTree,
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
 * Trees of both sides, side by side: of those that share matched rows, one has all that the others share, and stands above
 * them, or two are matched themselves.
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
    const other = towards[index] ?? -1;
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

/** Whether a row of the first tree is to stand above one of the second that it shares matched rows with. */
function isAbove(row: number, partner: number, inFirst: TreeSide, inSecond: TreeSide): boolean {
  if (inFirst.partners[row] !== -1) return false;
  if (inSecond.partners[partner] !== -1) return true;
  return inFirst.countMatched(row) >= inSecond.countMatched(partner);
}

interface TreeSide {
  /** By row: the row of the other tree; -1 for none. */
  readonly partners: Int32Array;
  /** In the order of the tree. */
  readonly childrenOf: (row: number) => readonly number[];
  /** How many rows from it on down have a partner. */
  readonly countMatched: (row: number) => number;
  /** Index of the tree, of those with these roots, that has the partner of the first row with one from this on down. */
  readonly findPartner: (row: number, roots: readonly number[], other: TreeSide) => number;
  readonly endOf: (row: number) => number;
}

function describeSide({ parents }: ContextTree, partners: Int32Array): TreeSide {
  const ends = subtreeEnds(parents);
  /** By row: how many of the rows before it have a partner, and the next row that has one. */
  const matchedBefore = new Int32Array(parents.length + 1);
  const nextMatched = new Int32Array(parents.length + 1).fill(parents.length);
  for (let row = 0; row < parents.length; row++)
    matchedBefore[row + 1] = (matchedBefore[row] ?? 0) + ((partners[row] ?? -1) >= 0 ? 1 : 0);
  for (let row = parents.length - 1; row >= 0; row--)
    nextMatched[row] = (partners[row] ?? -1) >= 0 ? row : (nextMatched[row + 1] ?? parents.length);
  const endOf = (row: number): number => ends[row] ?? row + 1;
  return {
    partners,
    endOf,
    childrenOf(row) {
      const children: number[] = [];
      for (let child = row + 1; child < endOf(row); child = endOf(child)) children.push(child);
      return children;
    },
    countMatched: (row) => (matchedBefore[endOf(row)] ?? 0) - (matchedBefore[row] ?? 0),
    findPartner(row, roots, other) {
      const matched = nextMatched[row] ?? parents.length;
      if (matched >= endOf(row)) return -1;
      const partner = partners[matched] ?? -1;
      const index = lastUpTo(roots, partner);
      return index >= 0 && partner < other.endOf(roots[index] ?? 0) ? index : -1;
    },
  };
}

/** Index of the last of ascending numbers that is at most this; -1 for none. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
