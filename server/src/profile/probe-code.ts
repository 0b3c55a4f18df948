/**
 * The instructions that probes are made of (JVMS 6.5), and the arrays of
 * counters that they add to.
 *
 * Sits in `profile/`. Probes call nothing: a call would need stack, and lose its
 * count where there is none left. But for one when a method is entered, where
 * threads count apart, and one for what size an object has. server/agent/jouleline/runtime has
 * the arrays.
 */
import type { Fragment } from '../classfile/code-edit';
import type { ConstantAdditions, ConstantIndex } from '../classfile/constant-additions';
import { MalformedInput } from '../classfile/outcome';
import { Opcode } from '../classfile/opcodes';
import type { QueueRole } from './queued-tasks';
import type { SizeSource } from './sized-instructions';
import { simpleType, VerificationTag, type VerificationType } from '../classfile/stack-map';

/** Number of a counter among those of all classes. */
export type CounterNumber = number;

/**
 * `shared`: one array for all threads, whose counts get lost when two add at
 * once. `per thread`: each thread has its own, so that none is lost.
 */
export type CounterSharing = 'shared' | 'per thread';

/** Where the counters of a class lie. */
export interface CounterArrays {
  /** The first of so many counters of one method, behind those that are given away. Throws {@link MalformedInput}. */
  readonly place: (next: CounterNumber, count: number) => CounterNumber;
  /** One that nobody reads, beside those of a method: for what is thrown before anything that is known to throw. */
  readonly unreadBeside: (counter: CounterNumber) => CounterNumber;
  readonly probesFor: (method: ProbedMethod) => ProbeWriter;
}

export interface ProbedMethod {
  /** Slots of its own locals. */
  readonly maxLocals: number;
  /** Its first counter, and how many it has. */
  readonly first: CounterNumber;
  readonly counters: number;
  /** Whether the JVM calls it to initialize a class. */
  readonly isInitializer: boolean;
}

/** Slots that the code of a probe needs on the stack. */
export const stackOfProbe = 6;

export interface ProbeWriter {
  /** What probes keep in locals, behind the method's own. */
  readonly locals: readonly VerificationType[];
  /** Runs before any other, when the method is entered. */
  readonly enter: Fragment;
  /** Adds one to a counter. */
  readonly count: (counter: CounterNumber) => Fragment;
  /** Adds one to the counter that a local holds, which lies beside another. */
  readonly countHeld: (local: number, beside: CounterNumber) => Fragment;
  /** Makes a local hold the counter so far behind another, or, on the way to it, what lies outside of its array. */
  readonly hold: (local: number, beside: CounterNumber, distance: number) => Fragment;
  readonly step: (local: number, distance: number) => Fragment;
  /** Adds one to the counter so far behind the one that a local holds. */
  readonly countAbove: (local: number, distance: number, beside: CounterNumber) => Fragment;
  /** Makes a local hold the counter so far behind the one that another holds. */
  readonly holdAbove: (local: number, other: number, distance: number) => Fragment;
  /** Adds one to a local of type long. */
  readonly countLocal: (local: number) => Fragment;
  readonly clearLocal: (local: number) => Fragment;
  /** Adds a local of type long to a counter, and clears it. */
  readonly addLocal: (local: number, counter: CounterNumber) => Fragment;
  /** Adds to a counter the size that lies on the stack, and leaves it there. */
  readonly addSize: (source: SizeSource, counter: CounterNumber) => Fragment;
  /** Where contexts are told apart: what follows methods as they call, and are left. */
  readonly calls?: CallProbes;
  /** Where a counter lies in its array. */
  readonly indexOf: (counter: CounterNumber) => number;
}

export interface CallProbes {
  /** Runs before a call; sites are numbered from 1 within a method. */
  readonly call: (site: number) => Fragment;
  /** Where it is asked who hands work over: before a call that queues, or runs, what lies on top of the stack. */
  readonly handOver?: Readonly<Record<QueueRole, Fragment>>;
  /** Runs before the method returns, or throws. */
  readonly leave: Fragment;
  /** Goes back to the method's context: when an exception comes to a handler of it, or a queued task has run. */
  readonly resume: Fragment;
}

/** Package of what probes call, with slashes: a JVM that is attached to has one for each recording. */
export type RuntimePackage = string;

export const agentRuntime: RuntimePackage = 'jouleline/runtime';

/** Counters of one array, so that an index is a short constant of the code; and how many arrays there are. */
const block = 32768;
const mostBlocks = 128;

/** Arrays that are constants to the compiler of the JVM. A method's counters lie in one of them. */
export function shareCounters(
  constants: ConstantAdditions,
  runtime: RuntimePackage = agentRuntime,
): CounterArrays {
  const fields = new Map<number, ConstantIndex>();
  const pushArray = (counter: CounterNumber): readonly number[] => {
    const number = Math.floor(counter / block);
    const field = fields.get(number) ?? constants.field(`${runtime}/Counters`, `c${number}`, '[J');
    fields.set(number, field);
    return [Opcode.getstatic, ...u2(field)];
  };
  const probes = writeProbes(constants, runtime, pushArray, (counter) => counter % block, []);
  return {
    place: (next, count) => {
      const used = next % block;
      const first = used + count > block ? next - used + block : next;
      const placed = first % block === 0 ? first + 1 : first;
      if (count >= block || placed + count > block * mostBlocks)
        throw new MalformedInput(`There is no room for ${count} more counters`, 0);
      return placed;
    },
    unreadBeside: (counter) => counter - (counter % block),
    probesFor: () => probes,
  };
}

/** An array for each class and thread. `number`: the class's, in the order of the table of classes; `first`: its first counter. */
export function separateCounters(
  constants: ConstantAdditions,
  number: number,
  first: CounterNumber,
  runtime: RuntimePackage,
): CounterArrays {
  return {
    place: (next) => Math.max(next, first + 1),
    unreadBeside: () => first,
    probesFor: ({ maxLocals }) => {
      const find = constants.method(`${runtime}/ThreadCounters`, 'of', '(I)[J');
      const enter = [
        ...pushInt(number, constants),
        Opcode.invokestatic,
        ...u2(find),
        ...withLocal(Opcode.astore, maxLocals),
      ];
      const array = { tag: VerificationTag.object, data: constants.classNamed('[J') };
      const pushArray = withLocal(Opcode.aload, maxLocals);
      const indexOf = (counter: CounterNumber): number => counter - first;
      return { ...writeProbes(constants, runtime, () => pushArray, indexOf, enter), locals: [array] };
    },
  };
}

export function writeProbes(
  constants: ConstantAdditions,
  runtime: RuntimePackage,
  pushArray: (counter: CounterNumber) => readonly number[],
  indexOf: (counter: CounterNumber) => number,
  enter: Fragment,
): ProbeWriter {
  const sizeOfObject = (): readonly number[] => [
    Opcode.invokestatic,
    ...u2(constants.method(`${runtime}/Sizes`, 'of', '(Ljava/lang/Object;)J')),
  ];
  const pushSize = (source: SizeSource): readonly number[] => {
    switch (source) {
      case 'number':
        return [Opcode.dup, Opcode.i2l];
      case 'product':
        // One factor, made long, goes below the copy of the other.
        return [Opcode.dup2, Opcode.i2l, Opcode.dup2_x1, Opcode.pop2, Opcode.i2l, Opcode.lmul];
      case 'range':
        return [Opcode.dup2, Opcode.isub, Opcode.ineg, Opcode.i2l];
      case 'object':
        return [Opcode.dup, ...sizeOfObject()];
      case 'below':
        return [Opcode.dup2, Opcode.pop, ...sizeOfObject()];
      case 'below wide':
        // The value goes below the object, whose copy goes below the value.
        return [Opcode.dup2_x1, Opcode.pop2, Opcode.dup_x2, ...sizeOfObject()];
    }
  };
  return {
    locals: [],
    indexOf,
    enter,
    count: (counter) => [...pushArray(counter), ...pushInt(indexOf(counter), constants), ...addOne],
    countHeld: (local, beside) => [...pushArray(beside), ...withLocal(Opcode.iload, local), ...addOne],
    hold: (local, beside, distance) => [
      ...pushInt(indexOf(beside) + distance, constants),
      ...withLocal(Opcode.istore, local),
    ],
    countAbove: (local, distance, beside) => [
      ...pushArray(beside),
      ...pushAbove(local, distance, constants),
      ...addOne,
    ],
    holdAbove: (local, other, distance) => [
      ...pushAbove(other, distance, constants),
      ...withLocal(Opcode.istore, local),
    ],
    step: (local, distance) =>
      local > 0xff || distance > 0x7f || distance < -0x80
        ? [Opcode.wide, Opcode.iinc, ...u2(local), ...u2(distance)]
        : [Opcode.iinc, local, distance & 0xff],
    countLocal: (local) => [
      ...withLocal(Opcode.lload, local),
      Opcode.lconst_1,
      Opcode.ladd,
      ...withLocal(Opcode.lstore, local),
    ],
    clearLocal,
    addLocal: (local, counter) => [
      ...pushArray(counter),
      ...pushInt(indexOf(counter), constants),
      Opcode.dup2,
      Opcode.laload,
      ...withLocal(Opcode.lload, local),
      Opcode.ladd,
      Opcode.lastore,
      ...clearLocal(local),
    ],
    addSize: (source, counter) => [
      ...pushSize(source),
      ...pushArray(counter),
      ...pushInt(indexOf(counter), constants),
      ...addBelow,
    ],
  };
}

export function pushAbove(local: number, distance: number, constants: ConstantAdditions): readonly number[] {
  const push = withLocal(Opcode.iload, local);
  return distance === 0 ? push : [...push, ...pushInt(distance, constants), Opcode.iadd];
}

function clearLocal(local: number): Fragment {
  return [Opcode.lconst_0, ...withLocal(Opcode.lstore, local)];
}

/** What a probe keeps in a local of type int: the index of a counter. */
export const heldType = simpleType(VerificationTag.integer);

/** What a loop keeps of a counter. */
export const keptType = simpleType(VerificationTag.long);

/** To the element of an array of longs whose index lies on top. */
const addOne = [Opcode.dup2, Opcode.laload, Opcode.lconst_1, Opcode.ladd, Opcode.lastore] as const;

/** A long to the element of an array that lies on top of it with the index. */
const addBelow = [Opcode.dup2_x2, Opcode.laload, Opcode.ladd, Opcode.lastore] as const;

export function u2(value: number): readonly [number, number] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

export function pushInt(value: number, constants: ConstantAdditions): readonly number[] {
  if (value >= -1 && value <= 5) return [Opcode.iconst_0 + value];
  if (value >= -0x80 && value <= 0x7f) return [Opcode.bipush, value & 0xff];
  if (value >= -0x8000 && value <= 0x7fff) return [Opcode.sipush, ...u2(value)];
  return [Opcode.ldc_w, ...u2(constants.integer(value))];
}

export function withLocal(opcode: number, local: number): readonly number[] {
  return local > 0xff ? [Opcode.wide, opcode, ...u2(local)] : [opcode, local];
}
