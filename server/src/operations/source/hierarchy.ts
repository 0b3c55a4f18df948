/**
 * Subtyping of erased types, as far as signatures are known: decides whether javac needs a checkcast.
 *
 * Sits in `operations/`, over the typer's universe.
 */
import {
  AccessFlag,
  type ClassSignature,
  type JavaType,
  type SignatureSource,
  type TypeParameter,
} from '../../classfile/signatures/class-signature';
import { boundsIn, erase } from '../../java/types/erasure';
import type { CodeOrigin, Typing } from '../../java/typing/typing';
import { enclosingInstanceClass, extendUniverse, isSubclass, universeOf } from '../../java/types/universe';

export interface Hierarchy {
  erased(type: JavaType): JavaType;
  /** The erasure of a type that a class declares with its own type variables. */
  erasedIn(owner: string, type: JavaType): JavaType;
  isSubtype(from: JavaType, to: JavaType): boolean;
  isSubclass(name: string, ancestor: string): boolean;
  /**
   * True for a type variable with several bounds and for an intersection, of which erasure leaves only
   * the first type.
   */
  hasManyBounds(type: JavaType): boolean;
  /** The components of a record in order; empty where it is none, or not known. */
  recordComponents(name: string): readonly RecordComponent[];
  /** The class around a class; undefined where it is none, or not known. */
  outerOf(name: string): string | undefined;
  /** The signature of any class, classes that the body declares included. */
  signatureOf(name: string): ClassSignature | undefined;
  /** The class whose instance each instance of an inner member class holds; undefined where there is none, or not known. */
  enclosingInstanceOf(name: string): string | undefined;
}

/** The place from which types are looked at. */
interface HierarchyPlace {
  readonly signatures?: SignatureSource;
  readonly owner?: string;
  /** The type parameters of the method. Those of the class come from its signature. */
  readonly typeParameters?: readonly TypeParameter[];
}

/** The declarations within a body. */
type LocalDeclarations = Pick<Typing, 'localClasses' | 'boundsOf'>;

export interface RecordComponent {
  readonly name: string;
  /** Erased. */
  readonly type: JavaType;
  readonly origin: CodeOrigin;
}

const SUPERTYPES_OF_ARRAYS: ReadonlySet<string> = new Set([
  'java/lang/Object',
  'java/lang/Cloneable',
  'java/io/Serializable',
]);

export function createHierarchy(
  { signatures, owner, typeParameters = [] }: HierarchyPlace,
  local: LocalDeclarations,
): Hierarchy {
  const universe =
    signatures === undefined ? undefined : extendUniverse(universeOf(signatures), local.localClasses);
  const ownerModel = owner === undefined ? undefined : universe?.findClass(owner);
  const boundsOfOwner = ownerModel === undefined ? () => undefined : boundsIn(ownerModel);
  const boundsOf = (variable: string): readonly JavaType[] | undefined =>
    typeParameters.find((parameter) => parameter.name === variable)?.bounds ??
    boundsOfOwner(variable) ??
    local.boundsOf(variable);
  const hierarchy: Hierarchy = {
    erased: (type) => erase(type, boundsOf),
    erasedIn: (name, type) => {
      const model = universe?.findClass(name);
      return erase(type, model === undefined ? boundsOf : boundsIn(model));
    },
    isSubtype: (from, to) => {
      if (from.kind === 'unknown' || to.kind === 'unknown' || from.kind === 'null') return true;
      if (to.kind === 'class' && to.name === 'java/lang/Object') return true;
      if (from.kind === 'array') {
        if (to.kind === 'class') return SUPERTYPES_OF_ARRAYS.has(to.name);
        if (to.kind !== 'array') return false;
        if (from.element.kind === 'primitive' || to.element.kind === 'primitive') {
          return (
            from.element.kind === 'primitive' &&
            to.element.kind === 'primitive' &&
            from.element.name === to.element.name
          );
        }
        return hierarchy.isSubtype(from.element, to.element);
      }
      if (from.kind === 'class' && to.kind === 'class') return hierarchy.isSubclass(from.name, to.name);
      return false;
    },
    isSubclass: (name, ancestor) =>
      name === ancestor || (universe !== undefined && isSubclass(universe, name, ancestor)),
    hasManyBounds: (type) => {
      if (type.kind !== 'variable') return type.kind === 'intersection' && type.types.length > 1;
      const [first, ...others] = boundsOf(type.name) ?? [];
      return others.length > 0 || (first !== undefined && hierarchy.hasManyBounds(first));
    },
    recordComponents: (name) => {
      const model = universe?.findClass(name);
      if (model?.signature.isRecord !== true) return [];
      const { fields, origin } = model.signature;
      const boundsOfRecord = boundsIn(model);
      return fields
        .filter((field) => (field.flags & AccessFlag.static) === 0)
        .map((field) => ({ name: field.name, type: erase(field.type, boundsOfRecord), origin }));
    },
    outerOf: (name) =>
      hierarchy.signatureOf(name)?.outerClass ??
      classAroundLocal(name, (prefix) => hierarchy.signatureOf(prefix) !== undefined),
    signatureOf: (name) => universe?.findClass(name)?.signature,
    enclosingInstanceOf: (name) => {
      const model = universe?.findClass(name);
      return model === undefined
        ? undefined
        : enclosingInstanceClass(model.signature, model.universe)?.signature.name;
    },
  };
  return hierarchy;
}

const LOCAL_CLASS = /\$\d[^$]*$/;

/** Local classes are named after the class around them, or after it and the member that declares them. */
function classAroundLocal(name: string, isClass: (name: string) => boolean): string | undefined {
  if (!LOCAL_CLASS.test(name)) return undefined;
  const prefix = name.slice(0, name.lastIndexOf('$'));
  const end = prefix.lastIndexOf('$');
  return end < 0 || LOCAL_CLASS.test(prefix) || isClass(prefix) ? prefix : prefix.slice(0, end);
}
