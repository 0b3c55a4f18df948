/**
 * The decision whether a server that ended by itself is started again: it is, up to four times in three
 * minutes.
 *
 * Free of `vscode`; times are milliseconds of any clock.
 */
const maxRestarts = 4;
export const restartWindow = 3 * 60_000;

interface RestartDecision {
  readonly restart: boolean;
  /** The times of the ends that still count; the caller hands them in at the next end. */
  readonly ends: readonly number[];
}

export function decideRestart(ends: readonly number[], now: number): RestartDecision {
  const recent = [...ends.filter((end) => now - end < restartWindow), now];
  return { restart: recent.length <= maxRestarts, ends: recent };
}
