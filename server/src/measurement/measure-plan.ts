/**
 * What is to be measured, and what measuring needs of the machine.
 *
 * Sits in `measurement/`; `engine/measure-runs` follows the plan, `host/run`
 * has the machine.
 */
import type { Seconds } from '../units';
import type { LoadPattern } from './find-pattern';
import type { MachineState } from './machine-state';
import type { Program, ProgramRun } from './program-run';

export const DEFAULT_RUNS = 10;

export interface PlannedProgram {
  /** For people, where others are measured beside it. */
  readonly name?: string;
  readonly program: Program;
  /** The same JVM and class path with a `main` that does nothing: start-up is told apart by it. */
  readonly baseline?: Program;
  /** What every run is given to read, where no rehearsal finds it out. */
  readonly input?: Uint8Array;
}

export interface SeriesPlan {
  /** Of each program. */
  readonly runs: number;
  /** For all runs of all programs and idling together; fewer runs are made where it does not suffice, but one at least. */
  readonly budget?: Seconds;
  /** A run before the others that does not count: it takes input from its user, which the others are given again. */
  readonly rehearse: boolean;
}

export interface MeasurePlan extends PlannedProgram, SeriesPlan {}

export type MeasurePhase = 'synchronize' | 'rehearse' | 'baseline' | 'run' | 'idle' | 'evaluate';

export interface MeasureProgress {
  readonly phase: MeasurePhase;
  /** Whose turn it is, where several take turns; absent for what is done for all of them. */
  readonly program?: string;
  /** From 1. */
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
  ) => Promise<ProgramRun>;
  /** Settles early when canceled. */
  readonly wait: (seconds: Seconds) => Promise<void>;
  readonly workPattern: (chips: readonly number[], chip: Seconds) => Promise<LoadPattern | undefined>;
  /** What it takes to switch threads; undefined where the system does not say. */
  readonly switchThreads: () => Promise<Seconds | undefined>;
  /** The clock that runs are timed by. */
  readonly now: () => Seconds;
  readonly readMachineState: () => MachineState;
  /** Which processors program and sampler have, for people. */
  readonly cores: string;
  readonly isCanceled: () => boolean;
  readonly onProgress: (progress: MeasureProgress) => void;
}
