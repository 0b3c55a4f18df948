/**
 * Reads a class's declarations from its class file, with generics where the Signature attribute gives
 * them, else from descriptors.
 *
 * Sits in `classfile/`. Follows javac's ClassReader: synthetic members are
 * left out, and the outer instance that a compiler passes to an inner class's
 * constructor is no parameter.
 */
import { withDefined } from '../../base/check';
import {
  constantValueOf,
  enclosingClassOf,
  type InnerClass,
  innerClassesOf,
  signatureTextOf,
} from '../read/class-attributes';
import {
  AccessFlag,
  type ClassSignature,
  type ClassType,
  type FieldSignature,
  type MethodSignature,
} from './class-signature';
import {
  type ClassTypes,
  parseClassSignature,
  parseFieldSignature,
  parseMethodSignature,
} from './generic-signature';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import { type ClassFile, findAttribute, type MemberInfo } from '../read/read-class';

export type ClassOrigin = ClassSignature['origin'];

export function classToSignature(file: ClassFile, origin: ClassOrigin): Outcome<ClassSignature> {
  return attempt(() => {
    const inner = innerClassesOf(file);
    const own = inner.find((row) => row.name === file.name);
    const outerClass = own?.outerName ?? enclosingClassOf(file);
    const isInner = own?.outerName !== undefined && (own.flags & AccessFlag.static) === 0;
    const types = classTypesOf(file);
    return {
      name: file.name,
      flags: own?.flags ?? file.flags,
      isRecord: findAttribute(file.attributes, 'Record') !== undefined,
      typeParameters: types.typeParameters,
      ...withDefined({ superclass: file.superName === undefined ? undefined : types.superclass }),
      interfaces: types.interfaces,
      fields: file.fields.filter(isDeclared).map((field) => fieldSignatureOf(file, field)),
      methods: file.methods
        .filter((method) => isDeclared(method) && method.name !== '<clinit>')
        .map((method) => methodSignatureOf(file, method, { isInner })),
      memberClasses: memberClassesOf(file.name, inner),
      ...withDefined({ outerClass }),
      origin,
    };
  });
}

function isDeclared(member: MemberInfo): boolean {
  return (member.flags & AccessFlag.synthetic) === 0;
}

function classTypesOf(file: ClassFile): ClassTypes {
  const text = signatureTextOf(file, file.attributes);
  const generic = text === undefined ? undefined : parseClassSignature(text);
  return (
    generic ?? {
      typeParameters: [],
      superclass: rawType(file.superName ?? 'java/lang/Object'),
      interfaces: file.interfaceNames.map(rawType),
    }
  );
}

function rawType(name: string): ClassType {
  return { kind: 'class', name, typeArguments: [] };
}

function fieldSignatureOf(file: ClassFile, field: MemberInfo): FieldSignature {
  const text = signatureTextOf(file, field.attributes);
  const type =
    (text === undefined ? undefined : parseFieldSignature(text)) ?? parseFieldSignature(field.descriptor);
  if (type === undefined) throw badDescriptor(file, field);
  const constant =
    (field.flags & AccessFlag.final) === 0
      ? undefined
      : constantValueOf(file, field.attributes, field.descriptor);
  return { name: field.name, flags: field.flags, type, ...withDefined({ constant }) };
}

function methodSignatureOf(
  file: ClassFile,
  method: MemberInfo,
  { isInner }: { readonly isInner: boolean },
): MethodSignature {
  const { name, flags } = method;
  const text = signatureTextOf(file, method.attributes);
  const generic = text === undefined ? undefined : parseMethodSignature(text);
  if (generic !== undefined) return { name, flags, ...generic };
  const erased = parseMethodSignature(method.descriptor);
  if (erased === undefined) throw badDescriptor(file, method);
  const parameters = isInner && name === '<init>' ? erased.parameters.slice(1) : erased.parameters;
  return { name, flags, ...erased, parameters };
}

function badDescriptor(file: ClassFile, member: MemberInfo): MalformedInput {
  const place = member.attributes[0]?.start ?? 0;
  return new MalformedInput(
    `${file.name}.${member.name} has the malformed descriptor ${member.descriptor}`,
    place,
  );
}

function memberClassesOf(name: string, inner: readonly InnerClass[]): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const row of inner) {
    if (row.outerName === name && row.simpleName !== undefined) members.set(row.simpleName, row.name);
  }
  return members;
}
