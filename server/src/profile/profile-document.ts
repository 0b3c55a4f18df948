/**
 * A saved profile: what was run, what was counted, and what was not.
 *
 * Sits in `profile/`; docs/formats.md describes it field by field.
 * `read-profile.ts` reads it, `describe-counts.ts` fills it. It holds no
 * environment variables, and no secrets of the command line.
 */
import type { MeasurementRecord } from '../measurement/measurement-record';
import type { MethodKey, OperationKey } from '../operations/operation';
import type { LeftOut } from './instrument-classes';
import type { Joules } from '../units';
import type { RecordKind } from './record-kind';

export const PROFILE_FORMAT = 'jouleline-profile';
export const PROFILE_VERSION = 2;

export interface ProfileDocument {
  readonly format: typeof PROFILE_FORMAT;
  readonly version: number;
  readonly generator: { readonly name: string; readonly version: string };
  /** ISO 8601. */
  readonly started: string;
  readonly record: RecordKind;
  readonly program: ProfiledProgram;
  readonly counting: CountingOutcome;
  readonly coverage: ProfileCoverage;
  /** Of the runs that were measured, without counters; absent where the program was only counted. */
  readonly measurement?: MeasurementRecord;
  /** What {@link OperationRow} points to. */
  readonly keys: readonly OperationKey[];
  /** What {@link InvocationRow} points to. */
  readonly callees: readonly MethodKey[];
  readonly classes: readonly ProfiledClass[];
  /** Of a recording of the calling context tree. */
  readonly tree?: ProfiledTree;
  /** Of a recording of times. */
  readonly trace?: ProfiledTrace;
  /** Of what ran, where its sources were named. */
  readonly sources?: readonly RanSource[];
  /** Where they were asked for. */
  readonly baselines?: BaselineComparison;
}

/** A text as checksums of its lines. */
export interface RanSource {
  /** With its package: `com/example/Grid.java`. */
  readonly path: string;
  /** CRC-32 of each line without white space at its end, four bytes each, the highest first; in base 64. */
  readonly lines: string;
}

/** The data of eCalc's figure 2: what a model estimates, beside what was measured and beside simpler estimates. */
export interface BaselineComparison {
  readonly model: string;
  /** The program's own work, start-up, collections and compilation taken away; absent where nothing was measured. */
  readonly measured?: { readonly energy: Joules; readonly isProxy: boolean };
  /** E_S: the cost of each execution, summed. */
  readonly estimate: Joules;
  /** Every execution at the mean of the model's costs. */
  readonly averageCost: Joules;
  /** Calls of a method times all of its code, whatever ran. */
  readonly pathInsensitive: Joules;
  /** Executions without a cost: in no estimate. */
  readonly unpriced: number;
  /** E_M of each, dearest first. */
  readonly methods: readonly { readonly name: string; readonly energy: Joules }[];
}

export interface ProfiledProgram {
  /** With `***` in the place of secrets. */
  readonly command: readonly string[];
  readonly classPath: readonly string[];
  /** Of those that ran with the agent. */
  readonly virtualMachines: readonly VirtualMachine[];
  /** What it ended with; null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** How it ended, for people: it may have been ended. */
  readonly ended: string;
}

export interface VirtualMachine {
  readonly version: string;
  readonly vendor: string;
  readonly name: string;
  /** False: it was killed, halted or crashed, and what the last half second counted is lost. */
  readonly hasEnded: boolean;
}

export interface CountingOutcome {
  /** Runs that were counted: with a second one, {@link ProfiledMethod.varying} says what ran otherwise there. */
  readonly runs: number;
  readonly threads: 'shared' | 'per thread';
  readonly hasOtherThreads: boolean;
  /**
   * Share of executions of blocks that a run with shared counters lost, where each thread then counted by itself in those that
   * are told here; below 0 where it counted more.
   */
  readonly lostWhenShared?: number;
  /** False where threads may have lost counts of each other, or the end was not seen. */
  readonly isExact: boolean;
  /** What could not be written while the program ran, and why; absent where all was. */
  readonly unwritten?: readonly string[];
  /** Activations that had not ended when the program did. */
  readonly running: readonly RunningActivation[];
}

export interface RunningActivation {
  readonly class: string;
  readonly method: string;
  readonly line: number;
  readonly count: number;
}

export interface ProfileCoverage {
  readonly instrumentedClasses: number;
  readonly loadedClasses: number;
  /** Loaded with other bytes than those that were instrumented: stale, or changed by another agent. */
  readonly differing: readonly string[];
  readonly failed: readonly { readonly class: string; readonly message: string }[];
  readonly leftOut: readonly LeftOut[];
}

export interface ProfiledClass {
  /** Binary name with slashes. */
  readonly name: string;
  /** Name of its source file, without folders; absent where the class does not say. */
  readonly source?: string;
  /** Its superclass and interfaces: what a call of an overridden method may reach. */
  readonly supertypes: readonly string[];
  /** CRC-32 of the class file. */
  readonly hash: number;
  /** Of all methods together, copies of one source added. */
  readonly lines: readonly LineRow[];
  readonly methods: readonly ProfiledMethod[];
}

export interface ProfiledMethod {
  readonly name: string;
  readonly descriptor: string;
  readonly calls: number;
  readonly lines: readonly LineRow[];
  readonly blocks: readonly BlockRow[];
  /** Of what ran. */
  readonly operations: readonly OperationRow[];
  readonly instructions: readonly InstructionRow[];
  /** Those that ran; of a recording of paths. */
  readonly paths?: readonly PathRow[];
  /** What one execution of each block runs; absent in profiles of older versions, and where nothing of the method ran. */
  readonly code?: readonly CodeRow[];
  /** Of methods of the application, as its code names them: what is overridden is not resolved. */
  readonly invocations: readonly InvocationRow[];
  /** What a second run executed otherwise; absent where it did the same, or there was none. */
  readonly varying?: VaryingCounts;
}

/** The second run's rows where they differ from the first's; 0 executions where it did not run there. */
export interface VaryingCounts {
  readonly calls: number;
  readonly lines: readonly LineRow[];
  readonly operations: readonly OperationRow[];
}

/** Line from 1, executions. */
export type LineRow = readonly [number, number];

/** First and last byte of code, first line or 0, executions; what it is to loops and branches, where it is anything (`flow/block-roles.ts`). */
export type BlockRow =
  | readonly [start: number, end: number, line: number, executions: number]
  | readonly [start: number, end: number, line: number, executions: number, role: string];

/** Index of the key, line or 0, executions; where its cost grows with a size also the sum of sizes. */
export type OperationRow = readonly [number, number, number] | readonly [number, number, number, number];

/** Opcode (JVMS 6.5), line or 0, executions. */
export type InstructionRow = readonly [number, number, number];

/** Index of the callee, line or 0, executions, index of the operation's key. */
export type InvocationRow = readonly [number, number, number, number];

/**
 * Index of the block, of the key, line or 0, how often in one execution of the block; executions, where something that was
 * thrown in the block, or the program's end, made them other than that.
 */
export type CodeRow =
  | readonly [block: number, key: number, line: number, count: number]
  | readonly [block: number, key: number, line: number, count: number, executions: number];

/** `join`: where a loop begins, or too many paths meet; `within`: what may throw before the constructor of the superclass. */
export type PathStart = 'entry' | 'handler' | 'join' | 'within';

/** `running`: it had not ended when the program did; `running?`: nor is it certain which way it came. */
export type PathEnd = 'return' | 'throw' | 'join' | 'within' | 'running' | 'running?';

/** Number within the method (-1 where it had not ended), executions, start, end, indices of its blocks. */
export type PathRow = readonly [
  path: number,
  executions: number,
  start: PathStart,
  end: PathEnd,
  blocks: readonly number[],
];

export interface ProfiledTree {
  /** Callers before those that they call. */
  readonly contexts: readonly ContextRow[];
  /** From this one on a context stands for all of its method beyond the most that are told apart. */
  readonly beyond: number;
  /** Contexts that their parents did not call, but handed over; absent where nobody asked. */
  readonly handOvers?: readonly HandOverRow[];
  /** Contexts that a method that was not counted called back, which their parents called; absent in profiles of older versions. */
  readonly callbacks?: readonly CallbackRow[];
}

/** Index of the context; what its parent called to hand it over, as in `java/util/concurrent/Executor.execute(Ljava/lang/Runnable;)V`. */
export type HandOverRow = readonly [context: number, called: string];

/** Index of the context; what its parent called that called it back, as in `java/util/List.forEach(Ljava/util/function/Consumer;)V`. */
export type CallbackRow = readonly [context: number, called: string];

/**
 * A method as it was called in one way: the context that calls it or -1, index
 * of its class, and of its method there, offset and line of the call site (-1
 * and 0 where no code of the program calls it), calls, what ran in it itself,
 * and which of its calls led back to a context that was running.
 */
export type ContextRow = readonly [
  parent: number,
  classIndex: number,
  method: number,
  offset: number,
  line: number,
  calls: number,
  operations: readonly ContextOperation[],
  back: readonly BackRow[],
];

/** Index of the key, executions; where its cost grows with a size also the sum of sizes. */
export type ContextOperation = readonly [number, number] | readonly [number, number, number];

/** The context that was called again, or -1 beyond those told apart; offset and line of the call site, calls. */
export type BackRow = readonly [number, number, number, number];

/** When paths and calls of libraries began and ended. */
export interface ProfiledTrace {
  /** Whose paths have numbers from where on. */
  readonly methods: readonly TracedMethodRow[];
  /** Calls of libraries, by number. */
  readonly calls: readonly TracedCallRow[];
  readonly machines: readonly MachineTrace[];
}

/** Number of its first path, index of its class, and of the method there. */
export type TracedMethodRow = readonly [number, number, number];

/** Index of the class (-1 where it was not loaded), and of the method there, offset and line of the call, and what is called, as in `java/io/InputStream.read()I`. */
export type TracedCallRow = readonly [number, number, number, number, string];

export interface MachineTrace {
  readonly tuples: number;
  /** For which there was no room. */
  readonly dropped: number;
  /** Nanoseconds between two ticks of the clock that tells which paths took their time: on average, and at most. */
  readonly resolution: number;
  readonly longestTick: number;
  /** Nanoseconds that the end of a path takes where nothing is written down; 0 where it was not measured. */
  readonly probe: number;
  /** vLens, Equation 5: time at ends of paths over the time that paths took; null where either is not known. */
  readonly overhead: number | null;
  /** Names, by index. */
  readonly threads: readonly string[];
  /** The tuples as the agent wrote them, in base 64; empty where they are in a file. */
  readonly data: string;
  /** Beside the profile: the tuples of a trace that is too long to be held. */
  readonly file?: string;
  /** How often each path ended from one window of time to the next, in base 64 (`count-windows.ts`). */
  readonly windows?: string;
}
