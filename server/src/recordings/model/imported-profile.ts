import * as v from 'valibot';
import type { Measure } from '../../base/measure';
import { at } from '../../base/check';
import { type ContextTree, stackOf } from '../../base/context-tree';
import { createNumbering, type Numbering } from '../../base/numbering';
import { type Described, means, number, oneOf, optional, text } from '../../base/shapes';
import type { Joules, Seconds } from '../../base/units';
import type { PowerTrace } from '../../power/power-trace';

/**
 * `native`: code of libraries and of the system; `kernel`: the system's kernel; `runtime`: the virtual machine
 * itself, its compilers and collectors, and code that it generates; `thread`: not code, but the thread of a stack;
 * `idle`: no program.
 */
export type FrameKind = (typeof FRAME_KINDS)[number];
export const FRAME_KINDS = ['java', 'native', 'kernel', 'runtime', 'thread', 'path', 'idle'] as const;

export const frameSchema = v.object({
  kind: oneOf(FRAME_KINDS),
  name: text('For people, without addresses.'),
  class: optional(text('Binary, with slashes.')),
  method: optional(text('As in class files: `<init>`.')),
  descriptor: optional(text()),
  file: optional(text("In the source's own words; never opened.")),
  line: optional(number('From 1.')),
});
export type Frame = Described<typeof frameSchema>;

/** Numbers the frames of a recording: lambdas whose names differ only in an address are one frame. */
export function createFrameTable(): Numbering<Frame> {
  return createNumbering(
    ({ kind, name, descriptor = '', file = '', line = 0 }) =>
      `${kind}\n${name}\n${descriptor}\n${file}\n${line}`,
  );
}

export const problemSchema = v.object({
  place: optional(
    means(
      v.object({ kind: oneOf(['line', 'offset']), at: number() }),
      'A line of a text, or an offset into a binary file.',
    ),
  ),
  message: text(),
  isDoubt: optional(means(v.literal(true), 'Nothing is left out.')),
});
export type ImportProblem = Described<typeof problemSchema>;

/** The {@link RecordingSource.format} of what Jouleline counted itself and a model gave costs to. */
export const COUNTED_FORMAT = 'counted';

/** The {@link RecordingSource.format} of a merge. */
export const MERGED_FORMAT = 'merged';

export const sourceSchema = v.object({
  format: text('The importer that read it.'),
  name: text('The file or folder.'),
  date: optional(text('ISO 8601.')),
  device: optional(text()),
  tool: optional(text('What made it.')),
  command: optional(text('What was run, without its class path.')),
  executions: optional(number('Counted operations.')),
});
export type RecordingSource = Described<typeof sourceSchema>;

/** Tells if the line of a frame is the one that ran: JIT-compiled code is sampled at safepoints, and inlined. */
export type LineTrust = (typeof LINE_TRUSTS)[number];
/** Grades of trust, the surest first. */
export const LINE_TRUSTS = ['exact', 'biased', 'none'] as const;

export interface ImportedRecording {
  readonly source: RecordingSource;
  readonly measures: readonly Measure[];
  readonly frames: readonly Frame[];
  /** The contexts, by the numbers of {@link frames}, in the order in which they were made. */
  readonly tree: ContextTree;
  readonly lineTrust: LineTrust;
  /** Samples with times, so that power can be laid over them. */
  readonly timed?: TimedSamples;
  /** The power that a meter recorded meanwhile, if its total was shared among the samples. */
  readonly power?: readonly PowerTrace[];
  readonly problems: readonly ImportProblem[];
  /** Absent where no run was measured as a whole. */
  readonly run?: KnownRun;
  /** The deviation of the energy of several contexts together; absent where only that of each is known. */
  readonly deviationOf?: (contexts: readonly number[]) => Joules;
}

export const runSchema = v.object({
  energy: number('', 'J'),
  interval: optional(v.object({ low: v.number(), high: v.number() })),
});
/** The measured energy of a run, above idle, as reports show it. */
export type KnownRun = Described<typeof runSchema>;

/** Samples in any order; `measure` is the index of the measure that they belong to. */
export interface TimedSamples {
  readonly measure: number;
  /** `device`: times count from the device's start; otherwise they are calendar times. */
  readonly clock?: 'device';
  readonly times: readonly Seconds[] | Float64Array;
  readonly contexts: Int32Array;
  readonly weights: Float64Array;
}

/** The sum of one measure over the tree. It is within 1e-9 of the measure's total, or something was lost. */
export function sumOf({ tree }: ImportedRecording, measure: number): number {
  let sum = 0;
  for (const value of tree.values[measure] ?? []) sum += value;
  return sum;
}

/**
 * The samples of each method for which `isCounted` is true, such as `app/Main.run`: those of stacks in which it is the
 * innermost of them.
 */
export function samplesOfMethods(
  { tree, frames, measures }: ImportedRecording,
  isCounted: (method: string) => boolean,
): ReadonlyMap<string, number> {
  const methods = frames.map(({ class: owner = '', method = '' }) => `${owner}.${method}`);
  const counted = methods.map(isCounted);
  const samples = new Map<string, number>();
  for (const [measure, { unit }] of measures.entries()) {
    if (unit !== 'samples') continue;
    for (const [row, value] of at(tree.values, measure).entries()) {
      const frame = value === 0 ? undefined : stackOf(tree, row).find((each) => at(counted, each));
      if (frame === undefined) continue;
      const method = at(methods, frame);
      samples.set(method, (samples.get(method) ?? 0) + value);
    }
  }
  return samples;
}

/** True if some of the measured values are left out. */
export function hasLosses({ problems }: ImportedRecording): boolean {
  return problems.some(({ isDoubt }) => isDoubt !== true);
}

const JAVA: ReadonlySet<string> = new Set([
  'java/lang/Object.wait',
  'java/lang/Object.wait0',
  'java/lang/Thread.sleep',
  'java/lang/Thread.sleep0',
  'java/lang/Thread.sleepNanos0',
  'java/lang/ref/Reference.waitForReferencePendingList',
  'jdk/internal/misc/Unsafe.park',
  'sun/misc/Unsafe.park',
  'sun/nio/ch/EPoll.wait',
  'sun/nio/ch/KQueue.poll',
  'sun/nio/ch/Net.accept',
  'sun/nio/ch/Net.poll',
  'java/lang/ProcessHandleImpl.waitForProcessExit0',
]);

const NATIVE =
  /^(?:_*)(?:futex_abstimed_wait\w*|pthread_cond_(?:timed|clock)?wait\w*|epoll_p?wait\w*|(?:clock_)?nanosleep\w*|p?poll|p?select|accept4?|sem_(?:timed|clock)?wait\w*|sigwait\w*|kevent|mach_msg\w*|semaphore_wait\w*)(?:@.*)?$/;

export function isWaiting({ kind, class: owner, method, name }: Frame): boolean {
  if (kind === 'idle') return true;
  return owner === undefined ? kind === 'native' && NATIVE.test(name) : JAVA.has(`${owner}.${method ?? ''}`);
}
