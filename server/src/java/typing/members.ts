/**
 * Members of a class by name, inherited ones included (JLS 8.2, 8.4.8, 9.4.1),
 * in terms of the type parameters of the class they are looked up in.
 *
 * Lookups are cached in the class's model: a name costs its search once per
 * universe.
 */
import { addTo } from '../../base/groups';
import type { ClassModel, MemberField, MemberMethod } from '../types/class-model';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type {
  ClassType,
  FieldSignature,
  JavaType,
  MethodSignature,
  TypeParameter,
} from '../../classfile/signatures/class-signature';
import { boundsIn, descriptorOf, erase } from '../types/erasure';
import { noSubstitution, substitute, substituteClass, type Substitution } from '../types/substitution';
import { isInner, isRaw, supertypesOf, typeArgumentMap } from '../types/universe';
import { classType, objectType } from '../types/types';

const noMethods: readonly MemberMethod[] = [];

export function methodsNamed(model: ClassModel, name: string): readonly MemberMethod[] {
  let found = model.methods.get(name);
  if (found === undefined) {
    found = collectMethods(model, name);
    model.methods.set(name, found);
  }
  return found;
}

/** Constructors are not inherited. */
export function constructorsOf(model: ClassModel): readonly MemberMethod[] {
  let found = model.methods.get('<init>');
  if (found === undefined) {
    found = ownMethods(model, '<init>').map((method) => memberMethod(model, method, model, model.self));
    model.methods.set('<init>', found);
  }
  return found;
}

function ownMethods(model: ClassModel, name: string): readonly MethodSignature[] {
  if (model.ownMethods === undefined) {
    const byName = new Map<string, MethodSignature[]>();
    for (const method of model.signature.methods) {
      if ((method.flags & AccessFlag.synthetic) === 0) addTo(byName, method.name, method);
    }
    model.ownMethods = byName;
  }
  return model.ownMethods.get(name) ?? [];
}

function collectMethods(model: ClassModel, name: string): readonly MemberMethod[] {
  const found: MemberMethod[] = [];
  const seen = new Set<string>();
  const add = (owner: ClassModel, ownerType: ClassType): void => {
    for (const method of ownMethods(owner, name)) {
      if (owner !== model && !isInherited(owner, method)) continue;
      const member = memberMethod(owner, method, model, ownerType);
      const key = erasedKey(member, model);
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(member);
    }
  };
  add(model, model.self);
  for (const supertype of supertypesOf(model).values()) {
    const owner = model.universe.findClass(supertype.name);
    if (owner !== undefined) add(owner, supertype);
  }
  return found.length === 0 ? noMethods : found;
}

function isInherited(owner: ClassModel, method: MethodSignature): boolean {
  if ((method.flags & AccessFlag.private) !== 0) return false;
  return !(owner.isInterface && (method.flags & AccessFlag.static) !== 0);
}

/** Methods with one key override each other (JLS 8.4.2, by erasure in the class's own terms). */
function erasedKey(member: MemberMethod, model: ClassModel): string {
  const bounds = boundsIn(model);
  const own = (variable: string): readonly JavaType[] | undefined =>
    member.typeParameters.find((parameter) => parameter.name === variable)?.bounds ?? bounds(variable);
  return member.parameters.map((parameter) => descriptorOf(erase(parameter, own))).join('');
}

/** A method as a member of `model`, which sees its owner as `ownerType`. */
export function memberMethod(
  owner: ClassModel,
  method: MethodSignature,
  model: ClassModel,
  ownerType: ClassType,
): MemberMethod {
  const ownerMap = owner === model ? noSubstitution : typeArgumentMap(owner, ownerType);
  const raw = owner !== model && isRaw(owner, ownerType);
  const map = withoutClashes(method, ownerMap, model);
  const erasure = boundsIn(owner, method);
  const put = (type: JavaType): JavaType => (raw ? erase(type, erasure) : substitute(type, map));
  const typeParameters = raw
    ? []
    : method.typeParameters.map((parameter) => ({
        name: renamed(parameter.name, map),
        bounds: parameter.bounds.map((bound) => substitute(bound, map)),
      }));
  const parameters = ownerMap.size === 0 && !raw ? method.parameters : method.parameters.map(put);
  return new InheritedMethod(owner, method, typeParameters, parameters, put(method.returnType));
}

/** A class, so that the accessors are not each method's own: a large workspace looks up tens of thousands. */
class InheritedMethod implements MemberMethod {
  readonly owner: ClassModel;
  readonly method: MethodSignature;
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
  #erasedParameters: readonly JavaType[] | undefined;

  constructor(
    owner: ClassModel,
    method: MethodSignature,
    typeParameters: readonly TypeParameter[],
    parameters: readonly JavaType[],
    returnType: JavaType,
  ) {
    this.owner = owner;
    this.method = method;
    this.typeParameters = typeParameters;
    this.parameters = parameters;
    this.returnType = returnType;
  }

  get erasedParameters(): readonly JavaType[] {
    const { owner, method } = this;
    if (this.#erasedParameters === undefined) {
      const erasure = boundsIn(owner, method);
      this.#erasedParameters = method.parameters.map((parameter) => erase(parameter, erasure));
    }
    return this.#erasedParameters;
  }

  get erasedReturnType(): JavaType {
    return erase(this.method.returnType, boundsIn(this.owner, this.method));
  }

  get isVarargs(): boolean {
    return (this.method.flags & AccessFlag.varargs) !== 0;
  }

  get isStatic(): boolean {
    return (this.method.flags & AccessFlag.static) !== 0;
  }

  get isAbstract(): boolean {
    return (this.method.flags & AccessFlag.abstract) !== 0;
  }
}

/** The same method with type parameters before its own. */
export function withTypeParameters(
  { owner, method, typeParameters, parameters, returnType }: MemberMethod,
  first: readonly TypeParameter[],
): MemberMethod {
  return new InheritedMethod(owner, method, [...first, ...typeParameters], parameters, returnType);
}

function renamed(name: string, map: Substitution): string {
  const replacement = map.get(name);
  return replacement?.kind === 'variable' ? replacement.name : name;
}

/** A method's own type parameters shadow its class's, and must not be taken for those of the class looked up in. */
function withoutClashes(method: MethodSignature, ownerMap: Substitution, model: ClassModel): Substitution {
  if (method.typeParameters.length === 0 || ownerMap.size === 0) return ownerMap;
  const map = new Map(ownerMap);
  for (const { name } of method.typeParameters) {
    const clashes = model.signature.typeParameters.some((parameter) => parameter.name === name);
    if (clashes) map.set(name, { kind: 'variable', name: `${name}'` });
    else map.delete(name);
  }
  return map;
}

export function fieldNamed(model: ClassModel, name: string): MemberField | undefined {
  let found = model.fields.get(name);
  if (found === undefined) {
    found = findField(model, name) ?? null;
    model.fields.set(name, found);
  }
  return found ?? undefined;
}

function findField(model: ClassModel, name: string): MemberField | undefined {
  const own = ownField(model, name);
  if (own !== undefined) return memberField(model, own, own.type);
  for (const supertype of supertypesOf(model).values()) {
    const owner = model.universe.findClass(supertype.name);
    const field = owner === undefined ? undefined : ownField(owner, name);
    if (owner === undefined || field === undefined || (field.flags & AccessFlag.private) !== 0) continue;
    const type = isRaw(owner, supertype)
      ? erase(field.type, boundsIn(owner))
      : substitute(field.type, typeArgumentMap(owner, supertype));
    return memberField(owner, field, type);
  }
  return undefined;
}

function ownField(model: ClassModel, name: string): FieldSignature | undefined {
  return model.signature.fields.find((field) => field.name === name);
}

function memberField(owner: ClassModel, field: FieldSignature, type: JavaType): MemberField {
  return { owner, field, type, isStatic: (field.flags & AccessFlag.static) !== 0 };
}

/** A member class by simple name, as a type in the terms of the class it was looked up in (JLS 8.5). */
export function memberTypeNamed(model: ClassModel, name: string): ClassType | undefined {
  let found = model.memberTypes.get(name);
  if (found === undefined) {
    // Classes that extend each other in a circle end here.
    model.memberTypes.set(name, null);
    found = findMemberType(model, name) ?? null;
    model.memberTypes.set(name, found);
  }
  return found ?? undefined;
}

/** A private class is no member of subclasses, yet hides what its own class would inherit. */
function findMemberType(model: ClassModel, name: string): ClassType | undefined {
  const { universe, signature } = model;
  const own = signature.memberClasses.get(name);
  if (own !== undefined) return memberType(own, model, model.self);
  const direct =
    signature.superclass === undefined
      ? signature.interfaces
      : [signature.superclass, ...signature.interfaces];
  for (const supertype of direct) {
    const owner = supertype.name === signature.name ? undefined : universe.findClass(supertype.name);
    const inherited = owner === undefined ? undefined : memberTypeNamed(owner, name);
    if (owner === undefined || inherited === undefined) continue;
    const flags = universe.findClass(inherited.name)?.signature.flags ?? 0;
    if ((flags & AccessFlag.private) !== 0) continue;
    return isRaw(owner, supertype)
      ? classType(inherited.name)
      : substituteClass(inherited, typeArgumentMap(owner, supertype));
  }
  return undefined;
}

/** An inner class of a parameterized class carries that parameterization. Its own arguments are still to be given. */
function memberType(binaryName: string, owner: ClassModel, ownerType: ClassType): ClassType {
  const parameterized = ownerType.typeArguments.length > 0 || ownerType.outer !== undefined;
  if (!parameterized) return classType(binaryName);
  const signature = owner.universe.findClass(binaryName)?.signature;
  return classType(binaryName, [], signature !== undefined && isInner(signature) ? ownerType : undefined);
}

/** The method that a lambda for this interface implements (JLS 9.8); undefined where it has none or several. */
export function functionOf(model: ClassModel): MemberMethod | undefined {
  if (model.function === undefined) model.function = findFunction(model) ?? null;
  return model.function ?? undefined;
}

function findFunction(model: ClassModel): MemberMethod | undefined {
  if (!model.isInterface) return undefined;
  const names = new Set<string>();
  const abstractNames = (owner: ClassModel): void => {
    for (const method of owner.signature.methods) {
      if ((method.flags & AccessFlag.abstract) !== 0) names.add(method.name);
    }
  };
  abstractNames(model);
  for (const name of supertypesOf(model).keys()) {
    const owner = model.universe.findClass(name);
    if (owner?.isInterface === true) abstractNames(owner);
  }
  const object = model.universe.findClass(objectType.name);
  let found: MemberMethod | undefined;
  for (const name of names) {
    for (const member of methodsNamed(model, name)) {
      if (!member.isAbstract || (object !== undefined && isMethodOfObject(object, member))) continue;
      if (found !== undefined && found.method.name !== name) return undefined;
      found ??= member;
    }
  }
  return found;
}

function isMethodOfObject(object: ClassModel, member: MemberMethod): boolean {
  const key = erasedKey(member, member.owner);
  return methodsNamed(object, member.method.name).some(
    (method) => (method.method.flags & AccessFlag.public) !== 0 && erasedKey(method, object) === key,
  );
}
