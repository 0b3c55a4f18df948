/**
 * Subtyping, containment and compatibility (JLS 4.10, 4.5.1, 5.3), over types
 * that may hold inference variables: a relation that depends on one adds a
 * bound to it (JLS 18.2, 18.3).
 *
 * Bounds are undone through the trail, so that applicability can be tried.
 * What is unknown fits everywhere. Unchecked conversion is allowed throughout.
 */
import type { ClassModel, Universe } from './class-model';
import type { ClassType, JavaType, PrimitiveType } from '../../classfile/signatures/class-signature';
import type { BoundsOf } from './erasure';
import { boxOf, unboxedTypeOf, widensTo } from './conversions';
import { lowerBound, upperBound } from './substitution';
import { asSuper, hasKnownSupertypes } from './universe';
import {
  type InferenceBounds,
  type InferenceVariable,
  isInferenceVariable,
  objectType,
  sameType,
} from './types';

export interface TypeContext {
  readonly universe: Universe;
  /** Bounds of the type variables in scope. */
  readonly boundsOf: BoundsOf;
  /** Lists of bounds that grew, newest last. */
  readonly trail: JavaType[][];
  /** True if the code being typed may name a member (JLS 6.6). */
  isAccessible(owner: ClassModel, flags: number): boolean;
  /** Different at each call within one body. */
  newVariableId(): number;
}

/** Deeper relations only arise from types that speak of themselves; they are taken to hold. */
const maximumDepth = 24;

const arraySupertypes = new Set(['java/lang/Object', 'java/lang/Cloneable', 'java/io/Serializable']);

/** Undoes all bounds added since the trail had this length. */
export function rollBack(context: TypeContext, mark: number): void {
  const { trail } = context;
  while (trail.length > mark) trail.pop()?.pop();
}

export function isSubtype(context: TypeContext, sub: JavaType, sup: JavaType, depth = 0): boolean {
  if (sub === sup || depth > maximumDepth) return true;
  if (sub.kind === 'unknown' || sup.kind === 'unknown') return true;
  if (isInferenceVariable(sup)) return addBeside(context, sup, sub, 'lower', depth);
  if (isInferenceVariable(sub)) return addBeside(context, sub, sup, 'upper', depth);
  if (sup.kind === 'wildcard') return isSubtype(context, sub, lowerBound(sup), depth + 1);
  if (sup.kind === 'intersection') return sup.types.every((part) => isSubtype(context, sub, part, depth + 1));
  switch (sub.kind) {
    case 'primitive':
      return sup.kind === 'primitive' && widensTo(sub.name, sup.name);
    case 'null':
      return sup.kind !== 'primitive';
    case 'class':
      return sup.kind === 'class' && isSubclassType(context, sub, sup, depth);
    case 'array':
      return isArraySubtype(context, sub.element, sup, depth);
    case 'variable': {
      if (sup.kind === 'variable' && sup.name === sub.name) return true;
      const bounds = context.boundsOf(sub.name) ?? [];
      if (bounds.length === 0) return sup.kind === 'class' && sup.name === objectType.name;
      return bounds.some((bound) => isSubtype(context, bound, sup, depth + 1));
    }
    case 'wildcard':
      return isSubtype(context, upperBound(sub), sup, depth + 1);
    case 'intersection':
      return sub.types.some((part) => isSubtype(context, part, sup, depth + 1));
  }
}

function isArraySubtype(context: TypeContext, element: JavaType, sup: JavaType, depth: number): boolean {
  if (sup.kind === 'class') return arraySupertypes.has(sup.name);
  if (sup.kind !== 'array') return false;
  if (element.kind === 'primitive' || sup.element.kind === 'primitive') {
    if (isInferenceVariable(sup.element)) return false;
    return element.kind === sup.element.kind && sameType(element, sup.element);
  }
  return isSubtype(context, element, sup.element, depth + 1);
}

function isSubclassType(context: TypeContext, sub: ClassType, sup: ClassType, depth: number): boolean {
  if (sup.name === objectType.name) return true;
  const found = asSuper(context.universe, sub, sup.name);
  if (found === undefined) return mayBeSubclass(context, sub, sup);
  if (sup.typeArguments.length === 0 || found.typeArguments.length === 0) return true;
  return containsAll(context, found.typeArguments, sup.typeArguments, depth + 1);
}

/**
 * True if a class may be a subclass of another. A class that is missing from the class path gets the
 * benefit of the doubt.
 */
function mayBeSubclass({ universe }: TypeContext, sub: ClassType, sup: ClassType): boolean {
  const model = universe.findClass(sub.name);
  return model === undefined || !hasKnownSupertypes(model) || universe.findClass(sup.name) === undefined;
}

function containsAll(
  context: TypeContext,
  inner: readonly JavaType[],
  outer: readonly JavaType[],
  depth: number,
): boolean {
  for (let i = 0; i < outer.length; i++) {
    const a = inner[i];
    const b = outer[i];
    if (a !== undefined && b !== undefined && !isContained(context, a, b, depth)) return false;
  }
  return true;
}

/** True if the type argument `inner` is contained by `outer` (JLS 4.5.1). */
function isContained(context: TypeContext, inner: JavaType, outer: JavaType, depth: number): boolean {
  if (outer.kind !== 'wildcard') return isEqualType(context, inner, outer, depth);
  const { bound, variance } = outer;
  if (bound === undefined) return true;
  if (variance === 'extends') return isSubtype(context, upperBound(inner), bound, depth + 1);
  if (inner.kind !== 'wildcard') return isSubtype(context, bound, inner, depth + 1);
  return (
    inner.variance === 'super' &&
    inner.bound !== undefined &&
    isSubtype(context, bound, inner.bound, depth + 1)
  );
}

function isEqualType(context: TypeContext, a: JavaType, b: JavaType, depth = 0): boolean {
  if (a === b || depth > maximumDepth || a.kind === 'unknown' || b.kind === 'unknown') return true;
  if (isInferenceVariable(b)) return addEqual(context, b, a, depth);
  if (isInferenceVariable(a)) return addEqual(context, a, b, depth);
  if (a.kind === 'class' && b.kind === 'class') {
    if (a.name !== b.name) return false;
    return a.typeArguments.every((argument, i) => {
      const other = b.typeArguments[i];
      return other === undefined || isEqualType(context, argument, other, depth + 1);
    });
  }
  if (a.kind === 'array' && b.kind === 'array') return isEqualType(context, a.element, b.element, depth + 1);
  if (a.kind === 'wildcard' && b.kind === 'wildcard') {
    if (a.variance !== b.variance) return false;
    return (
      a.bound === undefined || b.bound === undefined || isEqualType(context, a.bound, b.bound, depth + 1)
    );
  }
  return sameType(a, b);
}

function addBound(context: TypeContext, list: JavaType[], bound: JavaType): boolean {
  if (list.some((known) => sameType(known, bound))) return false;
  list.push(bound);
  context.trail.push(list);
  return true;
}

/** Adds a bound below or above a variable; false where it contradicts what is known. */
function addBeside(
  context: TypeContext,
  variable: InferenceVariable,
  bound: JavaType,
  side: 'lower' | 'upper',
  depth: number,
): boolean {
  const { bounds } = variable;
  const agrees = (other: JavaType): boolean =>
    side === 'lower'
      ? isSubtype(context, bound, other, depth + 1)
      : isSubtype(context, other, bound, depth + 1);
  if (bounds.instance !== undefined) return agrees(bounds.instance);
  if (bound.kind === 'null' && side === 'lower') return true;
  if (bound.kind === 'primitive') return false;
  const opposite = side === 'lower' ? 'upper' : 'lower';
  if (isSame(variable, bound) || !addBound(context, bounds[side], bound)) return true;
  if (isInferenceVariable(bound) && !addBeside(context, bound, variable, opposite, depth + 1)) return false;
  return bounds.equal.every(agrees) && [...bounds[opposite]].every(agrees);
}

function addEqual(
  context: TypeContext,
  variable: InferenceVariable,
  bound: JavaType,
  depth: number,
): boolean {
  const { bounds } = variable;
  if (bounds.instance !== undefined) return isEqualType(context, bounds.instance, bound, depth + 1);
  if (bound.kind === 'primitive') return false;
  if (isSame(variable, bound)) return true;
  const before = [...bounds.equal];
  if (!addBound(context, bounds.equal, bound)) return true;
  if (isInferenceVariable(bound) && !addEqual(context, bound, variable, depth + 1)) return false;
  return (
    before.every((equal) => isEqualType(context, equal, bound, depth + 1)) &&
    [...bounds.lower].every((lower) => isSubtype(context, lower, bound, depth + 1)) &&
    [...bounds.upper].every((upper) => isSubtype(context, bound, upper, depth + 1))
  );
}

function isSame(variable: InferenceVariable, type: JavaType): boolean {
  return isInferenceVariable(type) && type.bounds === variable.bounds;
}

export type InvocationPhase = 'strict' | 'loose';

/** True if a value may be passed where a type is asked for (JLS 5.3). */
export function isCompatible(
  context: TypeContext,
  from: JavaType,
  to: JavaType,
  phase: InvocationPhase,
): boolean {
  if (from.kind === 'unknown' || to.kind === 'unknown') return true;
  if (from.kind === 'primitive') {
    if (to.kind === 'primitive') return widensTo(from.name, to.name);
    return phase === 'loose' && from.name !== 'void' && isSubtype(context, boxOf(from), to);
  }
  if (to.kind !== 'primitive') return isSubtype(context, from, to);
  return phase === 'loose' && unboxesTo(context, from, to);
}

function unboxesTo(context: TypeContext, from: JavaType, to: PrimitiveType): boolean {
  if (isInferenceVariable(from)) return variableUnboxesTo(context, from.bounds, from, to);
  const held = unboxedTypeOf(from);
  if (held !== undefined) return widensTo(held.name, to.name);
  if (from.kind === 'variable')
    return (context.boundsOf(from.name) ?? []).some((bound) => unboxesTo(context, bound, to));
  if (from.kind === 'intersection') return from.types.some((part) => unboxesTo(context, part, to));
  return from.kind === 'wildcard' && unboxesTo(context, upperBound(from), to);
}

/** A variable that nothing else decides becomes the box of what it is used as (JLS 18.5.2.1). */
function variableUnboxesTo(
  context: TypeContext,
  bounds: InferenceBounds,
  variable: InferenceVariable,
  to: PrimitiveType,
): boolean {
  const known = bounds.instance ?? bounds.equal[0] ?? bounds.lower[0];
  if (known === undefined || isInferenceVariable(known))
    return addBeside(context, variable, boxOf(to), 'upper', 0);
  return unboxesTo(context, known, to);
}
