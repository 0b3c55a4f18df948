/**
 * `instanceof` and the patterns that it, and switches, bind by.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `TransPatterns`: a
 * test, a cast, a variable; a record pattern calls the accessors.
 */
import type { JavaType } from '../classfile/class-signature';
import type { Expression, Pattern } from '../java/ast';
import { operationKey } from './catalogue';
import { convert, declaredTypeOf, recordCast } from './convert';
import { operandTypeOf } from './operand-types';
import { recordTest, walkConditionValue } from './operators';
import type { ConditionEnd, SourceWalk } from './source-walk';

export type InstanceOf = Expression & { readonly kind: 'instanceof' };

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
  const type = walk.typing.typeOfPattern(pattern);
  recordInstanceOf(walk, type, pattern.start);
  recordTest(walk, pattern.start);
  walkBinding(walk, pattern, from);
}

/** Binds a value that is known to match: cast where needed, stored, taken apart. */
export function walkBinding(walk: SourceWalk, pattern: Pattern, from: JavaType): void {
  if (pattern.kind === 'match-all') return;
  const type = walk.typing.typeOfPattern(pattern);
  const erased = walk.hierarchy.erased(type);
  if (type.kind === 'primitive') convert(walk, from, type, pattern.start);
  else if (!walk.hierarchy.isSubtype(walk.hierarchy.erased(from), erased))
    recordCast(walk, erased, pattern.start);
  if (pattern.kind === 'type-pattern') {
    if (pattern.name !== '_') recordBinding(walk, type, pattern.start);
    return;
  }
  recordBinding(walk, type, pattern.start);
  for (const component of pattern.patterns) {
    walk.recorder.record(operationKey('MethodInvocation', [], 'reference', ['virtual']), component.start);
    const componentType = walk.typing.typeOfPattern(component);
    if (componentType.kind === 'primitive') recordBinding(walk, componentType, component.start);
    else walkPattern(walk, component, componentType);
  }
}

function recordInstanceOf(walk: SourceWalk, type: JavaType, offset: number): void {
  walk.recorder.record(operationKey('InstanceOf', [operandTypeOf(type)], 'load'), offset);
}

function recordBinding(walk: SourceWalk, type: JavaType, offset: number): void {
  walk.recorder.record(operationKey('Declaration', [operandTypeOf(type)], 'load'), offset);
}
