/**
 * Signals to this process (an interrupt, the end of the terminal, a request to end) end the programs that it runs, and
 * so does the end of the editor that started it; the results known by then are kept. Sits in `tasks/`.
 */

/** The message of a comparison that was canceled. */
export const CANCELED = 'canceled: nothing is compared';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<AbortController>();

/** Runs `work`. A signal to this process then aborts the work instead of ending the process. */
export async function withCancellation<T>(work: (canceled: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = (signal?: NodeJS.Signals): void => {
    controller.abort(signal);
  };
  const lose = (): void => {
    controller.abort();
  };
  for (const signal of signals) process.on(signal, cancel);
  process.on('disconnect', lose);
  running.add(controller);
  try {
    return await work(controller.signal);
  } finally {
    running.delete(controller);
    for (const signal of signals) process.off(signal, cancel);
    process.off('disconnect', lose);
  }
}

/** Runs work that leaves nothing behind. After a signal the process ends by that signal, once `work` has cleaned up. */
export async function orEndBySignal<T>(work: (canceled: AbortSignal) => Promise<T>): Promise<T> {
  let signal: unknown;
  try {
    return await withCancellation(async (canceled) => {
      canceled.addEventListener('abort', () => {
        signal = canceled.reason;
      });
      return work(canceled);
    });
  } catch (error) {
    const received = signals.find((each) => each === signal);
    if (received !== undefined) process.kill(process.pid, received);
    throw error;
  }
}

/** Cancels all work, for when nobody reads the output anymore. Returns false if nothing runs. */
export function cancelRuns(): boolean {
  for (const controller of running) controller.abort();
  return running.size > 0;
}

/** Tries all removals, and then throws the first error. */
export function removeEach(removals: readonly (() => void)[]): void {
  const problems = removals.flatMap((remove): readonly unknown[] => {
    try {
      remove();
      return [];
    } catch (problem) {
      return [problem];
    }
  });
  if (problems.length > 0) throw problems[0];
}

/** Tries all removals that take time, and then throws the first error. */
export async function removeEachLater(removals: readonly (() => Promise<void>)[]): Promise<void> {
  const ends = await Promise.allSettled(removals.map((remove) => remove()));
  removeEach(
    ends.map((end) => () => {
      if (end.status === 'rejected') throw end.reason;
    }),
  );
}
