/**
 * Arithmetic, conversions and comparisons of bytecode as operations.
 *
 * Sits in `operations/`, under `extract-bytecode.ts`. JVMS 2.11.3, 2.11.4,
 * 2.11.7. Names give the types as they were written where that can be told: of
 * an operand that was converted right before, what it was.
 */
import { at } from '../../base/check';
import type { BytecodeRecorder } from './bytecode-recorder';
import { operationKey } from '../catalogue/catalogue';
import type { OperandType } from '../catalogue/operation';
import { type ValueFrame, loaded, pop, type StackValue } from './stack-values';

const TYPES: Readonly<Record<string, OperandType>> = {
  i: 'int',
  l: 'long',
  f: 'float',
  d: 'double',
  b: 'byte',
  c: 'char',
  s: 'short',
};

const FAMILIES: Readonly<Record<string, string>> = {
  add: 'Addition',
  sub: 'Subtraction',
  mul: 'Multi',
  div: 'Division',
  rem: 'Modulo',
  and: 'BitAnd',
  or: 'BitOr',
  xor: 'BitXor',
  shl: 'ShiftLeft',
  shr: 'ShiftRight',
  ushr: 'UnsignedShiftRight',
};

/** `iadd`, `lushr`, `dneg`: false for what is none. */
export function walkBytecodeArithmetic(name: string, frame: ValueFrame, recorder: BytecodeRecorder): boolean {
  const working = TYPES[name.charAt(0)];
  const operator = name.slice(1);
  if (working === undefined || name.includes('_')) return false;
  if (operator === 'neg') {
    recordUnary('Negation', working, pop(frame), recorder);
    frame.stack.push(loaded(working));
    return true;
  }
  const family = FAMILIES[operator];
  if (family === undefined) return false;
  const right = pop(frame);
  const left = pop(frame);
  const isBoolean = working === 'int' && left.type === 'boolean' && right.type === 'boolean';
  const type = isBoolean ? 'boolean' : working;
  if (family === 'BitXor' && right.isMinusOne === true) recordUnary('BitComplement', type, left, recorder);
  else recordBinary(recorder, { family, working: type, left, right });
  frame.stack.push(loaded(type));
  return true;
}

function recordUnary(
  family: string,
  working: OperandType,
  operand: StackValue,
  recorder: BytecodeRecorder,
): void {
  const [name] = writtenTypes(operand, operand, working);
  recorder.record(operationKey(family, [working], operand.size, [name]));
}

function recordBinary(
  recorder: BytecodeRecorder,
  {
    family,
    working,
    left,
    right,
  }: {
    readonly family: string;
    readonly working: OperandType;
    readonly left: StackValue;
    readonly right: StackValue;
  },
): void {
  const isShift = family.includes('Shift');
  const names: readonly [OperandType, OperandType] = isShift
    ? [left.type, right.type]
    : writtenTypes(left, right, working);
  const other = names[0] === working ? names[1] : names[0];
  recorder.record(operationKey(family, [working, other], right.size, names));
}

/**
 * The types that two operands had in the source. If both were converted, one was cast: a promotion
 * would not have converted both.
 */
function writtenTypes(
  left: StackValue,
  right: StackValue,
  working: OperandType,
): readonly [OperandType, OperandType] {
  const promoted = ({ convertedFrom, type }: StackValue): OperandType =>
    convertedFrom !== undefined && isPromotion(convertedFrom, type) ? convertedFrom : type;
  const rightType = promoted(right);
  const leftType = rightType === right.type ? promoted(left) : left.type;
  return [leftType === '?' ? working : leftType, rightType === '?' ? working : rightType];
}

/** `i2l`, `d2i`, `i2b`: false for what is none. A long made a byte takes two instructions, and is one operation. */
export function walkBytecodeConversion(
  name: string,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
  { isRightAfterConversion }: { readonly isRightAfterConversion: boolean },
): boolean {
  const match = /^([ilfd])2([ilfdbcs])$/.exec(name);
  const to = TYPES[match?.[2] ?? ''];
  if (match === null || to === undefined) return false;
  const value = pop(frame);
  const fallback = TYPES[at(match, 1)] ?? 'int';
  const isNarrowing = to === 'byte' || to === 'char' || to === 'short';
  const wasWide = isNarrowing && isRightAfterConversion && value.convertedFrom !== undefined;
  const from = wasWide ? value.convertedFrom : value.type === '?' ? fallback : value.type;
  const key = operationKey('Conversion', [from, to], 'load');
  if (wasWide) recorder.replaceLast(key);
  else recorder.record(key);
  frame.stack.push(
    isPromotion(from, to) || to === 'int' ? { ...loaded(to), convertedFrom: from } : loaded(to),
  );
  return true;
}

const WIDTHS: readonly OperandType[] = ['int', 'long', 'float', 'double'];

/** True if a conversion may be a promotion: only widening happens without being written (JLS 5.6). */
function isPromotion(from: OperandType, to: OperandType): boolean {
  return WIDTHS.indexOf(to) > WIDTHS.indexOf(from);
}

/** javac branches over what a condition guards: the condition is the branch turned round. */
const CONDITIONS: Readonly<Record<string, string>> = {
  eq: 'NotEqual',
  ne: 'Equal',
  lt: 'GreaterEqual',
  ge: 'Less',
  gt: 'LessEqual',
  le: 'Greater',
};

/** `lcmp`, `fcmpl`, …, and the branches; false for what is none. */
export function walkBytecodeComparison(name: string, frame: ValueFrame, recorder: BytecodeRecorder): boolean {
  if (/^(?:lcmp|[fd]cmp[lg])$/.test(name)) {
    const right = pop(frame);
    const left = pop(frame);
    frame.stack.push({ ...loaded('int'), compared: { left, right } });
    return true;
  }
  const branch = /^if(?:_([ia])cmp)?(eq|ne|lt|ge|gt|le)$/.exec(name);
  if (branch !== null) {
    const family = CONDITIONS[at(branch, 2)] ?? 'Equal';
    walkBranch(branch[1], family, frame, recorder);
    return true;
  }
  if (name !== 'ifnull' && name !== 'ifnonnull') return false;
  const value = pop(frame);
  const family = name === 'ifnull' ? 'NotEqual' : 'Equal';
  recorder.record(operationKey(family, [value.type, 'null'], 'constant'));
  return true;
}

function walkBranch(
  compares: string | undefined,
  family: string,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
): void {
  const right = compares === undefined ? undefined : pop(frame);
  const value = pop(frame);
  if (right !== undefined && compares === 'a') {
    recorder.record(operationKey(family, [value.type, right.type], right.size));
  } else if (right !== undefined) {
    recordBinary(recorder, { family, working: 'int', left: value, right });
  } else if (value.compared !== undefined) {
    const { left, right: second } = value.compared;
    const working = [left.type, second.type].find((type) => type !== '?') ?? 'long';
    recordBinary(recorder, { family, working, left, right: second });
  } else if (value.type === 'boolean') {
    recorder.record(operationKey('BooleanTest', ['boolean'], 'load'));
  } else {
    const type = value.type === '?' ? 'int' : value.type;
    recorder.record(operationKey(family, ['int', '0'], 'constant', [type, '0']));
  }
}
