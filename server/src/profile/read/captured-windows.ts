/**
 * Fills windows of a captured trace: counts by window, and from the tuples how many threads ran and what
 * they called.
 *
 * Sits in `profile/`, beside `trace-windows.ts`. A loop that keeps its counters in registers adds them up
 * when it ends, so windows within one stretch of a path's own time are joined.
 */
import { openCaptured, readNumber, type VisitTuple } from '../trace/trace-file';
import { at, outside } from '../../base/check';
import { createSelfTimes } from '../trace/self-times';
import type { TracedPaths } from '../trace/traced-paths';
import {
  isTimedCall,
  spreadSelfTimes,
  type TraceWindows,
  windowAt,
  type WindowGrid,
} from '../trace/trace-windows';
import { attempt, type Outcome } from '../../base/outcome';

const NANOS = 1e-9;
/** The number of windows from which on a stretch counts as one. Shorter ones end within two windows, since paths end at every tick. */
const LONG = 1.5;

/** Leaves out what ended before `from` or after `to`, in seconds since the trace began. */
export function fillCaptured(
  paths: TracedPaths,
  windows: CountWindows,
  [from, to]: readonly [number, number],
  visitTrace: (visit: VisitTuple) => void,
): TraceWindows {
  const { grid, indexOf } = joinWindows(windows, from, to, visitTrace);
  const width = paths.columns.length;
  const counts = new Float64Array(grid.count * width);
  windows.ends.forEach((_, window) => {
    const joined = indexOf[window] ?? outside(window);
    if (joined < 0) return;
    const end = at(windows.starts, window + 1);
    for (let row = at(windows.starts, window); row < end; row++) {
      const path = paths.indexOf(windows.counters[row] ?? outside(row));
      if (path < 0) continue;
      const entriesEnd = at(paths.starts, path + 1);
      for (let entry = at(paths.starts, path); entry < entriesEnd; entry++) {
        const cell = joined * width + (paths.entryColumns[entry] ?? outside(entry));
        counts[cell] =
          (counts[cell] ?? outside(cell)) +
          (windows.added[row] ?? outside(row)) * (paths.entryCounts[entry] ?? outside(entry));
      }
    }
  });
  const times = spreadSelfTimes(grid, paths, visitTrace, (window, subject, share) => {
    if (!isTimedCall(subject)) return;
    const cell = window * width + width - 1;
    counts[cell] = (counts[cell] ?? outside(cell)) + share;
  });
  return { grid, counts, ...times };
}

/** For each captured window, the index of the joined one that it is part of, or -1 if it is left out. */
function joinWindows(
  { ends }: CountWindows,
  from: number,
  to: number,
  visitTrace: (visit: VisitTuple) => void,
): { readonly grid: WindowGrid; readonly indexOf: Int32Array } {
  const edges = Float64Array.of(0, ...ends);
  const captured: WindowGrid = { edges, count: ends.length, isEven: false };
  const long = (LONG * at(edges, ends.length)) / Math.max(1, ends.length);
  /** For each edge, the number of stretches that begin there, less those that end. */
  const within = new Int32Array(edges.length + 1);
  visitTrace(
    createSelfTimes((_, subject, parts) => {
      if (subject % 2 === 1) return;
      for (let part = 0; part < parts.length; part += 2) {
        const begin = (parts[part] ?? outside(part)) * NANOS;
        const end = (parts[part + 1] ?? outside(part + 1)) * NANOS;
        if (end - begin < long) continue;
        const first = Math.max(-1, windowAt(captured, begin)) + 1;
        const last = Math.min(ends.length - 1, windowAt(captured, end));
        if (last < first) continue;
        within[first] = (within[first] ?? outside(first)) + 1;
        within[last + 1] = at(within, last + 1) - 1;
      }
    }),
  );
  const kept: number[] = [];
  const indexOf = new Int32Array(ends.length).fill(-1);
  let depth = 0;
  for (let edge = 0; edge < edges.length; edge++) {
    depth += within[edge] ?? outside(edge);
    const time = edges[edge] ?? outside(edge);
    if (depth === 0 && time >= from && time <= to) kept.push(time);
    // A window belongs to nothing until an edge behind it is kept.
    if (edge < ends.length && kept.length > 0) indexOf[edge] = kept.length - 1;
  }
  const count = Math.max(0, kept.length - 1);
  indexOf.forEach((index, window) => {
    if (index >= count) indexOf[window] = -1;
  });
  return { grid: { edges: Float64Array.from(kept), count, isEven: false }, indexOf };
}

export interface CountWindows {
  /** Ends of the windows, in seconds since the trace began; the first begins there. */
  readonly ends: Float64Array;
  /** The index of each window's first entry; one more than there are windows. */
  readonly starts: Uint32Array;
  readonly counters: Uint32Array;
  /** The growth of each counter; negative only for sums of negative sizes. */
  readonly added: Float64Array;
}

const what = 'Counts by window';

/**
 * Reads how often each path ended from one moment of a trace to the next, as the agent writes it (windows.bin,
 * described in server/agent/jouleline/runtime/CountWindows.java). Tuples give times, but only of what took a
 * tick of the clock or more; windows count everything that ran.
 *
 * Leaves out a last window that is incomplete.
 */
export function readCountWindows(bytes: Uint8Array): Outcome<CountWindows> {
  return attempt(() => {
    const cursor = openCaptured(bytes, 'JLWINDOW', what);
    const ends: number[] = [];
    const starts: number[] = [0];
    const counters: number[] = [];
    const added: number[] = [];
    let time = 0;
    while (cursor.offset < bytes.length) {
      const whole = counters.length;
      const window = attempt(() => {
        time += readNumber(cursor, what);
        let counter = 0;
        for (let left = readNumber(cursor, what); left > 0; left--) {
          counter += readNumber(cursor, what);
          const value = readNumber(cursor, what);
          counters.push(counter);
          added.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
        }
      });
      if (!window.ok) {
        counters.length = whole;
        added.length = whole;
        break;
      }
      ends.push(time / 1e9);
      starts.push(counters.length);
    }
    return {
      ends: Float64Array.from(ends),
      starts: Uint32Array.from(starts),
      counters: Uint32Array.from(counters),
      added: Float64Array.from(added),
    };
  });
}
