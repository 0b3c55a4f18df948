/**
 * Tells once, after a while, that something is old: of several times the
 * soonest. Sits in `lsp/`, under what pages of the client show of the workspace.
 */
export interface StaleTeller {
  /** What is told sooner is not told again later. `delay` in milliseconds. */
  tellLater(delay: number): void;
  dispose(): void;
}

export function createStaleTeller(tell: () => void): StaleTeller {
  let timer: NodeJS.Timeout | undefined;
  /** When it fires. */
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
