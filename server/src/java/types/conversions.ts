/**
 * Conversions between types (JLS 5): boxing, widening and numeric promotion.
 *
 * Pure tables of the language, for the typer and for code that counts what a
 * conversion costs. Class names are binary names with slashes.
 */
import type { JavaType, PrimitiveType, PrimitiveTypeName } from '../../classfile/signatures/class-signature';
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

/** True if a primitive type widens to another or is it (JLS 5.1.2). */
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
