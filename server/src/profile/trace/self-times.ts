/**
 * Finds when a path or a call ran itself, without its callees.
 *
 * Sits in `profile/`, over the tuples of `trace-file.ts`. A thread writes callees before their callers, so
 * all that lies within a tuple has been seen when the tuple comes: one pass suffices, in which a thread
 * holds only the stretches that nothing covers yet.
 */
import { outside } from '../../base/check';
import type { TupleSubject } from './trace-file';

/** `parts` has beginnings and ends in nanoseconds, the latest part first, and is valid only during the call; `self` is their total length. */
export type VisitSelfTime = (
  thread: number,
  subject: TupleSubject,
  parts: readonly number[],
  self: number,
) => void;

/** Stretches closer together than this count as one: a probe lies between them. */
const JOINED_NANOS = 1000;

/** Takes tuples in their order, and hands on the parts of each that no callee covers; at least one empty part. */
export function createSelfTimes(
  visit: VisitSelfTime,
): (thread: number, subject: TupleSubject, enter: number, exit: number) => void {
  const threads = new Map<number, Stretches>();
  const parts: number[] = [];
  return (thread, subject, enter, exit) => {
    let covered = threads.get(thread);
    if (covered === undefined) threads.set(thread, (covered = createStretches()));
    parts.length = 0;
    let cursor = exit;
    let start = enter;
    let end = exit;
    let self = 0;
    while (covered.count > 0 && covered.lastEnd() > enter) {
      const from = covered.lastStart();
      const to = covered.lastEnd();
      covered.count--;
      if (to < cursor) {
        parts.push(to, cursor);
        self += cursor - to;
      }
      cursor = Math.min(cursor, from);
      // The coarse clock may be behind: a callee then seems to begin before its caller, or to end after it.
      start = Math.min(start, from);
      end = Math.max(end, to);
    }
    if (cursor > enter) {
      parts.push(enter, cursor);
      self += cursor - enter;
    }
    covered.add(start, end);
    if (parts.length === 0) parts.push(enter, enter);
    visit(thread, subject, parts, self);
  };
}

interface Stretches {
  count: number;
  lastStart(): number;
  lastEnd(): number;
  add(from: number, to: number): void;
}

/** Stretches of time, in order and apart from each other. */
function createStretches(): Stretches {
  let times = new Float64Array(64);
  return {
    count: 0,
    lastStart() {
      return times[2 * this.count - 2] ?? outside(this.count);
    },
    lastEnd() {
      return times[2 * this.count - 1] ?? outside(this.count);
    },
    add(from, to) {
      if (this.count > 0 && from - this.lastEnd() <= JOINED_NANOS) {
        times[2 * this.count - 1] = to;
        return;
      }
      if (2 * this.count === times.length) {
        const longer = new Float64Array(2 * times.length);
        longer.set(times);
        times = longer;
      }
      times[2 * this.count] = from;
      times[2 * this.count + 1] = to;
      this.count++;
    },
  };
}
