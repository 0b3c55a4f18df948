/**
 * Builds calling context trees from calls as they are read.
 *
 * Sits in `compare/`, beside `context-tree.ts`, over the table of contexts that importers fill: some 60 bytes a
 * context, since a recording may have millions. Equal paths merge, and recursion folds onto the context that is
 * running ("DiffProf", section 3.3).
 */
import type { MethodName } from '../../base/method-name';
import { createContextTree, ROOT } from '../../recordings/import/context-tree';
import { type ContextTree, keyOfMethod, listChildren } from './context-tree';

export interface ContextBuilder {
  readonly numberOf: (method: MethodName) => number;
  /**
   * Gives the context of a method that another context calls, which may be one that is running; `calls` is NaN if it
   * was not recorded. Cost: as many steps as the caller is deep.
   */
  readonly enter: (caller: number, method: number, calls: number, recursive: number) => number;
  /** Adds to the number of times that a context was entered, and was entered while it ran, if that is known only later. */
  readonly count: (context: number, calls: number, recursive: number) => void;
  /** Adds to the amount that a context takes itself, without what it calls. */
  readonly take: (context: number, amount: number) => void;
  /** Adds to the sum of the sizes of what a context was called with. */
  readonly measure: (context: number, size: number) => void;
  /** Builds the tree; `rowOf` holds the row of each context. */
  readonly finish: () => { readonly tree: ContextTree; readonly rowOf: Int32Array };
}

/** A row of a tree as it is read. Rows may come in any order in which callers come first. */
export interface CallRow {
  /** The index of the caller's row; -1 if no recorded method calls this one. */
  readonly parent: number;
  readonly method: MethodName;
  readonly exclusive: number;
  /** The number of calls; absent if it was not recorded. */
  readonly calls?: number;
  readonly recursive?: number;
  /** The sum of the sizes of what its calls got; absent if it was not recorded. */
  readonly sizes?: number;
}

/** Builds a tree from rows. A row whose parent does not come before it hangs on the root, so that there are no cycles. */
export function buildContextTree(rows: readonly CallRow[]): ContextTree {
  const builder = createContextBuilder();
  /** The context that each given row became. */
  const placed = new Int32Array(rows.length);
  for (const [index, { parent, method, exclusive, calls = NaN, recursive = 0, sizes }] of rows.entries()) {
    const caller = parent >= 0 && parent < index ? (placed[parent] ?? 0) : 0;
    const context = builder.enter(caller, builder.numberOf(method), calls, recursive);
    builder.take(context, exclusive);
    if (sizes !== undefined) builder.measure(context, sizes);
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
const COLUMNS = 6;

export function createContextBuilder(): ContextBuilder {
  const names: MethodName[] = [];
  const indexOf = new Map<string, number>();
  const table = createContextTree();

  function running(caller: number, method: number): number {
    for (let context = caller; context > ROOT; context = table.parentOf(context))
      if (table.frameOf(context) === method) return context;
    return ROOT;
  }

  function count(context: number, calls: number, recursive: number): void {
    table.add(context, CALLS, calls);
    table.add(context, COUNTED, 1);
    if (recursive > 0) table.add(context, RECURSIVE, recursive);
  }

  return {
    numberOf: (method) => {
      const key = keyOfMethod(method);
      const known = indexOf.get(key);
      if (known !== undefined) return known;
      indexOf.set(key, names.length);
      return names.push(method) - 1;
    },
    enter: (caller, method, calls, recursive) => {
      const again = running(caller, method);
      const context = again === ROOT ? table.child(caller, method) : again;
      if (recursive > 0) table.add(context, RECURSIVE, recursive);
      if (Number.isNaN(calls)) return context;
      if (again !== ROOT) table.add(context, RECURSIVE, calls);
      else count(context, calls, 0);
      return context;
    },
    count,
    take: (context, amount) => {
      table.add(context, EXCLUSIVE, amount);
    },
    measure: (context, size) => {
      table.add(context, SIZES, size);
      table.add(context, SIZED, 1);
    },
    finish: () => {
      const { parents, frames, values } = table.build(COLUMNS);
      return inPreorder(parents, frames, values, names);
    },
  };
}

function inPreorder(
  given: Int32Array,
  frames: Int32Array,
  columns: readonly Float64Array[],
  names: readonly MethodName[],
): ReturnType<ContextBuilder['finish']> {
  const size = given.length;
  const children = listChildren({ parents: given });
  const parents = new Int32Array(size);
  const methods = new Int32Array(size);
  const exclusive = new Float64Array(size);
  const calls = new Float64Array(size);
  const recursive = new Float64Array(size);
  const sizes = new Float64Array(size);
  const valueOf = (column: number, context: number): number => columns[column]?.[context] ?? 0;
  const rowOf = new Int32Array(size);
  // Trees may be as deep as a program has methods: no recursion. No context is waiting twice.
  const open = new Int32Array(size);
  let waiting = 1;
  for (let row = 0; waiting > 0; row++) {
    const context = open[--waiting] ?? 0;
    rowOf[context] = row;
    parents[row] = context === ROOT ? -1 : (rowOf[given[context] ?? 0] ?? 0);
    methods[row] = frames[context] ?? -1;
    exclusive[row] = valueOf(EXCLUSIVE, context);
    calls[row] = valueOf(COUNTED, context) > 0 ? valueOf(CALLS, context) : NaN;
    recursive[row] = valueOf(RECURSIVE, context);
    sizes[row] = valueOf(SIZED, context) > 0 ? valueOf(SIZES, context) : NaN;
    for (let next = (children.starts[context + 1] ?? 0) - 1; next >= (children.starts[context] ?? 0); next--)
      open[waiting++] = children.rows[next] ?? 0;
  }
  return { tree: { parents, methods, exclusive, calls, recursive, sizes, names }, rowOf };
}
