/**
 * A program to run, and what is known of a run of it.
 *
 * Sits in `measurement/`; `host/` runs programs, `engine/measure-runs` decides
 * which. All times are of one clock, that of the machine since it started,
 * which stands still while the machine sleeps.
 */
import type { Seconds } from '../units';
import type { TimeWindow } from './power-trace';

export interface Program {
  /** Never a line for a shell: arguments reach the program as they are. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Made for it alone: removed with its processes if nobody is left who waits for it. */
  readonly temporaryFolders?: readonly string[];
  /** Where it is a JVM: lets collections and compilation be told apart. */
  readonly java?: JavaObservation;
}

export interface JavaObservation {
  /** 8, 17, 25, … */
  readonly release: number;
  /** As first arguments of `command`, which is `java` itself; or in JAVA_TOOL_OPTIONS, which JVMs announce on their error stream. */
  readonly through: 'arguments' | 'environment';
}

export interface RunLimits {
  readonly seconds: Seconds;
  readonly outputBytes: number;
}

export type RunEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'limit'; readonly limit: keyof RunLimits }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly message: string };

export interface ProgramRun {
  readonly window: TimeWindow;
  readonly end: RunEnd;
  /** Of all its processes; absent where the platform does not say. */
  readonly cpu?: CpuTime;
  /** Absent where the platform does not say, or it ended before a first look. */
  readonly threads?: ThreadUse;
  readonly outputBytes: number;
  /** By which the calendar ran ahead of the machine's clock: it slept, or its calendar was set. */
  readonly slept: Seconds;
  /** Processes that it had left running and that were ended. */
  readonly leftRunning: number;
  readonly java?: JavaRun;
  /** What it was given to read, where that was recorded. */
  readonly input?: Uint8Array;
  readonly problems: readonly string[];
}

/** What was seen of a run's threads while they lived; the last instants of each are missing. */
export interface ThreadUse {
  /** Processor time of all that were seen: against that of the run it says how much was not. */
  readonly seen: Seconds;
  /** How often a thread was put on a processor. */
  readonly switches: number;
  /** Of the JVM's threads; absent where none was seen. Both are part of `seen`. */
  readonly compilers?: CpuTime;
  /** With the thread in which the JVM does what needs a standstill: smaller collectors work there too. */
  readonly collectors?: CpuTime;
}

export interface CpuTime {
  readonly user: Seconds;
  readonly system: Seconds;
}

/** What the JVM says of itself; of the one that ran longest, where a program starts several. */
export interface JavaRun {
  /** Such as `mixed mode, sharing` or `interpreted mode`; empty where it was not said. */
  readonly mode: string;
  readonly collections: Collections;
  /** Time during which methods were compiled, beside the program. */
  readonly compiling?: Seconds;
  /** `counters` are the JVM's own; a `log` is what is left of a JVM that was killed. */
  readonly from: 'counters' | 'log';
}

export interface Collections {
  readonly pauses: number;
  readonly paused: Seconds;
  /** Of the collector's threads, also beside the program. */
  readonly cpu?: Seconds;
}

export function cpuSeconds({ user, system }: CpuTime): Seconds {
  return user + system;
}

/** For people. */
export function describeEnd(end: RunEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exited with code ${end.code}`;
    case 'killed':
      return `was ended by ${end.signal}`;
    case 'limit':
      return end.limit === 'seconds' ? 'did not end within the time limit' : 'printed more than the limit';
    case 'canceled':
      return 'was canceled';
    case 'failed':
      return end.message;
  }
}
