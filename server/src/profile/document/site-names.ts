/**
 * The tests by which a call site tells how a counted method was entered from it: called by the name that stands there,
 * called back by a method that was not counted, such as `List.forEach`, or without anybody's asking, as where the JVM
 * loads a class.
 *
 * Sits in `profile/` under `describe-tree.ts`. The counts keep no trace of what runs in between, so the
 * name at the call site decides. If the site may have led to the method directly, it counts as a direct
 * call.
 */
import { readBootstrapMethods } from '../../classfile/read/class-attributes';
import type { MethodCode } from '../../classfile/read/code';
import { ConstantTag } from '../../classfile/read/constant-pool';
import { parseMethodDescriptor } from '../../classfile/read/descriptors';
import { decodeInstruction } from '../../classfile/read/instructions';
import { attempt } from '../../base/outcome';
import type { ClassFile } from '../../classfile/read/read-class';

const METAFACTORY = 'java/lang/invoke/LambdaMetafactory';

export interface MethodOfClass {
  /** Binary name with slashes. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** The method that a call site names. */
export interface CallAt extends MethodOfClass {
  /** True if the class of the receiver decides which method runs. */
  readonly isVirtual: boolean;
  readonly isStatic: boolean;
}

/** The method that a call names; undefined for `invokedynamic`, whose target is made at run time. */
export function readCall(file: ClassFile, code: MethodCode, offset: number): CallAt | undefined {
  const read = attempt(() => {
    const { name, operand } = decodeInstruction(file, code, offset);
    if (name === 'invokedynamic') return undefined;
    const isVirtual = name === 'invokevirtual' || name === 'invokeinterface';
    return { ...file.constants.member(operand), isVirtual, isStatic: name === 'invokestatic' };
  });
  return read.ok ? read.value : undefined;
}

/**
 * True if the call may ask an object that it is given, as `String.valueOf(Object)`, `Objects.hash` and a concatenation
 * do: the object's `toString` or `hashCode` is no part of what such a call costs.
 */
export function asksObjects(file: ClassFile, code: MethodCode, offset: number): boolean {
  const read = attempt(() => {
    const { name, operand } = decodeInstruction(file, code, offset);
    if (name !== 'invokedynamic') return takesAny(file.constants.member(operand).descriptor);
    const made = file.constants.dynamic(operand);
    return /^makeConcat/.test(made.name) && takesObject(made.descriptor);
  });
  return read.ok && read.value;
}

function takesAny(descriptor: string): boolean {
  return parseMethodDescriptor(descriptor).parameters.some((type) => /^\[*Ljava\/lang\/Object;$/.test(type));
}

function takesObject(descriptor: string): boolean {
  return parseMethodDescriptor(descriptor).parameters.some((type) => /^L(?!java\/lang\/String;)/.test(type));
}

/** The method that a method reference at this place stands for, as in `list::add`; undefined elsewhere. */
export function readReference(file: ClassFile, code: MethodCode, offset: number): MethodOfClass | undefined {
  const read = attempt(() => {
    const { name, operand } = decodeInstruction(file, code, offset);
    if (name !== 'invokedynamic') return undefined;
    const bootstraps = readBootstrapMethods(file);
    const made = bootstraps.ok ? bootstraps.value[file.constants.dynamic(operand).bootstrap] : undefined;
    if (made?.method.owner !== METAFACTORY) return undefined;
    const { reference } = file.constants.methodHandle(made.arguments[1] ?? 0);
    return reference.name.startsWith('lambda$') ? undefined : reference;
  });
  return read.ok ? read.value : undefined;
}

/** True if a call of what the reference stands for may run the method. */
export function isReferredTo(reference: MethodOfClass, method: MethodOfClass): boolean {
  return isOverridden(reference, method) && (method.name !== '<init>' || method.owner === reference.owner);
}

/** True for a method that anybody may ask of an object. Those of small objects are in the costs of whoever asks them. */
export function isAsked({ owner, name, descriptor }: MethodOfClass): boolean {
  if (name === 'toString') return descriptor.startsWith('()');
  const isKey = /^(?:hashCode\(\)|(?:equals|compareTo)\(Ljava\/lang\/Object;\))/.test(`${name}${descriptor}`);
  return isKey && !owner.startsWith('java/lang/');
}

/** What a call site tells of a method that was entered from it. */
export interface SiteNames {
  /** True if the site calls a method that was not counted, which called this one. */
  readonly isCallback: (call: CallAt, method: MethodOfClass) => boolean;
  /** True if the site's call may run the method itself. */
  readonly isNamed: (call: CallAt, method: MethodOfClass) => boolean;
}

/** `counted` has the names of all counted classes; `listFiles` returns the classes that were loaded. */
export function createSiteNames(
  counted: ReadonlySet<string>,
  listFiles: () => readonly ClassFile[],
): SiteNames {
  let lambdas: ReadonlySet<string> | undefined;
  const listed = (): ReadonlySet<string> => (lambdas ??= new Set(listFiles().flatMap(listLambdas)));
  const isLambda = (call: CallAt, method: MethodOfClass): boolean =>
    listed().has(idOfLambda(call.name, method));
  return {
    isCallback: (call, method) => {
      if (counted.has(call.owner) || isPolymorphic(call) || isCalledByMachine(method)) return false;
      // The body of a library's method runs here, whatever the receiver is.
      return !call.isVirtual || !(isOverridden(call, method) || isLambda(call, method));
    },
    isNamed: (call, method) =>
      isPolymorphic(call) ||
      (isOverridden(call, method) && (!call.isStatic || call.owner === method.owner)) ||
      (call.isVirtual && isLambda(call, method)),
  };
}

/** True if the method may override the named one. Arity is compared, not types: bridges and generic methods differ in those. */
function isOverridden(call: MethodOfClass, method: MethodOfClass): boolean {
  const arity = ({ descriptor }: MethodOfClass): number =>
    parseMethodDescriptor(descriptor).parameters.length;
  return call.name === method.name && arity(call) === arity(method);
}

/** True for method handles, whose method runs in the place of the call (JVMS 2.9.3). */
function isPolymorphic({ owner, name }: MethodOfClass): boolean {
  return owner === 'java/lang/invoke/MethodHandle' && (name === 'invoke' || name === 'invokeExact');
}

/** True for methods that the JVM calls when a class is first used, which may be during or after any call. */
function isCalledByMachine({ name, descriptor }: MethodOfClass): boolean {
  return (
    name === '<clinit>' ||
    ((name === 'loadClass' || name === 'findClass') && descriptor.startsWith('(Ljava/lang/String;'))
  );
}

/** Pairs of an interface's method and the program's method that implements it, one for each lambda and method reference of a class. */
function listLambdas(file: ClassFile): readonly string[] {
  const bootstraps = readBootstrapMethods(file);
  if (!bootstraps.ok || bootstraps.value.length === 0) return [];
  const found: string[] = [];
  for (let index = 1; index < file.constants.offsets.length; index++) {
    if (file.constants.tagAt(index) !== ConstantTag.invokeDynamic) continue;
    const read = attempt(() => {
      const { bootstrap, name } = file.constants.dynamic(index);
      const made = bootstraps.value[bootstrap];
      if (made?.method.owner !== METAFACTORY) return undefined;
      return idOfLambda(name, file.constants.methodHandle(made.arguments[1] ?? 0).reference);
    });
    if (read.ok && read.value !== undefined) found.push(read.value);
  }
  return found;
}

/** The key of a lambda. A method reference may name a subclass of the method's owner, so the owner counts for lambda bodies only. */
function idOfLambda(calledAs: string, { owner, name }: MethodOfClass): string {
  return `${calledAs} ${name.startsWith('lambda$') ? `${owner}.` : ''}${name}`;
}
