/**
 * Walks what makes objects: `new`, arrays, lambdas and method references.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.visitNewClass`,
 * `visitNewArray`, and `LambdaToMethod`. A lambda's body is walked in the
 * lambda's own block; bodies of anonymous classes are members of their own.
 */
import type {
  BlockStatement,
  Expression,
  LambdaExpression,
  NewExpression,
  MethodReference,
} from '../../java/syntax/ast';
import { isTypeSyntax } from '../../java/headers/type-syntax';
import { intType, voidType } from '../../java/types/types';
import { recordInvocation, recordNullCheck, walkArguments, walkElements, walkUnresolved } from './calls';
import { operationKey } from '../catalogue/catalogue';
import { sizeOf } from './convert';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import { isNoValue, recordHandedVariables, recordPassedVariables, walkOuterInstance } from './references';
import { DEFAULT_AMOUNT, type SizeAmount } from './size-hints';
import type { SourceWalk } from './source-walk';
import { parseMethodDescriptor } from '../../java/types/erasure';
import type { MethodResolution } from '../../java/typing/typing';
import { needsAccessor } from './accessors';

export function walkNew(walk: SourceWalk, expression: NewExpression): void {
  const type = expression.body === undefined ? operandTypeOf(walk.typing.typeOf(expression)) : 'Object';
  walk.recorder.record(operationKey('NewObject', [type], 'reference'), expression.start);
  if (expression.outer !== undefined) {
    walk.value(expression.outer);
    recordNullCheck(walk, expression.outer.start);
  } else if (expression.body === undefined) {
    walkEnclosingInstance(walk, expression);
  }
  const resolution = walk.typing.resolutionOf(expression);
  if (resolution?.kind !== 'method') {
    walkUnresolved(walk, expression.arguments, expression.type.start);
    return;
  }
  if (expression.body === undefined) {
    walkArguments(walk, expression.arguments, resolution, expression.start);
    recordPassedVariables(walk, expression);
    recordInvocation(walk, resolution, expression, expression.type.start);
    return;
  }
  // The constructor that an anonymous class gets is application code that the source does not show.
  walkArguments(walk, expression.arguments, { ...resolution, origin: 'workspace' }, expression.start);
  recordPassedVariables(walk, expression);
  walk.recorder.record(operationKey('MethodInvocation', [], 'reference', ['special']), expression.type.start);
}

/** An inner class's constructor is handed the instance around it. */
function walkEnclosingInstance(walk: SourceWalk, expression: NewExpression): void {
  const type = walk.typing.typeOf(expression);
  const enclosing = type.kind === 'class' ? enclosingInstanceOf(walk, type.name) : undefined;
  if (enclosing !== undefined) walkOuterInstance(walk, enclosing, expression.start);
}

/**
 * The class whose instance each instance of a class holds. For a local class that is the class around
 * it, unless it stands in a static context.
 */
function enclosingInstanceOf(walk: SourceWalk, className: string): string | undefined {
  return walk.captures.holdsOuter(className)
    ? walk.hierarchy.outerOf(className)
    : walk.hierarchy.enclosingInstanceOf(className);
}

export function walkNewArray(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'new-array' },
): void {
  const type = walk.typing.typeOf(expression);
  if (expression.initializer !== undefined) {
    const element = type.kind === 'array' ? type.element : walk.typing.typeOfSyntax(expression.elementType);
    walkElements(walk, expression.initializer.elements, element, expression.start);
    return;
  }
  for (const dimension of expression.dimensions) walk.value(dimension, intType);
  const { dimensions } = expression;
  const amount = productOf(dimensions.map((dimension) => walk.hints.count(dimension)));
  if (dimensions.length > 1) {
    walk.recorder.record(
      operationKey('NewMultiArray', [operandTypeOf(type)], 'reference'),
      expression.start,
      { amount },
    );
    return;
  }
  const element = type.kind === 'array' ? operandTypeOf(type.element) : UNTYPED;
  walk.recorder.record(operationKey('NewArray', [element], 'reference'), expression.start, { amount });
}

function productOf(counts: readonly SizeAmount[]): SizeAmount {
  return {
    value: counts.reduce((product, count) => product * count.value, 1),
    basis: counts.every((count) => count.basis === 'constant') ? 'constant' : DEFAULT_AMOUNT.basis,
  };
}

/** `{ 1, 2 }` where a declaration or an enclosing initializer gives the type. */
export function walkArrayInitializer(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'array-initializer' },
): void {
  const type = walk.typing.typeOf(expression);
  const element = type.kind === 'array' ? type.element : ({ kind: 'unknown' } as const);
  walkElements(walk, expression.elements, element, expression.start);
}

export function walkMethodReference(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'method-reference' },
): void {
  const { target } = expression;
  if (!isTypeSyntax(target)) {
    const receiver = target;
    if (!isNoValue(walk, receiver)) {
      walk.value(receiver, walk.typing.typeOf(receiver));
      if (!isNeverNull(walk, receiver)) recordNullCheck(walk, receiver.start);
    }
  }
  recordLambda(walk, expression.start);
  recordReferenceBody(walk, expression);
}

function isNeverNull({ typing }: SourceWalk, receiver: Expression): boolean {
  return ['this', 'super', 'new'].includes(receiver.kind) || typing.constantOf(receiver) !== undefined;
}

function recordLambda(walk: SourceWalk, offset: number): void {
  walk.recorder.record(operationKey('LambdaCreation', [], 'reference'), offset);
}

export function walkLambda(walk: SourceWalk, lambda: LambdaExpression): void {
  recordHandedVariables(walk, lambda);
  recordLambda(walk, lambda.start);
  const { recorder, state } = walk;
  const { reach } = recorder;
  const { frames, returnType, isInLambda } = state;
  recorder.reach = 'alive';
  state.isInLambda = true;
  state.frames = [];
  state.returnType = walk.typing.returnTypeOf(lambda);
  const { body } = lambda;
  walk.within(body, () => {
    if (body.kind === 'block') walkCallable(walk, body);
    else walkReturn(walk, body, body.start);
  });
  recorder.reach = reach;
  state.frames = frames;
  state.returnType = returnType;
  state.isInLambda = isInLambda;
}

/** A body and the return at its end. */
export function walkCallable(walk: SourceWalk, body: BlockStatement): void {
  for (const statement of body.statements) walk.statement(statement);
  walk.recorder.block = walk.blocks.blockAtEnd.get(body) ?? walk.recorder.block;
  recordEnd(walk, Math.max(body.start, body.end - 1));
}

/** A return without a value. */
export function recordEnd(walk: SourceWalk, offset: number): void {
  walk.recorder.record(operationKey('Return', ['void'], 'load'), offset);
  walk.recorder.reach = 'dead';
}

export function walkReturn(walk: SourceWalk, expression: Expression, offset: number): void {
  const target = walk.state.returnType;
  if (target?.kind === 'primitive' && target.name === voidType.name) {
    walk.effect(expression);
    recordEnd(walk, offset);
    return;
  }
  walk.value(expression, target);
  const type = operandTypeOf(
    target === undefined || target.kind === 'unknown' ? walk.typing.typeOf(expression) : target,
  );
  const size = sizeOf(walk, expression, target);
  const waits = walk.state.frames.some((frame) => frame.hasFinalizer === true);
  if (waits) walk.recorder.record(operationKey('Declaration', [type], size), offset);
  walk.recorder.record(operationKey('Return', [type], waits ? 'load' : size), offset);
  walk.recorder.reach = 'dead';
}

/**
 * Records a method reference that no method handle can stand for: javac makes a lambda of it, with a body of its
 * own (`LambdaToMethod.needsConversionToLambda`). The body has no block: it counts once where the reference
 * stands.
 */
function recordReferenceBody(walk: SourceWalk, reference: MethodReference): void {
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
  if (!isTypeSyntax(target) && target.kind === 'super') return true;
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
