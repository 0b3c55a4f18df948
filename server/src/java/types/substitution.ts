/**
 * Substitution of types for type variables, and projection of what wildcards
 * leave behind (JLS 4.4, 5.1.10, 4.10.5).
 *
 * Capture conversion is done by bounds instead of fresh variables: a member of
 * `List<? extends Number>` has `? extends Number` put for `E`, which is read
 * as `Number` where it stands on its own, and stays a wildcard where it is an
 * argument.
 */
import type {
  ClassType,
  JavaType,
  TypeVariable,
  WildcardType,
} from '../../classfile/signatures/class-signature';
import { objectType, unboundedWildcard } from './types';

export type Substitution = ReadonlyMap<string, JavaType>;

export const noSubstitution: Substitution = new Map();

/** Gives the type that takes a variable's place. Undefined leaves the variable. */
type ReplaceVariable = (variable: TypeVariable) => JavaType | undefined;

/** Inference variables have names of their own, and are never in a substitution. */
export function substitute(type: JavaType, map: Substitution): JavaType {
  if (map.size === 0 || type.kind === 'primitive') return type;
  return replaceVariables(type, (variable) => map.get(variable.name));
}

export function substituteClass(type: ClassType, map: Substitution): ClassType {
  return map.size === 0 ? type : replaceInClass(type, (variable) => map.get(variable.name));
}

/** The same object where nothing was replaced. */
export function replaceVariables(type: JavaType, replace: ReplaceVariable): JavaType {
  switch (type.kind) {
    case 'variable':
      return replace(type) ?? type;
    case 'class':
      return replaceInClass(type, replace);
    case 'array': {
      const element = replaceVariables(type.element, replace);
      return element === type.element ? type : { kind: 'array', element: upperBound(element) };
    }
    case 'wildcard':
      return replaceInWildcard(type, replace);
    case 'intersection':
      return {
        kind: 'intersection',
        types: type.types.map((part) => upperBound(replaceVariables(part, replace))),
      };
    default:
      return type;
  }
}

function replaceInClass(type: ClassType, replace: ReplaceVariable): ClassType {
  if (type.typeArguments.length === 0 && type.outer === undefined) return type;
  const typeArguments = type.typeArguments.map((argument) => replaceVariables(argument, replace));
  const outer = type.outer === undefined ? undefined : replaceInClass(type.outer, replace);
  const isSame =
    outer === type.outer && typeArguments.every((argument, i) => argument === type.typeArguments[i]);
  if (isSame) return type;
  return outer === undefined
    ? { kind: 'class', name: type.name, typeArguments }
    : { kind: 'class', name: type.name, typeArguments, outer };
}

/** A wildcard over a wildcard: `? super E` with `? extends X` for `E` accepts what accepts an `X`. */
function replaceInWildcard(type: WildcardType, replace: ReplaceVariable): JavaType {
  if (type.bound === undefined) return type;
  const bound = replaceVariables(type.bound, replace);
  if (bound === type.bound) return type;
  if (bound.kind !== 'wildcard') return { kind: 'wildcard', variance: type.variance, bound };
  if (bound.bound === undefined) return unboundedWildcard;
  if (type.variance === 'extends') return bound.variance === 'extends' ? bound : unboundedWildcard;
  return bound.variance === 'extends'
    ? { kind: 'wildcard', variance: 'super', bound: bound.bound }
    : { kind: 'wildcard', variance: 'super', bound: objectType };
}

/** The type of the values that can be read from a place of this type. */
export function upperBound(type: JavaType): JavaType {
  if (type.kind !== 'wildcard') return type;
  return type.variance === 'extends' && type.bound !== undefined ? type.bound : objectType;
}

/** The type of the values that may be put into a place of this type. It is lenient if only null may. */
export function lowerBound(type: JavaType): JavaType {
  if (type.kind !== 'wildcard') return type;
  return type.bound ?? objectType;
}
