import type { MethodName } from '../../base/method-name';

export interface ContextTree {
  /** By row: the row that calls it; -1 for the root. */
  readonly parents: Int32Array;
  /** By row: index of its method; -1 for the root. */
  readonly methods: Int32Array;
  /** By row: joules, or another measure, without what it calls. */
  readonly exclusive: Float64Array;
  /** By row: how often it was entered from outside of itself; NaN where that was not recorded. */
  readonly calls: Float64Array;
  /** By row: how often it was entered while it ran. */
  readonly recursive: Float64Array;
  /** By row: the sum of the sizes of what it was called with, in elements, letters or bytes; NaN where that was not recorded. */
  readonly sizes?: Float64Array;
  readonly names: readonly MethodName[];
}

/** By row: what it and all that it calls take. */
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

/** By row: one past the last of what lies below it. */
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

/** Of each row the rows that it calls, in their order: from `starts[row]` on, up to where the next one starts. */
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
