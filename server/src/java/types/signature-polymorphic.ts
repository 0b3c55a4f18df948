/**
 * Signature polymorphic methods (JLS 15.12.3, JVMS 2.9.3): an invocation of
 * `MethodHandle.invoke` or `VarHandle.compareAndSet` passes its arguments as
 * they are, and names them in its descriptor.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression } from '../syntax/ast';
import { settleType } from '../typing/inference';
import { descriptorOf, erase } from './erasure';
import type { Argument } from '../typing/overloads';
import type { Typer } from '../typing/typer';
import { classType, isObject, isReference, objectType, unknownType, voidType } from './types';
import type { MethodResolution } from '../typing/typing';

const nullArgument = classType('java/lang/Void');

export function isSignaturePolymorphic({ owner, method, descriptor }: MethodResolution): boolean {
  return isPolymorphic(owner, method.name) && descriptor.startsWith('([Ljava/lang/Object;)');
}

/** Both classes have ordinary methods as well. */
function isPolymorphic(owner: string, name: string): boolean {
  if (owner === 'java/lang/invoke/VarHandle') return true;
  if (owner !== 'java/lang/invoke/MethodHandle') return false;
  return (name.startsWith('invoke') && name !== 'invokeWithArguments') || name.startsWith('linkTo');
}

/** The method as this call names it. */
export function asCalled(
  typer: Typer,
  resolution: MethodResolution,
  args: readonly Argument[],
): MethodResolution {
  const parameters = args.map(({ expression, type = unknownType }): JavaType => {
    // A reference conditional takes the type of its place (JLS 15.25), which is the declared `Object`.
    if (expression?.kind === 'conditional' && isReference(type)) return objectType;
    const settled = settleType(typer, type);
    return settled.kind === 'null' ? nullArgument : erase(settled, typer.boundsOf);
  });
  return withTypes(resolution, parameters, resolution.method.returnType);
}

/**
 * Gives a call the result that its place asks for, if the declared result is `Object`: a cast gives
 * its type, a statement gives nothing.
 */
export function resultAsUsed(typer: Typer, call: Expression, type: JavaType = voidType): void {
  const resolution = call.kind === 'call' ? typer.resolutions.get(call) : undefined;
  if (resolution?.kind !== 'method' || !isPolymorphic(resolution.owner, resolution.method.name)) return;
  if (!isObject(resolution.method.returnType)) return;
  typer.types.set(call, type);
  typer.resolutions.set(
    call,
    withTypes(resolution, resolution.method.parameters, erase(type, typer.boundsOf)),
  );
}

function withTypes(
  resolution: MethodResolution,
  parameters: readonly JavaType[],
  returnType: JavaType,
): MethodResolution {
  const { kind, owner, method, dispatch, origin } = resolution;
  const descriptor = `(${parameters.map(descriptorOf).join('')})${descriptorOf(returnType)}`;
  return { kind, owner, method: { ...method, parameters, returnType }, descriptor, dispatch, origin };
}
