/**
 * Turns descriptors of class files (JVMS 4.3.3) into erased types, as the inverse of `erasure`. Sits
 * in `java/`.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import { arrayType, classType, primitiveType, unknownType } from './types';

const PRIMITIVES: Readonly<Record<string, JavaType>> = {
  Z: primitiveType('boolean'),
  B: primitiveType('byte'),
  S: primitiveType('short'),
  C: primitiveType('char'),
  I: primitiveType('int'),
  J: primitiveType('long'),
  F: primitiveType('float'),
  D: primitiveType('double'),
  V: primitiveType('void'),
};

interface DescriptorTypes {
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
}

/** The erased types of a method descriptor (JVMS 4.3.3); `unknown` from where it is malformed on. */
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
  return [arrayType(PRIMITIVES[letter] ?? unknownType, dimensions), at + 1];
}
