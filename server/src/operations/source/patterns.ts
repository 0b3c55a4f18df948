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
import { recordTypeSwitch } from './jump-tables';
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
function walkPattern(walk: SourceWalk, pattern: Pattern, from: JavaType, shared?: SharedTests): void {
  if (pattern.kind === 'match-all') return;
  recordInstanceOf(walk, walk.typing.typeOfPattern(pattern), pattern.start);
  recordTest(walk, pattern.start);
  walkBinding(walk, pattern, from, shared);
}

/**
 * The tests that a case of a switch shares with its neighbors, by the patterns of the case. Each has the place of the first
 * case, where javac writes the instructions once; here every case that they lead to counts them.
 */
export interface SharedTests {
  readonly bound: ReadonlyMap<Pattern, number>;
  /** Patterns that a switch of their own tells from those of the neighbors, with its number of labels. */
  readonly told: ReadonlyMap<Pattern, { readonly offset: number; readonly labels: number }>;
}

/** Binds a value that is known to match: cast where needed, stored, taken apart. */
export function walkBinding(walk: SourceWalk, pattern: Pattern, from: JavaType, shared?: SharedTests): void {
  if (pattern.kind === 'match-all') return;
  if (pattern.kind === 'type-pattern' && pattern.name === '_') return;
  const type = walk.typing.typeOfPattern(pattern);
  const erased = walk.hierarchy.erased(type);
  const offset = shared?.bound.get(pattern) ?? pattern.start;
  if (type.kind === 'primitive') convert(walk, from, type, offset);
  else if (!walk.hierarchy.isSubtype(walk.hierarchy.erased(from), erased)) recordCast(walk, erased, offset);
  recordBinding(walk, type, offset);
  if (pattern.kind === 'record-pattern') walkComponents(walk, pattern.patterns, erased, shared);
}

/** Each component is read by its accessor, kept, and then matched by itself. */
function walkComponents(
  walk: SourceWalk,
  patterns: readonly Pattern[],
  record: JavaType,
  shared: SharedTests | undefined,
): void {
  const owner = record.kind === 'class' ? record.name : undefined;
  const components = owner === undefined ? [] : walk.hierarchy.recordComponents(owner);
  for (const [index, pattern] of patterns.entries()) {
    const component = components[index];
    const told = shared?.told.get(pattern);
    const offset = told?.offset ?? pattern.start;
    const type = componentTypeOf(walk, pattern);
    if (owner !== undefined && component !== undefined) {
      recordAccessor(walk, owner, component, offset);
      if (type.kind !== 'primitive' && !walk.hierarchy.isSubtype(component.type, type))
        recordCast(walk, type, offset);
    } else walk.recorder.record(operationKey('MethodInvocation', [UNTYPED], 'reference'), offset);
    recordBinding(walk, type, offset);
    if (told !== undefined) {
      recordTypeSwitch(walk, { labels: told.labels, hasNull: true }, offset);
      walkBinding(walk, pattern, type, shared);
      continue;
    }
    if (pattern.kind === 'match-all') continue;
    if (type.kind === 'primitive' && walk.habits.testsPrimitives) {
      recordBinding(walk, type, pattern.start);
      recordTest(walk, pattern.start);
    }
    if (isTotal(walk, pattern)) walkBinding(walk, pattern, type, shared);
    else walkPattern(walk, pattern, type, shared);
  }
}

/** The erased type of the component that is put to a pattern, as its record is parameterized there. */
export function componentTypeOf(walk: SourceWalk, pattern: Pattern): JavaType {
  return walk.hierarchy.erased(walk.typing.typeMatchedBy(pattern));
}

/** True if every component matches, null included. */
export function isTotal(walk: SourceWalk, pattern: Pattern): boolean {
  if (pattern.kind !== 'type-pattern') return false;
  const type = componentTypeOf(walk, pattern);
  if (type.kind === 'primitive') return true;
  return walk.hierarchy.isSubtype(type, walk.hierarchy.erased(walk.typing.typeOfPattern(pattern)));
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
