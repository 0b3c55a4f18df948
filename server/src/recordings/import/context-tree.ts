/**
 * Builds the calling context tree from stacks as they are read.
 *
 * Sits in `recordings/`. A hash table with open addressing finds a context by its parent and frame:
 * some 30 bytes a context, and no object for any.
 */
import { at, outside } from '../../base/check';
import type { RecordingTree } from '../model/imported-profile';

export const ROOT = 0;

/** More contexts than any screen shows; stacks beyond it keep only their innermost frame. */
const MOST_CONTEXTS = 6_000_000;

export interface ContextTreeBuilder {
  /** The context in which `parent` called `frame`. */
  child(parent: number, frame: number): number;
  /** Works as {@link child}, but returns -1 for a new context if there are {@link MOST_CONTEXTS} already. */
  childWithin(parent: number, frame: number): number;
  add(context: number, measure: number, value: number, variance?: number): void;
  readonly size: () => number;
  /** The parent of a context; -1 for the root. */
  readonly parentOf: (context: number) => number;
  /** The frame of a context; -1 for the root. */
  readonly frameOf: (context: number) => number;
  build(measures: number): RecordingTree;
}

export function createContextTree(): ContextTreeBuilder {
  let parents = new Int32Array(1024);
  let frames = new Int32Array(1024);
  let table = new Int32Array(4096);
  let size = 1;
  const values: Float64Array[] = [];
  const variances: (Float64Array | undefined)[] = [];
  parents[ROOT] = -1;
  frames[ROOT] = -1;

  function slotOf(parent: number, frame: number): number {
    const mask = table.length - 1;
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const context = table[slot] ?? outside(slot);
      if (context === 0 || (parents[context] === parent && frames[context] === frame)) return slot;
    }
  }

  function grow(): void {
    parents = widened(parents, Int32Array);
    frames = widened(frames, Int32Array);
  }

  function rehash(): void {
    table = new Int32Array(table.length * 2);
    for (let context = 1; context < size; context++)
      table[slotOf(parents[context] ?? outside(context), frames[context] ?? outside(context))] = context;
  }

  function child(parent: number, frame: number): number {
    const slot = slotOf(parent, frame);
    const known = table[slot] ?? outside(slot);
    if (known !== 0) return known;
    if (size === parents.length) grow();
    const context = size++;
    parents[context] = parent;
    frames[context] = frame;
    table[slot] = context;
    if (size * 2 > table.length) rehash();
    return context;
  }

  function childWithin(parent: number, frame: number): number {
    if (size < MOST_CONTEXTS) return child(parent, frame);
    const known = at(table, slotOf(parent, frame));
    return known === 0 ? -1 : known;
  }

  return {
    child,
    childWithin,
    add(context, measure, value, variance) {
      const column = columnOf(values, measure, size);
      column[context] = (column[context] ?? outside(context)) + value;
      if (variance === undefined) return;
      const spread = columnOf(variances, measure, size);
      spread[context] = (spread[context] ?? outside(context)) + variance;
    },
    size: () => size,
    parentOf: (context) => parents[context] ?? outside(context),
    frameOf: (context) => frames[context] ?? outside(context),
    build(measures) {
      const whole = (column: Float64Array | undefined): Float64Array => {
        const result = new Float64Array(size);
        if (column !== undefined) result.set(column.subarray(0, size));
        return result;
      };
      const range = Array.from({ length: measures }, (_, measure) => measure);
      return {
        parents: parents.slice(0, size),
        frames: frames.slice(0, size),
        values: range.map((measure) => whole(values[measure])),
        variances: range.map((measure) =>
          variances[measure] === undefined ? undefined : whole(variances[measure]),
        ),
      };
    },
  };
}

/** A column that has a place for each of `size` contexts. */
function columnOf(columns: (Float64Array | undefined)[], measure: number, size: number): Float64Array {
  while (columns.length <= measure) columns.push(undefined);
  const column = columns[measure];
  if (column !== undefined && column.length >= size) return column;
  const wider = new Float64Array(Math.max(1024, size * 2));
  if (column !== undefined) wider.set(column);
  columns[measure] = wider;
  return wider;
}

function widened(column: Int32Array<ArrayBuffer>, make: Int32ArrayConstructor): Int32Array<ArrayBuffer> {
  const wider = new make(column.length * 2);
  wider.set(column);
  return wider;
}

/** The frames of a context and of those around it, the innermost first. */
export function stackOf({ parents, frames }: RecordingTree, context: number): number[] {
  const stack: number[] = [];
  for (let each = context; each > 0; each = parents[each] ?? outside(each))
    stack.push(frames[each] ?? outside(each));
  return stack;
}
