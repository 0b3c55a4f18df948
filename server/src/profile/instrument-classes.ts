/**
 * Instruments the classes of a program for one recording.
 *
 * Sits in `profile/` over `instrument-class.ts`. Class by class, so that of a
 * large program only what the recording needs is held; what can't be
 * instrumented is left as it was, and named.
 */
import { type CodeOffset, readCode } from '../classfile/code';
import { listInstructions } from '../classfile/instructions';
import { computeCrc32 } from '../classfile/crc32';
import type { Outcome } from '../classfile/outcome';
import { type ClassFile, readClass } from '../classfile/read-class';
import { probeHandOvers } from './hand-over-probes';
import { instrumentClass } from './instrument-class';
import { type IsTimed, matchCalls, nonConstantCalls, type TracedCalls } from './library-calls';
import { agentRuntime, type CounterNumber, type CounterSharing, type RuntimePackage } from './probe-code';
import type { RecordKind } from './record-kind';
import type { SwappedClass } from './recording';

export interface ClassToCount {
  /** Where it lies, for people. */
  readonly place: string;
  readonly bytes: Uint8Array;
}

/** A method that has counters; its plan is made again when they are read. */
export interface CountedPlace {
  /** Index into the class's methods. */
  readonly method: number;
  readonly first: CounterNumber;
}

export interface PlacedClass extends SwappedClass {
  readonly methods: readonly CountedPlace[];
}

/** A call of a library that a trace times. */
export interface TracedCallSite {
  /** Index among the instrumented classes, and among those of its methods that are counted. */
  readonly class: number;
  readonly method: number;
  readonly offset: CodeOffset;
  /** 0 where it is unknown. */
  readonly line: number;
  readonly owner: string;
  readonly callee: string;
  readonly descriptor: string;
}

export interface LeftOut {
  /** Binary name with slashes, or the place of what is no class. */
  readonly class: string;
  /** Name and descriptor; absent where it is the whole class. */
  readonly method?: string;
  readonly reason: string;
}

export interface InstrumentationFigures {
  readonly classes: number;
  readonly methods: number;
  readonly bytecodes: number;
  /** Places in the code where something is counted: each has a counter. */
  readonly probes: number;
}

export interface Instrumentation {
  readonly record: RecordKind;
  readonly sharing: CounterSharing;
  /** What its probes call. */
  readonly runtime: RuntimePackage;
  readonly classes: readonly PlacedClass[];
  /** Classes of the JDK and of libraries that tell who hands work over, and count nothing; absent where nobody asks. */
  readonly handOvers?: readonly SwappedClass[];
  /** By number. */
  readonly calls: readonly TracedCallSite[];
  readonly leftOut: readonly LeftOut[];
  readonly figures: InstrumentationFigures;
}

/**
 * Classes that occur twice with the same bytes are instrumented once.
 * `handingOver`: those of the JDK and of libraries that are to tell who hands
 * work over; absent where nobody asks. Cost: about 2 µs an instruction.
 */
export function instrumentClasses(
  classesToCount: Iterable<ClassToCount>,
  threads: CounterSharing,
  record: RecordKind = 'counts',
  isTimed: IsTimed = matchCalls(nonConstantCalls),
  runtime: RuntimePackage = agentRuntime,
  handingOver?: readonly ClassToCount[],
): Instrumentation {
  // Whose calls leave the program shows when all its classes are known.
  const all = record === 'trace' ? [...classesToCount] : undefined;
  const traced = all === undefined ? undefined : tracedCallsOf(all, isTimed);
  // Each thread has a tree of its own.
  const sharing = record === 'tree' ? 'per thread' : threads;
  const classes: PlacedClass[] = [];
  const leftOut: LeftOut[] = [];
  const figures = { classes: 0, methods: 0, bytecodes: 0, probes: 0 };
  const known = new Set<string>();
  const calls: TracedCallSite[] = [];
  let next = 0;
  for (const { place, bytes } of all ?? classesToCount) {
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
      {
        ...{ number: classes.length, first: next, firstCall, runtime },
        tellsHandOvers: handingOver !== undefined,
      },
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

/** What a reason begins with where a class was left without probes for what is handed over. */
export const handOverUnknown = 'Who hands work over to it is not known';

/** Those that count too get both kinds of probes. `next`: behind the last counter. */
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

/** Whatever is not instrumented is a library. */
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
