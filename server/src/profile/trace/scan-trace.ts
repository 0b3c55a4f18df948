/**
 * Scans a trace for the facts that need no other times: its span, its timed
 * calls, and if every path has its own tuple.
 *
 * Sits in `profile/`, over `trace-file.ts`.
 */
import { outside } from '../../base/check';
import type { VisitTuple } from './trace-file';
import type { TracedPaths } from './traced-paths';

export interface TraceScan {
  /** Seconds since the trace began; Infinity where there is no tuple. */
  readonly from: number;
  readonly to: number;
  readonly tuples: number;
  /** The number of tuples by call site. */
  readonly callTuples: ReadonlyMap<number, number>;
  /** True if each execution of each path has a tuple: then no execution lies unseen within another. */
  readonly isComplete: boolean;
}

const NANOS = 1e-9;

export function scanTrace(paths: TracedPaths, visitTrace: (visit: VisitTuple) => void): TraceScan {
  const ofPath = new Float64Array(paths.places.length);
  const callTuples = new Map<number, number>();
  let from = Infinity;
  let to = -Infinity;
  let tuples = 0;
  visitTrace((_, subject, enter, exit) => {
    tuples++;
    if (enter < from) from = enter;
    if (exit > to) to = exit;
    if (subject % 2 === 1) {
      const call = (subject - 1) / 2;
      callTuples.set(call, (callTuples.get(call) ?? 0) + 1);
      return;
    }
    const path = paths.indexOf(subject / 2);
    if (path >= 0) ofPath[path] = (ofPath[path] ?? outside(path)) + 1;
  });
  const isComplete = paths.executions.every((executions, path) => executions === ofPath[path]);
  return { from: from * NANOS, to: to * NANOS, tuples, callTuples, isComplete };
}
