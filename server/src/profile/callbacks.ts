/**
 * Whether a counted method was called back: its caller called a method that was
 * not counted, as `List.forEach`, and that called it.
 *
 * Sits in `profile/` under `describe-tree.ts`. What runs between both leaves no
 * trace in the counts, so that it is told by what the call site names. Where the
 * site may have led to the method by itself, it did.
 */
import { readBootstrapMethods } from '../classfile/bootstrap-methods';
import type { MethodCode } from '../classfile/code';
import { ConstantTag } from '../classfile/constant-pool';
import { parseMethodDescriptor } from '../classfile/descriptors';
import { decodeInstruction } from '../classfile/instructions';
import { attempt } from '../classfile/outcome';
import type { ClassFile } from '../classfile/read-class';

export interface MethodOfClass {
  /** Binary name with slashes. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What a call site names. */
export interface CallAt extends MethodOfClass {
  /** Whether the object that it is called on says which method runs. */
  readonly isVirtual: boolean;
}

/** Undefined for what is made as it is called. */
export function readCall(file: ClassFile, code: MethodCode, offset: number): CallAt | undefined {
  const read = attempt(() => {
    const { name, operand } = decodeInstruction(file, code, offset);
    if (name === 'invokedynamic') return undefined;
    const isVirtual = name === 'invokevirtual' || name === 'invokeinterface';
    return { ...file.constants.member(operand), isVirtual };
  });
  return read.ok ? read.value : undefined;
}

/** `counted`: names of the classes that are counted; `listFiles` has those that were loaded. */
export function createCallbacks(
  counted: ReadonlySet<string>,
  listFiles: () => readonly ClassFile[],
): (call: CallAt, method: MethodOfClass) => boolean {
  let lambdas: ReadonlySet<string> | undefined;
  return (call, method) => {
    if (counted.has(call.owner) || isPolymorphic(call) || isCalledByMachine(method)) return false;
    // Bodies of libraries run there, whatever the object is.
    if (!call.isVirtual) return true;
    if (isOverridden(call, method)) return false;
    lambdas ??= new Set(listFiles().flatMap(listLambdas));
    return !lambdas.has(idOfLambda(call.name, method));
  };
}

/** A bridge, or the body of a generic method, has other types than the call names. */
function isOverridden(call: MethodOfClass, method: MethodOfClass): boolean {
  const arity = ({ descriptor }: MethodOfClass): number =>
    parseMethodDescriptor(descriptor).parameters.length;
  return call.name === method.name && arity(call) === arity(method);
}

/** A handle's method runs in the place of the call (JVMS 2.9.3). */
function isPolymorphic({ owner, name }: MethodOfClass): boolean {
  return owner === 'java/lang/invoke/MethodHandle' && (name === 'invoke' || name === 'invokeExact');
}

/** Where a class is first used, which may be while, or after, anything is called. */
function isCalledByMachine({ name, descriptor }: MethodOfClass): boolean {
  return (
    name === '<clinit>' ||
    ((name === 'loadClass' || name === 'findClass') && descriptor.startsWith('(Ljava/lang/String;'))
  );
}

/** Of each lambda and method reference of a class: which method of an interface calls which method of the program. */
function listLambdas(file: ClassFile): readonly string[] {
  const bootstraps = readBootstrapMethods(file);
  if (!bootstraps.ok || bootstraps.value.length === 0) return [];
  const found: string[] = [];
  for (let index = 1; index < file.constants.offsets.length; index++) {
    if (file.constants.tagAt(index) !== ConstantTag.invokeDynamic) continue;
    const read = attempt(() => {
      const { bootstrap, name } = file.constants.dynamic(index);
      const made = bootstraps.value[bootstrap];
      if (made?.method.owner !== 'java/lang/invoke/LambdaMetafactory') return undefined;
      return idOfLambda(name, file.constants.methodHandle(made.arguments[1] ?? 0).reference);
    });
    if (read.ok && read.value !== undefined) found.push(read.value);
  }
  return found;
}

/** A reference may name another class than the one whose method runs; bodies of lambdas are where they are named. */
function idOfLambda(calledAs: string, { owner, name }: MethodOfClass): string {
  return `${calledAs} ${name.startsWith('lambda$') ? `${owner}.` : ''}${name}`;
}
