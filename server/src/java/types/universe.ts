/**
 * Classes as the typer reads them: signatures with what is derived from them
 * (all supertypes, members by name), computed once per class and universe.
 *
 * A universe lives as long as its {@link SignatureSource}, which never changes
 * its answers: a new version of the workspace's headers is a new source.
 */
import type { ClassModel, Universe } from './class-model';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type {
  ClassSignature,
  ClassType,
  JavaType,
  SignatureSource,
  TypeParameter,
} from '../../classfile/signatures/class-signature';
import { substituteClass, type Substitution, noSubstitution } from './substitution';
import { classType, objectType, sameType } from './types';

const universes = new WeakMap<SignatureSource, Universe>();

export function universeOf(source: SignatureSource): Universe {
  let universe = universes.get(source);
  if (universe === undefined) {
    universe = createUniverse(source);
    universes.set(source, universe);
  }
  return universe;
}

/** Makes a universe the one of a source. */
export function setUniverse(source: SignatureSource, universe: Universe): void {
  universes.set(source, universe);
}

function createUniverse(source: SignatureSource): Universe {
  const models = new Map<string, ClassModel | null>();
  const universe: Universe = {
    findClass(name) {
      const known = models.get(name);
      if (known !== undefined) return known ?? undefined;
      const signature = source.findClass(name);
      const model = signature === undefined ? undefined : createClassModel(signature, universe);
      models.set(name, model ?? null);
      return model;
    },
    units: new WeakMap(),
  };
  return universe;
}

/** A universe with the classes of one body before those of another universe. */
export function extendUniverse(base: Universe, local: ReadonlyMap<string, ClassSignature>): Universe {
  const models = new Map<string, ClassModel>();
  const universe: Universe = {
    findClass(name) {
      if (local.size === 0) return base.findClass(name);
      let model = models.get(name);
      if (model !== undefined) return model;
      const signature = local.get(name);
      if (signature === undefined) return base.findClass(name);
      model = createClassModel(signature, universe);
      models.set(name, model);
      return model;
    },
    units: base.units,
  };
  return universe;
}

function createClassModel(signature: ClassSignature, universe: Universe): ClassModel {
  const raw = classType(signature.name);
  let self: ClassType | undefined;
  return {
    signature,
    isInterface: (signature.flags & AccessFlag.interface) !== 0,
    raw,
    /** Late, since a header's own types may speak of the class. */
    get self() {
      self ??= selfType(signature, universe) ?? raw;
      return self;
    },
    universe,
    methods: new Map(),
    fields: new Map(),
    memberTypes: new Map(),
    supertypes: undefined,
    ownMethods: undefined,
    function: undefined,
    isKnown: undefined,
  };
}

function selfType(signature: ClassSignature, universe: Universe): ClassType | undefined {
  const outer = enclosingInstanceClass(signature, universe)?.self;
  const parameterisedOuter =
    outer !== undefined && (outer.typeArguments.length > 0 || outer.outer !== undefined);
  if (signature.typeParameters.length === 0 && !parameterisedOuter) return undefined;
  const own = signature.typeParameters.map((parameter): JavaType => ({
    kind: 'variable',
    name: parameter.name,
  }));
  return classType(signature.name, own, parameterisedOuter ? outer : undefined);
}

/** The class whose instance an inner (non-static) class holds; undefined for all others. */
export function enclosingInstanceClass(
  signature: ClassSignature,
  universe: Universe,
): ClassModel | undefined {
  const { outerClass } = signature;
  return outerClass !== undefined && isInner(signature) ? universe.findClass(outerClass) : undefined;
}

/** True if a class inside another one holds an instance of that. */
export function isInner({ flags, isRecord }: ClassSignature): boolean {
  return (flags & (AccessFlag.static | AccessFlag.interface | AccessFlag.enum)) === 0 && !isRecord;
}

/** All supertypes by class name, nearest superclasses first, in terms of the class's own type parameters. Itself excluded. */
export function supertypesOf(model: ClassModel): ReadonlyMap<string, ClassType> {
  if (model.supertypes !== undefined) return model.supertypes;
  const all = new Map<string, ClassType>();
  model.supertypes = all;
  const { superclass, interfaces, name } = model.signature;
  if (superclass !== undefined) addWithSupertypes(superclass, model, all);
  for (const type of interfaces) addWithSupertypes(type, model, all);
  if (name !== objectType.name && !all.has(objectType.name)) all.set(objectType.name, objectType);
  all.delete(name);
  return all;
}

function addWithSupertypes(type: ClassType, from: ClassModel, all: Map<string, ClassType>): void {
  if (!all.has(type.name)) all.set(type.name, type);
  const model = from.universe.findClass(type.name);
  if (model === undefined || model === from) return;
  const map = typeArgumentMap(model, type);
  const raw = isRaw(model, type);
  for (const supertype of supertypesOf(model).values()) {
    if (all.has(supertype.name)) continue;
    all.set(supertype.name, raw ? classType(supertype.name) : substituteClass(supertype, map));
  }
}

/** A generic class named without type arguments (JLS 4.8). */
export function isRaw(model: ClassModel, type: ClassType): boolean {
  return (
    type.typeArguments.length === 0 &&
    (model.signature.typeParameters.length > 0 ||
      (model.self.outer !== undefined && type.outer === undefined))
  );
}

/** The type arguments of a type, by the type parameters of its class and of the classes around it. */
export function typeArgumentMap(model: ClassModel, type: ClassType): Substitution {
  if (type.typeArguments.length === 0 && type.outer === undefined) return noSubstitution;
  const map = new Map<string, JavaType>();
  const outerModel = type.outer === undefined ? undefined : model.universe.findClass(type.outer.name);
  if (type.outer !== undefined && outerModel !== undefined) {
    for (const [name, argument] of typeArgumentMap(outerModel, type.outer)) map.set(name, argument);
  }
  model.signature.typeParameters.forEach((parameter, i) => {
    const argument = type.typeArguments[i];
    if (argument !== undefined) map.set(parameter.name, boundedArgument(argument, parameter));
  });
  return map;
}

/** `?` stands for its parameter's bound, unless the bound speaks of the parameters themselves. */
function boundedArgument(argument: JavaType, parameter: TypeParameter): JavaType {
  if (argument.kind !== 'wildcard' || argument.variance !== 'unbounded') return argument;
  const bound = parameter.bounds[0];
  if (bound === undefined || sameType(bound, objectType)) return argument;
  return { kind: 'wildcard', variance: 'extends', bound: eraseVariables(bound) };
}

/** `Enum<E>` to `Enum<?>`: enough to find members, and finite. */
function eraseVariables(bound: JavaType): JavaType {
  if (bound.kind === 'variable') return objectType;
  if (bound.kind !== 'class') return bound;
  return classType(
    bound.name,
    bound.typeArguments.map((argument) =>
      argument.kind === 'class' ? argument : { kind: 'wildcard', variance: 'unbounded' },
    ),
  );
}

/** The parameterization of `name` that a class type is a subtype of; undefined where it is none. */
export function asSuper(universe: Universe, type: ClassType, name: string): ClassType | undefined {
  if (type.name === name) return type;
  const model = universe.findClass(type.name);
  if (model === undefined) return undefined;
  const supertype = supertypesOf(model).get(name);
  if (supertype === undefined) return undefined;
  if (supertype.typeArguments.length === 0 && supertype.outer === undefined) return supertype;
  if (isRaw(model, type)) return classType(name);
  return substituteClass(supertype, typeArgumentMap(model, type));
}

/**
 * The class itself and all others that what is cached of it is worked out
 * from: its supertypes, the classes around these, and their member classes.
 */
export function classesBehind(model: ClassModel): ReadonlySet<string> {
  const behind = new Set<string>([model.signature.name, ...supertypesOf(model).keys()]);
  // A set's iteration goes on to what is added meanwhile: the classes around those around.
  for (const name of behind) {
    const outer = model.universe.findClass(name)?.signature.outerClass;
    if (outer !== undefined) behind.add(outer);
  }
  for (const name of [...behind])
    for (const member of model.universe.findClass(name)?.signature.memberClasses.values() ?? [])
      behind.add(member);
  return behind;
}

/** True if every class above this one was found. If not, its supertypes are not all known. */
export function hasKnownSupertypes(model: ClassModel): boolean {
  if (model.isKnown === undefined) {
    model.isKnown = [...supertypesOf(model).keys()].every(
      (name) => model.universe.findClass(name) !== undefined,
    );
  }
  return model.isKnown;
}

export function isSubclass(universe: Universe, name: string, ancestor: string): boolean {
  if (name === ancestor) return true;
  const model = universe.findClass(name);
  return model !== undefined && supertypesOf(model).has(ancestor);
}
