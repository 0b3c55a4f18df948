/**
 * What a terminal's interrupt, its end, or a request to end does to runs of
 * programs: they end, and what is known by then is kept.
 *
 * Sits in `cli/`.
 */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<AbortController>();

/** While `work` runs, a signal to this process aborts it instead of ending the process. */
export async function withCancellation<T>(work: (cancelled: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort();
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

/** For when nobody reads any more: false where nothing runs that has to be ended first. */
export function cancelRuns(): boolean {
  for (const controller of running) controller.abort();
  return running.size > 0;
}
