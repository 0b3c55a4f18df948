/** Collections and their elements, as the class hierarchy tells them: in the workspace and on the class path. */
import type { Universe } from '../java/types/class-model';
import type { ClassType, JavaType } from '../classfile/signatures/class-signature';
import type { Typing } from '../java/typing/typing';
import { upperBound } from '../java/types/substitution';
import { isObject, sameType } from '../java/types/types';
import { asSuper, isSubclass } from '../java/types/universe';

const COLLECTION = 'java/util/Collection';

interface Types {
  readonly universe: Universe;
  readonly typing: Typing;
}

/** The class types that a value of a type surely has: the type itself, or the bounds of a variable. */
function classTypesOf(type: JavaType, { typing }: Pick<Types, 'typing'>): readonly ClassType[] {
  switch (type.kind) {
    case 'class':
      return [type];
    case 'wildcard':
      return classTypesOf(upperBound(type), { typing });
    case 'variable':
      return (typing.boundsOf(type.name) ?? []).flatMap((bound) => (bound.kind === 'class' ? [bound] : []));
    case 'intersection':
      return type.types.flatMap((part) => (part.kind === 'class' ? [part] : []));
    default:
      return [];
  }
}

/** `Collection<E>` as which a value of this type may be seen; undefined if it is surely none. */
export function asCollection(type: JavaType, types: Types): ClassType | undefined {
  for (const each of classTypesOf(type, types)) {
    const collection = asSuper(types.universe, each, COLLECTION);
    if (collection !== undefined) return collection;
  }
  return undefined;
}

export function isCollectionClass(name: string, universe: Universe): boolean {
  return isSubclass(universe, name, COLLECTION);
}

/** True if javac takes all elements of one type where another is wanted, without boxing or widening any. */
export function fits(from: JavaType, to: JavaType, types: Types): boolean {
  if (from.kind === 'unknown' || to.kind === 'unknown' || from.kind === 'primitive') return false;
  const wanted = to.kind === 'wildcard' ? (to.variance === 'super' ? to.bound : undefined) : to;
  if (wanted === undefined) return false;
  if (isObject(wanted) || sameType(from, wanted)) return true;
  if (wanted.kind !== 'class' || wanted.typeArguments.length > 0) return false;
  return classTypesOf(from, types).some(({ name }) => isSubclass(types.universe, name, wanted.name));
}

/** True if all elements of a collection may be added to another by `addAll`. */
export function canAddAll(from: ClassType, to: ClassType, types: Types): boolean {
  const [given] = from.typeArguments;
  const [wanted] = to.typeArguments;
  // Raw types check nothing.
  if (wanted === undefined) return true;
  return given !== undefined && fits(upperBound(given), wanted, types);
}
