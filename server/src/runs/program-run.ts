/**
 * A program to run, the facts of a run of it, and the plan of a measurement with what it needs of the machine.
 *
 * Sits in `runs/`; `host/` runs programs, and `launching/measure-runs` decides which. All times are of
 * one clock: that of the machine since it started, which stands still while the machine sleeps.
 */
import * as v from 'valibot';
import {
  amount,
  count,
  type Described,
  means,
  number,
  oneOf,
  optional,
  text,
  flag,
  list,
} from '../base/shapes';
import type { Seconds } from '../base/units';
import type { TimeWindow } from '../power/power-trace';
import type { LoadPattern } from '../power/find-pattern';

export interface Program {
  /** The program's file; never a line for a shell, so that arguments reach the program unchanged. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders made for this run alone: removed with its processes if the parent is gone. */
  readonly temporaryFolders?: readonly string[];
  /** Set for a JVM, so that collections and compilation are told apart. */
  readonly java?: JavaObservation;
}

export interface JavaObservation {
  /** The feature release: 8, 17, 25, … */
  readonly release: number;
  /**
   * The way that options take: as first arguments of `command`, which is `java` itself, or in JAVA_TOOL_OPTIONS,
   * which JVMs announce on their error stream.
   */
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
  /** The time of all rounds. */
  readonly window: TimeWindow;
  /** The time of each run in this session; absent for one run. What was used is that of one round, their mean. */
  readonly roundSeconds?: readonly Seconds[];
  readonly end: RunEnd;
  /** The time of all its processes; absent if the platform does not tell. */
  readonly cpu?: CpuTime;
  /** Absent if the platform does not tell, or if it ended before a first look. */
  readonly threads?: ThreadUse;
  readonly outputBytes: number;
  /** The time by which the calendar ran ahead of the machine's clock: the machine slept, or its calendar was set. */
  readonly slept: Seconds;
  /** The number of processes that it left running and that were then ended. */
  readonly leftRunning: number;
  readonly java?: JavaRun;
  /** The input that it was given, if that was recorded. */
  readonly input?: Uint8Array;
  /** The last lines that it printed; absent if it ended as it should. */
  readonly lastLines?: readonly string[];
  readonly problems: readonly string[];
}

export const cpuTimeSchema = v.object({ user: amount('', 's'), system: amount('', 's') });
export type CpuTime = Described<typeof cpuTimeSchema>;

/** The threads of a run as they were observed while they lived; the last instants of each are missing. */
export const threadsSchema = v.object({
  seen: number('Time of all threads that were observed.', 's'),
  switches: means(count(), 'How often a thread was put on a processor.'),
  compilers: optional(means(cpuTimeSchema, "Part of `seen`: the JVM's compiler threads.")),
  collectors: optional(means(cpuTimeSchema, 'Part of `seen`, with the thread for standstills.')),
});
export type ThreadUse = Described<typeof threadsSchema>;

/** The JVM's report of itself; if a program starts several JVMs, that of the one that ran longest. */
export const javaRunSchema = v.object({
  mode: text('`interpreted mode`, for example; empty if not told.'),
  collections: v.object({
    pauses: count(),
    paused: number('', 's'),
    cpu: optional(number("Of the collector's threads.", 's')),
  }),
  compiling: optional(number('Beside the program.', 's')),
  from: oneOf(['counters', 'log'], 'A killed JVM leaves a log only.'),
});
export type JavaRun = Described<typeof javaRunSchema>;
export type Collections = JavaRun['collections'];

/** A program runs so often in a session, one run after the other, and goes on until the time has passed. */
export interface SessionLength {
  readonly rounds: number;
  readonly atLeast: Seconds;
}

export const ONE_RUN: SessionLength = { rounds: 1, atLeast: 0 };

/** How often the program ran in a session. */
export function roundsOf({ roundSeconds }: Pick<ProgramRun, 'roundSeconds'>): number {
  return roundSeconds?.length ?? 1;
}

/** The wall time of one round: the mean of a session, without the time between its rounds. */
export function secondsOfRound({
  window: { start, end },
  roundSeconds = [end - start],
}: Pick<ProgramRun, 'window' | 'roundSeconds'>): Seconds {
  return roundSeconds.reduce((sum, one) => sum + one, 0) / roundSeconds.length;
}

export function cpuSeconds({ user, system }: CpuTime): Seconds {
  return user + system;
}

/** A sentence for people. */
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

/** The state of a machine that changes what a run costs; `host/machine/machine` reads it. */
export const machineStateSchema = v.object({
  governor: optional(text()),
  turbo: optional(flag()),
  onBattery: optional(flag()),
  load: optional(number('Processes that wanted a processor in the last minute, on average.')),
  warnings: list(text(), 'What makes runs differ, and what would help.'),
});
export type MachineState = Described<typeof machineStateSchema>;

export const DEFAULT_RUNS = 10;

export interface PlannedProgram {
  /** A name for people, if several programs are measured. */
  readonly name?: string;
  readonly program: Program;
  /** An empty `main` on the same JVM and class path, which tells start-up apart. */
  readonly baseline?: Program;
  /** The input of every run, if no rehearsal records it. */
  readonly input?: Uint8Array;
}

export interface SeriesPlan {
  /** The number of runs of each program. */
  readonly runs: number;
  /** The time for all runs of all programs and for idling; if it does not suffice, fewer runs are made, but at least one. */
  readonly budget?: Seconds;
  /** The least length of a metered session: a program that ends sooner runs several times in it. */
  readonly atLeast?: Seconds;
  /** True for a first run that does not count: it takes input from its user, which the other runs get again. */
  readonly rehearse: boolean;
}

export type MeasurePhase = 'synchronize' | 'rehearse' | 'lengthen' | 'baseline' | 'run' | 'idle' | 'evaluate';

export interface MeasureProgress {
  readonly phase: MeasurePhase;
  /** The program whose turn it is; absent for work that is done for all of them. */
  readonly program?: string;
  /** The number of the run, from 1. */
  readonly run: number;
  readonly runs: number;
  /** Absent until the first run has ended. */
  readonly secondsLeft?: Seconds;
}

export interface MeasureHost {
  /** `input` is what the rehearsal was given. */
  readonly runProgram: (
    program: Program,
    role: 'rehearsal' | 'baseline' | 'measured',
    input: Uint8Array | undefined,
    session: SessionLength,
  ) => Promise<ProgramRun>;
  /** Settles early when canceled. */
  readonly wait: (seconds: Seconds) => Promise<void>;
  readonly workPattern: (chips: readonly number[], chip: Seconds) => Promise<LoadPattern | undefined>;
  /** The processor time of one thread switch; undefined if the system does not tell. */
  readonly switchThreads: () => Promise<Seconds | undefined>;
  /** The clock that times runs. */
  readonly now: () => Seconds;
  readonly readMachineState: () => MachineState;
  /** The processors of program and sampler, for people. */
  readonly cores: string;
  readonly canceled: AbortSignal;
  readonly onProgress: (progress: MeasureProgress) => void;
}
