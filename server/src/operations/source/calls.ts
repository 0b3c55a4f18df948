/**
 * Calls: of application code with its arguments, of library functions, of constructors.
 *
 * Sits in `operations/`, under `extract-source.ts`. After eCalc, table II: a
 * call of application code costs its invocation, and its callee is counted by
 * itself; a call of the platform or the class path is one operation.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { CallExpression, Expression } from '../../java/syntax/ast';
import { parseMethodDescriptor } from '../../java/types/erasure';
import type { MethodResolution } from '../../java/typing/typing';
import { recordAccessor } from './accessors';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import { castToOwner, sizeOf } from './convert';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import { isNoValue, walkOuterInstance, walkSuperOuter } from './references';
import { amountOfCall } from './size-hints';
import type { SourceWalk } from './source-walk';
import type { Offset } from '../../base/units';

export function walkCall(walk: SourceWalk, call: CallExpression): void {
  const resolution = walk.typing.resolutionOf(call);
  if (resolution?.kind !== 'method') {
    if (call.target !== undefined && !isNoValue(walk, call.target)) walk.effect(call.target);
    walkUnresolved(walk, call.arguments, call.nameStart);
    return;
  }
  walkReceiver(walk, call, resolution);
  walkArguments(walk, call.arguments, resolution, call.nameStart);
  recordInvocation(walk, resolution, call, call.nameStart);
}

function walkReceiver(walk: SourceWalk, call: CallExpression, resolution: MethodResolution): void {
  const { target } = call;
  if (call.name === 'this' || call.name === 'super') {
    walk.recorder.push();
    if (target !== undefined) {
      walk.value(target);
      recordNullCheck(walk, target.start);
    } else if (call.name === 'super') walkSuperOuter(walk, resolution.owner, call.nameStart);
    return;
  }
  if (target !== undefined) {
    if (isNoValue(walk, target)) return;
    walk.value(target, walk.typing.typeOf(target));
    castToOwner(walk, target, resolution.owner);
    return;
  }
  if (resolution.dispatch !== 'static') walkOuterInstance(walk, resolution.owner, call.nameStart);
}

/** A method that was not found: counted, with arguments as they are. */
export function walkUnresolved(walk: SourceWalk, callArguments: readonly Expression[], offset: number): void {
  for (const argument of callArguments) {
    walk.value(argument);
    const type = operandTypeOf(walk.typing.typeOf(argument));
    walk.recorder.record(operationKey('Parameter', [type], sizeOf(walk, argument)), argument.start);
  }
  walk.recorder.record(operationKey('MethodInvocation', [UNTYPED], 'load'), offset);
}

/** Pushes the arguments, packing those of variable arity into an array (JLS 15.12.4.2), at `offset` where there are none. */
export function walkArguments(
  walk: SourceWalk,
  callArguments: readonly Expression[],
  resolution: MethodResolution,
  offset: Offset,
): void {
  const parameters = declaredParameters(resolution);
  const fixed = resolution.packsFrom ?? callArguments.length;
  const isApplication = resolution.origin === 'workspace';
  callArguments.slice(0, fixed).forEach((argument, index) => {
    const parameter = parameters[index];
    walk.value(argument, passedAs(walk, resolution, index) ?? parameter);
    if (isApplication) recordParameter(walk, parameter, sizeOf(walk, argument, parameter), argument.start);
  });
  if (resolution.packsFrom === undefined) return;
  const packed = callArguments.slice(fixed);
  const array = parameters.at(-1);
  const given = passedAs(walk, resolution, fixed) ?? array;
  const element: JavaType = given?.kind === 'array' ? given.element : { kind: 'unknown' };
  const start = packed[0]?.start ?? offset;
  walkElements(walk, packed, element, start);
  if (isApplication) recordParameter(walk, array, 'load', start);
}

/**
 * The type that an argument is cast to: the erasure of its parameter's type after type variables are
 * replaced (`TransTypes.visitApply`).
 */
function passedAs(
  { hierarchy, habits }: SourceWalk,
  { formals }: MethodResolution,
  index: number,
): JavaType | undefined {
  const formal = habits.castsToInstances ? formals?.[index] : undefined;
  if (formal === undefined) return undefined;
  const erased = hierarchy.erased(formal);
  return erased.kind === 'class' || erased.kind === 'array' ? erased : undefined;
}

function recordParameter(
  walk: SourceWalk,
  parameter: JavaType | undefined,
  size: ReturnType<typeof sizeOf>,
  offset: number,
): void {
  const type = parameter === undefined ? UNTYPED : operandTypeOf(parameter);
  walk.recorder.record(operationKey('Parameter', [type], size), offset);
}

/** A new array with all its elements stored, zeros too. */
export function walkElements(
  walk: SourceWalk,
  elements: readonly Expression[],
  element: JavaType,
  offset: number,
): void {
  const name = operandTypeOf(element);
  const amount = { value: elements.length, basis: 'constant' } as const;
  walk.recorder.push();
  walk.recorder.record(operationKey('NewArray', [name], 'reference'), offset, { amount });
  for (const part of elements) {
    walk.value(part, element);
    walk.recorder.record(operationKey('ArrayStore', [name], sizeOf(walk, part, element)), part.start);
  }
}

/** Constructors of inner classes and enums take hidden arguments before the declared ones. */
function declaredParameters(resolution: MethodResolution): readonly JavaType[] {
  const all = parseMethodDescriptor(resolution.descriptor).parameters;
  return all.slice(Math.max(0, all.length - resolution.method.parameters.length));
}

/** Classes whose constructor is empty: all that its call costs is the call. */
export const EMPTY_CONSTRUCTORS: ReadonlySet<string> = new Set(['java/lang/Object', 'java/lang/Record']);

export function recordInvocation(
  walk: SourceWalk,
  resolution: MethodResolution,
  call: { readonly arguments: readonly Expression[]; readonly target?: Expression },
  offset: number,
): void {
  const { owner, method, descriptor, dispatch } = resolution;
  recordAccessor(walk, { owner, name: method.name, flags: method.flags }, offset);
  const size = dispatch === 'static' ? 'load' : 'reference';
  if (method.name === '<init>' && EMPTY_CONSTRUCTORS.has(owner)) {
    walk.recorder.record(operationKey('MethodInvocation', [], size, [dispatch]), offset);
    return;
  }
  if (resolution.origin === 'workspace') {
    const callee = `${owner}.${method.name}${descriptor}`;
    walk.recorder.record(operationKey('MethodInvocation', [], size, [dispatch]), offset, { callee });
    return;
  }
  const operands = parseMethodDescriptor(descriptor).parameters.map(operandTypeOf);
  const amount = amountOfCall(owner, call, walk.hints, method.name);
  walk.recorder.record(
    libraryKey(owner, method.name, operands, size),
    offset,
    amount === undefined ? {} : { amount },
  );
}

/** Records the check that javac adds if a receiver must not be `null`. */
export function recordNullCheck(walk: SourceWalk, offset: number): void {
  const [owner, method] = walk.habits.checksByRequireNonNull
    ? ['java/util/Objects', 'requireNonNull']
    : ['java/lang/Object', 'getClass'];
  recordHiddenCall(walk, owner, method, offset);
}

/** A library call that javac adds by itself. */
export function recordHiddenCall(walk: SourceWalk, owner: string, method: string, offset: number): void {
  walk.recorder.record(libraryKey(owner, method, [], 'reference'), offset);
}
