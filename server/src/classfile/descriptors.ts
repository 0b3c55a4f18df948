/**
 * Splits method descriptors (JVMS 4.3.3) into those of parameters and result,
 * for those who need slots and not types.
 *
 * Sits in `classfile/`.
 */

export interface MethodDescriptor {
  readonly parameters: readonly string[];
  readonly result: string;
}

export function parseMethodDescriptor(descriptor: string): MethodDescriptor {
  const end = descriptor.lastIndexOf(')');
  return {
    parameters: descriptor.slice(1, end).match(/\[*(?:[BCDFIJSZ]|L[^;]*;)/g) ?? [],
    result: descriptor.slice(end + 1),
  };
}
