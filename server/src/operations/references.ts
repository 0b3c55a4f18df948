/**
 * Reading names, fields and array elements.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.visitIdent`,
 * `visitSelect`, `visitIndexed`, and `Lower`'s access to outer instances and
 * captured variables.
 */
import type { JavaType } from '../classfile/class-signature';
import type { Expression } from '../java/ast';
import { intType } from '../java/typing/types';
import { operationKey } from './catalogue';
import { sizeOf } from './convert';
import { operandTypeOf, UNTYPED } from './operand-types';
import type { SourceWalk } from './source-walk';

export type FieldAccess = Expression & { readonly kind: 'field-access' };

export function walkName(walk: SourceWalk, expression: Expression & { readonly kind: 'name' }): void {
  const resolution = walk.typing.resolutionOf(expression);
  switch (resolution?.kind) {
    case 'type':
    case 'package':
      return;
    case 'local':
      walk.recorder.push();
      if (resolution.captured && isHiddenField(walk, expression.name)) {
        recordHiddenField(walk, operandTypeOf(resolution.type), expression.start);
      }
      return;
    case 'field':
      walkFieldOwner(walk, expression);
      {
        recordFieldReference(walk, expression);
        return;
      }
    case 'array-length':
    case 'method':
    case undefined:
      if (walk.typing.typeOf(expression).kind === 'unknown') {
        walk.recorder.record(operationKey('FieldReference', [UNTYPED], 'load'), expression.start);
      } else {
        walk.recorder.push();
      }
  }
}

/** In a local or anonymous class, what isn't declared in the member itself was captured by the class. */
function isHiddenField(walk: SourceWalk, name: string): boolean {
  return walk.role.isLocal === true && !walk.declaredNames.has(name);
}

function recordHiddenField(walk: SourceWalk, type: string, offset: number): void {
  walk.recorder.record(operationKey('FieldReference', [type], 'load'), offset);
}

export function walkFieldAccess(walk: SourceWalk, expression: FieldAccess): void {
  const resolution = walk.typing.resolutionOf(expression);
  switch (resolution?.kind) {
    case 'type':
    case 'package':
      return;
    case 'array-length':
      walk.value(expression.target, walk.typing.typeOf(expression.target));
      walk.recorder.record(operationKey('ArrayLength', [], 'load'), expression.nameStart);
      return;
    case 'field':
    case 'local':
    case 'method':
    case undefined:
      walkFieldOwner(walk, expression);
      recordFieldReference(walk, expression);
  }
}

/** Pushes the object that a field belongs to; a static field's target is evaluated all the same. */
export function walkFieldOwner(walk: SourceWalk, expression: Expression): void {
  const resolution = walk.typing.resolutionOf(expression);
  if (expression.kind === 'field-access') {
    if (isNoValue(walk, expression.target)) return;
    walk.value(expression.target, walk.typing.typeOf(expression.target));
    return;
  }
  if (resolution?.kind !== 'field' || resolution.isStatic) return;
  walkOuterInstance(walk, resolution.owner, expression.start);
}

/** Types and packages; a name that was not found and is written like a type counts as one. */
export function isNoValue(walk: SourceWalk, expression: Expression): boolean {
  const resolution = walk.typing.resolutionOf(expression);
  if (resolution !== undefined) return resolution.kind === 'type' || resolution.kind === 'package';
  if (walk.typing.typeOf(expression).kind !== 'unknown') return false;
  if (expression.kind === 'field-access') return isNoValue(walk, expression.target);
  return expression.kind === 'name' && /^\p{Lu}/u.test(expression.name);
}

const MOST_HOPS = 16;

/** `this`, or the enclosing instance that has the member: one hidden field for each class between. */
export function walkOuterInstance(walk: SourceWalk, declaring: string, offset: number): void {
  walkOutwards(walk, (name) => walk.hierarchy.isSubclass(name, declaring), offset);
}

/** `Outer.this`: that very class, even where a class between extends it too. */
export function walkQualifiedThis(walk: SourceWalk, outer: string, offset: number): void {
  walkOutwards(walk, (name) => name === outer, offset);
}

function walkOutwards(walk: SourceWalk, isThere: (name: string) => boolean, offset: number): void {
  walk.recorder.push();
  let current = walk.role.owner;
  // A constructor has its enclosing instance as an argument: the first step costs it no field.
  let isFree = walk.role.kind === 'constructor';
  for (let hops = 0; current !== undefined && hops < MOST_HOPS; hops++) {
    if (isThere(current)) return;
    current = walk.hierarchy.outerOf(current);
    if (current !== undefined && !isFree) recordHiddenField(walk, 'Object', offset);
    isFree = false;
  }
}

export function recordFieldReference(walk: SourceWalk, expression: Expression): void {
  const resolution = walk.typing.resolutionOf(expression);
  const isStatic = resolution?.kind === 'field' && resolution.isStatic;
  const type: JavaType =
    resolution?.kind === 'field' ? resolution.field.type : walk.typing.typeOf(expression);
  const offset = expression.kind === 'field-access' ? expression.nameStart : expression.start;
  walk.recorder.record(
    operationKey(isStatic ? 'StaticFieldReference' : 'FieldReference', [operandTypeOf(type)], 'load'),
    offset,
  );
}

export function walkArrayAccess(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'array-access' },
): void {
  walk.value(expression.array, walk.typing.typeOf(expression.array));
  walk.value(expression.index, intType);
  recordArrayReference(walk, expression);
}

export function recordArrayReference(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'array-access' },
): void {
  const element = operandTypeOf(walk.typing.typeOf(expression));
  const size = sizeOf(walk, expression.index, intType);
  walk.recorder.record(operationKey('ArrayReference', [element], size), expression.index.start);
}
