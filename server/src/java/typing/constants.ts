/**
 * Constant expressions (JLS 15.29), computed as the Java virtual machine would:
 * `int` wraps at 32 bits, `long` is a bigint, `float` is rounded after each step.
 *
 * The values of `byte`, `short` and `char` are of kind `int`; their type tells
 * them apart.
 */
import type { BinaryOperator, ShiftOperator } from '../syntax/operators';
import type {
  ConstantValue,
  JavaType,
  PrimitiveType,
  PrimitiveTypeName,
} from '../../classfile/signatures/class-signature';
import { binaryPromotion, primitiveOf, unaryPromotion } from '../types/conversions';
import { isString } from '../types/types';

/** A constant with the type that decides how it is promoted and printed. */
export interface TypedConstant {
  readonly value: ConstantValue;
  readonly type: JavaType;
}

/** Casts of constants to primitive types and to `String` are constant (JLS 15.29). */
export function castConstant(constant: ConstantValue, type: JavaType): ConstantValue | undefined {
  if (isString(type)) return constant.kind === 'string' ? constant : undefined;
  if (type.kind !== 'primitive') return undefined;
  if (constant.kind === 'boolean') return type.name === 'boolean' ? constant : undefined;
  return constant.kind === 'string' ? undefined : castNumber(constant.value, type.name);
}

function castNumber(value: number | bigint, name: PrimitiveTypeName): ConstantValue | undefined {
  switch (name) {
    case 'long':
      return {
        kind: 'long',
        value: typeof value === 'bigint' ? BigInt.asIntN(64, value) : saturatedLong(value),
      };
    case 'float':
      return { kind: 'float', value: Math.fround(Number(value)) };
    case 'double':
      return { kind: 'double', value: Number(value) };
    case 'boolean':
    case 'void':
      return undefined;
    default: {
      const int = typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : saturatedInt(value);
      return { kind: 'int', value: narrow(int, name) };
    }
  }
}

function narrow(int: number, name: 'byte' | 'short' | 'char' | 'int'): number {
  if (name === 'byte') return (int << 24) >> 24;
  if (name === 'short') return (int << 16) >> 16;
  return name === 'char' ? int & 0xffff : int | 0;
}

/** Floating-point values are cut off at the ends of the range, and NaN is 0 (JLS 5.1.3). */
function saturatedInt(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-2147483648, Math.min(2147483647, Math.trunc(value)));
}

function saturatedLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return 2n ** 63n - 1n;
  return value <= -(2 ** 63) ? -(2n ** 63n) : BigInt(Math.trunc(value));
}

export function foldUnary(
  operator: '+' | '-' | '~' | '!',
  operand: TypedConstant,
): ConstantValue | undefined {
  const { value, type } = operand;
  if (operator === '!')
    return value.kind === 'boolean' ? { kind: 'boolean', value: !value.value } : undefined;
  const promoted = unaryPromotion(type);
  const number = promoted === undefined ? undefined : castConstant(value, promoted);
  if (number === undefined || number.kind === 'boolean' || number.kind === 'string') return undefined;
  if (operator === '+') return number;
  if (number.kind === 'long' || number.kind === 'int') {
    const whole = BigInt(number.value);
    return wholeConstant(number.kind, operator === '-' ? -whole : ~whole);
  }
  return operator === '-' ? { kind: number.kind, value: -number.value } : undefined;
}

export function foldBinary(
  operator: BinaryOperator,
  left: TypedConstant,
  right: TypedConstant,
): ConstantValue | undefined {
  if (operator === '+' && (isString(left.type) || isString(right.type))) {
    return { kind: 'string', value: constantText(left) + constantText(right) };
  }
  if (operator === '<<' || operator === '>>' || operator === '>>>') return foldShift(operator, left, right);
  if (left.value.kind === 'boolean' && right.value.kind === 'boolean') {
    return foldBoolean(operator, left.value.value, right.value.value);
  }
  // Constant strings are interned, so their references are equal where their characters are.
  if (left.value.kind === 'string' && right.value.kind === 'string')
    return operator === '==' || operator === '!='
      ? foldComparison(operator, left.value.value, right.value.value)
      : undefined;
  const type = binaryPromotion(left.type, right.type);
  if (type === undefined) return undefined;
  const a = castConstant(left.value, type);
  const b = castConstant(right.value, type);
  if ((a?.kind === 'long' && b?.kind === 'long') || (a?.kind === 'int' && b?.kind === 'int')) {
    const whole = foldWhole(operator, BigInt(a.value), BigInt(b.value));
    return whole === undefined ? foldComparison(operator, a.value, b.value) : wholeConstant(a.kind, whole);
  }
  return typeof a?.value === 'number' && typeof b?.value === 'number'
    ? foldFloating(operator, a.value, b.value, type)
    : undefined;
}

function foldBoolean(operator: BinaryOperator, a: boolean, b: boolean): ConstantValue | undefined {
  switch (operator) {
    case '&&':
    case '&':
      return booleanConstant(a && b);
    case '||':
    case '|':
      return booleanConstant(a || b);
    case '^':
    case '!=':
      return booleanConstant(a !== b);
    case '==':
      return booleanConstant(a === b);
    default:
      return undefined;
  }
}

function foldShift(
  operator: ShiftOperator,
  left: TypedConstant,
  right: TypedConstant,
): ConstantValue | undefined {
  const type = unaryPromotion(left.type);
  const value = type === undefined ? undefined : castConstant(left.value, type);
  if (unaryPromotion(right.type) === undefined || typeof right.value.value === 'boolean' || typeof right.value.value === 'string') return undefined; // prettier-ignore
  if (value?.kind !== 'int' && value?.kind !== 'long') return undefined;
  const width = value.kind === 'int' ? 32 : 64;
  const bits = BigInt(right.value.value) & BigInt(width - 1);
  const whole = BigInt(value.value);
  if (operator === '<<') return wholeConstant(value.kind, whole << bits);
  return wholeConstant(value.kind, (operator === '>>' ? whole : BigInt.asUintN(width, whole)) >> bits);
}

/** The result of an operator on whole numbers; the caller cuts it to the width of its type. */
function foldWhole(operator: BinaryOperator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? undefined : a / b;
    case '%':
      return b === 0n ? undefined : a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      return undefined;
  }
}

function foldFloating(
  operator: BinaryOperator,
  a: number,
  b: number,
  type: PrimitiveType,
): ConstantValue | undefined {
  const arithmetic: Partial<Record<BinaryOperator, number>> = {
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': a / b,
    '%': a % b,
  };
  const value = arithmetic[operator];
  if (value === undefined) return foldComparison(operator, a, b);
  return type.name === 'float' ? { kind: 'float', value: Math.fround(value) } : { kind: 'double', value };
}

function foldComparison<T extends number | bigint | string>(
  operator: BinaryOperator,
  a: T,
  b: T,
): ConstantValue | undefined {
  switch (operator) {
    case '<':
      return booleanConstant(a < b);
    case '>':
      return booleanConstant(a > b);
    case '<=':
      return booleanConstant(a <= b);
    case '>=':
      return booleanConstant(a >= b);
    case '==':
      return booleanConstant(a === b);
    case '!=':
      return booleanConstant(a !== b);
    default:
      return undefined;
  }
}

/** A constant of a whole number, which is cut to 32 or 64 bits. */
function wholeConstant(kind: 'int' | 'long', value: bigint): ConstantValue {
  return kind === 'int'
    ? { kind, value: Number(BigInt.asIntN(32, value)) }
    : { kind, value: BigInt.asIntN(64, value) };
}

function booleanConstant(value: boolean): ConstantValue {
  return { kind: 'boolean', value };
}

/** The text of a constant in a concatenation (JLS 5.1.11). */
export function constantText({ value, type }: TypedConstant): string {
  switch (value.kind) {
    case 'int':
      return primitiveOf(type)?.name === 'char' ? String.fromCharCode(value.value) : String(value.value);
    case 'float':
      return javaFloat(value.value);
    case 'double':
      return javaDouble(value.value);
    default:
      return String(value.value);
  }
}

/** True if an `int` constant may be assigned to a narrower type as it is (JLS 5.2). */
export function fitsInto(constant: ConstantValue, name: PrimitiveTypeName): boolean {
  if (constant.kind !== 'int' || (name !== 'byte' && name !== 'short' && name !== 'char')) return false;
  return narrow(constant.value, name) === constant.value;
}

/**
 * The number as Java prints it (`Double.toString`): the shortest digits that read back as the same number, in
 * Java's layout.
 */
function javaDouble(value: number): string {
  return layOut(value, String(Math.abs(value)));
}

function javaFloat(value: number): string {
  if (!Number.isFinite(value) || value === 0) return layOut(value, String(Math.abs(value)));
  const magnitude = Math.abs(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = magnitude.toPrecision(digits);
    if (Math.fround(Number(text)) === magnitude) return layOut(value, String(Number(text)));
  }
  return layOut(value, String(magnitude));
}

/** Plain from 10^-3 up to 10^7, else one digit before the point and an exponent. */
function layOut(value: number, shortest: string): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}Infinity`;
  const [mantissa = '0', exponentText = '0'] = shortest.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return `${sign}0.0`;
  const leadingZeros = `${whole}${fraction}`.length - digits.length;
  const exponent = Number(exponentText) + whole.length - 1 - leadingZeros;
  const significant = digits.replace(/(?<!0)0+$/, '') || '0';
  if (exponent < -3 || exponent >= 7)
    return `${sign}${significant.charAt(0)}.${significant.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`;
  const padded = significant.padEnd(exponent + 1, '0');
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || '0'}`;
}
