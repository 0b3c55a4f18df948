/**
 * Least upper and greatest lower bounds of reference types (JLS 4.10.4, 5.1.10).
 */
import type { ClassType, JavaType } from '../../classfile/signatures/class-signature';
import { boxedIfPrimitive } from './conversions';
import { isSubtype, type TypeContext } from './subtyping';
import { asSuper, supertypesOf } from './universe';
import { classType, mentionsInference, objectType, sameType, unboundedWildcard, unknownType } from './types';

/** Parameterizations nested deeper are left open: the true bound may be infinite. */
const maximumDepth = 2;

export function leastUpperBound(context: TypeContext, types: readonly JavaType[], depth = 0): JavaType {
  const distinct: JavaType[] = [];
  for (const type of types) {
    if (type.kind === 'null') continue;
    const reference = boxedIfPrimitive(type);
    if (!distinct.some((known) => sameType(known, reference))) distinct.push(reference);
  }
  const known = distinct.filter((type) => type.kind !== 'unknown');
  const [first] = known;
  if (first === undefined) return distinct[0] ?? types[0] ?? unknownType;
  if (known.length === 1) return first;
  const top = known.find((type) => known.every((other) => isSubtypeOf(context, other, type)));
  if (top !== undefined) return top;
  if (known.every((type) => type.kind === 'array')) {
    const elements = known.map((type) => type.element);
    if (elements.every((element) => element.kind !== 'primitive')) {
      return { kind: 'array', element: leastUpperBound(context, elements, depth + 1) };
    }
    return objectType;
  }
  return commonSupertype(context, known.map((type) => classOf(context, type)), depth); // prettier-ignore
}

function isSubtypeOf(context: TypeContext, sub: JavaType, sup: JavaType): boolean {
  return !mentionsInference(sub) && !mentionsInference(sup) && isSubtype(context, sub, sup);
}

/** The class that stands for a type among others; for variables and intersections the first bound. */
function classOf(context: TypeContext, type: JavaType): ClassType {
  let current: JavaType | undefined = type;
  for (let i = 0; i < 8 && current !== undefined; i++) {
    if (current.kind === 'class') return current;
    if (current.kind === 'variable') current = context.boundsOf(current.name)?.[0];
    else if (current.kind === 'intersection') current = current.types[0];
    else if (current.kind === 'wildcard') current = current.bound;
    else break;
  }
  return objectType;
}

function commonSupertype(context: TypeContext, types: readonly ClassType[], depth: number): JavaType {
  const { universe } = context;
  const [first, ...others] = types;
  if (first === undefined) return objectType;
  const model = universe.findClass(first.name);
  if (model === undefined) return objectType;
  const names = [first.name, ...supertypesOf(model).keys()].filter((name) =>
    others.every((other) => asSuper(universe, other, name) !== undefined),
  );
  const minimal = names.filter((name) => {
    return !names.some((other) => {
      const lower = other === name ? undefined : universe.findClass(other);
      return lower !== undefined && supertypesOf(lower).has(name);
    });
  });
  const bounds = minimal.map((name) => commonParameterization(context, types, name, depth));
  const classesFirst = [
    ...bounds.filter((type) => !isInterface(context, type)),
    ...bounds.filter((type) => isInterface(context, type)),
  ];
  if (classesFirst.length > 1) return { kind: 'intersection', types: classesFirst };
  return classesFirst[0] ?? objectType;
}

function isInterface(context: TypeContext, type: ClassType): boolean {
  return context.universe.findClass(type.name)?.isInterface === true;
}

function commonParameterization(
  context: TypeContext,
  types: readonly ClassType[],
  name: string,
  depth: number,
): ClassType {
  const found = types.flatMap((type) => asSuper(context.universe, type, name) ?? []);
  const [first] = found;
  if (first === undefined || found.some((type) => type.typeArguments.length === 0)) return classType(name);
  const typeArguments = first.typeArguments.map((argument, i): JavaType => {
    const all = found.map((type) => type.typeArguments[i] ?? unknownType);
    if (all.every((other) => sameType(other, argument))) return argument;
    if (depth >= maximumDepth) return unboundedWildcard;
    const bounds = all.map((other) => (other.kind === 'wildcard' ? (other.bound ?? objectType) : other));
    return { kind: 'wildcard', variance: 'extends', bound: leastUpperBound(context, bounds, depth + 1) };
  });
  return classType(name, typeArguments);
}

export function greatestLowerBound(context: TypeContext, types: readonly JavaType[]): JavaType {
  const distinct = types.filter((type, i) => types.findIndex((other) => sameType(other, type)) === i);
  const minimal = distinct.filter(
    (type) =>
      !distinct.some(
        (other) => other !== type && isSubtypeOf(context, other, type) && !isSubtypeOf(context, type, other),
      ),
  );
  const [first] = minimal;
  if (first === undefined) return distinct[0] ?? objectType;
  return minimal.length === 1 ? first : { kind: 'intersection', types: minimal };
}
