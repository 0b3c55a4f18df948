/**
 * Finds the instructions of a method that may throw (JVMS 6.5), and those at which its receiver is not
 * yet initialized. Sits in `flow/` over `bytecode-graph.ts`. It leaves out what the JVM itself throws
 * anywhere: no memory, no stack, a class that is not there.
 */
import { at, outside } from '../../base/check';
import type { MethodCode } from '../../classfile/read/code';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { ConstantTag } from '../../classfile/read/constant-pool';
import { byteAt, readU2, readU4 } from '../../classfile/read/bytes';
import { Opcode } from '../../classfile/read/opcodes';
import { MalformedInput } from '../../base/outcome';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { moveSlots, stackEffectOf } from '../../classfile/read/stack-effects';
import { type BytecodeGraph } from './bytecode-graph';
import { reversePostorder } from '../paths/dominators';

export interface ThrowingInstructions {
  /** 1 for each instruction that may throw. */
  readonly mayThrow: Uint8Array;
  /**
   * 1 for each instruction at which `this` awaits the constructor of the superclass (JVMS
   * 4.10.1.9.invokespecial), or that control never reaches, so that nothing is known of it.
   */
  readonly awaitsSuper: Uint8Array;
}

/**
 * The content of a slot of the stack: an array that was just made is `freshArray + length`, a constant
 * that may be an index is `-1 - value`.
 */
type SlotContent = number;
const other = 0;
const receiver = 1;
const freshArray = 2;

interface BlockState {
  readonly stack: readonly SlotContent[];
  readonly awaitsSuper: boolean;
}

/** Values on the stacks of all blocks together; real methods hold some ten thousand. */
const MOST_VALUES = 2_000_000;

/**
 * Finds the throwing instructions of reachable code; the rest may not throw. Throws {@link
 * MalformedInput}. Cost: about 200 ns an instruction.
 */
export function findThrowingInstructions(
  file: ClassFile,
  method: MemberInfo,
  code: MethodCode,
  graph: BytecodeGraph,
): ThrowingInstructions {
  const { offsets, blocks, edges, catches } = graph;
  const mayThrow = new Uint8Array(offsets.length);
  const isConstructor = method.name === '<init>' && file.superName !== undefined;
  const awaitsSuper = new Uint8Array(offsets.length).fill(isConstructor ? 1 : 0);
  const keepsReceiver = (method.flags & AccessFlag.static) === 0 && !storesLocal0(file, code, offsets);

  const successors: number[][] = blocks.map(() => []);
  const arrivals = new Int32Array(blocks.length);
  if (blocks.length > 0) arrivals[0] = 1;
  for (const { from, to } of edges) {
    successors[from]?.push(to);
    arrivals[to] = at(arrivals, to) + 1;
  }
  let values = 0;
  const states = new Map<number, BlockState>([[0, { stack: [], awaitsSuper: isConstructor }]]);
  for (const block of reversePostorder(
    blocks.map((_, from) => [...(successors[from] ?? []), ...(catches[from] ?? [])]),
  )) {
    const state = states.get(block);
    const row = blocks[block];
    if (state === undefined || row === undefined) continue;
    // Where ways join, the verifier makes sure of uninitialized values only.
    const isJoin = at(arrivals, block) > 1;
    values += state.stack.length;
    if (values > MOST_VALUES) throw new MalformedInput('The code is too large to simulate', code.start);
    const stack = isJoin && !state.awaitsSuper ? state.stack.map(() => other) : [...state.stack];
    let awaits = state.awaitsSuper;
    for (const handler of catches[block] ?? [])
      if (!states.has(handler)) states.set(handler, { stack: [other], awaitsSuper: awaits });
    for (let index = row.from; index < row.to; index++) {
      const place = code.start + at(offsets, index);
      const opcode = byteAt(file.bytes, place);
      const { pops, pushes } = stackEffectOf(file, code, at(offsets, index));
      const bottom = pops === 0 ? other : (stack[stack.length - pops] ?? other);
      if (!awaits) awaitsSuper[index] = 0;
      const before = index > row.from ? at(offsets, index - 1) : undefined;
      const length = stack[stack.length - 1] ?? other;
      if (
        throwsItself(file, code, { at: place, opcode, isOnReceiver: bottom === receiver, before }) &&
        !fillsFreshArray(opcode, bottom, stack[stack.length - pops + 1] ?? other)
      )
        mayThrow[index] = 1;
      const isSuperCall =
        opcode === Opcode.invokespecial && bottom === receiver && isInitializer(file, place);
      if (isSuperCall) awaits = false;
      moveSlots(stack, opcode, pops, pushes);
      if (keepsReceiver && loadsLocal0(file, place, opcode)) stack[stack.length - 1] = receiver;
      else if ((opcode === Opcode.newarray || opcode === Opcode.anewarray) && length < other)
        stack[stack.length - 1] = freshArray - 1 - length;
      else {
        const value = pushedIndex(file, place, opcode);
        if (value !== undefined && value >= 0) stack[stack.length - 1] = -1 - value;
      }
    }
    for (const to of successors[block] ?? [])
      if (!states.has(to)) states.set(to, { stack, awaitsSuper: awaits });
  }
  return { mayThrow, awaitsSuper };
}

function loadsLocal0(file: ClassFile, at: number, opcode: number): boolean {
  return opcode === Opcode.aload_0 || (opcode === Opcode.aload && file.bytes[at + 1] === 0);
}

function storesLocal0(file: ClassFile, code: MethodCode, offsets: readonly number[]): boolean {
  return offsets.some((offset) => {
    const at = code.start + offset;
    const opcode = byteAt(file.bytes, at);
    if (opcode >= Opcode.istore && opcode <= Opcode.astore) return file.bytes[at + 1] === 0;
    if (opcode === Opcode.wide) return readU2(file.bytes, at + 2) === 0;
    // Those without an operand: four for each type.
    return opcode > Opcode.astore && opcode < Opcode.iastore && (opcode - Opcode.astore - 1) % 4 === 0;
  });
}

function isInitializer(file: ClassFile, at: number): boolean {
  return file.constants.member(readU2(file.bytes, at + 1)).name === '<init>';
}

/** Initializers of arrays: compilers store what fits in an array of the length that it needs. */
function fillsFreshArray(opcode: number, array: SlotContent, index: SlotContent): boolean {
  return (
    opcode >= Opcode.iastore &&
    opcode <= Opcode.sastore &&
    array >= freshArray &&
    index < other &&
    -1 - index < array - freshArray
  );
}

/** The int that an instruction pushes, where it is a constant of the code. */
function pushedIndex({ bytes, constants }: ClassFile, at: number, opcode: number): number | undefined {
  if (opcode >= Opcode.iconst_0 && opcode <= Opcode.iconst_5) return opcode - Opcode.iconst_0;
  if (opcode === Opcode.bipush) return (byteAt(bytes, at + 1) << 24) >> 24;
  if (opcode === Opcode.sipush) return (readU2(bytes, at + 1) << 16) >> 16;
  if (opcode !== Opcode.ldc && opcode !== Opcode.ldc_w) return undefined;
  const index = opcode === Opcode.ldc ? byteAt(bytes, at + 1) : readU2(bytes, at + 1);
  return constants.tagAt(index) === ConstantTag.integer ? constants.integer(index) : undefined;
}

function throwsItself(
  file: ClassFile,
  code: MethodCode,
  {
    at,
    opcode,
    isOnReceiver,
    before,
  }: {
    readonly at: number;
    readonly opcode: number;
    readonly isOnReceiver: boolean;
    readonly before?: number | undefined;
  },
): boolean {
  if (opcode >= Opcode.iaload && opcode <= Opcode.saload) return true;
  if (opcode >= Opcode.iastore && opcode <= Opcode.sastore) return true;
  switch (opcode) {
    case Opcode.idiv:
    case Opcode.ldiv:
    case Opcode.irem:
    case Opcode.lrem:
      return before === undefined || !pushesNonZero(file, code.start + before);
    case Opcode.getfield:
    case Opcode.putfield:
      return !isOnReceiver;
    case Opcode.getstatic:
    case Opcode.putstatic:
      // The initializer of another class may run, and fail.
      return file.constants.member(readU2(file.bytes, at + 1)).owner !== file.name;
    case Opcode.invokespecial: {
      const { owner, name } = file.constants.member(readU2(file.bytes, at + 1));
      return owner !== 'java/lang/Object' || name !== '<init>';
    }
    case Opcode.ldc:
      return resolves(file.constants.tagAt(byteAt(file.bytes, at + 1)));
    case Opcode.ldc_w:
    case Opcode.ldc2_w:
      return resolves(file.constants.tagAt(readU2(file.bytes, at + 1)));
    case Opcode.invokevirtual:
    case Opcode.invokestatic:
    case Opcode.invokeinterface:
    case Opcode.invokedynamic:
    case Opcode.new:
    case Opcode.newarray:
    case Opcode.anewarray:
    case Opcode.multianewarray:
    case Opcode.arraylength:
    case Opcode.athrow:
    case Opcode.checkcast:
    case Opcode.monitorenter:
    case Opcode.monitorexit:
      return true;
    default:
      return false;
  }
}

function resolves(tag: number): boolean {
  return tag === ConstantTag.dynamic || tag === ConstantTag.methodHandle || tag === ConstantTag.methodType;
}

/** True if an instruction pushes a constant that can be divided by. */
function pushesNonZero({ bytes, constants }: ClassFile, at: number): boolean {
  const opcode = byteAt(bytes, at);
  if (opcode >= Opcode.iconst_m1 && opcode <= Opcode.iconst_5) return opcode !== Opcode.iconst_0;
  if (opcode === Opcode.lconst_1) return true;
  if (opcode === Opcode.bipush) return bytes[at + 1] !== 0;
  if (opcode === Opcode.sipush) return readU2(bytes, at + 1) !== 0;
  if (opcode < Opcode.ldc || opcode > Opcode.ldc2_w) return false;
  const index = opcode === Opcode.ldc ? byteAt(bytes, at + 1) : readU2(bytes, at + 1);
  const tag = constants.tagAt(index);
  if (tag !== ConstantTag.integer && tag !== ConstantTag.long) return false;
  const value = (constants.offsets[index] ?? outside(index)) + 1;
  return readU4(bytes, value) !== 0 || (tag === ConstantTag.long && readU4(bytes, value + 4) !== 0);
}
