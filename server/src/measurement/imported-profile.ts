/**
 * What another tool measured, in the one form that all importers give: frames,
 * the tree of calling contexts, and what each context was measured to take.
 *
 * Sits in `measurement/`; `import/` fills it, one file per format. The tree is
 * kept in columns: a recording may have millions of contexts.
 */
import type { Seconds } from '../units';
import type { PowerTrace } from './power-trace';

/** `share` is what tells proportions alone: watts of one cycle, or a unit that nobody named. */
export type MeasureUnit = (typeof MEASURE_UNITS)[number];
export const MEASURE_UNITS = ['joules', 'seconds', 'samples', 'bytes', 'share'] as const;

/** The surest first. */
export const PROVENANCES = ['measured', 'modeled', 'estimated'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** One column of values. Measures are never added up: they may tell the same twice, or of other devices. */
export interface Measure {
  readonly name: string;
  readonly unit: MeasureUnit;
  readonly provenance: Provenance;
  /** CPU, memory, network, display, …; absent where the source tells none apart. */
  readonly component?: string;
  readonly device?: string;
  /** Values of different granularities tell the same energy again. */
  readonly level?: MeasureLevel;
  /** Where CPU time stood in for a meter. */
  readonly isProxy?: true;
  /** As read, row by row, before any of it was laid on a tree. */
  readonly total: number;
}

export const MEASURE_LEVELS = ['line', 'method', 'api', 'path', 'total'] as const;
export type MeasureLevel = (typeof MEASURE_LEVELS)[number];

/**
 * `native`: code of libraries and of the system; `kernel`: below it; `runtime`: the virtual machine itself, its
 * compilers and collectors, and code that it generates; `thread`: no code, but whose stack it is; `idle`: no program.
 */
export type FrameKind = (typeof FRAME_KINDS)[number];
export const FRAME_KINDS = ['java', 'native', 'kernel', 'runtime', 'thread', 'path', 'idle'] as const;

export interface Frame {
  readonly kind: FrameKind;
  /** For people; without addresses, which differ from run to run. */
  readonly name: string;
  /** Binary name with slashes. */
  readonly class?: string;
  /** `<init>`, `<clinit>` and `lambda$…$0` as in class files. */
  readonly method?: string;
  readonly descriptor?: string;
  /** As the source names it; nobody opens it by that name. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

/** Contexts in the order in which they were made: a parent stands before its children. Context 0 is the root. */
export interface ContextTree {
  readonly parents: Int32Array;
  /** Index of the frame; -1 for the root. */
  readonly frames: Int32Array;
  /** For each measure, of each context alone, without what it called. */
  readonly values: readonly Float64Array[];
  /** Variances of the values; absent where the source tells none. */
  readonly variances: readonly (Float64Array | undefined)[];
}

export interface ImportProblem {
  /** Line from 1 of a text, or offset into a binary file. */
  readonly place?: { readonly kind: 'line' | 'offset'; readonly at: number };
  readonly message: string;
  /** Nothing is left out: it tells how far what was read can be believed. */
  readonly isDoubt?: true;
}

/** The {@link RecordingSource.format} of what Jouleline counted itself, and priced by a model. */
export const COUNTED_FORMAT = 'counted';

export interface RecordingSource {
  /** Which importer read it. */
  readonly format: string;
  /** Name of the file or folder, without the folders around it. */
  readonly name: string;
  /** ISO 8601, where the source says when. */
  readonly date?: string;
  readonly device?: string;
  /** What made it. */
  readonly tool?: string;
}

/** Whether a line that a frame names is the one that ran: JIT-compiled code is sampled at safepoints, and inlined. */
export type LineTrust = (typeof LINE_TRUSTS)[number];
/** The surest first. */
export const LINE_TRUSTS = ['exact', 'biased', 'none'] as const;

export interface ImportedRecording {
  readonly source: RecordingSource;
  readonly measures: readonly Measure[];
  readonly frames: readonly Frame[];
  readonly tree: ContextTree;
  readonly lineTrust: LineTrust;
  /** Of samples with times, to lay power over them. */
  readonly timed?: TimedSamples;
  /** What a meter recorded over the time of the recording, where its total was shared. */
  readonly power?: readonly PowerTrace[];
  readonly problems: readonly ImportProblem[];
}

/** Samples in no order; `measure` is whose samples they are. */
export interface TimedSamples {
  readonly measure: number;
  /** `device`: times are since the device began; else those of the calendar. */
  readonly clock?: 'device';
  readonly times: readonly Seconds[] | Float64Array;
  readonly contexts: Int32Array;
  readonly weights: Float64Array;
}

/** What stands in the tree, of one measure. Within 1e-9 of the measure's total, or something was lost. */
export function sumOf({ tree }: ImportedRecording, measure: number): number {
  let sum = 0;
  for (const value of tree.values[measure] ?? []) sum += value;
  return sum;
}

/** Whether something of what was measured is left out. */
export function hasLosses({ problems }: ImportedRecording): boolean {
  return problems.some(({ isDoubt }) => isDoubt !== true);
}
