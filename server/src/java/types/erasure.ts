/**
 * Erasure (JLS 4.6) and the descriptors made of it (JVMS 4.3.3).
 */
import type { ClassModel, Universe } from './class-model';
import type {
  ClassSignature,
  JavaType,
  MethodSignature,
  PrimitiveTypeName,
} from '../../classfile/signatures/class-signature';
import { enclosingInstanceClass } from './universe';
import { classType, objectType, arrayType, primitiveType, unknownType } from './types';

/** The bounds of the type variable of a name; undefined where no such variable is in scope. */
export type BoundsOf = (variable: string) => readonly JavaType[] | undefined;

const maximumDepth = 8;

export function erase(type: JavaType, boundsOf: BoundsOf, depth = 0): JavaType {
  switch (type.kind) {
    case 'class':
      return type.typeArguments.length === 0 && type.outer === undefined ? type : classType(type.name);
    case 'array': {
      const element = erase(type.element, boundsOf, depth);
      return element === type.element ? type : { kind: 'array', element };
    }
    case 'variable': {
      const bound = depth < maximumDepth ? boundsOf(type.name)?.[0] : undefined;
      return bound === undefined ? objectType : erase(bound, boundsOf, depth + 1);
    }
    case 'wildcard':
      return type.variance === 'extends' && type.bound !== undefined
        ? erase(type.bound, boundsOf, depth)
        : objectType;
    case 'intersection':
      return type.types[0] === undefined ? objectType : erase(type.types[0], boundsOf, depth);
    default:
      return type;
  }
}

/** The bounds of the type parameters of a method, its class and the classes around it. */
export function boundsIn(model: ClassModel, method?: MethodSignature): BoundsOf {
  return (variable) => {
    const own = method?.typeParameters.find((parameter) => parameter.name === variable);
    if (own !== undefined) return own.bounds;
    let scope: ClassModel | undefined = model;
    for (let i = 0; scope !== undefined && i < maximumDepth; i++) {
      const parameter = scope.signature.typeParameters.find((candidate) => candidate.name === variable);
      if (parameter !== undefined) return parameter.bounds;
      const outer: string | undefined = scope.signature.outerClass;
      scope = outer === undefined ? undefined : scope.universe.findClass(outer);
    }
    return undefined;
  };
}

/** The field descriptors of primitive types, and of void (JVMS 4.3). */
export const primitiveDescriptors: Readonly<Record<PrimitiveTypeName, string>> = {
  boolean: 'Z',
  byte: 'B',
  short: 'S',
  char: 'C',
  int: 'I',
  long: 'J',
  float: 'F',
  double: 'D',
  void: 'V',
};

/** The field descriptor of an erased type. */
export function descriptorOf(erased: JavaType): string {
  switch (erased.kind) {
    case 'primitive':
      return primitiveDescriptors[erased.name];
    case 'array':
      return `[${descriptorOf(erased.element)}`;
    case 'class':
      return `L${erased.name};`;
    default:
      return 'Ljava/lang/Object;';
  }
}

const descriptors = new WeakMap<MethodSignature, string>();

/**
 * The descriptor that an invoke instruction names a declared method by.
 * Constructors of inner classes take the enclosing instance first, those of
 * enums a name and an ordinal (as javac compiles them).
 */
export function methodDescriptor(model: ClassModel, method: MethodSignature): string {
  let descriptor = descriptors.get(method);
  if (descriptor === undefined) {
    const bounds = boundsIn(model, method);
    const parameters = method.parameters.map((parameter) => descriptorOf(erase(parameter, bounds))).join('');
    const leading = method.name === '<init>' ? implicitParameters(model.signature, model.universe) : '';
    descriptor = `(${leading}${parameters})${descriptorOf(erase(method.returnType, bounds))}`;
    descriptors.set(method, descriptor);
  }
  return descriptor;
}

function implicitParameters(signature: ClassSignature, universe: Universe): string {
  if (signature.superclass?.name === 'java/lang/Enum') return 'Ljava/lang/String;I';
  const outer = enclosingInstanceClass(signature, universe);
  return outer === undefined ? '' : descriptorOf(outer.raw);
}

const PRIMITIVES = new Map(
  Object.entries(primitiveDescriptors).map(([name, letter]) => [
    letter,
    primitiveType(name as PrimitiveTypeName),
  ]),
);

interface DescriptorTypes {
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
}

/**
 * Turns descriptors of class files (JVMS 4.3.3) into erased types.
 *
 * The erased types of a method descriptor (JVMS 4.3.3); `unknown` from where it is malformed on.
 */
export function parseMethodDescriptor(descriptor: string): DescriptorTypes {
  const parameters: JavaType[] = [];
  const end = descriptor.lastIndexOf(')');
  for (let at = 1; at < end;) {
    const [type, next] = parseAt(descriptor, at);
    parameters.push(type);
    at = next;
  }
  return { parameters, returnType: parseAt(descriptor, end + 1)[0] };
}

/** JVMS 4.3.2. */
const MOST_DIMENSIONS = 255;

function parseAt(descriptor: string, start: number): readonly [JavaType, number] {
  let at = start;
  while (descriptor.charAt(at) === '[') at++;
  const dimensions = at - start;
  if (dimensions > MOST_DIMENSIONS) return [unknownType, descriptor.length];
  const letter = descriptor.charAt(at);
  if (letter === 'L') {
    const end = descriptor.indexOf(';', at);
    if (end < 0) return [unknownType, descriptor.length];
    return [arrayType(classType(descriptor.slice(at + 1, end)), dimensions), end + 1];
  }
  return [arrayType(PRIMITIVES.get(letter) ?? unknownType, dimensions), at + 1];
}
