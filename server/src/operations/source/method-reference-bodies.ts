/**
 * Method references that no method handle can stand for: javac makes a lambda
 * of them, with a body of its own.
 *
 * Sits in `operations/`. javac's `LambdaToMethod.needsConversionToLambda`. The
 * body has no block of its own: it counts once where the reference stands.
 */
import { isTypeSyntaxKind } from '../../flow/source/syntax-children';
import type { MethodReference } from '../../java/syntax/ast';
import { parseMethodDescriptor } from '../../java/types/descriptor-types';
import type { MethodResolution } from '../../java/typing/typing';
import { needsAccessor } from './accessors';
import { recordInvocation } from './calls';
import { operationKey } from '../catalogue/catalogue';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import { DEFAULT_AMOUNT } from './size-hints';
import type { SourceWalk } from './source-walk';

export function recordReferenceBody(walk: SourceWalk, reference: MethodReference): void {
  const { target, name, start } = reference;
  if (name === 'new' && target.kind === 'array') {
    const type = walk.typing.typeOfSyntax(target);
    const element = type.kind === 'array' ? operandTypeOf(type.element) : UNTYPED;
    walk.recorder.record(operationKey('NewArray', [element], 'reference'), start, { amount: DEFAULT_AMOUNT });
    return;
  }
  const resolution = walk.typing.resolutionOf(reference);
  if (resolution?.kind !== 'method' || !needsBody(walk, reference, resolution)) return;
  if (name === 'new') walk.recorder.record(operationKey('NewObject', ['Object'], 'reference'), start);
  if (resolution.packs !== undefined) recordPacking(walk, resolution, resolution.packs, start);
  recordInvocation(walk, resolution, { arguments: [] }, start);
}

function needsBody(
  walk: SourceWalk,
  { target, name }: MethodReference,
  resolution: MethodResolution,
): boolean {
  if (!isTypeSyntaxKind(target.kind) && target.kind === 'super') return true;
  if (resolution.packsFrom !== undefined) return true;
  const { owner, method } = resolution;
  if (needsAccessor(walk, { owner, name: method.name, flags: method.flags })) return true;
  return (
    name === 'new' &&
    (walk.typing.localClasses.has(owner) || walk.hierarchy.enclosingInstanceOf(owner) !== undefined)
  );
}

function recordPacking(walk: SourceWalk, resolution: MethodResolution, count: number, offset: number): void {
  const array = parseMethodDescriptor(resolution.descriptor).parameters.at(-1);
  const element = array?.kind === 'array' ? operandTypeOf(array.element) : UNTYPED;
  const amount = { value: count, basis: 'constant' } as const;
  walk.recorder.record(operationKey('NewArray', [element], 'reference'), offset, { amount });
  for (let i = 0; i < count; i++) walk.recorder.record(operationKey('ArrayStore', [element], 'load'), offset);
}
