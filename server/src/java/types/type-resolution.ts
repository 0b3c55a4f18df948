/** Resolves types as they are written to types (JLS 6.5.5, 4.5). */
import type { ClassModel, Universe } from './class-model';
import type { ClassType, JavaType } from '../../classfile/signatures/class-signature';
import type { NamePart, TypeSyntax } from '../syntax/ast';
import { memberTypeNamed } from '../typing/members';
import { type Scope, unitOf } from '../typing/scopes';
import { arrayType, classType, primitiveType, unboundedWildcard, unknownType } from './types';

export function resolveType(syntax: TypeSyntax, scope: Scope, universe: Universe): JavaType {
  switch (syntax.kind) {
    case 'primitive':
      return primitiveType(syntax.name);
    case 'array':
      return arrayType(resolveType(syntax.element, scope, universe));
    case 'named':
      return resolveNamed(syntax.parts, scope, universe);
    case 'wildcard':
      if (syntax.bound === undefined) return unboundedWildcard;
      return {
        kind: 'wildcard',
        variance: syntax.variance ?? 'extends',
        bound: resolveType(syntax.bound, scope, universe),
      };
    case 'intersection':
      return { kind: 'intersection', types: syntax.types.map((type) => resolveType(type, scope, universe)) };
    case 'inferred':
      return unknownType;
  }
}

function resolveNamed(parts: readonly NamePart[], scope: Scope, universe: Universe): JavaType {
  const first = parts[0];
  if (first === undefined) return unknownType;
  let type = typeNamed(first.name, scope);
  let next = 1;
  if (type === undefined) {
    let path = first.name;
    for (; type === undefined && next < parts.length; next++) {
      path += `/${parts[next]?.name ?? ''}`;
      type = universe.findClass(path)?.raw;
    }
    if (type === undefined) return missingClass(parts, scope, universe);
  }
  if (type.kind !== 'class') return type;
  let current = withArguments(type, parts[next - 1], scope, universe);
  for (; next < parts.length; next++) {
    const part = parts[next];
    const model = universe.findClass(current.name);
    const member = part === undefined || model === undefined ? undefined : memberTypeNamed(model, part.name);
    if (member === undefined) return missingClass(parts, scope, universe);
    const isInner = member.outer !== undefined;
    const outer = current.typeArguments.length > 0 || current.outer !== undefined ? current : undefined;
    const inner: ClassType = { kind: 'class', name: member.name, typeArguments: [] };
    current = withArguments(
      isInner && outer !== undefined ? { ...inner, outer } : inner,
      part,
      scope,
      universe,
    );
  }
  return current;
}

/** A class that no source has is a reference type all the same, named as well as the file's imports allow. */
function missingClass(parts: readonly NamePart[], scope: Scope, universe: Universe): ClassType {
  const [first, ...rest] = parts.map(({ name }) => name);
  const start = unitOf(scope).importedName(first ?? '') ?? first ?? '';
  const typeArguments = parts.flatMap((part) =>
    part.typeArguments.map((argument) => resolveType(argument, scope, universe)),
  );
  return classType([start.replaceAll('.', '/'), ...rest].join('$'), typeArguments);
}

function withArguments(
  type: ClassType,
  part: NamePart | undefined,
  scope: Scope,
  universe: Universe,
): ClassType {
  if (part === undefined || part.typeArguments.length === 0) return type;
  const typeArguments = part.typeArguments.map((argument) => resolveType(argument, scope, universe));
  return { ...type, typeArguments };
}

/** A simple type name: type variables, local, member, imported and package classes, in the order of scopes. */
export function typeNamed(name: string, scope: Scope): JavaType | undefined {
  let link = scope;
  while (link.kind !== 'unit') {
    if (link.kind === 'type') {
      if (link.name === name) return link.type;
    } else if (link.kind === 'class') {
      const { model } = link;
      if (model.signature.typeParameters.some((parameter) => parameter.name === name))
        return { kind: 'variable', name };
      const member = memberTypeNamed(model, name);
      if (member !== undefined) return member;
      if (simpleName(model.signature.name) === name) return ownType(model);
    }
    link = link.parent;
  }
  return link.unit.typeNamed(name);
}

/** The class's own name without arguments: raw if it is generic, else a member of the parameterized class around it. */
function ownType({ signature, raw, self }: ClassModel): ClassType {
  if (signature.typeParameters.length === 0) return self;
  return self.outer === undefined ? raw : { ...raw, outer: self.outer };
}

function simpleName(binaryName: string): string {
  return binaryName.slice(Math.max(binaryName.lastIndexOf('/'), binaryName.lastIndexOf('$')) + 1);
}
