/**
 * Types written as signatures (JVMS 4.7.9.1) and as erased descriptors
 * (JVMS 4.3): the inverse of `generic-signature.ts`.
 *
 * Sits beside the writer of the signature index. A first bound is always written after one colon, since
 * a parsed bound no longer tells whether it is a class.
 */
import type {
  ClassSignature,
  ClassType,
  JavaType,
  MethodSignature,
  TypeParameter,
} from '../../server/src/classfile/signatures/class-signature';
import { primitiveDescriptors } from '../../server/src/java/types/erasure';

const objectText = 'Ljava/lang/Object;';

/** Writes a type. An unknown type becomes Object, since the grammar knows nothing else. */
export function formatType(type: JavaType): string {
  switch (type.kind) {
    case 'primitive':
      return primitiveDescriptors[type.name];
    case 'class':
      return `${formatOpenClass(type)};`;
    case 'array':
      return `[${formatType(type.element)}`;
    case 'variable':
      return `T${type.name};`;
    case 'wildcard':
      return formatWildcard(type.variance, type.bound);
    case 'intersection':
      return type.types[0] === undefined ? objectText : formatType(type.types[0]);
    case 'null':
    case 'unknown':
      return objectText;
  }
}

export function formatMethod(method: MethodSignature): string {
  const parameters = method.parameters.map(formatType).join('');
  return `${formatTypeParameters(method.typeParameters)}(${parameters})${formatType(method.returnType)}`;
}

/** Type parameters, superclass, interfaces; `java/lang/Object` stands for an absent superclass. */
export function formatClass(declared: ClassSignature): string {
  const superclass = declared.superclass === undefined ? objectText : formatType(declared.superclass);
  return (
    formatTypeParameters(declared.typeParameters) + superclass + declared.interfaces.map(formatType).join('')
  );
}

function formatTypeParameters(parameters: readonly TypeParameter[]): string {
  if (parameters.length === 0) return '';
  const texts = parameters.map(({ name, bounds }) => {
    const shown = bounds.length === 0 ? [objectText] : bounds.map(formatType);
    return `${name}:${shown.join(':')}`;
  });
  return `<${texts.join('')}>`;
}

function formatOpenClass(type: ClassType): string {
  const start =
    type.outer === undefined
      ? `L${type.name}`
      : `${formatOpenClass(type.outer)}.${type.name.slice(type.outer.name.length + 1)}`;
  return type.typeArguments.length === 0 ? start : `${start}<${type.typeArguments.map(formatType).join('')}>`;
}

function formatWildcard(variance: 'extends' | 'super' | 'unbounded', bound: JavaType | undefined): string {
  if (variance === 'unbounded' || bound === undefined) return '*';
  return (variance === 'extends' ? '+' : '-') + formatType(bound);
}
