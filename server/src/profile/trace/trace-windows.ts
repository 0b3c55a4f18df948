/**
 * Divides a trace into many short windows: executions of operations, how many threads ran, and timed calls.
 *
 * Sits in `profile/`, over `self-times.ts` and `traced-paths.ts`. An execution that crosses the edge of a
 * window counts in each by its time there.
 */
import { at, outside } from '../../base/check';
import { createSelfTimes } from './self-times';
import { type TupleSubject, type VisitTuple } from './trace-file';
import type { TracedPaths } from './traced-paths';

/** The edges of the windows, in seconds since the trace began; one more than there are windows. */
export interface WindowGrid {
  readonly edges: Float64Array;
  readonly count: number;
  /** True if all windows are equally long. */
  readonly isEven: boolean;
}

export interface TraceWindows {
  readonly grid: WindowGrid;
  /** Executions in row-major order: windows by columns of the paths. */
  readonly counts: Float64Array;
  /** The seconds of all threads together in paths and calls. */
  readonly busy: Float64Array;
  /** The part of `busy` that timed calls took. */
  readonly calling: Float64Array;
}

const NANOS = 1e-9;

export function createGrid(from: number, to: number, length: number): WindowGrid {
  const count = Math.max(1, Math.floor((to - from) / length));
  const edges = new Float64Array(count + 1);
  for (let index = 0; index <= count; index++) edges[index] = from + index * length;
  return { edges, count, isEven: true };
}

/** The index of the window that holds a time; below 0 or from `count` on outside of the grid. */
export function windowAt({ edges, count, isEven }: WindowGrid, time: number): number {
  const from = at(edges, 0);
  const to = edges[count] ?? from;
  if (time < from) return -1;
  if (time >= to) return count;
  if (!isEven) return lastUpTo(edges, time);
  let index = Math.min(count - 1, Math.floor(((time - from) / (to - from)) * count));
  // The estimate is exact except for rounding.
  while ((edges[index] ?? outside(index)) > time) index--;
  while ((edges[index + 1] ?? Infinity) <= time) index++;
  return index;
}

function lastUpTo(edges: Float64Array, time: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? Infinity) <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** Hands on the part of a stretch, in seconds, that lies in each window that it meets. */
export function spreadOver(
  grid: WindowGrid,
  from: number,
  to: number,
  visit: (window: number, seconds: number) => void,
): void {
  const { edges, count } = grid;
  for (let window = Math.max(0, windowAt(grid, from)); window < count; window++) {
    const begin = Math.max(from, edges[window] ?? from);
    const end = Math.min(to, edges[window + 1] ?? to);
    if (end > begin) visit(window, end - begin);
    if ((edges[window + 1] ?? Infinity) >= to) return;
  }
}

/**
 * Spreads the own times of all tuples over windows. `add` gets a tuple's subject and the share of one execution of it
 * that lies in a window of the grid. `visitTrace` hands over all tuples, in the order of the file. Calls that only wait
 * are in no window.
 */
export function spreadSelfTimes(
  grid: WindowGrid,
  { isWait }: Pick<TracedPaths, 'isWait'>,
  visitTrace: (visit: VisitTuple) => void,
  add: (window: number, subject: TupleSubject, share: number) => void,
): Pick<TraceWindows, 'busy' | 'calling'> {
  const busy = new Float64Array(grid.count);
  const calling = new Float64Array(grid.count);
  const addSelf = (_: number, subject: TupleSubject, parts: readonly number[], self: number): void => {
    if (isTimedCall(subject) && isWait((subject - 1) / 2)) return;
    if (self === 0) {
      const window = windowAt(grid, at(parts, 0) * NANOS);
      if (window >= 0 && window < grid.count) add(window, subject, 1);
      return;
    }
    for (let part = 0; part < parts.length; part += 2)
      spreadOver(
        grid,
        (parts[part] ?? outside(part)) * NANOS,
        (parts[part + 1] ?? outside(part + 1)) * NANOS,
        (window, seconds) => {
          busy[window] = (busy[window] ?? outside(window)) + seconds;
          if (isTimedCall(subject)) calling[window] = (calling[window] ?? outside(window)) + seconds;
          add(window, subject, seconds / (self * NANOS));
        },
      );
  };
  visitTrace(createSelfTimes(addSelf));
  return { busy, calling };
}

/** True if a tuple is of a timed call, and not of a path. */
export function isTimedCall(subject: TupleSubject): boolean {
  return subject % 2 === 1;
}

/** `visitTrace` hands over all tuples, in the order of the file. */
export function fillWindows(
  paths: TracedPaths,
  grid: WindowGrid,
  visitTrace: (visit: VisitTuple) => void,
): TraceWindows {
  const width = paths.columns.length;
  const counts = new Float64Array(grid.count * width);
  const { starts, entryColumns, entryCounts } = paths;
  const addTo = (cell: number, executions: number): void => {
    counts[cell] = (counts[cell] ?? outside(cell)) + executions;
  };
  const times = spreadSelfTimes(grid, paths, visitTrace, (window, subject, share) => {
    const row = window * width;
    if (isTimedCall(subject)) {
      addTo(row + width - 1, share);
      return;
    }
    const path = paths.indexOf(subject / 2);
    if (path < 0) return;
    const end = at(starts, path + 1);
    for (let entry = starts[path] ?? outside(path); entry < end; entry++)
      addTo(row + (entryColumns[entry] ?? outside(entry)), share * (entryCounts[entry] ?? outside(entry)));
  });
  return { grid, counts, ...times };
}
