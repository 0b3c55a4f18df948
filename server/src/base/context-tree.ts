/**
 * The calling context tree: rows of numbers, one for each path of calls from the root (Ammons, Ball and Larus, PLDI
 * 1997).
 *
 * Sits in `base/`: recordings, counted profiles and comparisons have their trees in this form. A row holds the number
 * of its frame (a method, or a line of one) in a list that stands beside the tree. A row stands before all that it
 * calls, and row 0 is the root, which has no frame.
 */
import { at, outside } from './check';

/** The shape of a tree. */
export interface ContextShape {
  /** The row that calls each row; -1 for the root. */
  readonly parents: Int32Array;
  /** The number of each row's frame; -1 for the root. */
  readonly frames: Int32Array;
}

export interface ContextTree extends ContextShape {
  /** The values of each row alone, without what it calls: one column for each measure. */
  readonly values: readonly Float64Array[];
  /** The variances of the values; undefined for a measure that has none. */
  readonly variances: readonly (Float64Array | undefined)[];
}

export const ROOT = 0;

/** The amount of each row with all that it calls. */
export function inclusiveOf(parents: Int32Array, exclusive: Float64Array): Float64Array {
  const inclusive = exclusive.slice();
  for (let row = parents.length - 1; row > ROOT; row--) {
    const parent = parents[row] ?? outside(row);
    inclusive[parent] = (inclusive[parent] ?? outside(parent)) + (inclusive[row] ?? outside(row));
  }
  return inclusive;
}

/** The rows from this one up to the one below the root. */
export function rowsUp(parents: Int32Array, row: number): number[] {
  const rows: number[] = [];
  for (let up = row; up > ROOT; up = parents[up] ?? outside(up)) rows.push(up);
  return rows;
}

/** The frames of a row and of the rows above it, the innermost first. */
export function stackOf({ parents, frames }: ContextShape, row: number): number[] {
  return rowsUp(parents, row).map((up) => at(frames, up));
}

/** The index after the last row below each row, in a tree whose rows are in preorder. */
export function subtreeEnds(parents: Int32Array): Int32Array {
  const ends = parents.map((_, row) => row + 1);
  for (let row = parents.length - 1; row > ROOT; row--) {
    const parent = parents[row] ?? outside(row);
    ends[parent] = Math.max(ends[parent] ?? outside(parent), ends[row] ?? outside(row));
  }
  return ends;
}

/** The rows that each row calls, in their order: from `starts[row]` up to, and without, `starts[row + 1]`. */
export interface ChildLists {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export function listChildren(parents: Int32Array): ChildLists {
  const starts = new Int32Array(parents.length + 2);
  for (const parent of parents) if (parent >= 0) starts[parent + 2] = at(starts, parent + 2) + 1;
  for (let row = 2; row < starts.length; row++) starts[row] = at(starts, row) + at(starts, row - 1);
  const rows = new Int32Array(Math.max(0, parents.length - 1));
  for (let row = 1; row < parents.length; row++) {
    const next = (parents[row] ?? outside(row)) + 1;
    const place = starts[next] ?? outside(next);
    rows[place] = row;
    starts[next] = place + 1;
  }
  return { starts: starts.subarray(0, parents.length + 1), rows };
}

/** More contexts than any screen shows; stacks beyond it keep only their innermost frame. */
const MOST_CONTEXTS = 6_000_000;

/**
 * Builds a tree from calls as they are read. A hash table with open addressing finds a context by its parent and
 * frame: some 30 bytes a context, and no object for any.
 */
export class ContextTreeBuilder {
  private parents = new Int32Array(1024).fill(-1, 0, 1);
  private frames = new Int32Array(1024).fill(-1, 0, 1);
  private table = new Int32Array(4096);
  private count = 1;
  private readonly values: Float64Array[] = [];
  private readonly variances: (Float64Array | undefined)[] = [];

  get size(): number {
    return this.count;
  }

  /** The context in which `parent` calls `frame`. */
  child(parent: number, frame: number): number {
    const slot = this.slotOf(parent, frame);
    const known = this.table[slot] ?? outside(slot);
    if (known !== 0) return known;
    if (this.count === this.parents.length) {
      this.parents = widened(this.parents, new Int32Array(2 * this.count));
      this.frames = widened(this.frames, new Int32Array(2 * this.count));
    }
    const context = this.count++;
    this.parents[context] = parent;
    this.frames[context] = frame;
    this.table[slot] = context;
    if (this.count * 2 > this.table.length) this.rehash();
    return context;
  }

  /** Works as {@link child}, but returns -1 for a new context if there are {@link MOST_CONTEXTS} already. */
  childWithin(parent: number, frame: number): number {
    if (this.count < MOST_CONTEXTS) return this.child(parent, frame);
    const known = at(this.table, this.slotOf(parent, frame));
    return known === 0 ? -1 : known;
  }

  /** The parent of a context; -1 for the root. */
  parentOf(context: number): number {
    return this.parents[context] ?? outside(context);
  }

  /** The frame of a context; -1 for the root. */
  frameOf(context: number): number {
    return this.frames[context] ?? outside(context);
  }

  add(context: number, measure: number, value: number, variance?: number): void {
    const column = columnOf(this.values, measure, this.count);
    column[context] = (column[context] ?? outside(context)) + value;
    if (variance === undefined) return;
    const spread = columnOf(this.variances, measure, this.count);
    spread[context] = (spread[context] ?? outside(context)) + variance;
  }

  build(measures: number): ContextTree {
    const whole = (column: Float64Array | undefined): Float64Array => {
      const result = new Float64Array(this.count);
      if (column !== undefined) result.set(column.subarray(0, this.count));
      return result;
    };
    const range = Array.from({ length: measures }, (_, measure) => measure);
    return {
      parents: this.parents.slice(0, this.count),
      frames: this.frames.slice(0, this.count),
      values: range.map((measure) => whole(this.values[measure])),
      variances: range.map((measure) => this.variances[measure] && whole(this.variances[measure])),
    };
  }

  private slotOf(parent: number, frame: number): number {
    const mask = this.table.length - 1;
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const context = this.table[slot] ?? outside(slot);
      if (context === 0 || (this.parents[context] === parent && this.frames[context] === frame)) return slot;
    }
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 2);
    for (let context = 1; context < this.count; context++)
      this.table[this.slotOf(this.parentOf(context), this.frameOf(context))] = context;
  }
}

/** A column that has a place for each of `size` contexts. */
function columnOf(columns: (Float64Array | undefined)[], measure: number, size: number): Float64Array {
  while (columns.length <= measure) columns.push(undefined);
  const column = columns[measure];
  if (column !== undefined && column.length >= size) return column;
  const wider = widened(column, new Float64Array(Math.max(1024, size * 2)));
  columns[measure] = wider;
  return wider;
}

function widened<C extends Int32Array | Float64Array>(column: C | undefined, into: C): C {
  if (column !== undefined) into.set(column);
  return into;
}
