/**
 * A saved profile: what was run, what was counted, and what could not be counted.
 *
 * Sits in `profile/`; docs/reference/formats.md is made of these definitions. `read-profile.ts` reads profiles, and
 * `describe-counts.ts` fills them. They hold no environment variables, and no secrets of the command line. Files may
 * come from other machines and older versions, so each member is checked.
 */
import * as v from 'valibot';
import {
  amount,
  count,
  type Described,
  flag,
  isCount,
  list,
  means,
  number,
  oneOf,
  optional,
  rows,
  text,
} from '../../base/shapes';
import type { OperationGroup, SizeClass } from '../../operations/catalogue/operation';
import { measurementSchema } from '../../runs/measurement-record';
import { recordKinds } from '../plan/plan';

export const PROFILE_FORMAT = 'jouleline-profile';
export const PROFILE_VERSION = 2;

type Row = readonly unknown[];
const isText = (value: unknown): value is string => typeof value === 'string';
const isIndex = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= -1;
const areIndices = (row: Row, length: number): boolean => {
  for (let part = 0; part < length; part++) if (!isIndex(row[part])) return false;
  return true;
};
/** True for rows of this many counts, with at most one more. */
const areCounts = (row: Row, least: number, most = least): boolean => {
  if (row.length < least || row.length > most) return false;
  for (let part = 0; part < row.length; part++) if (!isCount(row[part])) return false;
  return true;
};
const areAll = (value: unknown, isRow: (row: Row) => boolean): boolean =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && isRow(row));

export type LineRow = readonly [line: number, executions: number];
const lineRows = rows<LineRow>((row) => areCounts(row, 2), '[line, executions]');

/** The block's part in loops and branches is that of `flow/source/block-roles.ts`. A later version may add roles. */
export type BlockRow =
  | readonly [start: number, end: number, line: number, executions: number]
  | readonly [start: number, end: number, line: number, executions: number, role: string];

export type OperationRow =
  | readonly [key: number, line: number, executions: number]
  | readonly [key: number, line: number, executions: number, sizes: number];
const operationRows = rows<OperationRow>((row) => areCounts(row, 3, 4), '[key, line, executions, sizes]');

/** The opcode (JVMS 6.5), the line or 0, and the executions. */
type InstructionRow = readonly [opcode: number, line: number, executions: number];

/** The index of the called method, the line or 0, the executions, and the index of the operation's key. */
type InvocationRow = readonly [callee: number, line: number, executions: number, key: number];

/**
 * The index of the block, that of the key, the line or 0, and how often one execution of the block runs the key;
 * also the executions, if an exception or the program's end made them differ from that product.
 */
export type CodeRow =
  | readonly [block: number, key: number, line: number, count: number]
  | readonly [block: number, key: number, line: number, count: number, executions: number];

/** `join`: a loop begins there, or too many paths meet there; `within`: an instruction that may throw before the constructor of the superclass. */
const PATH_STARTS = ['entry', 'handler', 'join', 'within'] as const;
export type PathStart = (typeof PATH_STARTS)[number];

/** `running`: the path had not ended when the program did; `running?`: nor is the way that it took certain. */
const PATH_ENDS = ['return', 'throw', 'join', 'within', 'running', 'running?'] as const;
export type PathEnd = (typeof PATH_ENDS)[number];

/** The number within the method (-1 if the path had not ended), the executions, the start, the end, and the indices of the path's blocks. */
export type PathRow = readonly [
  path: number,
  executions: number,
  start: PathStart,
  end: PathEnd,
  blocks: readonly number[],
];
const isPath = (row: Row): boolean => {
  const [path, executions, start, end, blocks] = row;
  if (row.length !== 5 || ![path, executions].every((each) => typeof each === 'number' && each >= -1))
    return false;
  if (!PATH_STARTS.some((each) => each === start) || !PATH_ENDS.some((each) => each === end)) return false;
  return Array.isArray(blocks) && blocks.every(isCount);
};

export type ContextOperation = readonly [key: number, executions: number, sizes?: number];

/** A method of the JDK such as `java.util.ArrayList.contains`, the line that calls it, the calls, and what they ran. */
export type FollowedRow = readonly [
  called: string,
  line: number,
  calls: number,
  operations: readonly ContextOperation[],
];

const methodSchema = v.object({
  name: text(),
  descriptor: text(),
  calls: count(),
  lines: means(lineRows, 'The largest count of the blocks of each line.'),
  blocks: rows<BlockRow>(
    (row) => areCounts(row.slice(0, 4), 4) && (row.length === 4 || (row.length === 5 && isText(row[4]))),
    '[start, end, line, executions, role]',
    'Bytes of code, first line, and `loop-condition`, `loop-body`, `branch` or `handler`.',
  ),
  operations: means(operationRows, 'Sizes added up, where the cost grows with them.'),
  instructions: rows<InstructionRow>((row) => areCounts(row, 3), '[opcode, line, executions]'),
  paths: optional(
    rows<PathRow>(
      isPath,
      '[path, executions, start, end, blocks]',
      'Acyclic ways, from `entry`, `handler`, `join` (a loop) or `within` (before the superclass constructor) to `return`, `throw`, `join`, `within` or `running` (`running?`: one of several that are possible).',
    ),
  ),
  code: optional(
    rows<CodeRow>(
      (row) => areCounts(row, 4, 5),
      '[block, key, line, count, executions]',
      'What one execution of a block runs. The fifth number is there where exceptions made executions differ.',
    ),
  ),
  followed: optional(
    rows<FollowedRow>(
      ([called, line, calls, operations, ...more]) =>
        isText(called) &&
        [line, calls].every(isCount) &&
        calls !== 0 &&
        areAll(operations, (row) => areCounts(row, 2, 3)) &&
        more.length === 0,
      '[called, line, calls, operations]',
      'What lines ran in followed classes.',
    ),
  ),
  unplaced: optional(
    means(operationRows, 'Of a followed class: what contexts beyond the limit ran, on no line.'),
  ),
  invocations: rows<InvocationRow>(
    (row) => areCounts(row, 4),
    '[callee, line, executions, key]',
    'As the code names them.',
  ),
  varying: optional(
    means(
      v.object({ calls: count(), lines: lineRows, operations: operationRows }),
      'What a second counted run executed differently.',
    ),
  ),
});
export type ProfiledMethod = Described<typeof methodSchema>;
export type VaryingCounts = NonNullable<ProfiledMethod['varying']>;

const classSchema = v.object({
  name: text('Binary, with slashes.'),
  source: optional(text('The name of its file.')),
  supertypes: list(text()),
  hash: means(count(), 'CRC-32 of the class file.'),
  isFollowed: optional(flag('By `--follow-jdk`.')),
  isOlder: optional(flag('True if its source was changed after it was compiled.')),
  lines: means(lineRows, 'All methods together.'),
  methods: list(methodSchema),
});
export type ProfiledClass = Described<typeof classSchema>;

const coverageSchema = v.object({
  instrumentedClasses: count(),
  loadedClasses: count(),
  differing: list(text(), 'Classes loaded with other bytes, not counted.'),
  failed: list(v.object({ class: text(), message: text() })),
  leftOut: list(v.object({ class: text(), method: optional(text()), reason: text() })),
});
export type ProfileCoverage = Described<typeof coverageSchema>;
export type LeftOut = ProfileCoverage['leftOut'][number];

const activationSchema = v.object({ class: text(), method: text(), line: number(), count: count() });
export type RunningActivation = Described<typeof activationSchema>;

const countingSchema = v.object({
  runs: means(count(), 'Counts are those of the first.'),
  threads: oneOf(['shared', 'per thread']),
  hasOtherThreads: flag(),
  lostWhenShared: optional(
    number('The share that a run with shared counters lost; negative if it counted more.'),
  ),
  isExact: flag('False if counts may be lost, or the end was not seen.'),
  unwritten: optional(list(text(), 'Files that could not be written.')),
  running: list(activationSchema, 'Activations that had not ended.'),
});

const programSchema = v.object({
  command: list(text(), 'With `***` for secrets.'),
  classPath: list(text()),
  virtualMachines: list(
    v.object({
      version: text(),
      vendor: text(),
      name: text(),
      mode: optional(text('As in `interpreted mode`.')),
      hasEnded: flag('False if its last half second is lost.'),
    }),
  ),
  exitCode: means(v.nullable(v.number()), '`null` after a signal.'),
  signal: v.nullable(v.string()),
  ended: text('How, in words.'),
});
export type ProfiledProgram = Described<typeof programSchema>;

/** The data of eCalc's figure 2: a model's estimate beside the measurement and beside simpler estimates. */
const baselinesSchema = v.object({
  model: text(),
  measured: optional(v.object({ energy: number('', 'J'), isProxy: flag() })),
  estimate: number('E_S of eCalc.', 'J'),
  averageCost: number('Each execution at the mean cost.', 'J'),
  pathInsensitive: number('Each call runs all code.', 'J'),
  unpriced: number('Executions without a cost.'),
  methods: list(v.object({ name: text(), energy: number('', 'J') }), 'E_M, the hottest first.'),
});
export type BaselineComparison = Described<typeof baselinesSchema>;

/** The context that was called again (-1 beyond the limit of contexts), the offset and line of the call site, and the calls. */
export type BackRow = readonly [context: number, offset: number, line: number, calls: number];
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
/** The index of a context, and a method such as `java/util/List.forEach(Ljava/util/function/Consumer;)V`. */
export type CalledRow = readonly [context: number, called: string];
const calledRows = rows<CalledRow>(
  (row) => row.length === 2 && isCount(row[0]) && isText(row[1]),
  '[context, called]',
);

const treeSchema = v.object({
  contexts: rows<ContextRow>(
    (row) =>
      row.length === 8 &&
      areIndices(row, 6) &&
      areAll(row[6], (operation) => areCounts(operation, 2, 3)) &&
      areAll(row[7], (back) => back.length === 4 && areIndices(back, 4)),
    '[parent, class, method, offset, line, calls, operations, back]',
    'The parent comes first and is -1 for roots; offset and line are those of the call. `operations` are `[key, executions, sizes]` of the context itself. `back` has calls that led back to a context above: `[context, offset, line, calls]`.',
  ),
  beyond: means(
    count(),
    'Contexts from this index on stand for methods called beyond the 131,072 contexts that a JVM tells apart.',
  ),
  handOvers: optional(means(calledRows, 'What the parent called to hand the work over.')),
  callbacks: optional(means(calledRows, 'What the parent called, and what called the context back.')),
});
export type ProfiledTree = Described<typeof treeSchema>;

export interface Callee {
  /** Binary name with slashes. */
  readonly class: string;
  readonly name: string;
  readonly descriptor: string;
}

/** For each context (by index) that its parent did not call itself: the method by which it was handed over or called back. */
export function listBetween({ handOvers = [], callbacks = [] }: ProfiledTree): ReadonlyMap<number, string> {
  return new Map([...callbacks, ...handOvers]);
}

/** Splits the text that names a handing or calling method; undefined if the text is empty. */
export function readCallee(called: string): Callee | undefined {
  const [, owner, name, descriptor] = /^(.*)\.([^.(]+)(\(.*)$/.exec(called) ?? [];
  if (owner === undefined || name === undefined || descriptor === undefined) return undefined;
  return { class: owner, name, descriptor };
}

type TracedMethodRow = readonly [path: number, classIndex: number, method: number];
type TracedCallRow = readonly [
  classIndex: number,
  method: number,
  offset: number,
  line: number,
  called: string,
];

const machineSchema = v.object({
  tuples: count(),
  dropped: means(count(), 'Tuples without room: a JVM writes 32 MiB at most.'),
  resolution: amount('The mean tick of the clock.', 'ns'),
  longestTick: amount('', 'ns'),
  probe: amount("The time of a path's end; 0 if not measured.", 'ns'),
  overhead: means(v.nullable(amount()), 'Equation 5 of vLens.'),
  threads: list(text(), 'Names.'),
  data: text(
    'Base 64: pieces of thread number and length (four bytes each, big-endian), then tuples of three variable-length numbers (seven bits a byte, lowest first): twice the number of a path or call, plus 1 for a call; its begin less the end of the tuple before, in zigzag; its length, in nanoseconds. What is shorter than a tick is folded into the next path or the caller.',
  ),
  file: optional(text('A file beside the profile in the place of `data`.')),
  windows: optional(
    text(
      '`JLWINDOW`, a version byte (1), and windows in such numbers: nanoseconds since the last; how many counters changed; of each the difference of its number to that before and its increase, in zigzag.',
    ),
  ),
});
export type MachineTrace = Described<typeof machineSchema>;

type SampledPower = readonly [end: number, watts: number | null];
const isSample = ([end, watts]: Row): boolean =>
  typeof end === 'number' && (watts === null || typeof watts === 'number');

const powerSchema = v.object({
  meter: text(),
  isProxy: flag(),
  clock: text('How it was joined.'),
  idle: optional(amount('While the JVM rested.', 'W')),
  from: oneOf(['counter', 'reading']),
  start: number('', 's'),
  samples: rows<SampledPower>(
    (row) => row.length === 2 && isSample(row),
    '[end, watts]',
    'Since the trace began; the mean since the sample before, or `null`.',
  ),
});

const traceSchema = v.object({
  methods: rows<TracedMethodRow>(
    (row) => areCounts(row, 3),
    '[number, class, method]',
    'Numbers of paths from there on.',
  ),
  calls: rows<TracedCallRow>(
    (row) => areIndices(row, 4) && isText(row[4]),
    '[class, method, offset, line, called]',
    'Timed calls of libraries; a class that was not loaded is -1.',
  ),
  machines: list(machineSchema, 'One a JVM.'),
  power: optional(means(powerSchema, 'Of `--fit`.')),
});
export type ProfiledTrace = Described<typeof traceSchema>;

const sourceSchema = v.object({
  path: text('Begins with the package.'),
  lines: text('CRC-32 of each line without trailing white space, four bytes each, big-endian, in base 64.'),
});
export type RanSource = Described<typeof sourceSchema>;

const keySchema = v.object({
  name: text(),
  family: text(),
  group: v.custom<OperationGroup>(isText),
  operands: list(text()),
  size: v.custom<SizeClass>(isText),
  place: optional(text('For a model of one application.')),
});

export const profileSchema = v.object({
  format: v.literal(PROFILE_FORMAT),
  version: number(),
  generator: v.object({ name: text(), version: text() }),
  started: text('ISO 8601.'),
  record: oneOf(recordKinds),
  program: programSchema,
  counting: countingSchema,
  coverage: coverageSchema,
  measurement: optional(means(measurementSchema, 'Absent if only counted.')),
  sources: optional(list(sourceSchema, 'Texts of what ran.')),
  baselines: optional(means(baselinesSchema, 'Of `--compare-baselines`.')),
  model: optional(means(v.record(v.string(), v.unknown()), 'Of `--fit`: the cost model that prices it.')),
  keys: list(keySchema, 'Operations: rows point to them by index.'),
  callees: list(text(), 'Methods of the application.'),
  classes: list(classSchema),
  tree: optional(means(treeSchema, 'The calling context tree.')),
  trace: optional(means(traceSchema, 'Times of paths and calls.')),
});
export type ProfileDocument = Described<typeof profileSchema>;

/** The rows of counts, and the operations that they count. */
export type DocumentCounts = Pick<ProfileDocument, 'keys' | 'classes'>;
