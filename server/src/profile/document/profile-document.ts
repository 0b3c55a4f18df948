/**
 * A saved profile: what was run, what was counted, and what could not be counted.
 *
 * Sits in `profile/`; docs/reference/formats.md describes it field by field. `read-profile.ts` reads it, and
 * `describe-counts.ts` fills it. It holds no environment variables, and no secrets of the command line.
 */
import type { MeasurementRecord } from '../../runs/measurement-record';
import type { MethodKey, OperationKey } from '../../operations/catalogue/operation';
import type { Joules } from '../../base/units';
import type { RecordKind } from '../plan/record-kind';

export const PROFILE_FORMAT = 'jouleline-profile';
export const PROFILE_VERSION = 2;

export interface ProfileDocument {
  readonly format: typeof PROFILE_FORMAT;
  readonly version: number;
  readonly generator: { readonly name: string; readonly version: string };
  /** The time at which the run started, in ISO 8601. */
  readonly started: string;
  readonly record: RecordKind;
  readonly program: ProfiledProgram;
  readonly counting: CountingOutcome;
  readonly coverage: ProfileCoverage;
  /** The measured runs, which ran without counters; absent if the program was only counted. */
  readonly measurement?: MeasurementRecord;
  /** The operations that each {@link OperationRow} points to. */
  readonly keys: readonly OperationKey[];
  /** The methods that each {@link InvocationRow} points to. */
  readonly callees: readonly MethodKey[];
  readonly classes: readonly ProfiledClass[];
  /** The calling context tree, if one was recorded. */
  readonly tree?: ProfiledTree;
  /** The times of paths and calls, if they were recorded. */
  readonly trace?: ProfiledTrace;
  /** The sources of what ran, if they were given. */
  readonly sources?: readonly RanSource[];
  /** The comparison with baselines, if it was asked for. */
  readonly baselines?: BaselineComparison;
}

/** The rows of counts, and the operations that they count. */
export type DocumentCounts = Pick<ProfileDocument, 'keys' | 'classes'>;

/** A source text, as checksums of its lines. */
export interface RanSource {
  /** The path that begins with the package: `com/example/Grid.java`. */
  readonly path: string;
  /** The CRC-32 of each line without white space at its end, four bytes each, the highest first, in base 64. */
  readonly lines: string;
}

/** The data of eCalc's figure 2: a model's estimate beside the measurement and beside simpler estimates. */
export interface BaselineComparison {
  readonly model: string;
  /** The energy of the program's own work, without start-up, collections and compilation; absent if nothing was measured. */
  readonly measured?: { readonly energy: Joules; readonly isProxy: boolean };
  /** E_S: the sum of the costs of all executions. */
  readonly estimate: Joules;
  /** The estimate in which every execution takes the mean of the model's costs. */
  readonly averageCost: Joules;
  /** The estimate in which each call of a method runs all of its code. */
  readonly pathInsensitive: Joules;
  /** The executions that the model has no cost for; no estimate holds them. */
  readonly unpriced: number;
  /** E_M of each method, the hottest first. */
  readonly methods: readonly { readonly name: string; readonly energy: Joules }[];
}

export interface ProfiledProgram {
  /** The command line, with `***` in the place of secrets. */
  readonly command: readonly string[];
  readonly classPath: readonly string[];
  /** The JVMs that ran with the agent. */
  readonly virtualMachines: readonly VirtualMachine[];
  /** The exit code; null if a signal ended the program. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** A sentence for people that says how the run ended, for instance that it was stopped. */
  readonly ended: string;
}

export interface VirtualMachine {
  readonly version: string;
  readonly vendor: string;
  readonly name: string;
  /** False if the JVM was killed, halted or crashed: the counts of its last half second are lost. */
  readonly hasEnded: boolean;
}

export interface CountingOutcome {
  /** The number of counted runs; with two, {@link ProfiledMethod.varying} says what the second one did otherwise. */
  readonly runs: number;
  readonly threads: 'shared' | 'per thread';
  readonly hasOtherThreads: boolean;
  /**
   * The share of block executions that a run with shared counters lost, which is why each thread then counted for
   * itself; negative if that run counted more.
   */
  readonly lostWhenShared?: number;
  /** False if threads may have lost counts of each other, or if the agent did not see the end. */
  readonly isExact: boolean;
  /** The files that could not be written while the program ran, with reasons; absent if all were written. */
  readonly unwritten?: readonly string[];
  /** The activations that had not ended when the program did. */
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
  /** Classes that the program loaded with other bytes than those that were instrumented: stale, or changed by another agent. */
  readonly differing: readonly string[];
  readonly failed: readonly { readonly class: string; readonly message: string }[];
  readonly leftOut: readonly LeftOut[];
}

export interface ProfiledClass {
  /** Binary name with slashes. */
  readonly name: string;
  /** The name of its source file, without folders; absent if the class does not say. */
  readonly source?: string;
  /** Its superclass and interfaces: a call of an overridden method may reach theirs. */
  readonly supertypes: readonly string[];
  /** The CRC-32 of the class file. */
  readonly hash: number;
  /** The executions of lines, all methods together, with copies of one source added up. */
  readonly lines: readonly LineRow[];
  readonly methods: readonly ProfiledMethod[];
}

export interface ProfiledMethod {
  readonly name: string;
  readonly descriptor: string;
  readonly calls: number;
  readonly lines: readonly LineRow[];
  readonly blocks: readonly BlockRow[];
  /** The operations that ran. */
  readonly operations: readonly OperationRow[];
  readonly instructions: readonly InstructionRow[];
  /** The paths that ran; only in a recording of paths. */
  readonly paths?: readonly PathRow[];
  /** The operations of one execution of each block; absent in profiles of older versions, and if nothing of the method ran. */
  readonly code?: readonly CodeRow[];
  /** The calls of the application's methods, as the code names them; overriding is not resolved. */
  readonly invocations: readonly InvocationRow[];
  /** Counts of a second run that differ; absent if it did the same or there was none. */
  readonly varying?: VaryingCounts;
}

/** The second run's rows that differ from the first's; 0 executions mean that the second run did not run them. */
export interface VaryingCounts {
  readonly calls: number;
  readonly lines: readonly LineRow[];
  readonly operations: readonly OperationRow[];
}

/** The line from 1, and its executions. */
export type LineRow = readonly [number, number];

/**
 * The first and last byte of code, the first line or 0, the executions, and the block's part in loops and branches
 * if it has one (`flow/source/block-roles.ts`).
 */
export type BlockRow =
  | readonly [start: number, end: number, line: number, executions: number]
  | readonly [start: number, end: number, line: number, executions: number, role: string];

/** The index of the key, the line or 0, the executions, and the sum of sizes if the cost grows with a size. */
export type OperationRow = readonly [number, number, number] | readonly [number, number, number, number];

/** The opcode (JVMS 6.5), the line or 0, and the executions. */
export type InstructionRow = readonly [number, number, number];

/** The index of the called method, the line or 0, the executions, and the index of the operation's key. */
export type InvocationRow = readonly [number, number, number, number];

/**
 * The index of the block, that of the key, the line or 0, and how often one execution of the block runs the key;
 * also the executions, if an exception or the program's end made them differ from that product.
 */
export type CodeRow =
  | readonly [block: number, key: number, line: number, count: number]
  | readonly [block: number, key: number, line: number, count: number, executions: number];

/** `join`: a loop begins there, or too many paths meet there; `within`: an instruction that may throw before the constructor of the superclass. */
export type PathStart = 'entry' | 'handler' | 'join' | 'within';

/** `running`: the path had not ended when the program did; `running?`: nor is the way that it took certain. */
export type PathEnd = 'return' | 'throw' | 'join' | 'within' | 'running' | 'running?';

/** The number within the method (-1 if the path had not ended), the executions, the start, the end, and the indices of the path's blocks. */
export type PathRow = readonly [
  path: number,
  executions: number,
  start: PathStart,
  end: PathEnd,
  blocks: readonly number[],
];

export interface ProfiledTree {
  /** The contexts; callers come before their callees. */
  readonly contexts: readonly ContextRow[];
  /** The index from which on a context stands for all calls of its method beyond the limit of contexts. */
  readonly beyond: number;
  /** Contexts that their parents handed over and did not call; absent if hand-overs were not followed. */
  readonly handOvers?: readonly HandOverRow[];
  /** Contexts that were called back by a method that was not counted, which their parents called; absent in profiles of older versions. */
  readonly callbacks?: readonly CallbackRow[];
}

/**
 * The index of the context, and the method by which its parent handed it over, as in
 * `java/util/concurrent/Executor.execute(Ljava/lang/Runnable;)V`.
 */
export type HandOverRow = readonly [context: number, called: string];

/**
 * The index of the context, and the method that its parent called and that called it back, as in
 * `java/util/List.forEach(Ljava/util/function/Consumer;)V`.
 */
export type CallbackRow = readonly [context: number, called: string];

/**
 * One context of a method: the index of the calling context or -1, the index of its class, that of its method
 * there, the offset and line of the call site (-1 and 0 if no code of the program makes the call), the calls, what
 * ran in it itself, and those of its calls that led back to a context that was running.
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

/** The index of the key, the executions, and the sum of sizes if the cost grows with a size. */
export type ContextOperation = readonly [number, number] | readonly [number, number, number];

/** The context that was called again (-1 beyond the limit of contexts), the offset and line of the call site, and the calls. */
export type BackRow = readonly [number, number, number, number];

/** The times at which paths and calls of libraries began and ended. */
export interface ProfiledTrace {
  /** The methods, each with the number of its first path. */
  readonly methods: readonly TracedMethodRow[];
  /** The timed calls of libraries, by number. */
  readonly calls: readonly TracedCallRow[];
  readonly machines: readonly MachineTrace[];
}

/** The number of its first path, the index of its class, and that of the method there. */
export type TracedMethodRow = readonly [number, number, number];

/**
 * The index of the class (-1 if it was not loaded), that of the method there, the offset and line of the call, and
 * the called method, as in `java/io/InputStream.read()I`.
 */
export type TracedCallRow = readonly [number, number, number, number, string];

export interface MachineTrace {
  readonly tuples: number;
  /** The number of tuples that there was no room for. */
  readonly dropped: number;
  /** The nanoseconds between two ticks of the clock that tells which paths took time: on average, and at most. */
  readonly resolution: number;
  readonly longestTick: number;
  /** The nanoseconds that the end of a path takes if nothing is written; 0 if that was not measured. */
  readonly probe: number;
  /** The time spent at ends of paths over the time that paths took (vLens, Equation 5); null if either is not known. */
  readonly overhead: number | null;
  /** The names of the threads, by index. */
  readonly threads: readonly string[];
  /** The tuples as the agent wrote them, in base 64; empty if they are in a file. */
  readonly data: string;
  /** The name of a file beside the profile that has the tuples of a trace too long to be held in memory. */
  readonly file?: string;
  /** How often each path ended in each window of time, in base 64 (`count-windows.ts`). */
  readonly windows?: string;
}

export interface LeftOut {
  /** The binary name with slashes, or the place of a file that is not a class. */
  readonly class: string;
  /** The method's name and descriptor; absent if the whole class is meant. */
  readonly method?: string;
  readonly reason: string;
}
