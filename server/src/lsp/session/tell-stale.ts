/**
 * Tells once, after a delay, that something is out of date; of several delays the shortest counts.
 *
 * Sits in `lsp/`, under the energy maps and lists that the client's pages show.
 */
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
