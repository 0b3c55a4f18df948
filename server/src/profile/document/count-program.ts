/**
 * Counting a program: its classes are instrumented before it runs, and the
 * profile follows from the files that it left.
 *
 * Sits in `profile/`, the door of `profile/` for `cli/` and `lsp/`; starting the
 * program, and its files, are theirs.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { sourceFileOf } from '../../classfile/read/code';
import { readClass } from '../../classfile/read/read-class';
import { describeFailedEnd } from '../../runs/failed-run';
import { describeEnd } from '../../runs/program-run';
import { describeUnmeasured, type MeasurementRecord } from '../../runs/measurement-record';
import {
  type RunCounters,
  describeCounts,
  describeDefinitions,
  type DescribedCounts,
  describeRuns,
} from './describe-counts';
import { handOverUnknown, type Instrumentation, type PlacedClass } from '../probes/instrument-classes';
import {
  PROFILE_FORMAT,
  PROFILE_VERSION,
  type ProfileCoverage,
  type ProfileDocument,
  type ProfiledClass,
  type ProfiledProgram,
  type ProfiledTrace,
} from './profile-document';
import { addCounters, countCounters, type CapturedMachine } from '../read/capture';
import { formatShare } from '../../words/energy-text';
import { listSome } from '../../words/text-sections';
import { framesOf, listRunning, noActivations, placeActivations } from '../read/running-activations';
import { probeOverhead } from '../../runs/energy-account';
import type { JumpsOf } from '../../operations/bytecode/name-jumps';
import type { OperationKey } from '../../operations/catalogue/operation';
import { describeFollowed } from './describe-followed';
import { describeTrace } from './describe-trace';
import { type DescribedTree, describeTree } from './describe-tree';
import { listTuples } from '../trace/trace-file';
import type { TracedPower } from '../trace/traced-power';

export interface EndedProgram {
  readonly command: readonly string[];
  readonly classPath: readonly string[];
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** How, for people. */
  readonly ended: string;
  /** ISO 8601. */
  readonly started: string;
}

/** A run, and the counters that it had. */
export interface CapturedCounts {
  readonly instrumentation: Instrumentation;
  readonly machines: readonly CapturedMachine[];
}

/** The captured program, with the counts of the run that is taken. */
export interface CapturedProgram extends CapturedCounts {
  /** The machines of a second run, which show what varies between runs. */
  readonly again?: readonly CapturedMachine[];
  /**
   * The counts of a run whose threads shared counters; present where in the run that is taken each thread counted by
   * itself.
   */
  readonly shared?: CapturedCounts;
  readonly program: EndedProgram;
  readonly measurement?: MeasurementRecord;
  /** The power that a meter saw while it was traced. */
  readonly power?: TracedPower;
  /** True where the program ran before the capture began: methods on its stacks may then have begun uncounted. */
  readonly isAttached?: boolean;
  /** The statements that jumps belong to, where the sources of the classes are known. */
  readonly jumpsOf?: JumpsOf;
}

/** `version`: of this program. */
export function completeProfile(captured: CapturedProgram, version: string): ProfileDocument {
  const { instrumentation, machines, again, shared, program, measurement, isAttached = false } = captured;
  const loaded = loadedIn(machines, instrumentation);
  const running = machines.flatMap(framesOf);
  const isLoaded = isLoadedIn(loaded, again === undefined ? loaded : loadedIn(again, instrumentation));
  const { jumpsOf, power } = captured;
  const counted = { ...countedRun(instrumentation, machines), ...withDefined({ jumpsOf }) };
  const first = isAttached ? { ...counted, activations: noActivations } : counted;
  const { classes: placed, record } = instrumentation;
  const { keys, callees, classes } =
    again === undefined
      ? describeCounts(placed, isLoaded, first)
      : describeRuns(placed, isLoaded, first, countedRun(instrumentation, again));
  const described = {
    ...{ machines, placed: placed.filter(({ name }) => isLoaded(name)), keys, classes },
    ...withDefined({ jumpsOf }),
  };
  const hasOtherThreads = machines.some((machine) => machine.hasOtherThreads);
  const calls = record === 'tree' ? describeCapturedTree(instrumentation, described) : undefined;
  const unwritten = [...new Set(machines.flatMap(({ journal }) => journal.stopped))];
  const wasWritten = unwritten.length === 0 && machines.every(({ hasEnded }) => hasEnded);
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version },
    started: program.started,
    record,
    program: {
      command: redactArguments(program.command),
      classPath: program.classPath,
      virtualMachines: machines.map(({ journal: { machine, mode }, hasEnded }) => ({
        version: machine[0],
        vendor: machine[1],
        name: machine[2],
        ...withDefined({ mode }),
        hasEnded,
      })),
      exitCode: program.exitCode,
      signal: program.signal,
      ended: program.ended,
    },
    counting: {
      runs: again === undefined ? 1 : 2,
      threads: instrumentation.sharing,
      hasOtherThreads,
      ...(shared === undefined ? {} : { lostWhenShared: lostBy(shared, isLoaded, executionsOf(classes)) }),
      ...(unwritten.length === 0 ? {} : { unwritten }),
      isExact: wasWritten && (!hasOtherThreads || instrumentation.sharing === 'per thread'),
      running: listRunning(running),
    },
    coverage: describeCoverage(instrumentation, machines, loaded.size),
    ...withDefined({ measurement }),
    keys,
    callees,
    classes: calls === undefined ? classes : describeFollowed(classes, calls),
    ...(record === 'trace'
      ? { trace: { ...describeCapturedTrace(instrumentation, described), ...withDefined({ power }) } }
      : {}),
    ...withDefined({ tree: calls?.tree }),
  };
}

/** The loaded classes of a captured program, with the names of their source files. */
export function listLoaded({
  instrumentation,
  machines,
}: CapturedCounts): readonly Pick<ProfiledClass, 'name' | 'source'>[] {
  const loaded = loadedIn(machines, instrumentation);
  return instrumentation.classes.flatMap(({ name, original }) => {
    const file = loaded.has(name) ? readClass(original) : undefined;
    return file?.ok === true ? [{ name, ...withDefined({ source: sourceFileOf(file.value) }) }] : [];
  });
}

/** Share of all executions of blocks that are missing where threads shared counters; below 0 where more was counted. */
function lostBy(
  { instrumentation, machines }: CapturedCounts,
  isLoaded: (name: string) => boolean,
  executions: number,
): number {
  const counted = describeCounts(instrumentation.classes, isLoaded, countedRun(instrumentation, machines));
  return executions === 0 ? 0 : 1 - executionsOf(counted.classes) / executions;
}

function executionsOf(classes: readonly ProfiledClass[]): number {
  let sum = 0;
  for (const { methods } of classes)
    for (const { blocks } of methods) for (const [, , , executions] of blocks) sum += executions;
  return sum;
}

/** The code of the classes of a profile, as if each instruction had run once. */
export function defineProfile(
  { classes }: Instrumentation,
  profile: ProfileDocument,
  jumpsOf: JumpsOf | undefined,
): DescribedCounts {
  const loaded = new Set(profile.classes.map(({ name }) => name));
  return describeDefinitions(classes, (name) => loaded.has(name), jumpsOf);
}

/** The names of the loaded classes that count. */
function loadedIn(
  machines: readonly CapturedMachine[],
  { handOvers = [] }: Instrumentation,
): ReadonlySet<string> {
  const others = new Set(handOvers.map(({ name }) => name));
  return new Set(
    machines.flatMap(({ journal }) =>
      journal.classes.flatMap(({ event, name }) =>
        event === 'instrumented' && !others.has(name) ? [name] : [],
      ),
    ),
  );
}

function isLoadedIn(first: ReadonlySet<string>, second: ReadonlySet<string>): (name: string) => boolean {
  return (name) => first.has(name) || second.has(name);
}

function countedRun({ classes, record }: Instrumentation, machines: readonly CapturedMachine[]): RunCounters {
  return {
    record,
    counters: addCounters(machines, countCounters(classes)),
    activations: placeActivations(machines.flatMap(framesOf)),
  };
}

function describeCoverage(
  { figures, leftOut, handOvers = [] }: Instrumentation,
  machines: readonly CapturedMachine[],
  loadedClasses: number,
): ProfileCoverage {
  const all = machines.flatMap(({ journal }) => journal.classes);
  const others = new Set(handOvers.map(({ name }) => name));
  const journals = all.filter(({ name }) => !others.has(name));
  const unseen = new Set(
    all.flatMap(({ event, name }) => (event !== 'instrumented' && others.has(name) ? [name] : [])),
  );
  const failed = journals.flatMap(({ event, name, detail = '' }) =>
    event === 'failed' ? [{ class: name, message: detail }] : [],
  );
  const differing = journals.flatMap(({ event, name }) => (event === 'differs' ? [name] : []));
  return {
    instrumentedClasses: figures.classes,
    loadedClasses,
    differing: [...new Set(differing)].sort(),
    failed,
    leftOut: [
      ...leftOut,
      ...Array.from(unseen, (name) => ({
        class: name,
        reason: `${handOverUnknown}: it was loaded with other bytes`,
      })),
    ],
  };
}

/** The way in which the program failed; undefined if it ended as it should, or was attached to. */
export function describeFailedProgram({ exitCode, signal, ended }: ProfiledProgram): string | undefined {
  if (exitCode !== null)
    return exitCode === 0 ? undefined : describeFailedEnd({ kind: 'exited', code: exitCode });
  const limits = (['seconds', 'outputBytes'] as const).map((limit) => ({ kind: 'limit', limit }) as const);
  const cut = [...limits, { kind: 'canceled' } as const].map(describeEnd);
  return signal !== null || cut.includes(ended) ? ended : undefined;
}

/** The doubts that a user should know before trusting a profile, one sentence each. */
export function describeDoubts({
  program,
  counting,
  coverage,
  classes,
  measurement,
}: ProfileDocument): readonly string[] {
  const doubts: string[] = [];
  const { length } = program.virtualMachines;
  if (length === 0) doubts.push('no JVM ran with the agent: nothing was counted');
  if (length > 0 && coverage.loadedClasses === 0)
    doubts.push('none of the instrumented classes was loaded: nothing was counted');
  if (program.virtualMachines.some(({ hasEnded }) => !hasEnded))
    doubts.push('the JVM did not end by itself: what it counted in its last half second is lost');
  for (const what of counting.unwritten ?? [])
    doubts.push(`the capture was cut short, and holds less than what ran: ${what}`);
  if (coverage.differing.length > 0)
    doubts.push(
      `${counted(coverage.differing.length, 'class was', 'classes were')} loaded with other bytes than those on the class path (stale, or changed by another agent) and not counted: ${listSome(coverage.differing)}`,
    );
  // Of the JDK's classes, which are followed on request, some never can be.
  const broken = coverage.leftOut.filter(
    ({ class: name, method, reason }) =>
      method === undefined &&
      !/^(?:javax?|jdk|sun|com\/sun)\//.test(name) &&
      !reason.startsWith(handOverUnknown),
  );
  if (broken.length > 0)
    doubts.push(
      `${broken.length} ${broken.length === 1 ? 'class file was' : 'class files were'} not counted: ${listSome(broken.map(({ class: place, reason }) => `${place} (${reason})`))}`,
    );
  const withoutLines = classes.filter(hasRunWithoutLines).map(({ name }) => name);
  if (withoutLines.length > 0)
    doubts.push(
      `${withoutLines.length} ${withoutLines.length === 1 ? 'class has' : 'classes have'} no line numbers, and what ran there is on no line (javac -g, or -g:lines, keeps them): ${listSome(withoutLines)}`,
    );
  const unplaced = classes.flatMap(({ methods }) => methods.flatMap(({ unplaced: rows = [] }) => rows));
  const onNoLine = unplaced.reduce((sum, [, , executions]) => sum + executions, 0);
  if (onNoLine > 0)
    doubts.push(
      `${counted(onNoLine, 'execution')} in the JDK ${onNoLine === 1 ? 'is' : 'are'} on no line: the profile tells who called by operations, and up to the limit of contexts`,
    );
  for (const { class: name, message } of coverage.failed) doubts.push(`${name} was not counted: ${message}`);
  return [...doubts, ...(measurement === undefined ? [] : describeUnmeasured(measurement))];
}

/** What the user should know of the measured runs of a profile: which do not count, and why none does. */
export function describeMeasuredRuns({ measurement }: ProfileDocument): readonly string[] {
  return measurement === undefined ? [] : [...measurement.problems, ...describeUnmeasured(measurement)];
}

function hasRunWithoutLines({ lines, methods }: ProfiledClass): boolean {
  return lines.length === 0 && methods.some(({ calls }) => calls > 0);
}

/**
 * The loss of executions in the run whose threads shared counters, in words; empty for a program that was not
 * counted that way.
 */
export function describeSharing({ counting }: ProfileDocument): readonly string[] {
  const { lostWhenShared, hasOtherThreads, threads } = counting;
  if (hasOtherThreads && threads === 'shared')
    return [
      'the program has several threads, which may lose counts of each other: counts are approximate (--exact-threads makes them exact)',
    ];
  if (lostWhenShared === undefined) return [];
  const loss =
    lostWhenShared > 0
      ? `had lost ${formatShare(lostWhenShared)} of all executions`
      : 'lost nothing that can be told from what varies';
  return [
    `the program has several threads: each counted by itself after the first run, which ${loss}; counts are of the second`,
  ];
}

/**
 * The methods that did not do the same in both counted runs, in words; empty where all did, or where there was one
 * run.
 */
export function describeVariation({ classes }: ProfileDocument): readonly string[] {
  const varying = classes.flatMap(({ name, methods, isFollowed = false }) =>
    (isFollowed ? [] : methods).flatMap((method) =>
      method.varying === undefined ? [] : [`${name}.${method.name}`],
    ),
  );
  return varying.length === 0
    ? []
    : [
        `${varying.length} ${varying.length === 1 ? 'method' : 'methods'} ran otherwise in the second counted run, and lines of theirs have wider intervals: ${listSome(varying)}`,
      ];
}

interface DescribedRun {
  readonly machines: readonly CapturedMachine[];
  /** The classes of the profile, in its order. */
  readonly placed: readonly PlacedClass[];
  readonly classes: readonly ProfiledClass[];
  readonly keys: readonly OperationKey[];
  readonly jumpsOf?: JumpsOf;
}

const nanosPerSecond = 1e9;

function describeCapturedTrace(
  instrumentation: Instrumentation,
  { machines, placed, classes }: DescribedRun,
): ProfiledTrace {
  const ends = classes
    .flatMap(({ methods }) => methods.flatMap(({ paths = [] }) => paths))
    .reduce((sum, [, executions]) => sum + executions, 0);
  const traces = machines.flatMap(({ trace }) => trace ?? []);
  const withOverhead = traces.map((trace) => {
    // Which JVM ended how many paths is known where there is but one.
    if (traces.length > 1 || trace.summary.probe === 0) return { ...trace, overhead: undefined };
    const windows = listTuples(trace.bytes).flatMap(({ kind, enter, exit }) =>
      kind === 'path' ? [{ start: enter / nanosPerSecond, end: exit / nanosPerSecond }] : [],
    );
    return { ...trace, overhead: probeOverhead(ends, trace.summary.probe / nanosPerSecond, windows) };
  });
  return describeTrace(instrumentation, placed, withOverhead);
}

function describeCapturedTree(
  { classes, handOvers }: Instrumentation,
  { machines, placed, keys, jumpsOf }: DescribedRun,
): DescribedTree {
  const forests = machines.flatMap(({ contexts }) => contexts ?? []);
  return describeTree(
    {
      roots: forests.flatMap(({ roots }) => roots),
      beyond: forests.flatMap(({ beyond }) => beyond),
    },
    machines.flatMap(({ stacks }) => stacks),
    {
      classes: placed,
      names: new Set(classes.map(({ name }) => name)),
      keys,
      ...withDefined({ jumpsOf }),
      tellsHandOvers: handOvers !== undefined,
    },
  );
}

const secretName = /pass|pwd|secret|token|credential|auth|api.?key|private.?key|access.?key|cookie|session/i;
const mask = '***';

/**
 * A command line without its secrets, which may be saved and shown. It removes too much rather than too little:
 * every value whose name sounds like a secret, and everything before the @ of an address.
 */
function redactArguments(command: readonly string[]): readonly string[] {
  return command.map((argument, index) => {
    const previous = command[index - 1];
    // `--password VALUE` is redacted; `-p VALUE` stays, because only a long name gives a secret away.
    if (previous?.startsWith('-') === true && !previous.includes('=') && secretName.test(previous))
      return mask;
    const assigned = /^([^=:]*(?::[^=:/]*)?)=(.*)$/s.exec(argument);
    if (assigned?.[1] !== undefined && secretName.test(assigned[1])) return `${assigned[1]}=${mask}`;
    if (/^(?:bearer|basic) /i.test(argument) || (secretName.test(argument) && /[:=]\s*\S/.test(argument)))
      return mask;
    return argument
      .replace(/(?<!\w)(\w+:\/\/)[^/@\s]+@/g, `$1${mask}@`)
      .replace(/([?&][^=&]*)=([^&\s]*)/g, redactQuery);
  });
}

function redactQuery(whole: string, name: string): string {
  return secretName.test(name) ? `${name}=${mask}` : whole;
}
