/**
 * The instructions of probes (JVMS 6.5), and the arrays of counters that they add to.
 *
 * Sits in `profile/`. A probe calls nothing: a call would need stack, and lose its count if there is none
 * left. The two exceptions are the call at a method's entry when each thread counts for itself, and the
 * call that asks for an object's size. server/agent/jouleline/runtime has the arrays.
 */
import type { Fragment } from '../../classfile/write/code-edit';
import type { ConstantAdditions, ConstantIndex } from '../../classfile/write/constant-additions';
import { MalformedInput } from '../../base/outcome';
import { Opcode } from '../../classfile/read/opcodes';
import type { SizeSource } from '../plan/sized-instructions';
import { simpleType, VerificationTag, type VerificationType } from '../../classfile/read/stack-map';
import type { QueueProbes, QueueUse } from '../handover/queue-use';

/** The number of a counter among those of all classes. */
export type CounterNumber = number;

/**
 * `shared`: one array for all threads, which loses counts when two threads add at once. `per thread`: one array for
 * each thread, which loses none.
 */
export type CounterSharing = 'shared' | 'per thread';

/** Decides where the counters of a class lie. */
export interface CounterArrays {
  /** Places the counters of one method behind those that are already in use, and returns the first. Throws {@link MalformedInput}. */
  readonly place: (next: CounterNumber, count: number) => CounterNumber;
  /** A counter that nobody reads, beside those of a method. It takes what is thrown before any instruction that is known to throw. */
  readonly unreadBeside: (counter: CounterNumber) => CounterNumber;
  readonly probesFor: (method: ProbedMethod) => ProbeWriter;
}

export interface ProbedMethod {
  /** The slots that the method's own locals take. */
  readonly maxLocals: number;
  /** The method's first counter; `count` is how many it has. */
  readonly first: CounterNumber;
  readonly counters: number;
  /** True for class initializers, which the JVM calls. */
  readonly isInitializer: boolean;
  /** What the method does with queues; absent if hand-overs are not followed. */
  readonly queueUse?: QueueUse | undefined;
}

/** The stack slots that the code of a probe needs. */
export const stackOfProbe = 6;

export interface ProbeWriter {
  /** The locals that probes use, behind the method's own. */
  readonly locals: readonly VerificationType[];
  /** Runs before any other probe when the method is entered. */
  readonly enter: Fragment;
  /** Adds one to a counter. */
  readonly count: (counter: CounterNumber) => Fragment;
  /** Adds one to the counter that a local holds; `beside` lies in the same array. */
  readonly countHeld: (local: number, beside: CounterNumber) => Fragment;
  /** Makes a local hold the counter that lies `distance` behind another, which may be outside of the array until more is added. */
  readonly hold: (local: number, beside: CounterNumber, distance: number) => Fragment;
  readonly step: (local: number, distance: number) => Fragment;
  /** Adds one to the counter that lies `distance` behind the one that a local holds. */
  readonly countAbove: (local: number, distance: number, beside: CounterNumber) => Fragment;
  /** Makes a local hold the counter that lies `distance` behind the one that another local holds. */
  readonly holdAbove: (local: number, other: number, distance: number) => Fragment;
  /** Adds one to a local of type long. */
  readonly countLocal: (local: number) => Fragment;
  readonly clearLocal: (local: number) => Fragment;
  /** Adds a local of type long to a counter, and clears the local. */
  readonly addLocal: (local: number, counter: CounterNumber) => Fragment;
  /** Adds the size on the stack to a counter, and leaves the size there. */
  readonly addSize: (source: SizeSource, counter: CounterNumber) => Fragment;
  /** Probes that follow calls and returns; absent if contexts are not told apart. */
  readonly calls?: CallProbes;
  /** The index of a counter in its array. */
  readonly indexOf: (counter: CounterNumber) => number;
}

export interface CallProbes {
  /** Runs before a call; sites are numbered from 1 within a method. */
  readonly call: (site: number) => Fragment;
  /** Absent if hand-overs are not followed, or the method does nothing with queues. */
  readonly queues?: QueueProbes;
  /** Runs before the method returns or throws. */
  readonly leave: Fragment;
  /** Goes back to the method's context, when an exception reaches one of its handlers or a queued task has run. */
  readonly resume: Fragment;
}

/** The package that probes call, with slashes: each capture of an attached JVM has its own. */
export type RuntimePackage = string;

export const agentRuntime: RuntimePackage = 'jouleline/runtime';

/** The number of counters of one array, chosen so that an index is a short constant in code; below it, the number of arrays. */
const block = 32768;
const mostBlocks = 128;

/** Uses arrays that are constants to the JVM's compiler. All counters of a method lie in one array. */
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

/** Uses one array for each class and thread. `number` is the class's place in the table of classes; `first` is its first counter. */
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
        // One factor, as a long, goes below the copy of the other.
        return [Opcode.dup2, Opcode.i2l, Opcode.dup2_x1, Opcode.pop2, Opcode.i2l, Opcode.lmul];
      case 'range':
        return [Opcode.dup2, Opcode.isub, Opcode.ineg, Opcode.i2l];
      case 'object':
        return [Opcode.dup, ...sizeOfObject()];
      case 'below':
        return [Opcode.dup2, Opcode.pop, ...sizeOfObject()];
      case 'below wide':
        // The value goes below the object, and a copy of the object below the value.
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

/** The type of a local that holds the index of a counter. */
export const heldType = simpleType(VerificationTag.integer);

/** The type of a local in which a loop keeps a count. */
export const keptType = simpleType(VerificationTag.long);

/** Adds one to the element of an array of longs; the array and the index lie on top of the stack. */
const addOne = [Opcode.dup2, Opcode.laload, Opcode.lconst_1, Opcode.ladd, Opcode.lastore] as const;

/** Adds a long to the element of an array; the array and the index lie on top of the long. */
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
