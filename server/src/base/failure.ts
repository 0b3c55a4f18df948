/**
 * The errors that people can do something about.
 *
 * Sits in `base/`. Any other error is a fault of Jouleline itself.
 */

export interface FailureDetails {
  /** The subject of the failure, such as the path of a file. It comes first in the message. */
  readonly place?: string;
  /** The step that people can take about it. It is the last line of the message. */
  readonly wayOut?: string;
  readonly cause?: unknown;
}

/** A file, a folder, a program or a server is not as a task needs it. The message is for people. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  readonly place: string | undefined;
  readonly reason: string;
  readonly wayOut: string | undefined;

  constructor(reason: string, { place, wayOut, cause }: FailureDetails = {}) {
    const told = place === undefined ? reason : `${place}: ${reason}`;
    super(wayOut === undefined ? told : `${told}\n${wayOut}`, cause === undefined ? undefined : { cause });
    this.place = place;
    this.reason = reason;
    this.wayOut = wayOut;
  }
}

/** The failure of some work; undefined if the work succeeds. Any other error is thrown on. */
export async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/**
 * A request that makes no sense: a command line that contradicts itself, or that names something that doesn't exist.
 */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}

/** The word that a file of progress begins with if the work failed; the reason follows. */
export const FAILED = 'failed: ';

/**
 * The message of a failure for people who see no command line: without the lines that name one of its options. What a
 * program printed is indented, and stays.
 */
export function withoutOptions(message: string): string {
  return message
    .split('\n')
    .filter((line) => line.startsWith('  ') || !/(?:^|\s)--[a-z]/.test(line))
    .join('\n');
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Anything that was thrown in words for a log, with its stack if it has one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
