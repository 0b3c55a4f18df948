/**
 * The pace of work on all files: pauses, so that requests are answered meanwhile, and delays before pages hear of changes.
 *
 * Sits in `lsp/`, under the energy maps and lists that the client's pages show.
 */

/** Tells once, after a delay, that something is out of date; of several delays the shortest counts. */
export interface StaleTeller {
  /** Tells after `delay` milliseconds, unless an earlier call tells sooner. */
  tellLater(delay: number): void;
  dispose(): void;
}

export function createStaleTeller(tell: () => void): StaleTeller {
  let timer: NodeJS.Timeout | undefined;
  /** The time when the timer fires. */
  let due = 0;
  return {
    tellLater(delay) {
      const at = performance.now() + delay;
      if (timer !== undefined && at >= due) return;
      clearTimeout(timer);
      due = at;
      timer = setTimeout(() => {
        timer = undefined;
        tell();
      }, delay);
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}

/** The milliseconds of work after which requests are answered. */
const SLICE_MS = 12;

/** Makes a function to wait for after each file; it rests when requests should be answered. */
export function createRests(): () => Promise<void> | undefined {
  let rested = performance.now();
  return () => {
    if (performance.now() - rested < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        rested = performance.now();
        resolve();
      });
    });
  };
}
