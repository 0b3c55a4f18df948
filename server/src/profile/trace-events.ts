/**
 * Which executions of paths were interrupted, where it is known when something
 * else than the program took energy.
 *
 * Sits in `profile/`, over `trace-windows.ts`. A collection or another thread
 * makes the path that it befalls last as long as itself: of all that ran then
 * it is the one whose own time lies there for the most part.
 */
import { createSelfTimes } from './self-times';
import type { VisitTuple } from './trace-file';
import { spreadOver, type WindowGrid } from './trace-windows';

/** Windows from `first` up to `end`, which is none of them. */
export interface WindowRun {
  readonly first: number;
  readonly end: number;
}

export interface InterruptedPath {
  /** Index of the run of windows. */
  readonly run: number;
  readonly thread: number;
  /** Counter of the path. */
  readonly counter: number;
  /** Seconds since the trace began: the stretch of its own time, or the run where that is no more certain. */
  readonly from: number;
  readonly to: number;
}

const NANOS = 1e-9;
/** Of a path that was interrupted, this much of its own time lies in the windows that stand out. */
const MOSTLY = 0.5;

/** Every run has one at least, if anything ran; ordered by time. */
export function findInterrupted(
  grid: WindowGrid,
  runs: readonly WindowRun[],
  visitTrace: (visit: VisitTuple) => void,
): readonly InterruptedPath[] {
  const runOf = new Int32Array(grid.count).fill(-1);
  for (const [index, { first, end }] of runs.entries()) runOf.fill(index, first, end);
  const longest = runs.map(() => ({ overlap: 0, path: undefined as InterruptedPath | undefined }));
  const whole: InterruptedPath[] = [];
  const edge = (index: number): number => grid.edges[index] ?? 0;
  visitTrace(
    createSelfTimes((thread, subject, parts, self) => {
      if (subject % 2 === 1 || self === 0) return;
      for (let part = 0; part < parts.length; part += 2) {
        const from = (parts[part] ?? 0) * NANOS;
        const to = (parts[part + 1] ?? 0) * NANOS;
        let run = -1;
        let overlap = 0;
        const take = (): void => {
          if (run < 0) return;
          const path = { run, thread, counter: subject / 2, from, to };
          const best = longest[run];
          if (best !== undefined && overlap > best.overlap) longest[run] = { overlap, path };
          const { first = 0 } = runs[run] ?? {};
          // Two windows at least: what is shorter is within the run by chance.
          if (overlap > MOSTLY * self * NANOS && overlap > 2 * (edge(first + 1) - edge(first)))
            whole.push(path);
        };
        spreadOver(grid, from, to, (window, seconds) => {
          const own = runOf[window] ?? -1;
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
