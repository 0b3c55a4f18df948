/**
 * Calling context trees as rows of numbers; `context-builder.ts` makes them.
 *
 * Sits in `compare/`. A context is a path of methods from the root
 * (Ammons, Ball and Larus, PLDI 1997): calls along the same path are one row,
 * and a method that is called while it runs folds onto the row it already has
 * ("DiffProf", section 3.3). Rows are in preorder: the contexts below a row
 * follow it directly, and row 0 is the root, which is no method.
 */
import type { MethodName } from '../../base/method-name';

export interface ContextTree {
  /** The row that calls each row; -1 for the root. */
  readonly parents: Int32Array;
  /** The index of each row's method; -1 for the root. */
  readonly methods: Int32Array;
  /** The amount of each row without what it calls, in joules or another measure. */
  readonly exclusive: Float64Array;
  /** The number of times that each row was entered from outside of itself; NaN if it was not recorded. */
  readonly calls: Float64Array;
  /** The number of times that each row was entered while it ran. */
  readonly recursive: Float64Array;
  /** The sum of the sizes of what each row was called with, in elements, letters or bytes; NaN if it was not recorded. */
  readonly sizes?: Float64Array;
  readonly names: readonly MethodName[];
}

/** The amount of each row with all that it calls. */
export function inclusiveOf({
  parents,
  exclusive,
}: Pick<ContextTree, 'parents' | 'exclusive'>): Float64Array {
  const inclusive = exclusive.slice();
  for (let row = parents.length - 1; row > 0; row--) {
    const parent = parents[row] ?? 0;
    inclusive[parent] = (inclusive[parent] ?? 0) + (inclusive[row] ?? 0);
  }
  return inclusive;
}

/** The index after the last row below each row. */
export function subtreeEnds(parents: Int32Array): Int32Array {
  const ends = Int32Array.from(parents, (_, row) => row + 1);
  for (let row = parents.length - 1; row > 0; row--) {
    const parent = parents[row] ?? 0;
    ends[parent] = Math.max(ends[parent] ?? 0, ends[row] ?? 0);
  }
  return ends;
}

export function keyOfMethod({ class: owner, name, descriptor }: MethodName): string {
  return `${owner}\n${name}\n${descriptor}`;
}

/** The rows that each row calls, in their order: from `starts[row]` up to, and without, `starts[row + 1]`. */
export interface ChildLists {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export function listChildren({ parents }: Pick<ContextTree, 'parents'>): ChildLists {
  const starts = new Int32Array(parents.length + 2);
  for (const parent of parents) if (parent >= 0) starts[parent + 2] = (starts[parent + 2] ?? 0) + 1;
  for (let row = 2; row < starts.length; row++) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0);
  const rows = new Int32Array(Math.max(0, parents.length - 1));
  for (let row = 0; row < parents.length; row++) {
    const parent = parents[row] ?? -1;
    if (parent < 0) continue;
    const at = starts[parent + 1] ?? 0;
    rows[at] = row;
    starts[parent + 1] = at + 1;
  }
  return { starts: starts.subarray(0, parents.length + 1), rows };
}
