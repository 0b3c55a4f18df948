/** Finds what names mean: variables, types and packages (JLS 6.5), fields (JLS 15.11). */
import type { ClassModel, MemberField } from '../types/class-model';
import type { ClassType, JavaType } from '../../classfile/signatures/class-signature';
import type { Expression, ExpressionOf, FieldAccess } from '../syntax/ast';
import { boundsIn, erase } from '../types/erasure';
import { fieldNamed, memberTypeNamed } from './members';
import { enclosingClass, type LocalVariable, type Scope } from './scopes';
import { substitute, upperBound } from '../types/substitution';
import { attribute, record, type Typer } from './typer';
import { typeNamed } from '../types/type-resolution';
import { isRaw, typeArgumentMap } from '../types/universe';
import { classType, intType, objectType, unknownType } from '../types/types';
import type { Crossing } from './typing';

/** The part of an expression that stands before a dot. */
export type Qualifier =
  | { readonly kind: 'value'; readonly type: JavaType }
  | { readonly kind: 'type'; readonly type: JavaType }
  | { readonly kind: 'package'; readonly path: string };

type NameExpression = ExpressionOf<'name'>;

const directly: readonly Crossing[] = [];

const unknownValue: Qualifier = { kind: 'value', type: unknownType };

/** Types what stands before a dot; only names may mean types and packages. */
export function resolveQualifier(typer: Typer, expression: Expression, scope: Scope): Qualifier {
  if (expression.kind === 'name') return resolveName(typer, expression, scope);
  if (expression.kind === 'field-access') return resolveFieldAccess(typer, expression, scope);
  return { kind: 'value', type: attribute(typer, expression, scope) };
}

export function inferName(typer: Typer, expression: NameExpression | FieldAccess, scope: Scope): JavaType {
  const meaning =
    expression.kind === 'name'
      ? resolveName(typer, expression, scope)
      : resolveFieldAccess(typer, expression, scope);
  return meaning.kind === 'package' ? unknownType : meaning.type;
}

function resolveName(typer: Typer, expression: NameExpression, scope: Scope): Qualifier {
  const { name } = expression;
  let through: readonly Crossing[] = directly;
  let link = scope;
  while (link.kind !== 'unit') {
    if (link.kind === 'local') {
      if (link.variable.name === name) return useLocal(typer, expression, link.variable, through);
    } else if (link.kind === 'class') {
      const field = fieldNamed(link.model, name);
      if (field !== undefined)
        return useField(typer, expression, { member: field, type: field.type, byName: true });
      through = [...through, { kind: 'class', name: link.model.signature.name }];
    } else if (link.kind === 'lambda') {
      through = [...through, { kind: 'lambda' }];
    }
    link = link.parent;
  }
  const imported = link.unit.fieldNamed(name);
  if (imported !== undefined)
    return useField(typer, expression, { member: imported, type: imported.type, byName: true });
  const type = typeNamed(name, scope);
  if (type !== undefined) return useType(typer, expression, type);
  typer.resolutions.set(expression, { kind: 'package', name });
  record(typer, expression, unknownType);
  return { kind: 'package', path: name };
}

function useLocal(
  typer: Typer,
  expression: NameExpression,
  variable: LocalVariable,
  through: readonly Crossing[],
): Qualifier {
  const { name, type, constant } = variable;
  typer.resolutions.set(expression, { kind: 'local', name, type, through });
  if (constant !== undefined) typer.constants.set(expression, constant);
  return { kind: 'value', type: record(typer, expression, type) };
}

/** Types the use of a field. Only simple names and names qualified by a type are constant expressions (JLS 15.29). */
export function useField(
  typer: Typer,
  expression: Expression,
  {
    member,
    type,
    byName,
  }: { readonly member: MemberField; readonly type: JavaType; readonly byName: boolean },
): Qualifier {
  const { owner, field, isStatic } = member;
  typer.resolutions.set(expression, {
    kind: 'field',
    owner: owner.signature.name,
    field,
    isStatic,
    origin: owner.signature.origin,
  });
  if (byName && field.constant !== undefined) typer.constants.set(expression, field.constant);
  return { kind: 'value', type: record(typer, expression, type) };
}

function useType(typer: Typer, expression: Expression, type: JavaType): Qualifier {
  typer.resolutions.set(expression, { kind: 'type', type });
  return { kind: 'type', type: record(typer, expression, type) };
}

function resolveFieldAccess(typer: Typer, expression: FieldAccess, scope: Scope): Qualifier {
  const qualifier = resolveQualifier(typer, expression.target, scope);
  const { name } = expression;
  if (qualifier.kind === 'package') {
    const path = `${qualifier.path}/${name}`;
    const found = typer.universe.findClass(path);
    if (found !== undefined) return useType(typer, expression, found.raw);
    typer.resolutions.set(expression, { kind: 'package', name: path.replaceAll('/', '.') });
    record(typer, expression, unknownType);
    return { kind: 'package', path };
  }
  return fieldOf(typer, expression, qualifier, name) ?? memberTypeOf(typer, expression, qualifier, name);
}

function memberTypeOf(typer: Typer, expression: FieldAccess, qualifier: Qualifier, name: string): Qualifier {
  const type = qualifier.kind === 'type' && qualifier.type.kind === 'class' ? qualifier.type : undefined;
  const model = type === undefined ? undefined : typer.universe.findClass(type.name);
  const member = model === undefined ? undefined : memberTypeNamed(model, name);
  if (member !== undefined) return useType(typer, expression, classType(member.name));
  record(typer, expression, unknownType);
  return unknownValue;
}

function fieldOf(
  typer: Typer,
  expression: FieldAccess,
  qualifier: Exclude<Qualifier, { kind: 'package' }>,
  name: string,
): Qualifier | undefined {
  if (qualifier.type.kind === 'array' && name === 'length') {
    typer.resolutions.set(expression, { kind: 'array-length' });
    return { kind: 'value', type: record(typer, expression, intType) };
  }
  for (const type of classTypesOf(typer, qualifier.type)) {
    const model = typer.universe.findClass(type.name);
    const member = model === undefined ? undefined : fieldNamed(model, name);
    if (model === undefined || member === undefined) continue;
    const isByName = qualifier.kind === 'type';
    return useField(typer, expression, { member, type: fieldType(model, member, type), byName: isByName });
  }
  return undefined;
}

function fieldType(model: ClassModel, member: MemberField, receiver: ClassType): JavaType {
  if (member.isStatic || receiver === model.self) return member.type;
  if (isRaw(model, receiver)) return erase(member.field.type, boundsIn(member.owner));
  return upperBound(substitute(member.type, typeArgumentMap(model, receiver)));
}

const maximumDepth = 8;

/** The class types whose members a value of a type has: its bounds', for variables and intersections. */
export function classTypesOf(typer: Typer, type: JavaType, depth = 0): readonly ClassType[] {
  if (depth > maximumDepth) return [objectType];
  switch (type.kind) {
    case 'class':
      return [type];
    case 'variable': {
      const bounds = typer.boundsOf(type.name) ?? [];
      return bounds.length === 0
        ? [objectType]
        : bounds.flatMap((bound) => classTypesOf(typer, bound, depth + 1));
    }
    case 'wildcard':
      return classTypesOf(typer, upperBound(type), depth + 1);
    case 'intersection':
      return type.types.flatMap((part) => classTypesOf(typer, part, depth + 1));
    case 'array':
      return [objectType];
    default:
      return [];
  }
}

/** `this`, or `Outer.this`. */
export function typeOfThis(typer: Typer, expression: ExpressionOf<'this'>, scope: Scope): JavaType {
  const { qualifier } = expression;
  if (qualifier === undefined) return enclosingClass(scope)?.self ?? unknownType;
  const named = resolveQualifier(typer, qualifier, scope);
  if (named.kind !== 'type' || named.type.kind !== 'class') return unknownType;
  return typer.universe.findClass(named.type.name)?.self ?? named.type;
}

/** `super`, `Outer.super` (the superclass of an enclosing class) or `Interface.super`. */
export function typeOfSuper(typer: Typer, expression: ExpressionOf<'super'>, scope: Scope): JavaType {
  const own = enclosingClass(scope);
  if (expression.qualifier === undefined) return own?.signature.superclass ?? objectType;
  const named = resolveQualifier(typer, expression.qualifier, scope);
  if (named.kind !== 'type' || named.type.kind !== 'class') return unknownType;
  const { name } = named.type;
  const direct = own?.signature.interfaces.find((type) => type.name === name);
  return direct ?? typer.universe.findClass(name)?.signature.superclass ?? objectType;
}
