/**
 * Calling context trees of methods, by which programs are compared.
 *
 * Sits in `compare/`, over the columns of `base/context-tree.ts`: some 60 bytes a context, since a recording may have
 * millions. Calls along the same path are one row, and a method that is called while it runs folds onto the row that
 * it already has ("DiffProf", section 3.3). Rows are in preorder: the contexts below a row follow it directly.
 */
import { at, outside, withDefined } from '../../base/check';
import { type ContextShape, ContextTreeBuilder, listChildren, ROOT, rowsUp } from '../../base/context-tree';
import { keyOfMethod, type MethodName } from '../../base/method-name';
import { createNumbering } from '../../base/numbering';

/** A tree whose frames are methods: `frames` holds indexes of `names`. */
export interface MethodTree extends ContextShape {
  /** The amount of each row without what it calls, in joules or another measure. */
  readonly exclusive: Float64Array;
  /** The variance of what samples gave to each row, beside the spread of runs; absent if samples gave nothing. */
  readonly variance?: Float64Array;
  /** The number of times that each row was entered from outside of itself; NaN if it was not recorded. */
  readonly calls: Float64Array;
  /** The number of times that each row was entered while it ran. */
  readonly recursive: Float64Array;
  /** The sum of the sizes of what each row was called with, in elements, letters or bytes; NaN if it was not recorded. */
  readonly sizes?: Float64Array;
  readonly names: readonly MethodName[];
  /** The operations of each row that are in no energy, without those of what it calls; absent if there are none. */
  readonly unmodeled?: UnmodeledOperations;
}

/** Operations of rows, in columns: each entry counts the executions of one operation in one row. */
export interface UnmodeledOperations {
  /** The row of each entry, ascending. */
  readonly rows: Int32Array;
  /** The index of each entry's operation among the names. */
  readonly operations: Int32Array;
  readonly counts: Float64Array;
  readonly names: readonly string[];
}

/** The operations of other rows: `placed` holds the row that each row became. */
export function moveUnmodeled(
  { rows, operations, counts, names }: UnmodeledOperations,
  placed: Int32Array,
): UnmodeledOperations {
  const moved = rows.map((row) => at(placed, row));
  const order = Array.from(rows.keys()).sort((one, other) => at(moved, one) - at(moved, other));
  return {
    rows: Int32Array.from(order, (entry) => at(moved, entry)),
    operations: Int32Array.from(order, (entry) => at(operations, entry)),
    counts: Float64Array.from(order, (entry) => at(counts, entry)),
    names,
  };
}

/** The executions of each operation that is not modeled, in the rows from `start` to before `end`. */
export function unmodeledWithin(
  { unmodeled }: MethodTree,
  start: number,
  end: number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  if (unmodeled === undefined) return sums;
  const { rows, operations, counts, names } = unmodeled;
  let [first, after] = [0, rows.length];
  while (first < after) {
    const middle = (first + after) >> 1;
    if (at(rows, middle) < start) first = middle + 1;
    else after = middle;
  }
  for (let entry = first; entry < rows.length && at(rows, entry) < end; entry++) {
    const name = at(names, at(operations, entry));
    sums.set(name, (sums.get(name) ?? 0) + at(counts, entry));
  }
  return sums;
}

/** The method of a row that is not the root. */
export function methodAt({ names, frames }: MethodTree, row: number): MethodName {
  return at(names, at(frames, row));
}

/** The methods on the path to a row, its own last; `above` is the row that the path begins below. */
export function pathTo(tree: MethodTree, row: number, above = ROOT): readonly MethodName[] {
  const rows = rowsUp(tree.parents, row).filter((up) => up > above);
  return rows.reverse().map((up) => methodAt(tree, up));
}

/**
 * The tree of some rows of another, in their order, with the root first. `placed` holds the number of each row among
 * them. Operations that are not modeled are left behind.
 */
export function pickRows(tree: MethodTree, rows: Int32Array, placed: Int32Array): MethodTree {
  const { parents, frames, exclusive, variance, calls, recursive, sizes, names } = tree;
  const pick = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => at(column, row));
  return {
    parents: rows.map((row) => (row === ROOT ? -1 : at(placed, at(parents, row)))),
    frames: rows.map((row) => at(frames, row)),
    ...{ exclusive: pick(exclusive), calls: pick(calls), recursive: pick(recursive) },
    ...withDefined({ sizes: sizes && pick(sizes), variance: variance && pick(variance) }),
    names,
  };
}

/** A row of a tree as it is read. Rows may come in any order in which callers come first. */
export interface CallRow {
  /** The index of the caller's row; -1 if no recorded method calls this one. */
  readonly parent: number;
  readonly method: MethodName;
  readonly exclusive: number;
  /** The variance of the energy that samples gave it; absent if they gave nothing. */
  readonly variance?: number;
  /** The number of calls; absent if it was not recorded. */
  readonly calls?: number;
  readonly recursive?: number;
  /** The sum of the sizes of what its calls got; absent if it was not recorded. */
  readonly sizes?: number;
  /** Its operations that are in no energy. */
  readonly unmodeled?: readonly (readonly [operation: string, count: number])[];
}

/** Builds a tree from rows. A row whose parent does not come before it hangs on the root, so that there are no cycles. */
export function buildMethodTree(rows: readonly CallRow[]): MethodTree {
  const builder = new MethodTreeBuilder();
  /** The context that each given row became. */
  const placed = new Int32Array(rows.length);
  for (const [index, { parent, method, exclusive, calls = NaN, recursive = 0, ...rest }] of rows.entries()) {
    const { sizes, unmodeled = [], variance } = rest;
    const caller = parent >= 0 && parent < index ? (placed[parent] ?? outside(parent)) : ROOT;
    const context = builder.enter(caller, builder.numberOf(method), calls, recursive);
    builder.take(context, exclusive, variance);
    if (sizes !== undefined) builder.measure(context, sizes);
    for (const [operation, count] of unmodeled) builder.leaveOut(context, operation, count);
    placed[index] = context;
  }
  return builder.finish().tree;
}

/** The columns of the table. */
const EXCLUSIVE = 0;
const CALLS = 1;
const RECURSIVE = 2;
/** The column that is above 0 if calls were recorded. */
const COUNTED = 3;
const SIZES = 4;
/** The column that is above 0 if sizes were recorded. */
const SIZED = 5;
const VARIANCE = 6;
const COLUMNS = 7;

export class MethodTreeBuilder {
  private readonly methods = createNumbering(keyOfMethod);
  private readonly table = new ContextTreeBuilder();
  private readonly operations = createNumbering((operation: string) => operation);
  /** True once a variance of samples was added. */
  private isSampled = false;
  /** The context, the operation and the count of each entry of {@link leaveOut}. */
  private readonly leftOut: (readonly [context: number, operation: number, count: number])[] = [];

  numberOf(method: MethodName): number {
    return this.methods.numberOf(method);
  }

  /** The context that calls a context; -1 for the root. */
  callerOf(context: number): number {
    return this.table.parentOf(context);
  }

  /**
   * Gives the context of a method that another context calls, which may be one that is running; `calls` is NaN if it
   * was not recorded. Cost: as many steps as the caller is deep.
   */
  enter(caller: number, method: number, calls: number, recursive: number): number {
    const again = this.running(caller, method);
    const context = again === ROOT ? this.table.child(caller, method) : again;
    if (recursive > 0) this.table.add(context, RECURSIVE, recursive);
    if (Number.isNaN(calls)) return context;
    if (again !== ROOT) this.table.add(context, RECURSIVE, calls);
    else this.count(context, calls, 0);
    return context;
  }

  /** Adds to the number of times that a context was entered, and was entered while it ran, if that is known only later. */
  count(context: number, calls: number, recursive: number): void {
    this.table.add(context, CALLS, calls);
    this.table.add(context, COUNTED, 1);
    if (recursive > 0) this.table.add(context, RECURSIVE, recursive);
  }

  /** Adds to the amount that a context takes itself, without what it calls; `variance` is that of samples. */
  take(context: number, amount: number, variance = 0): void {
    this.table.add(context, EXCLUSIVE, amount);
    if (variance === 0) return;
    this.isSampled = true;
    this.table.add(context, VARIANCE, variance);
  }

  /** Adds executions of an operation that is in no energy. */
  leaveOut(context: number, operation: string, count: number): void {
    this.leftOut.push([context, this.operations.numberOf(operation), count]);
  }

  /** Adds to the sum of the sizes of what a context was called with. */
  measure(context: number, size: number): void {
    this.table.add(context, SIZES, size);
    this.table.add(context, SIZED, 1);
  }

  /** Builds the tree; `rowOf` holds the row of each context. */
  finish(): { readonly tree: MethodTree; readonly rowOf: Int32Array } {
    const { parents, frames, values } = this.table.build(COLUMNS);
    const contexts = inPreorder(parents);
    const rowOf = new Int32Array(parents.length);
    for (const [row, context] of contexts.entries()) rowOf[context] = row;
    const read = (column: number, recorded?: number): Float64Array => {
      const amounts = at(values, column);
      const marks = recorded === undefined ? undefined : at(values, recorded);
      return new Float64Array(contexts).map((context) =>
        marks?.[context] === 0 ? NaN : (amounts[context] ?? outside(context)),
      );
    };
    return {
      tree: {
        parents: contexts.map((context) => (context === ROOT ? -1 : at(rowOf, at(parents, context)))),
        frames: contexts.map((context) => frames[context] ?? outside(context)),
        exclusive: read(EXCLUSIVE),
        calls: read(CALLS, COUNTED),
        recursive: read(RECURSIVE),
        sizes: read(SIZES, SIZED),
        ...(this.isSampled ? { variance: read(VARIANCE) } : {}),
        names: this.methods.list,
        ...(this.leftOut.length === 0 ? {} : { unmodeled: this.listUnmodeled(rowOf) }),
      },
      rowOf,
    };
  }

  private listUnmodeled(rowOf: Int32Array): UnmodeledOperations {
    const byContext = {
      rows: Int32Array.from(this.leftOut, ([context]) => context),
      operations: Int32Array.from(this.leftOut, ([, operation]) => operation),
      counts: Float64Array.from(this.leftOut, ([, , count]) => count),
      names: this.operations.list,
    };
    return moveUnmodeled(byContext, rowOf);
  }

  /** The context of a method among a context and those above it; the root if the method does not run there. */
  private running(caller: number, method: number): number {
    for (let context = caller; context > ROOT; context = this.table.parentOf(context))
      if (this.table.frameOf(context) === method) return context;
    return ROOT;
  }
}

/** The contexts in preorder. Trees may be as deep as a program has methods: no recursion. */
function inPreorder(parents: Int32Array): Int32Array {
  const { starts, rows } = listChildren(parents);
  const ordered = new Int32Array(parents.length);
  const open = [ROOT];
  let row = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    ordered[row++] = next;
    for (
      let index = (starts[next + 1] ?? outside(next)) - 1;
      index >= (starts[next] ?? outside(next));
      index--
    )
      open.push(rows[index] ?? outside(index));
  }
  return ordered;
}
