/**
 * Makes the tree in which tasks are matched from a calling context tree.
 *
 * After "DiffProf", section 3.5: each program names its application
 * methods as it likes. Methods that other application methods call therefore merge into the one that the framework
 * called back, whose class is dropped. A method that passes on to the one it overrides merges with it. Methods of the
 * framework keep their names.
 *
 * A tree that is too large loses the rows that take next to nothing. Matching takes time and memory with the rows, and
 * of millions of contexts most take nothing that anybody would look at. The energy of a row that is left out is added
 * to the row that calls it: no energy is lost, and the energy of each row with all that it calls stays as it is.
 */
import { at, outside, withDefined } from '../../base/check';
import { type MethodTree, MethodTreeBuilder, moveUnmodeled, pickRows } from './method-tree';
import type { MethodName } from '../../base/method-name';
import { inclusiveOf } from '../../base/context-tree';

export interface ClassRelations {
  /** True if a class belongs to the programs, and not to the libraries that both are built on. */
  readonly isApplication: (className: string) => boolean;
  /** True if the first class extends or implements the other; false if that is unknown. */
  readonly extends: (className: string, other: string) => boolean;
}

export interface TaskTree extends MethodTree {
  /** A mark for each method, by its index: 1 for methods of the application. */
  readonly isApplication: Uint8Array;
  /** The first method that each row stands for, with its class; undefined for the root. */
  readonly origins: readonly (MethodName | undefined)[];
  /** The rows that were left out because there were more than can be matched; absent if there are none. */
  readonly pruned?: PrunedRows;
}

/**
 * The most rows of a tree. Two trees of 50,000 rows are matched in seconds; more would take as many minutes, and
 * nobody looks at them.
 */
const MOST_ROWS = 60_000;

export function buildTaskTree(tree: MethodTree, naming: ClassRelations): TaskTree {
  const { parents, frames, exclusive, calls, recursive, sizes, names } = tree;
  const belongs = names.map((method) => naming.isApplication(method.class));
  const builder = new MethodTreeBuilder();
  const numbers = names.map((method, index) =>
    builder.numberOf(belongs[index] === true ? withoutClass(method) : method),
  );
  /** The context that each row of the tree became, or merged into; 0 for the root. */
  const placed = new Int32Array(parents.length);
  /** The first row that became each context; 0 before there is one, and for the root. */
  const first = new Int32Array(parents.length);
  /** The contexts with a row whose calls were not recorded: the calls of their other rows would be only a part. */
  const uncounted = new Set<number>();
  for (let row = 1; row < parents.length; row++) {
    const caller = parents[row] ?? outside(row);
    const index = frames[row] ?? outside(row);
    const method = at(names, index);
    const calledBy = frames[caller] ?? outside(caller);
    const callerName = names[calledBy];
    const isInternal = belongs[index] === true && belongs[calledBy] === true;
    const passesOn =
      callerName !== undefined &&
      callerName.name === method.name &&
      callerName.descriptor === method.descriptor &&
      naming.extends(callerName.class, method.class);
    const around = placed[caller] ?? outside(caller);
    const context =
      isInternal || passesOn
        ? around
        : builder.enter(around, at(numbers, index), at(calls, row), at(recursive, row));
    builder.take(context, at(exclusive, row), tree.variance?.[row]);
    const size = sizes?.[row] ?? NaN;
    if (context !== around && !Number.isNaN(size)) builder.measure(context, size);
    placed[row] = context;
    if (first[context] === 0) first[context] = row;
    // What folds onto a context that is running is no call of it from outside.
    const isEntered = context !== around && builder.callerOf(context) === around;
    if (isEntered && Number.isNaN(at(calls, row))) uncounted.add(context);
  }
  if (tree.unmodeled !== undefined) {
    const { rows, operations, counts, names: ofOperations } = tree.unmodeled;
    for (const [entry, row] of rows.entries())
      builder.leaveOut(at(placed, row), at(ofOperations, at(operations, entry)), at(counts, entry));
  }
  const { tree: merged, rowOf } = builder.finish();
  const firstOfRow = new Int32Array(merged.parents.length);
  for (const [context, row] of rowOf.entries()) firstOfRow[row] = at(first, context);
  for (const context of uncounted) merged.calls[at(rowOf, context)] = NaN;
  const { tree: matched, kept, pruned } = pruneTree(merged, MOST_ROWS);
  return {
    ...matched,
    origins: Array.from(kept, (row) => names[at(frames, at(firstOfRow, row))]),
    isApplication: Uint8Array.from(merged.names, (method) => (method.class === applicationClass ? 1 : 0)),
    ...withDefined({ pruned }),
  };
}

/** The class that stands for every class of an application. */
const applicationClass = '*';

function withoutClass({ name, descriptor }: MethodName): MethodName {
  // What a lambda captures is in its descriptor.
  return name.startsWith('lambda$')
    ? { class: applicationClass, name: 'lambda', descriptor: '' }
    : { class: applicationClass, name, descriptor };
}

interface PrunedRows {
  readonly rows: number;
  /** The amount that these rows take together, which is now part of the rows that call them. */
  readonly amount: number;
  /** The most that any of these rows takes, with all that it calls. */
  readonly most: number;
}

interface PrunedTree {
  readonly tree: MethodTree;
  /** The row in the given tree, for each row. */
  readonly kept: Int32Array;
  /** The rows that were left out; absent if there are none. */
  readonly pruned?: PrunedRows;
}

/** Prunes a tree to at most so many rows beside the root. Cost: that of sorting the rows' energies. */
export function pruneTree(tree: MethodTree, mostRows: number): PrunedTree {
  const size = tree.parents.length;
  if (size <= mostRows + 1) return { tree, kept: Int32Array.from(tree.parents.keys()) };
  const inclusive = inclusiveOf(tree.parents, tree.exclusive);
  const most = inclusive.slice(1).sort()[size - 1 - mostRows - 1] ?? 0;
  const exclusive = tree.exclusive.slice();
  const variance = tree.variance?.slice();
  /** For each given row, its place, or the place of the row that its amount was added to. */
  const placed = new Int32Array(size);
  const kept = new Int32Array(mostRows + 1);
  let [rows, amount] = [1, 0];
  for (let row = 1; row < size; row++) {
    const parent = at(tree.parents, row);
    const around = at(placed, parent);
    const isKept = at(inclusive, row) > most && kept[around] === parent;
    if (isKept) {
      placed[row] = rows;
      kept[rows++] = row;
      continue;
    }
    placed[row] = around;
    const own = at(tree.exclusive, row);
    amount += own;
    const into = at(kept, around);
    exclusive[into] = at(exclusive, into) + own;
    if (variance !== undefined) variance[into] = at(variance, into) + at(variance, row);
  }
  const picked = kept.slice(0, rows);
  return {
    tree: {
      ...pickRows({ ...tree, exclusive, ...withDefined({ variance }) }, picked, placed),
      ...(tree.unmodeled && { unmodeled: moveUnmodeled(tree.unmodeled, placed) }),
    },
    kept: picked,
    pruned: { rows: size - rows, amount, most },
  };
}
