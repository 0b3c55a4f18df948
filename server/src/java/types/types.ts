/**
 * Java types as values: the common ones, constructors and predicates.
 *
 * Bottom of `java/typing/`; knows no class. An inference variable (JLS 18.1.1)
 * is a type variable that carries its bounds; none leaves the typer.
 */
import type {
  ArrayType,
  ClassType,
  JavaType,
  PrimitiveType,
  PrimitiveTypeName,
  TypeVariable,
  WildcardType,
} from '../../classfile/signatures/class-signature';

const primitiveTypes: Readonly<Record<PrimitiveTypeName, PrimitiveType>> = {
  boolean: { kind: 'primitive', name: 'boolean' },
  byte: { kind: 'primitive', name: 'byte' },
  short: { kind: 'primitive', name: 'short' },
  char: { kind: 'primitive', name: 'char' },
  int: { kind: 'primitive', name: 'int' },
  long: { kind: 'primitive', name: 'long' },
  float: { kind: 'primitive', name: 'float' },
  double: { kind: 'primitive', name: 'double' },
  void: { kind: 'primitive', name: 'void' },
};

const noArguments: readonly JavaType[] = [];

export const unknownType: JavaType = { kind: 'unknown' };
export const nullType: JavaType = { kind: 'null' };
export const intType = primitiveTypes.int;
export const longType = primitiveTypes.long;
export const charType = primitiveTypes.char;
export const floatType = primitiveTypes.float;
export const doubleType = primitiveTypes.double;
export const booleanType = primitiveTypes.boolean;
export const voidType = primitiveTypes.void;
export const objectType: ClassType = { kind: 'class', name: 'java/lang/Object', typeArguments: noArguments };
export const stringType: ClassType = { kind: 'class', name: 'java/lang/String', typeArguments: noArguments };
export const unboundedWildcard: WildcardType = { kind: 'wildcard', variance: 'unbounded' };

export function primitiveType(name: PrimitiveTypeName): PrimitiveType {
  return primitiveTypes[name];
}

export function classType(
  name: string,
  typeArguments: readonly JavaType[] = noArguments,
  outer?: ClassType,
): ClassType {
  return outer === undefined
    ? { kind: 'class', name, typeArguments }
    : { kind: 'class', name, typeArguments, outer };
}

export function arrayType(element: JavaType, dimensions = 1): JavaType {
  let type = element;
  for (let i = 0; i < dimensions; i++) type = { kind: 'array', element: type } satisfies ArrayType;
  return type;
}

export function isPrimitive(type: JavaType): type is PrimitiveType {
  return type.kind === 'primitive';
}

export function isNumericPrimitive(type: JavaType): type is PrimitiveType {
  return type.kind === 'primitive' && type.name !== 'boolean' && type.name !== 'void';
}

export function isVoid(type: JavaType): boolean {
  return type.kind === 'primitive' && type.name === 'void';
}

export function isReference(type: JavaType): boolean {
  return type.kind !== 'primitive' && type.kind !== 'unknown';
}

export function isString(type: JavaType): boolean {
  return type.kind === 'class' && type.name === 'java/lang/String';
}

export function isObject(type: JavaType): boolean {
  return type.kind === 'class' && type.name === 'java/lang/Object';
}

/** A variable whose instance is still sought. Bounds are shared, mutable state of one inference. */
export interface InferenceVariable extends TypeVariable {
  readonly bounds: InferenceBounds;
}

export interface InferenceBounds {
  readonly id: number;
  readonly lower: JavaType[];
  readonly equal: JavaType[];
  readonly upper: JavaType[];
  instance: JavaType | undefined;
}

export function isInferenceVariable(type: JavaType): type is InferenceVariable {
  return type.kind === 'variable' && 'bounds' in type;
}

/** True if a type mentions an inference variable, at any depth. */
export function mentionsInference(type: JavaType): boolean {
  switch (type.kind) {
    case 'variable':
      return 'bounds' in type;
    case 'class':
      return (
        (type.typeArguments.length > 0 && type.typeArguments.some(mentionsInference)) ||
        (type.outer !== undefined && mentionsInference(type.outer))
      );
    case 'array':
      return mentionsInference(type.element);
    case 'wildcard':
      return type.bound !== undefined && mentionsInference(type.bound);
    case 'intersection':
      return type.types.some(mentionsInference);
    default:
      return false;
  }
}

export function sameType(a: JavaType, b: JavaType): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'primitive':
      return b.kind === 'primitive' && a.name === b.name;
    case 'class':
      return b.kind === 'class' && a.name === b.name && sameTypes(a.typeArguments, b.typeArguments);
    case 'array':
      return b.kind === 'array' && sameType(a.element, b.element);
    case 'variable':
      return b.kind === 'variable' && a.name === b.name;
    case 'wildcard':
      return (
        b.kind === 'wildcard' &&
        a.variance === b.variance &&
        (a.bound === undefined ? b.bound === undefined : b.bound !== undefined && sameType(a.bound, b.bound))
      );
    case 'intersection':
      return b.kind === 'intersection' && sameTypes(a.types, b.types);
    default:
      return a.kind === b.kind;
  }
}

export function sameTypes(a: readonly JavaType[], b: readonly JavaType[]): boolean {
  return a.length === b.length && a.every((type, i) => sameType(type, b[i] ?? unknownType));
}

/** A type in Java's own words, with simple class names: `Map.Entry<String, int[]>`. For tests and messages. */
export function describeType(type: JavaType): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'class': {
      const simple = type.name.slice(type.name.lastIndexOf('/') + 1).replaceAll('$', '.');
      return type.typeArguments.length === 0
        ? simple
        : `${simple}<${type.typeArguments.map(describeType).join(', ')}>`;
    }
    case 'array':
      return `${describeType(type.element)}[]`;
    case 'variable':
      return type.name;
    case 'wildcard':
      return type.bound === undefined ? '?' : `? ${type.variance} ${describeType(type.bound)}`;
    case 'intersection':
      return type.types.map(describeType).join(' & ');
    default:
      return type.kind === 'null' ? 'null' : '?unknown';
  }
}
