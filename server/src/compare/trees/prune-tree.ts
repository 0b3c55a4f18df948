/**
 * Leaves the rows that take next to nothing out of a tree that is too large.
 *
 * Sits in `compare/`, under `task-tree.ts`. Matching takes time and memory with the rows, and of millions of contexts
 * most take nothing that anybody would look at. The energy of a row that is left out is added to the row that calls
 * it: no energy is lost, and the energy of each row with all that it calls stays as it is.
 */
import { type ContextTree, inclusiveOf } from './context-tree';

export interface PrunedRows {
  readonly rows: number;
  /** The amount that these rows take together, which is now part of the rows that call them. */
  readonly amount: number;
  /** The most that any of these rows takes, with all that it calls. */
  readonly most: number;
}

export interface PrunedTree {
  readonly tree: ContextTree;
  /** The row in the given tree, for each row. */
  readonly kept: Int32Array;
  /** The rows that were left out; absent if there are none. */
  readonly pruned?: PrunedRows;
}

/** Prunes a tree to at most so many rows beside the root. Cost: that of sorting the rows' energies. */
export function pruneTree(tree: ContextTree, mostRows: number): PrunedTree {
  const size = tree.parents.length;
  if (size <= mostRows + 1) return { tree, kept: Int32Array.from(tree.parents.keys()) };
  const inclusive = inclusiveOf(tree);
  const most = inclusive.slice(1).sort()[size - 1 - mostRows - 1] ?? 0;
  const exclusive = tree.exclusive.slice();
  /** For each given row, its place, or the place of the row that its amount was added to. */
  const placed = new Int32Array(size);
  const kept = new Int32Array(mostRows + 1);
  let [rows, amount] = [1, 0];
  for (let row = 1; row < size; row++) {
    const parent = tree.parents[row] ?? 0;
    const around = placed[parent] ?? 0;
    const isKept = (inclusive[row] ?? 0) > most && kept[around] === parent;
    if (isKept) {
      placed[row] = rows;
      kept[rows++] = row;
      continue;
    }
    placed[row] = around;
    const own = tree.exclusive[row] ?? 0;
    amount += own;
    const into = kept[around] ?? 0;
    exclusive[into] = (exclusive[into] ?? 0) + own;
  }
  const pick = <T extends Int32Array | Float64Array>(column: T): T =>
    column.slice(0, rows).map((_, at) => column[kept[at] ?? 0] ?? 0) as T;
  return {
    tree: {
      ...tree,
      parents: pick(tree.parents).map((parent) => (parent < 0 ? -1 : (placed[parent] ?? 0))),
      methods: pick(tree.methods),
      exclusive: pick(exclusive),
      calls: pick(tree.calls),
      recursive: pick(tree.recursive),
      ...(tree.sizes && { sizes: pick(tree.sizes) }),
    },
    kept: kept.slice(0, rows),
    pruned: { rows: size - rows, amount, most },
  };
}
