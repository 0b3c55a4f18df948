/**
 * Splits method descriptors (JVMS 4.3.3) into those of parameters and result,
 * for those who need slots and not types.
 *
 * Sits in `classfile/`.
 */
import { MalformedInput } from '../../base/outcome';

interface MethodDescriptor {
  readonly parameters: readonly string[];
  readonly result: string;
}

/** JVMS 4.3.3. */
const mostParameters = 255;
const parameterType = /\[*(?:[BCDFIJSZ]|L[^;]*;)/y;

/** Throws {@link MalformedInput} where it is none. */
export function parseMethodDescriptor(descriptor: string): MethodDescriptor {
  const parameters: string[] = [];
  let at = 1;
  while (descriptor.charAt(at) !== ')' && parameters.length < mostParameters) {
    parameterType.lastIndex = at;
    const [parameter] = parameterType.exec(descriptor) ?? [];
    if (parameter === undefined) break;
    parameters.push(parameter);
    at += parameter.length;
  }
  if (!descriptor.startsWith('(') || descriptor.charAt(at) !== ')')
    throw new MalformedInput(`A method has the malformed descriptor ${descriptor}`, 0);
  return { parameters, result: descriptor.slice(at + 1) };
}

/** `java.util.Map.Entry` of the class `java/util/Map$Entry`: names of library operations are written so. */
export function dottedName(type: string): string {
  return type.replaceAll(/[/$]/g, '.');
}
