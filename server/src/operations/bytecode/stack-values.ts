/**
 * The values on bytecode's stack and in its locals, as far as the names of operations depend on them.
 * Sits in `operations/`, under `extract-bytecode.ts`. It follows JVMS 2.6 without verification: code
 * that takes more values than there are gets values of unknown type, never an exception.
 */
import type { CodeOffset } from '../../classfile/read/code';
import { parseMethodDescriptor } from '../../classfile/read/descriptors';
import { UNTYPED } from '../catalogue/operand-types';
import type { OperandType, SizeClass } from '../catalogue/operation';

export interface StackValue {
  readonly type: OperandType;
  readonly size: SizeClass;
  /** The type of the value before the conversion that made it. */
  readonly convertedFrom?: OperandType;
  /** The values whose comparison (lcmp, fcmp…, dcmp…) gave this value. */
  readonly compared?: { readonly left: StackValue; readonly right: StackValue };
  /** The offset of the `new` that made a StringBuilder which was never kept anywhere. */
  readonly builder?: CodeOffset;
  /** Pushed as -1, which makes an exclusive or a complement. */
  readonly isMinusOne?: boolean;
}

/** Mutable while one method is simulated; copied where control splits. */
export interface ValueFrame {
  readonly stack: StackValue[];
  readonly locals: Map<number, StackValue>;
}

const unknownValue: StackValue = { type: UNTYPED, size: 'load' };

export function loaded(type: OperandType): StackValue {
  return { type, size: 'load' };
}

export function pop(frame: ValueFrame): StackValue {
  return frame.stack.pop() ?? unknownValue;
}

/** Values that take so many slots together, the lowest first. Longs and doubles take two (JVMS 2.6.2). */
export function takeSlots(frame: ValueFrame, slots: number): StackValue[] {
  const taken: StackValue[] = [];
  for (let left = slots; left > 0;) {
    const value = pop(frame);
    taken.unshift(value);
    left -= value.type === 'long' || value.type === 'double' ? 2 : 1;
  }
  return taken;
}

/** dup, dup_x1, dup2_x1, …: the top goes once more below what lies under it. */
export function duplicate(frame: ValueFrame, slots: number, below: number): void {
  const top = takeSlots(frame, slots);
  const under = takeSlots(frame, below);
  frame.stack.push(...top, ...under, ...top);
}

export function copyFrame({ stack, locals }: ValueFrame): ValueFrame {
  return { stack: [...stack], locals: new Map(locals) };
}

/**
 * The frame where control joins: the values that both ways agree on. `null` and a reference join to
 * the reference.
 */
export function joinFrames(one: ValueFrame, other: ValueFrame): ValueFrame {
  const stack = one.stack.map((value, index) => joinValues(value, other.stack[index] ?? value));
  const locals = new Map<number, StackValue>();
  for (const [slot, value] of one.locals)
    locals.set(slot, joinValues(value, other.locals.get(slot) ?? value));
  return { stack, locals };
}

function joinValues(one: StackValue, other: StackValue): StackValue {
  if (one === other) return one;
  const type = joinTypes(one.type, other.type);
  return { type, size: one.size === other.size ? one.size : 'load' };
}

const ON_STACK_INT: ReadonlySet<OperandType> = new Set(['boolean', 'byte', 'short', 'char', 'int']);

/** `null` and unknown give way; a boolean stays one, since its constants are pushed as ints. */
function joinTypes(one: OperandType, other: OperandType): OperandType {
  if (one === other || other === 'null' || other === UNTYPED) return one;
  if (one === 'null' || one === UNTYPED) return other;
  if (ON_STACK_INT.has(one) && ON_STACK_INT.has(other))
    return one === 'boolean' || other === 'boolean' ? 'boolean' : 'int';
  return 'Object';
}

/** The type of an array's elements; unknown if the type is no array. */
export function elementOf(array: OperandType): OperandType {
  return array.endsWith('[]') ? array.slice(0, -2) : UNTYPED;
}

const PRIMITIVE_LETTERS: ReadonlyMap<string, OperandType> = new Map([
  ['Z', 'boolean'],
  ['B', 'byte'],
  ['S', 'short'],
  ['C', 'char'],
  ['I', 'int'],
  ['J', 'long'],
  ['F', 'float'],
  ['D', 'double'],
  ['V', 'void'],
]);

const LETTERS_OF_PRIMITIVES = new Map(Array.from(PRIMITIVE_LETTERS, ([letter, type]) => [type, letter]));

/** JVMS 4.3.2. */
const MOST_DIMENSIONS = 255;

/** The operand type of a field descriptor (JVMS 4.3.2), as in the names of operations. */
export function operandOfDescriptor(descriptor: string): OperandType {
  let dimensions = 0;
  while (dimensions <= MOST_DIMENSIONS && descriptor.charAt(dimensions) === '[') dimensions++;
  const element = operandOfElement(descriptor.slice(dimensions));
  return element === UNTYPED || dimensions > MOST_DIMENSIONS ? UNTYPED : element + '[]'.repeat(dimensions);
}

function operandOfElement(descriptor: string): OperandType {
  if (descriptor === 'Ljava/lang/String;') return 'String';
  if (descriptor.startsWith('L')) return 'Object';
  return PRIMITIVE_LETTERS.get(descriptor) ?? UNTYPED;
}

/** Parameters as a descriptor without a result: `([II)` of an `int[]` and an `int`, `(LObject;)` of any object but a String. */
export function descriptorOfOperands(operands: readonly OperandType[]): string {
  const types = operands.map((operand) => {
    const [element = '', ...brackets] = operand.split('[');
    const dimensions = brackets.length;
    return '['.repeat(dimensions) + (LETTERS_OF_PRIMITIVES.get(element) ?? `L${element};`);
  });
  return `(${types.join('')})`;
}

/** The operand type of a class constant, which names arrays by descriptor (JVMS 4.4.1). */
export function operandOfClass(name: string): OperandType {
  if (name.startsWith('[')) return operandOfDescriptor(name);
  return name === 'java/lang/String' ? 'String' : 'Object';
}

interface MethodOperands {
  readonly parameters: readonly OperandType[];
  readonly result: OperandType;
}

/** Throws {@link MalformedInput} where it is no method descriptor (JVMS 4.3.3). */
export function operandsOfMethod(descriptor: string): MethodOperands {
  const { parameters, result } = parseMethodDescriptor(descriptor);
  return { parameters: parameters.map(operandOfDescriptor), result: operandOfDescriptor(result) };
}
