/**
 * Finds which window of a trace lies in which: a window within another one of the same thread was called by
 * it.
 *
 * Sits in `profile/`, over the tuples of `trace-file.ts`. A path goes on while its callees run, so the
 * windows of one thread nest. A thread writes a callee before its caller; where both have the same times,
 * that order decides.
 */
import { outside } from '../../base/check';
import type { TupleSubject, VisitTuple } from './trace-file';

/** The windows in columns; callers stand behind their callees. Times are nanoseconds since the trace began. */
export interface NestedWindows {
  readonly count: number;
  readonly subjects: Float64Array;
  readonly enters: Float64Array;
  readonly exits: Float64Array;
  /** The index of the window around; -1 for none. */
  readonly parents: Int32Array;
  readonly threads: Int32Array;
  /** The number of windows of paths that lie across another one. Only a damaged trace has any, and they become its siblings. */
  readonly crossing: number;
}

/** Nests the windows of the subjects that `isKept` accepts. Cost: 40 bytes a window. */
export function nestWindows(
  visitTrace: (visit: VisitTuple) => void,
  isKept: (subject: TupleSubject) => boolean,
): NestedWindows {
  const threads = new Map<number, Windows>();
  visitTrace((thread, subject, enter, exit) => {
    if (!isKept(subject)) return;
    let windows = threads.get(thread);
    if (windows === undefined) threads.set(thread, (windows = createWindows()));
    windows.add(subject, enter, exit);
  });
  const count = [...threads.values()].reduce((sum, { size }) => sum + size(), 0);
  const nested = {
    count,
    subjects: new Float64Array(count),
    enters: new Float64Array(count),
    exits: new Float64Array(count),
    parents: new Int32Array(count).fill(-1),
    threads: new Int32Array(count),
    crossing: 0,
  };
  let from = 0;
  for (const [thread, windows] of threads) {
    const rows = windows.inOrder();
    for (const [index, row] of rows.entries()) {
      nested.subjects[from + index] = windows.subject(row);
      nested.enters[from + index] = windows.enter(row);
      nested.exits[from + index] = windows.exit(row);
    }
    nested.threads.fill(thread, from, from + rows.length);
    nested.crossing += placeParents(nested, from, from + rows.length);
    from += rows.length;
  }
  return nested;
}

/** Returns how many windows cross another one. */
function placeParents({ subjects, enters, exits, parents }: NestedWindows, from: number, to: number): number {
  /** Windows whose caller has not been seen yet, in the order of their begins. */
  const open: number[] = [];
  let crossing = 0;
  for (let window = from; window < to; window++) {
    const enter = enters[window] ?? outside(window);
    for (
      let last = open.at(-1);
      last !== undefined && (enters[last] ?? outside(last)) >= enter;
      last = open.at(-1)
    ) {
      parents[last] = window;
      open.pop();
    }
    const before = open.at(-1);
    // A call that the exact clock timed may end later than the coarse clock says of what follows it.
    if (before !== undefined && isPath(subjects[before]) && (exits[before] ?? outside(before)) > enter)
      crossing++;
    open.push(window);
  }
  return crossing;
}

function isPath(subject: TupleSubject | undefined): boolean {
  return subject !== undefined && subject % 2 === 0;
}

interface Windows {
  readonly size: () => number;
  readonly subject: (row: number) => TupleSubject;
  readonly enter: (row: number) => number;
  readonly exit: (row: number) => number;
  readonly add: (subject: TupleSubject, enter: number, exit: number) => void;
  /** The indices in an order that puts callees before their callers. */
  readonly inOrder: () => Uint32Array;
}

const WIDTH = 3;

function createWindows(): Windows {
  let cells = new Float64Array(WIDTH * 256);
  let size = 0;
  let isOrdered = true;
  let lastPath = -1;
  const cell = (row: number, column: number): number => cells[WIDTH * row + column] ?? outside(row);
  const compare = (one: number, other: number): number =>
    cell(one, 2) - cell(other, 2) || cell(other, 1) - cell(one, 1) || one - other;
  return {
    size: () => size,
    subject: (row) => cell(row, 0),
    enter: (row) => cell(row, 1),
    exit: (row) => cell(row, 2),
    add: (subject, enter, exit) => {
      if (WIDTH * size === cells.length) {
        const longer = new Float64Array(2 * cells.length);
        longer.set(cells);
        cells = longer;
      }
      cells.set([subject, enter, exit], WIDTH * size);
      if (isPath(subject)) {
        if (lastPath >= 0 && compare(lastPath, size) > 0) isOrdered = false;
        lastPath = size;
      }
      size++;
    },
    inOrder: () => {
      const rows = Uint32Array.from({ length: size }, (_, row) => row);
      return isOrdered ? rows : rows.sort(compare);
    },
  };
}
