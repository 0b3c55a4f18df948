/**
 * Conversions between types (JLS 5): boxing, numeric promotion, and the steps
 * that an assignment, an invocation, a cast or a string concatenation takes.
 *
 * Pure tables of the language, for the typer and for whoever counts what a
 * conversion costs. Class names are binary names with slashes.
 */
import type { JavaType, PrimitiveType, PrimitiveTypeName } from '../../classfile/class-signature';
import {
  classType,
  doubleType,
  floatType,
  intType,
  isNumericPrimitive,
  longType,
  primitiveType,
} from './types';

const boxes: Readonly<Record<string, string>> = {
  boolean: 'java/lang/Boolean',
  byte: 'java/lang/Byte',
  short: 'java/lang/Short',
  char: 'java/lang/Character',
  int: 'java/lang/Integer',
  long: 'java/lang/Long',
  float: 'java/lang/Float',
  double: 'java/lang/Double',
  void: 'java/lang/Void',
};

const unboxed: ReadonlyMap<string, PrimitiveTypeName> = new Map(
  (['boolean', 'byte', 'short', 'char', 'int', 'long', 'float', 'double'] as const).map((name) => [
    boxes[name] ?? '',
    name,
  ]),
);

const boxTypes = new Map(Object.entries(boxes).map(([name, box]) => [name, classType(box)]));

/** Widening order of the numeric types (JLS 5.1.2); `char` stands beside `short`. */
const widenings: Readonly<Record<string, readonly PrimitiveTypeName[]>> = {
  byte: ['short', 'int', 'long', 'float', 'double'],
  short: ['int', 'long', 'float', 'double'],
  char: ['int', 'long', 'float', 'double'],
  int: ['long', 'float', 'double'],
  long: ['float', 'double'],
  float: ['double'],
};

/** The class that boxes a primitive type (JLS 5.1.7). */
export function boxOf(primitive: PrimitiveType): JavaType {
  return boxTypes.get(primitive.name) ?? primitive;
}

/** The primitive type that a box holds; undefined for any other type. */
export function unboxedTypeOf(type: JavaType): PrimitiveType | undefined {
  if (type.kind !== 'class') return undefined;
  const name = unboxed.get(type.name);
  return name === undefined ? undefined : primitiveType(name);
}

/** The type itself if primitive, what it holds if a box (JLS 5.1.8). */
export function primitiveOf(type: JavaType): PrimitiveType | undefined {
  return type.kind === 'primitive' ? type : unboxedTypeOf(type);
}

export function boxedIfPrimitive(type: JavaType): JavaType {
  return type.kind === 'primitive' ? boxOf(type) : type;
}

/** Whether a primitive type widens to another or is it (JLS 5.1.2). */
export function widensTo(from: PrimitiveTypeName, to: PrimitiveTypeName): boolean {
  return from === to || (widenings[from]?.includes(to) ?? false);
}

/** Unary numeric promotion (JLS 5.6); undefined where the operand holds no number. */
export function unaryPromotion(operand: JavaType): PrimitiveType | undefined {
  const primitive = primitiveOf(operand);
  if (primitive === undefined || !isNumericPrimitive(primitive)) return undefined;
  return widensTo(primitive.name, 'int') ? intType : primitive;
}

/** Binary numeric promotion (JLS 5.6); undefined where an operand holds no number. */
export function binaryPromotion(left: JavaType, right: JavaType): PrimitiveType | undefined {
  const a = unaryPromotion(left);
  const b = unaryPromotion(right);
  if (a === undefined || b === undefined) return undefined;
  if (a.name === 'double' || b.name === 'double') return doubleType;
  if (a.name === 'float' || b.name === 'float') return floatType;
  return a.name === 'long' || b.name === 'long' ? longType : intType;
}

export type ConversionContext = 'assignment' | 'invocation' | 'cast' | 'string' | 'numeric';

export type ConversionStep =
  | { readonly kind: 'box'; readonly from: PrimitiveTypeName; readonly box: string }
  | { readonly kind: 'unbox'; readonly box: string; readonly to: PrimitiveTypeName }
  | { readonly kind: 'widen'; readonly from: PrimitiveTypeName; readonly to: PrimitiveTypeName }
  | { readonly kind: 'narrow'; readonly from: PrimitiveTypeName; readonly to: PrimitiveTypeName }
  /** A checked reference cast. */
  | { readonly kind: 'cast'; readonly to: JavaType }
  | { readonly kind: 'to-string' };

/**
 * What is done to a value of one type to make it one of another, in order.
 * Empty where the value stays as it is, and where a type is unknown.
 * A reference cast is a step only in a `cast` context: whether it is needed
 * elsewhere depends on erasure, which only the caller sees.
 */
export function conversionSteps(
  from: JavaType,
  to: JavaType,
  context: ConversionContext,
): readonly ConversionStep[] {
  if (context === 'string') {
    return from.kind === 'class' && from.name === 'java/lang/String' ? [] : [{ kind: 'to-string' }];
  }
  if (from.kind === 'unknown' || to.kind === 'unknown') return [];
  if (from.kind === 'primitive')
    return to.kind === 'primitive' ? primitiveSteps(from, to) : boxingSteps(from, to);
  if (to.kind !== 'primitive') return context === 'cast' ? [{ kind: 'cast', to }] : [];
  return unboxingSteps(from, to);
}

function primitiveSteps(from: PrimitiveType, to: PrimitiveType): readonly ConversionStep[] {
  if (from.name === to.name || from.name === 'void' || to.name === 'void') return [];
  return [{ kind: widensTo(from.name, to.name) ? 'widen' : 'narrow', from: from.name, to: to.name }];
}

/** Boxing may follow a narrowing of a constant: `Byte b = 1` (JLS 5.2). */
function boxingSteps(from: PrimitiveType, to: JavaType): readonly ConversionStep[] {
  const target = unboxedTypeOf(to) ?? from;
  return [...primitiveSteps(from, target), { kind: 'box', from: target.name, box: boxes[target.name] ?? '' }];
}

/** Unboxing may follow a cast (`(int) object`) and precede a widening. */
function unboxingSteps(from: JavaType, to: PrimitiveType): readonly ConversionStep[] {
  const held = unboxedTypeOf(from);
  if (held !== undefined) {
    return [{ kind: 'unbox', box: boxes[held.name] ?? '', to: held.name }, ...primitiveSteps(held, to)];
  }
  if (from.kind === 'null') return [];
  const unbox: ConversionStep = { kind: 'unbox', box: boxes[to.name] ?? '', to: to.name };
  return from.kind === 'class' ? [{ kind: 'cast', to: boxOf(to) }, unbox] : [unbox];
}
