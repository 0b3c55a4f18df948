/**
 * `instanceof` and the patterns that it, and switches, bind by.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `TransPatterns`: a
 * test, a cast, a variable; a record pattern calls the accessors.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression, Pattern } from '../../java/syntax/ast';
import { descriptorOf } from '../../java/types/erasure';
import { recordHiddenCall } from './calls';
import { operationKey } from '../catalogue/catalogue';
import { convert, declaredTypeOf, recordCast } from './convert';
import type { RecordComponent } from './hierarchy';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import { recordTest, walkConditionValue } from './operators';
import type { ConditionEnd, SourceWalk } from './source-walk';

type InstanceOf = Expression & { readonly kind: 'instanceof' };

export function walkInstanceOfValue(walk: SourceWalk, expression: InstanceOf): void {
  if (expression.pattern !== undefined) {
    walkConditionValue(walk, expression);
    return;
  }
  walk.value(expression.operand);
  const type =
    expression.type === undefined
      ? ({ kind: 'unknown' } as const)
      : walk.typing.typeOfSyntax(expression.type);
  recordInstanceOf(walk, type, expression.operand.end);
}

export function walkInstanceOfCondition(walk: SourceWalk, expression: InstanceOf): ConditionEnd {
  const { operand, pattern } = expression;
  if (pattern === undefined) {
    walkInstanceOfValue(walk, expression);
    recordTest(walk, operand.end);
    return 'open';
  }
  walk.value(operand);
  const isLocal = walk.typing.resolutionOf(operand)?.kind === 'local';
  if (!isLocal) recordBinding(walk, walk.typing.typeOf(operand), pattern.start);
  walkPattern(walk, pattern, declaredTypeOf(walk, operand));
  return pattern.kind === 'match-all' ? 'true' : 'matched';
}

/** Tests a value against a pattern, and binds what it names. */
function walkPattern(walk: SourceWalk, pattern: Pattern, from: JavaType): void {
  if (pattern.kind === 'match-all') return;
  recordInstanceOf(walk, walk.typing.typeOfPattern(pattern), pattern.start);
  recordTest(walk, pattern.start);
  walkBinding(walk, pattern, from);
}

/**
 * Binds a value that is known to match: cast where needed, stored, taken apart. `isShared` is true for a case of a switch
 * in which another one takes the same record apart: a switch of their own tells their first components.
 */
export function walkBinding(walk: SourceWalk, pattern: Pattern, from: JavaType, isShared = false): void {
  if (pattern.kind === 'match-all') return;
  const type = walk.typing.typeOfPattern(pattern);
  const erased = walk.hierarchy.erased(type);
  if (type.kind === 'primitive') convert(walk, from, type, pattern.start);
  else if (!walk.hierarchy.isSubtype(walk.hierarchy.erased(from), erased))
    recordCast(walk, erased, pattern.start);
  if (pattern.kind === 'type-pattern' && pattern.name === '_') return;
  recordBinding(walk, type, pattern.start);
  if (pattern.kind === 'record-pattern') walkComponents(walk, pattern.patterns, erased, isShared);
}

/** Each component is read by its accessor, kept, and then matched by itself. */
function walkComponents(
  walk: SourceWalk,
  patterns: readonly Pattern[],
  record: JavaType,
  isShared: boolean,
): void {
  const owner = record.kind === 'class' ? record.name : undefined;
  const components = owner === undefined ? [] : walk.hierarchy.recordComponents(owner);
  for (const [index, pattern] of patterns.entries()) {
    const component = components[index];
    const type = component?.type ?? walk.typing.typeOfPattern(pattern);
    if (owner !== undefined && component !== undefined) recordAccessor(walk, owner, component, pattern.start);
    else walk.recorder.record(operationKey('MethodInvocation', [UNTYPED], 'reference'), pattern.start);
    recordBinding(walk, type, pattern.start);
    if (pattern.kind === 'match-all') continue;
    const wanted = walk.hierarchy.erased(walk.typing.typeOfPattern(pattern));
    const isTotal =
      pattern.kind === 'type-pattern' &&
      (type.kind === 'primitive' || walk.hierarchy.isSubtype(type, wanted));
    const isTested = type.kind === 'primitive' && walk.habits.testsPrimitives && !(isShared && index === 0);
    if (isTotal && isTested) recordTest(walk, pattern.start);
    if (isTotal) walkBinding(walk, pattern, type);
    else walkPattern(walk, pattern, type);
  }
}

function recordAccessor(walk: SourceWalk, owner: string, component: RecordComponent, offset: number): void {
  if (component.origin !== 'workspace') {
    recordHiddenCall(walk, owner, component.name, offset);
    return;
  }
  const callee = `${owner}.${component.name}()${descriptorOf(component.type)}`;
  walk.recorder.record(operationKey('MethodInvocation', [], 'reference', ['virtual']), offset, { callee });
}

function recordInstanceOf(walk: SourceWalk, type: JavaType, offset: number): void {
  walk.recorder.record(operationKey('InstanceOf', [operandTypeOf(type)], 'load'), offset);
}

function recordBinding(walk: SourceWalk, type: JavaType, offset: number): void {
  walk.recorder.record(operationKey('Declaration', [operandTypeOf(type)], 'load'), offset);
}
