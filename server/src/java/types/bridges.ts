/**
 * Bridge methods (JLS 15.12.4.5): where an override's erasure is not that of
 * what it overrides, the class gets a method that casts and calls on.
 *
 * Sits in `java/`. The rules are those of javac's
 * `TransTypes.addBridges`.
 */
import type { ClassModel, MemberMethod } from './class-model';
import { AccessFlag, type JavaType, type MethodSignature } from '../../classfile/signatures/class-signature';
import { packageOf } from '../headers/class-names';
import { boundsIn, descriptorOf, erase, methodDescriptor } from './erasure';
import { memberMethod } from '../typing/members';
import { asSuper } from './universe';

export interface Bridge {
  readonly name: string;
  /** The descriptor of the method that the bridge overrides. */
  readonly descriptor: string;
  /** The method that the bridge calls. */
  readonly implementation: MemberMethod;
  /** True if that method is the superclass's. */
  readonly isInherited: boolean;
}

/** The methods of a class as its class file has them: declared methods and bridges, by name and descriptor. */
type BinaryMethods = Map<string, BinaryMethod>;

interface BinaryMethod {
  readonly owner: ClassModel;
  /** Undefined for a bridge. */
  readonly method: MethodSignature | undefined;
}

/** The class that gets bridges. */
interface Heir {
  readonly origin: ClassModel;
  /** The class itself and its superclasses, nearest first. */
  readonly classes: readonly ClassModel[];
}

const bridges = new WeakMap<ClassModel, readonly Bridge[]>();

/** Signatures leave bridges out. Cost: linear in the methods of all its supertypes, once. */
export function bridgesOf(model: ClassModel): readonly Bridge[] {
  let known = bridges.get(model);
  if (known === undefined) {
    // Classes that extend each other in a circle end here.
    bridges.set(model, []);
    known = findBridges(model);
    bridges.set(model, known);
  }
  return known;
}

function findBridges(origin: ClassModel): readonly Bridge[] {
  const found: Bridge[] = [];
  const added = new Set<string>();
  const heir = { origin, classes: superclassesOf(origin) };
  const visited = new Set<ClassModel>();
  const visit = (supertype: ClassModel): void => {
    if (visited.has(supertype)) return;
    visited.add(supertype);
    for (const method of supertype.signature.methods) {
      if (!isBridgeable(method, supertype, origin)) continue;
      const bridge = bridgeFor(method, supertype, heir, added);
      if (bridge === undefined) continue;
      added.add(bridge.name + bridge.descriptor);
      found.push(bridge);
    }
    for (const type of supertype.signature.interfaces) {
      const model = origin.universe.findClass(type.name);
      if (model !== undefined) visit(model);
    }
  };
  for (const model of heir.classes.slice(1)) visit(model);
  for (const type of origin.signature.interfaces) {
    const model = origin.universe.findClass(type.name);
    if (model !== undefined) visit(model);
  }
  return found;
}

/** The class itself and its superclasses, nearest first. */
function superclassesOf(origin: ClassModel): readonly ClassModel[] {
  const classes: ClassModel[] = [];
  for (let model: ClassModel | undefined = origin; model !== undefined && !classes.includes(model);) {
    classes.push(model);
    const next: string | undefined = model.signature.superclass?.name;
    model = next === undefined ? undefined : model.universe.findClass(next);
  }
  return classes;
}

const NEVER = AccessFlag.private | AccessFlag.static | AccessFlag.synthetic;

function isBridgeable({ name, flags }: MethodSignature, owner: ClassModel, origin: ClassModel): boolean {
  if (name === '<init>' || (flags & NEVER) !== 0) return false;
  const isVisible = (flags & (AccessFlag.public | AccessFlag.protected)) !== 0;
  return isVisible || packageOf(owner.signature.name) === packageOf(origin.signature.name);
}

/** `TransTypes.addBridgeIfNeeded`. */
function bridgeFor(
  method: MethodSignature,
  owner: ClassModel,
  { origin, classes }: Heir,
  added: ReadonlySet<string>,
): Bridge | undefined {
  const member = asMember(method, owner, origin);
  if (member === undefined) return undefined;
  const descriptor = methodDescriptor(owner, method);
  if (added.has(method.name + descriptor)) return undefined;
  const implementation = implementationOf(member, origin, classes);
  const binary = binaryImplementation(method, descriptor, owner, { origin, classes });
  const isAnswered =
    binary !== undefined &&
    binary.method !== method &&
    (implementation === undefined || classes.indexOf(binary.owner) <= classes.indexOf(implementation.owner));
  if (isAnswered || implementation === undefined) return undefined;
  const bridge = {
    name: method.name,
    descriptor,
    implementation,
    isInherited: implementation.owner !== origin,
  };
  const isOther = implementation.method !== method;
  const isNeeded = isOther ? differs(member, implementation, origin) : isChanged(member, origin);
  if (isNeeded && binary?.method !== implementation.method) return bridge;
  return opensClass(implementation, method, origin) ? bridge : undefined;
}

/**
 * True if a method has another erasure as a member of the class than in its own class. An abstract
 * method is left to subclasses.
 */
function isChanged(member: MemberMethod, origin: ClassModel): boolean {
  return !member.isAbstract && ownErasure(member) !== erasureIn(member, origin);
}

function differs(member: MemberMethod, implementation: MemberMethod, origin: ClassModel): boolean {
  const own = ownErasure(member);
  const implemented = ownErasure(implementation);
  return (
    own !== implemented ||
    erasureIn(member, origin) !== own ||
    erasureIn(implementation, origin) !== implemented
  );
}

/** A public class makes the public methods of a superclass that is not public reachable by reflection. */
function opensClass(implementation: MemberMethod, method: MethodSignature, origin: ClassModel): boolean {
  const { owner } = implementation;
  return (
    implementation.method === method &&
    owner !== origin &&
    (method.flags & (AccessFlag.final | AccessFlag.abstract)) === 0 &&
    (method.flags & origin.signature.flags & AccessFlag.public) !== 0 &&
    (owner.signature.flags & AccessFlag.public) === 0
  );
}

/** `Types.implementation`: the nearest class with a method that overrides it, one with a body first. */
function implementationOf(
  member: MemberMethod,
  origin: ClassModel,
  classes: readonly ClassModel[],
): MemberMethod | undefined {
  const key = parametersIn(member, origin);
  const plain = ownParameters(member);
  for (const owner of classes) {
    let abstractOne: MemberMethod | undefined;
    for (const method of owner.signature.methods) {
      if (method.name !== member.method.name || !isBridgeable(method, owner, origin)) continue;
      if (method.parameters.length !== member.method.parameters.length) continue;
      const own = asMember(method, owner, origin);
      if (own === undefined) continue;
      const isSame = method === member.method || parametersIn(own, origin) === key;
      if (!isSame && parametersIn(own, origin) !== plain) continue;
      if (!own.isAbstract) return own;
      abstractOne ??= own;
    }
    if (abstractOne !== undefined) return abstractOne;
  }
  return undefined;
}

/** `MethodSymbol.binaryImplementation`: what the virtual machine would call, bridges of superclasses included. */
function binaryImplementation(
  method: MethodSignature,
  descriptor: string,
  owner: ClassModel,
  { origin, classes }: Heir,
): BinaryMethod | undefined {
  const key = method.name + descriptor;
  for (const [depth, model] of classes.entries()) {
    // A class inside another one gets its bridges before that one does.
    const isAround = origin.signature.name.startsWith(`${model.signature.name}$`);
    const found = binaryMethods(model, { withBridges: depth > 0 && !isAround }).get(key);
    if (found === undefined) continue;
    const isRelated = asSuper(model.universe, model.self, owner.signature.name) !== undefined;
    const isAbstract = found.method !== undefined && (found.method.flags & AccessFlag.abstract) !== 0;
    if (found.method === method || isRelated || !isAbstract) return found;
  }
  return undefined;
}

const binaries = new WeakMap<ClassModel, { readonly bare: BinaryMethods; whole?: BinaryMethods }>();

function binaryMethods(model: ClassModel, { withBridges }: { readonly withBridges: boolean }): BinaryMethods {
  let known = binaries.get(model);
  if (known === undefined) {
    const bare: BinaryMethods = new Map();
    for (const method of model.signature.methods) {
      if ((method.flags & (AccessFlag.private | AccessFlag.static)) !== 0) continue;
      bare.set(method.name + methodDescriptor(model, method), { owner: model, method });
    }
    known = { bare };
    binaries.set(model, known);
  }
  if (!withBridges) return known.bare;
  if (known.whole === undefined) {
    const whole: BinaryMethods = new Map(known.bare);
    for (const { name, descriptor } of bridgesOf(model)) {
      const key = name + descriptor;
      if (!whole.has(key)) whole.set(key, { owner: model, method: undefined });
    }
    known.whole = whole;
  }
  return known.whole;
}

function asMember(method: MethodSignature, owner: ClassModel, origin: ClassModel): MemberMethod | undefined {
  const type = owner === origin ? origin.self : asSuper(origin.universe, origin.self, owner.signature.name);
  return type === undefined ? undefined : memberMethod(owner, method, origin, type);
}

function ownParameters({ erasedParameters }: MemberMethod): string {
  return erasedParameters.map(descriptorOf).join('');
}

function ownErasure(member: MemberMethod): string {
  return `(${ownParameters(member)})${descriptorOf(member.erasedReturnType)}`;
}

function parametersIn(member: MemberMethod, origin: ClassModel): string {
  return member.parameters.map((type) => erasedIn(type, member, origin)).join('');
}

/** Erased in the terms of the class that the method is a member of. */
function erasureIn(member: MemberMethod, origin: ClassModel): string {
  return `(${parametersIn(member, origin)})${erasedIn(member.returnType, member, origin)}`;
}

function erasedIn(type: JavaType, member: MemberMethod, origin: ClassModel): string {
  const outer = boundsIn(origin);
  const bounds = (variable: string): readonly JavaType[] | undefined =>
    member.typeParameters.find(({ name }) => name === variable)?.bounds ?? outer(variable);
  return descriptorOf(erase(type, bounds));
}
