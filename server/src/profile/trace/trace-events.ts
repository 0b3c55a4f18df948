/**
 * Finds which executions of paths were interrupted, if it is known when something other than the program
 * took energy.
 *
 * Sits in `profile/`, over `trace-windows.ts`. A collection or another thread lengthens the path that it
 * interrupts. So the interrupted path is the one whose own time lies mostly within the interruption.
 */
import { outside } from '../../base/check';
import { createSelfTimes } from './self-times';
import type { VisitTuple } from './trace-file';
import { spreadOver, type WindowGrid } from './trace-windows';

/** The windows from `first` up to `end`, which is excluded. */
export interface WindowRun {
  readonly first: number;
  readonly end: number;
}

export interface InterruptedPath {
  /** The index of the run of windows. */
  readonly run: number;
  readonly thread: number;
  /** The counter of the path. */
  readonly counter: number;
  /** Seconds since the trace began: the stretch of the path's own time, or the run of windows if that is no more certain. */
  readonly from: number;
  readonly to: number;
}

const NANOS = 1e-9;
/** The share of an interrupted path's own time that lies in the windows that stand out, at least. */
const MOSTLY = 0.5;

/** Finds at least one for every run in which anything ran; ordered by time. */
export function findInterrupted(
  grid: WindowGrid,
  runs: readonly WindowRun[],
  visitTrace: (visit: VisitTuple) => void,
): readonly InterruptedPath[] {
  const runOf = new Int32Array(grid.count).fill(-1);
  for (const [index, { first, end }] of runs.entries()) runOf.fill(index, first, end);
  const longest = runs.map(() => ({ overlap: 0, path: undefined as InterruptedPath | undefined }));
  const whole: InterruptedPath[] = [];
  const edge = (index: number): number => grid.edges[index] ?? outside(index);
  visitTrace(
    createSelfTimes((thread, subject, parts, self) => {
      if (subject % 2 === 1 || self === 0) return;
      for (let part = 0; part < parts.length; part += 2) {
        const from = (parts[part] ?? outside(part)) * NANOS;
        const to = (parts[part + 1] ?? outside(part + 1)) * NANOS;
        let run = -1;
        let overlap = 0;
        const take = (): void => {
          if (run < 0) return;
          const path = { run, thread, counter: subject / 2, from, to };
          const best = longest[run];
          if (best !== undefined && overlap > best.overlap) longest[run] = { overlap, path };
          const { first = 0 } = runs[run] ?? {};
          // A run has two windows at least: a shorter path lies within it by chance.
          if (overlap > MOSTLY * self * NANOS && overlap > 2 * (edge(first + 1) - edge(first)))
            whole.push(path);
        };
        spreadOver(grid, from, to, (window, seconds) => {
          const own = runOf[window] ?? outside(window);
          if (own !== run) {
            take();
            run = own;
            overlap = 0;
          }
          overlap += seconds;
        });
        take();
      }
    }),
  );
  const found = new Set(whole.map(({ run }) => run));
  const others = longest.flatMap(({ path }, run): readonly InterruptedPath[] => {
    if (path === undefined || found.has(run)) return [];
    const { first = 0, end = 0 } = runs[run] ?? {};
    return [{ ...path, from: edge(first), to: edge(end) }];
  });
  return [...whole, ...others].sort((one, other) => one.from - other.from);
}
