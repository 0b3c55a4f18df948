/**
 * Follows the objects that a method takes from queues through its locals and its stack, to the calls that get them.
 *
 * Sits in `profile/`, under `queue-use.ts`: an abstract interpretation of the method's blocks until nothing changes
 * (Kildall, "A unified approach to global program optimization", 1973). One object at a time is known: the one that
 * was taken last. What it holds, or returns without arguments, belongs to it.
 */
import { at } from '../../base/check';
import { intern } from '../../base/groups';
import { MalformedInput } from '../../base/outcome';
import { byteAt } from '../../classfile/read/bytes';
import type { MethodCode } from '../../classfile/read/code';
import type { MemberReference } from '../../classfile/read/constant-pool';
import { parseMethodDescriptor } from '../../classfile/read/descriptors';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { moveSlots, stackEffectOf } from '../../classfile/read/stack-effects';
import { type BytecodeGraph, successorsOf } from '../../flow/bytecode/bytecode-graph';
import { reversePostorder } from '../../flow/paths/dominators';

/** The knowledge of the value in a slot: nothing, that it is `null`, that it was taken last, or where it came from. */
export type ValueOrigin = number;

export const unknown: ValueOrigin = 0;
export const nothing: ValueOrigin = 1;
export const taken: ValueOrigin = 2;
const firstPlace: ValueOrigin = 3;

export interface FollowedCall {
  /** The index of the call's instruction. */
  readonly instruction: number;
  readonly called: MemberReference;
  /** The slots that the call takes, the receiver's first. */
  readonly given: readonly ValueOrigin[];
  /** The place where the receiver came from, such as `local 0.App.queue`; empty if it is not known. */
  readonly receiver: string;
}

export interface FollowedValues {
  /** The calls of methods, in the order of the code. */
  readonly calls: readonly FollowedCall[];
  /** The origin of what each `areturn` returns, by the index of the instruction. */
  readonly returned: ReadonlyMap<number, ValueOrigin>;
  /** The origins of the objects that the method stores in fields and arrays. */
  readonly stored: ReadonlySet<ValueOrigin>;
  /** The local of the method's argument that an origin is; undefined for all others. */
  readonly argumentOf: (origin: ValueOrigin) => number | undefined;
}

export interface MethodToFollow {
  readonly file: ClassFile;
  readonly method: MemberInfo;
  readonly code: MethodCode;
  readonly graph: BytecodeGraph;
}

interface ValueState {
  readonly stack: ValueOrigin[];
  readonly locals: ValueOrigin[];
}

/** Slots that are copied for one method; real methods with queues copy some hundred. */
const MOST_VALUES = 2_000_000;

/** `takes`: true for a call, by the index of its instruction, that takes an object from a queue. Throws {@link MalformedInput}. */
export function followValues(
  method: MethodToFollow,
  takes: (called: MemberReference, instruction: number) => boolean,
): FollowedValues {
  return new ValueWalk(method, takes).follow();
}

class ValueWalk {
  readonly #method: MethodToFollow;
  readonly #takes: (called: MemberReference, instruction: number) => boolean;
  /** The frame at the start of each block that was reached. */
  readonly #frames = new Map<number, ValueState>();
  readonly #changed = new Set<number>([0]);
  readonly #next: readonly number[][];
  readonly #places: string[] = [];
  readonly #originOf = new Map<string, number>();
  readonly #arguments = new Map<ValueOrigin, number>();
  readonly #stored = new Set<ValueOrigin>();
  readonly #calls: FollowedCall[] = [];
  readonly #returned = new Map<number, ValueOrigin>();
  #budget = MOST_VALUES;
  #isFinal = false;

  constructor(method: MethodToFollow, takes: (called: MemberReference, instruction: number) => boolean) {
    this.#method = method;
    this.#takes = takes;
    this.#next = method.graph.blocks.map(() => []);
    for (const { from, to } of method.graph.edges) this.#next[from]?.push(to);
    this.#frames.set(0, { stack: [], locals: this.#firstLocals() });
  }

  follow(): FollowedValues {
    const order = reversePostorder(successorsOf(this.#method.graph));
    while (this.#changed.size > 0)
      for (const block of order) if (this.#changed.delete(block)) this.#walkBlock(block);
    this.#isFinal = true;
    for (const block of [...this.#frames.keys()].sort((one, other) => one - other)) this.#walkBlock(block);
    return {
      calls: this.#calls,
      returned: this.#returned,
      stored: this.#stored,
      argumentOf: (origin) => this.#arguments.get(origin),
    };
  }

  #firstLocals(): ValueOrigin[] {
    const { method, code } = this.#method;
    const locals: ValueOrigin[] = [];
    if ((method.flags & AccessFlag.static) === 0) locals.push(this.#place('local 0'));
    for (const parameter of parseMethodDescriptor(method.descriptor).parameters) {
      const isReference = parameter.startsWith('L') || parameter.startsWith('[');
      const origin = isReference ? this.#place(`local ${locals.length}`) : unknown;
      if (isReference) this.#arguments.set(origin, locals.length);
      locals.push(origin);
      if (parameter === 'J' || parameter === 'D') locals.push(unknown);
    }
    while (locals.length < code.maxLocals) locals.push(unknown);
    return locals;
  }

  #place(text: string): ValueOrigin {
    return firstPlace + intern(this.#originOf, this.#places, text, text);
  }

  #textOf(origin: ValueOrigin): string {
    return this.#places[origin - firstPlace] ?? '';
  }

  #walkBlock(block: number): void {
    const { graph } = this.#method;
    const { from, to } = at(graph.blocks, block);
    const start = this.#frames.get(block);
    if (start === undefined) return;
    const frame = { stack: [...start.stack], locals: [...start.locals] };
    const handlers = graph.catches[block] ?? [];
    const mayThrow = (): void => {
      for (const handler of handlers) this.#arrive(handler, { stack: [unknown], locals: frame.locals });
    };
    mayThrow();
    for (let instruction = from; instruction < to; instruction++)
      if (this.#step(instruction, frame)) mayThrow();
    if (this.#isFinal) return;
    for (const next of this.#next[block] ?? []) this.#arrive(next, frame);
  }

  /** Joins what comes to a block with what came before: values that differ are not known, and `null` is any object. */
  #arrive(block: number, { stack, locals }: ValueState): void {
    if (this.#isFinal) return;
    this.#budget -= stack.length + locals.length;
    if (this.#budget < 0) throw new MalformedInput('The code is too large to simulate', 0);
    const known = this.#frames.get(block);
    if (known === undefined) {
      this.#frames.set(block, { stack: [...stack], locals: [...locals] });
      this.#changed.add(block);
    } else if (join(known.stack, stack) || join(known.locals, locals)) {
      this.#changed.add(block);
    }
  }

  /** Runs one instruction; true if a local has changed. */
  #step(instruction: number, frame: ValueState): boolean {
    const { file, code, graph } = this.#method;
    const offset = at(graph.offsets, instruction);
    const opcode = byteAt(file.bytes, code.start + offset);
    const { pops, pushes } = stackEffectOf(file, code, offset);
    const { stack, locals } = frame;
    while (stack.length < pops) stack.unshift(unknown);
    const given = pops === 0 ? [] : stack.slice(-pops);
    const top = given.at(-1) ?? unknown;
    if (opcode === Opcode.checkcast) return false;
    if (opcode === Opcode.areturn && this.#isFinal) this.#returned.set(instruction, top);
    if ((opcode === Opcode.aastore || opcode === Opcode.putfield) && this.#isFinal) this.#stored.add(top);
    if (opcode >= Opcode.invokevirtual && opcode <= Opcode.invokeinterface)
      return this.#call(instruction, frame, given, pushes);
    moveSlots(stack, opcode, pops, pushes);
    const local = localOf(this.#method, offset, opcode);
    if (local?.isStored === true) {
      const isObject = local.kind === objectKind;
      locals[local.slot] =
        isObject && top === unknown ? this.#place(`stored ${instruction}`) : isObject ? top : unknown;
      if (pops === 2) locals[local.slot + 1] = unknown;
      return true;
    }
    const pushed = local?.kind === objectKind ? locals[local.slot] : this.#pushed(offset, opcode, given);
    if (pushed !== undefined && pushes === 1) stack[stack.length - 1] = pushed;
    return false;
  }

  /** The origin of the object that an instruction pushes; undefined if it is not known. */
  #pushed(offset: number, opcode: number, given: readonly ValueOrigin[]): ValueOrigin | undefined {
    const { file, code } = this.#method;
    const [first = unknown] = given;
    if (opcode === Opcode.aconst_null) return nothing;
    if (opcode === Opcode.aaload) return first === taken ? taken : undefined;
    if (opcode !== Opcode.getfield && opcode !== Opcode.getstatic) return undefined;
    const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
    if (!isObject(descriptor)) return undefined;
    if (opcode === Opcode.getstatic) return this.#place(`${owner}.${name}`);
    if (first === taken) return taken;
    return first < firstPlace ? undefined : this.#place(`${this.#textOf(first)}.${owner}.${name}`);
  }

  #call(
    instruction: number,
    { stack, locals }: ValueState,
    given: readonly ValueOrigin[],
    pushes: number,
  ): boolean {
    const { file, code, graph } = this.#method;
    const { opcode, operand } = decodeInstruction(file, code, at(graph.offsets, instruction));
    const called = file.constants.member(operand);
    const isStatic = opcode === Opcode.invokestatic;
    if (this.#isFinal) {
      const receiver = isStatic ? called.owner : this.#textOf(given[0] ?? unknown);
      this.#calls.push({ instruction, called, given, receiver });
    }
    moveSlots(stack, opcode, given.length, pushes);
    const takes = this.#takes(called, instruction);
    if (takes)
      for (const values of [stack, locals]) values.forEach((origin, slot) => (values[slot] = forget(origin)));
    const isPart =
      !isStatic && given.length === 1 && given[0] === taken && isObject(called.descriptor.slice('()'.length));
    if (takes || isPart) stack[stack.length - 1] = taken;
    return takes;
  }
}

function forget(origin: ValueOrigin): ValueOrigin {
  return origin === taken ? unknown : origin;
}

function isObject(descriptor: string): boolean {
  return descriptor.startsWith('L') || descriptor.startsWith('[');
}

/** True if that has changed what was known. */
function join(known: ValueOrigin[], other: readonly ValueOrigin[]): boolean {
  let hasChanged = false;
  for (let slot = 0; slot < known.length; slot++) {
    const [before, added] = [at(known, slot), other[slot] ?? unknown];
    const joined = before === added || added === nothing ? before : before === nothing ? added : unknown;
    if (joined === before) continue;
    known[slot] = joined;
    hasChanged = true;
  }
  return hasChanged;
}

/** The last of int, long, float, double and object, in the order of the opcodes. */
const objectKind = 4;

/** The local that an instruction loads or stores; undefined for all others. */
function localOf(
  { file, code }: MethodToFollow,
  offset: number,
  opcode: number,
): { readonly slot: number; readonly kind: number; readonly isStored: boolean } | undefined {
  const isStored = opcode >= Opcode.istore && opcode < Opcode.iastore;
  if (opcode === Opcode.wide) {
    const { opcode: of, operand } = decodeInstruction(file, code, offset);
    if (of >= Opcode.iload && of <= Opcode.aload)
      return { slot: operand, kind: of - Opcode.iload, isStored: false };
    return of >= Opcode.istore && of <= Opcode.astore
      ? { slot: operand, kind: of - Opcode.istore, isStored: true }
      : undefined;
  }
  if (!isStored && (opcode < Opcode.iload || opcode >= Opcode.iaload)) return undefined;
  const first = isStored ? Opcode.istore : Opcode.iload;
  const short = opcode - first - objectKind - 1;
  return short < 0
    ? { slot: byteAt(file.bytes, code.start + offset + 1), kind: opcode - first, isStored }
    : { slot: short & 3, kind: short >> 2, isStored };
}
