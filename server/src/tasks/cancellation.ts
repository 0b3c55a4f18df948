/**
 * What a terminal's interrupt, its end, or a request to end does to runs of
 * programs: they end, and what is known by then is kept.
 *
 * Sits in `tasks/`.
 */
/** What is said of all sides of a comparison that was canceled. */
export const CANCELED = 'canceled: nothing is compared';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<AbortController>();

/** While `work` runs, a signal to this process aborts it instead of ending the process. */
export async function withCancellation<T>(work: (canceled: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = (signal?: NodeJS.Signals): void => {
    controller.abort(signal);
  };
  for (const signal of signals) process.on(signal, cancel);
  running.add(controller);
  try {
    return await work(controller.signal);
  } finally {
    running.delete(controller);
    for (const signal of signals) process.off(signal, cancel);
  }
}

/**
 * The same for work of which nothing is kept: the process ends as the signal would have ended it, once `work` has
 * ended what it had started.
 */
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

/** For when nobody reads any more: false where nothing runs that has to be ended first. */
export function cancelRuns(): boolean {
  for (const controller of running) controller.abort();
  return running.size > 0;
}
