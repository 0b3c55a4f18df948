/**
 * Instruments the classes of a program for one capture.
 *
 * Sits in `profile/` over `instrument-class.ts`. It works class by class, so that only what the capture
 * needs stays in memory. Classes that cannot be instrumented stay as they were, and are named.
 */
import type { LeftOut } from '../document/profile-document';
import { type CodeOffset, readCode } from '../../classfile/read/code';
import { listInstructions } from '../../classfile/read/instructions';
import { computeCrc32 } from '../../base/crc32';
import type { Outcome } from '../../base/outcome';
import { type ClassFile, readClass } from '../../classfile/read/read-class';
import { probeHandOvers } from '../handover/hand-over-probes';
import { findQueuePassers } from '../handover/queue-passers';
import { instrumentClass } from './instrument-class';
import { type IsTimed, matchCalls, nonConstantCalls, type TracedCalls } from '../plan/library-calls';
import { agentRuntime, type CounterNumber, type CounterSharing, type RuntimePackage } from './probe-code';
import type { RecordKind } from '../plan/plan';
import { withDefined } from '../../base/check';
import type { SwappedClass } from '../read/capture';

export interface ClassToCount {
  /** The place of the class file, for people. */
  readonly place: string;
  readonly bytes: Uint8Array;
  /** True for a class of the JDK that calls of the program are followed into. */
  readonly isFollowed?: true;
}

/** A method that has counters. The reader of the counters makes its plan again. */
export interface MethodWithCounters {
  /** The index into the class's methods. */
  readonly method: number;
  readonly first: CounterNumber;
}

export interface PlacedClass extends SwappedClass, Pick<ClassToCount, 'isFollowed'> {
  readonly methods: readonly MethodWithCounters[];
}

/** A call of a library that a trace times. */
export interface TracedCallSite {
  /** The index among the instrumented classes; `method` is the index among the counted methods of that class. */
  readonly class: number;
  readonly method: number;
  readonly offset: CodeOffset;
  /** The line number, or 0 if it is unknown. */
  readonly line: number;
  readonly owner: string;
  readonly callee: string;
  readonly descriptor: string;
}

export interface InstrumentationFigures {
  readonly classes: number;
  readonly methods: number;
  readonly bytecodes: number;
  /** The number of places in the code that count something; each has a counter. */
  readonly probes: number;
}

export interface Instrumentation {
  readonly record: RecordKind;
  readonly sharing: CounterSharing;
  /** The package of the agent that probes call. */
  readonly runtime: RuntimePackage;
  readonly classes: readonly PlacedClass[];
  /** Classes of the JDK and of libraries that report hand-overs and count nothing; absent if hand-overs are not followed. */
  readonly handOvers?: readonly SwappedClass[];
  /** The timed calls, by number. */
  readonly calls: readonly TracedCallSite[];
  readonly leftOut: readonly LeftOut[];
  readonly figures: InstrumentationFigures;
}

/**
 * Instruments each class once, even if it occurs twice with the same bytes. `handingOver` has the classes of the
 * JDK and of libraries that are to report hand-overs; it is absent if hand-overs are not followed. Cost: about 2 µs
 * an instruction.
 */
export function instrumentClasses(
  classesToCount: Iterable<ClassToCount>,
  threads: CounterSharing,
  record: RecordKind = 'counts',
  isTimed: IsTimed = matchCalls(nonConstantCalls),
  runtime: RuntimePackage = agentRuntime,
  handingOver?: readonly ClassToCount[],
): Instrumentation {
  // Which calls leave the program, or pass queued objects on, is known once all of its classes are.
  const all = record === 'trace' || handingOver !== undefined ? [...classesToCount] : undefined;
  const traced = all === undefined || record !== 'trace' ? undefined : tracedCallsOf(all, isTimed);
  const passers = all === undefined || handingOver === undefined ? undefined : findQueuePassers(all);
  // Each thread has its own tree.
  const sharing = record === 'tree' ? 'per thread' : threads;
  const classes: PlacedClass[] = [];
  const leftOut: LeftOut[] = [];
  const figures = { classes: 0, methods: 0, bytecodes: 0, probes: 0 };
  const known = new Set<string>();
  const calls: TracedCallSite[] = [];
  let next = 0;
  for (const { place, bytes, isFollowed } of all ?? classesToCount) {
    const file = readClass(bytes);
    if (!file.ok) {
      leftOut.push({ class: place, reason: file.problem.message });
      continue;
    }
    const { name } = file.value;
    const identity = `${name} ${bytes.length} ${computeCrc32(bytes)}`;
    if (known.has(identity)) continue;
    known.add(identity);
    const firstCall = calls.length;
    const done = instrumentClass(
      file.value,
      { number: classes.length, first: next, firstCall, runtime, passers },
      sharing,
      record,
      traced,
    );
    if (!done.ok) {
      leftOut.push({ class: name, reason: done.problem.message });
      continue;
    }
    const { methods, untouched, dropped } = done.value;
    for (const { method, reason } of untouched)
      leftOut.push({ class: name, method: `${method.name}${method.descriptor}`, reason });
    for (const attribute of dropped)
      leftOut.push({
        class: name,
        reason: `Its attribute ${attribute} of code is dropped: what it says of places is not known`,
      });
    for (const { method, offset, line, owner, name: callee, descriptor } of done.value.calls)
      calls.push({ class: classes.length, method, offset, line, owner, callee, descriptor });
    classes.push({
      name,
      original: bytes,
      instrumented: done.value.bytes,
      first: next,
      counters: done.value.next - next,
      methods: methods.map(({ method, first }) => ({ method: file.value.methods.indexOf(method), first })),
      ...withDefined({ isFollowed }),
    });
    figures.classes++;
    figures.methods += methods.length;
    figures.probes += methods.reduce((sum, { counters }) => sum + counters, 0);
    figures.bytecodes += countBytecodes(file.value);
    next = done.value.next;
  }
  const made = { record, sharing, runtime, classes, calls, leftOut, figures };
  return handingOver === undefined ? made : withHandOvers(made, handingOver, next);
}

/** The reason's opening words for a class that was left without hand-over probes. */
export const handOverUnknown = 'Who hands work over to it is not known';

/** Adds probes for hand-overs; classes that also count get both kinds. `next` is the number behind the last counter. */
function withHandOvers(
  made: Instrumentation,
  handingOver: readonly ClassToCount[],
  next: CounterNumber,
): Instrumentation {
  const leftOut = [...made.leftOut];
  const probe = (name: string, bytes: Uint8Array): Uint8Array | undefined => {
    const file = readClass(bytes);
    const probed = file.ok ? probeHandOvers(file.value, made.runtime) : file;
    if (probed.ok) return probed.value;
    leftOut.push({
      class: name,
      reason: `${handOverUnknown}: ${probed.problem.message}`,
    });
    return undefined;
  };
  const given = new Set<string>();
  const named = handingOver.flatMap(({ place, bytes }) => {
    const file = readClass(bytes);
    if (!file.ok) leftOut.push({ class: place, reason: file.problem.message });
    else given.add(file.value.name);
    return file.ok ? [{ name: file.value.name, bytes }] : [];
  });
  const classes = made.classes.map((each) => {
    if (!given.has(each.name)) return each;
    return { ...each, instrumented: probe(each.name, each.instrumented) ?? each.instrumented };
  });
  const counting = new Set(made.classes.map(({ name }) => name));
  const handOvers = named.flatMap(({ name, bytes }) => {
    const instrumented = counting.has(name) ? undefined : probe(name, bytes);
    return instrumented === undefined
      ? []
      : [{ name, original: bytes, instrumented, first: next, counters: 0 }];
  });
  return { ...made, classes, leftOut, handOvers };
}

/** Every class that is not instrumented counts as a library. */
function tracedCallsOf(given: readonly ClassToCount[], isTimed: IsTimed): TracedCalls {
  const names = new Set(
    given.flatMap(({ bytes }) => {
      const file = readClass(bytes);
      return file.ok ? [file.value.name] : [];
    }),
  );
  return { isLibrary: (owner) => !names.has(owner), isTimed };
}

function countBytecodes(file: ClassFile): number {
  return file.methods.reduce((sum, method) => sum + lengthOf(file, readCode(file, method)), 0);
}

function lengthOf(file: ClassFile, code: ReturnType<typeof readCode>): number {
  if (code?.ok !== true) return 0;
  const offsets: Outcome<readonly number[]> = listInstructions(file, code.value);
  return offsets.ok ? offsets.value.length : 0;
}
