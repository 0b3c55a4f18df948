/**
 * The plan of a measurement, and what it needs of the machine.
 *
 * Sits in `runs/`; `launching/measure-runs` follows the plan, and `host/run` provides the machine.
 */
import type { Seconds } from '../base/units';
import type { LoadPattern } from '../power/find-pattern';
import type { Program, ProgramRun, MachineState } from './program-run';

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
  /** True for a first run that does not count: it takes input from its user, which the other runs get again. */
  readonly rehearse: boolean;
}

export type MeasurePhase = 'synchronize' | 'rehearse' | 'baseline' | 'run' | 'idle' | 'evaluate';

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
