/**
 * The decision whether a server that ended by itself, or hung and was ended, is started again: the one is, up to four
 * times in three minutes, and the other once.
 *
 * Free of `vscode`; times are milliseconds of any clock.
 */
export const restartWindow = 3 * 60_000;

/** The most restarts within the window. */
const mostRestarts = { ended: 4, hung: 1 };

interface RestartDecision {
  readonly restart: boolean;
  /** The times of the ends that still count; the caller hands them in at the next end. */
  readonly ends: readonly number[];
}

export function decideRestart(
  ends: readonly number[],
  now: number,
  why: keyof typeof mostRestarts,
): RestartDecision {
  const recent = [...ends.filter((end) => now - end < restartWindow), now];
  return { restart: recent.length <= mostRestarts[why], ends: recent };
}

/** The time between two turns of a heartbeat. */
export const heartbeatMs = 5000;
/** With the turn before the question, half a minute. */
const mostSilent = 5;

/**
 * Tells a server that hangs from one that is busy. Turns are counted, and not the time, which also passes while a computer
 * sleeps.
 */
export class Heartbeat {
  /** The turns since a question that is not answered yet. */
  #silent: number | undefined;

  /** Says what to do in this turn. */
  next(): 'ask' | 'wait' | 'end' {
    if (this.#silent === undefined) {
      this.#silent = 0;
      return 'ask';
    }
    this.#silent++;
    return this.#silent === mostSilent ? 'end' : 'wait';
  }

  answered(): void {
    this.#silent = undefined;
  }
}
