/**
 * Variables, fields, arrays and allocation of bytecode as operations.
 *
 * Sits in `operations/`, under `extract-bytecode.ts`. JVMS 2.11.2, 2.11.5.
 */
import { at, withDefined } from '../../base/check';
import type { VariableRange } from '../../classfile/read/code';
import type { Instruction } from '../../classfile/read/instructions';
import type { ClassFile } from '../../classfile/read/read-class';
import type { BytecodeRecorder } from './bytecode-recorder';
import { operationKey } from '../catalogue/catalogue';
import type { OperandType } from '../catalogue/operation';
import {
  elementOf,
  type ValueFrame,
  loaded,
  operandOfClass,
  operandOfDescriptor,
  pop,
  type StackValue,
} from './stack-values';

const TYPES: Readonly<Record<string, OperandType>> = {
  i: 'int',
  l: 'long',
  f: 'float',
  d: 'double',
  a: 'Object',
  b: 'byte',
  c: 'char',
  s: 'short',
};

/** The local variables of each slot, as the debugging tables tell them. */
export type VariablesBySlot = ReadonlyMap<number, readonly VariableRange[]>;

/** A table that says more of one slot is damaged: it would be asked at every instruction. */
const MOST_IN_SLOT = 500;

export function groupVariables(variables: readonly VariableRange[]): VariablesBySlot {
  const slots = new Map<number, VariableRange[]>();
  for (const variable of variables) {
    const known = slots.get(variable.slot);
    if (known === undefined) slots.set(variable.slot, [variable]);
    else if (known.length < MOST_IN_SLOT) known.push(variable);
  }
  return slots;
}

/** `iload_1`, `astore`, `iinc`: false for what is none. */
export function walkLocal(
  { name, operand, second, offset }: Instruction,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
  { nextOffset, slots }: { readonly nextOffset: number; readonly slots: VariablesBySlot },
): boolean {
  if (name === 'iinc') {
    recorder.record(operationKey(second < 0 ? 'Decrement' : 'Increment', ['int'], 'constant'));
    return true;
  }
  const match = /^([ilfda])(load|store)(?:_(\d))?$/.exec(name);
  if (match === null) return false;
  const fallback = TYPES[at(match, 1)] ?? 'int';
  const slot = match[3] === undefined ? operand : Number(match[3]);
  const variables = slots.get(slot);
  if (match[2] === 'load') {
    const declared = declaredType(variables, offset);
    const held = frame.locals.get(slot);
    frame.stack.push(loaded(declared ?? suitable(held?.type, fallback)));
    return true;
  }
  const value = pop(frame);
  const declared = declaredType(variables, nextOffset);
  const type = declared ?? suitable(value.type, fallback);
  const isNew =
    slots.size === 0
      ? !frame.locals.has(slot)
      : (variables?.every(({ start, end }) => start >= nextOffset || end < nextOffset) ?? true);
  recorder.record(
    isNew
      ? operationKey('Declaration', [type], value.size)
      : operationKey('Assign', [type, value.type], value.size),
  );
  frame.locals.set(slot, loaded(type));
  return true;
}

function declaredType(
  variables: readonly VariableRange[] | undefined,
  offset: number,
): OperandType | undefined {
  const found = variables?.find(({ start, end }) => start <= offset && offset < end);
  return found === undefined ? undefined : operandOfDescriptor(found.descriptor);
}

const INT_KINDS: ReadonlySet<OperandType> = new Set(['boolean', 'byte', 'short', 'char', 'int']);
const WIDE_KINDS: ReadonlySet<OperandType> = new Set(['long', 'float', 'double']);

/** The known type of a value, if the instruction that takes the value agrees with it. */
function suitable(known: OperandType | undefined, fallback: OperandType): OperandType {
  if (known === undefined || known === '?') return fallback;
  if (fallback === 'int') return INT_KINDS.has(known) ? known : fallback;
  const isReference = !INT_KINDS.has(known) && !WIDE_KINDS.has(known);
  return (fallback === 'Object') === isReference && (isReference || known === fallback) ? known : fallback;
}

/** `aaload`, `bastore`, `arraylength`: false for what is none. */
export function walkArray({ name }: Instruction, frame: ValueFrame, recorder: BytecodeRecorder): boolean {
  if (name === 'arraylength') {
    pop(frame);
    recorder.record(operationKey('ArrayLength', [], 'load'));
    frame.stack.push(loaded('int'));
    return true;
  }
  const match = /^([ilfdabcs])a(load|store)$/.exec(name);
  if (match === null) return false;
  const fallback = TYPES[at(match, 1)] ?? 'int';
  const value = match[2] === 'store' ? pop(frame) : undefined;
  const index = pop(frame);
  const element = elementOf(pop(frame).type);
  const isByte = fallback === 'byte';
  const type = isByte && element === 'boolean' ? element : isByte ? fallback : suitable(element, fallback);
  if (value === undefined) {
    recorder.record(operationKey('ArrayReference', [type], index.size));
    frame.stack.push(loaded(type));
  } else {
    recorder.record(operationKey('ArrayStore', [type], value.size));
  }
  return true;
}

/** Throws {@link MalformedInput} where the constant pool is damaged. */
export function walkField(
  { name, operand }: Instruction,
  file: ClassFile,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
): void {
  const { descriptor } = file.constants.member(operand);
  const type = operandOfDescriptor(descriptor);
  const isStatic = name.endsWith('static');
  if (name.startsWith('get')) {
    if (!isStatic) pop(frame);
    recorder.record(operationKey(isStatic ? 'StaticFieldReference' : 'FieldReference', [type], 'load'));
    frame.stack.push(loaded(type));
    return;
  }
  const value = pop(frame);
  if (!isStatic) pop(frame);
  recorder.record(operationKey(isStatic ? 'StaticFieldStore' : 'FieldStore', [type], value.size));
}

/** JVMS table 6.5.newarray-A. */
const ARRAY_CODES: readonly OperandType[] = [
  ...['boolean', 'char', 'float', 'double', 'byte', 'short', 'int', 'long'],
];

/** `new`, `anewarray`, …: false for what is none. Throws {@link MalformedInput} where the constant pool is damaged. */
export function walkAllocation(
  { name, operand, second, offset }: Instruction,
  file: ClassFile,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
): boolean {
  switch (name) {
    case 'new': {
      const owner = file.constants.className(operand);
      const type = operandOfClass(owner);
      const tag = owner === 'java/lang/StringBuilder' ? { builder: offset } : {};
      recorder.record(operationKey('NewObject', [type], 'reference'), tag);
      frame.stack.push({ ...loaded(type), ...tag });
      return true;
    }
    case 'newarray':
    case 'anewarray': {
      pop(frame);
      const element =
        name === 'newarray'
          ? (ARRAY_CODES[operand - 4] ?? '?')
          : operandOfClass(file.constants.className(operand));
      recorder.record(operationKey('NewArray', [element], 'reference'));
      frame.stack.push(loaded(`${element}[]`));
      return true;
    }
    case 'multianewarray': {
      for (let i = 0; i < second; i++) pop(frame);
      const type = operandOfClass(file.constants.className(operand));
      recorder.record(operationKey('NewMultiArray', [type], 'reference'));
      frame.stack.push(loaded(type));
      return true;
    }
    default:
      return false;
  }
}

/**
 * The value that a constant instruction pushes, with its size by table 2 of the probabilistic
 * profiler. Undefined for other instructions.
 */
export function pushedConstant({ name, operand }: Instruction, file: ClassFile): StackValue | undefined {
  const short = /^([ilfd])const_(m1|\d)$/.exec(name);
  if (short !== null) {
    const type = TYPES[at(short, 1)] ?? 'int';
    return { type, size: 'constant', ...withDefined({ isMinusOne: short[2] === 'm1' ? true : undefined }) };
  }
  if (name === 'bipush' || name === 'sipush') return { type: 'int', size: 'constant' };
  if (name === 'aconst_null') return { type: 'null', size: 'constant' };
  if (!name.startsWith('ldc')) return undefined;
  const { constants } = file;
  switch (constants.tagAt(operand)) {
    case 3:
      return { type: 'int', size: '32-bit' };
    case 4:
      return { type: 'float', size: '32-bit' };
    case 5:
      return {
        type: 'long',
        size: '64-bit',
        ...withDefined({ isMinusOne: constants.long(operand) === -1n ? true : undefined }),
      };
    case 6:
      return { type: 'double', size: '64-bit' };
    case 8:
      return { type: 'String', size: 'reference' };
    case 17:
      return { type: operandOfDescriptor(constants.dynamic(operand).descriptor), size: 'reference' };
    default:
      return { type: 'Object', size: 'reference' };
  }
}
