/**
 * Conversions as javac emits them: between numbers, by boxes, and the casts that erasure makes necessary.
 *
 * Sits in `operations/`, used by every rule that hands a value on. javac's
 * `Items.coerce`, `Lower.boxIfNeeded` and `TransTypes.retype`.
 */
import type { JavaType, PrimitiveTypeName } from '../../classfile/signatures/class-signature';
import type { Expression } from '../../java/syntax/ast';
import { boxOf, unboxedTypeOf } from '../../java/types/conversions';
import { parseMethodDescriptor } from '../../java/types/erasure';
import { classType } from '../../java/types/types';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import { constantAs, operandTypeOf, sizeOfConstant } from '../catalogue/operand-types';
import type { SizeClass } from '../catalogue/operation';
import type { SourceWalk } from './source-walk';

/** Converts what is on the stack. `declared` is its type after erasure where that differs from `from`. */
export function convert(
  walk: SourceWalk,
  from: JavaType,
  target: JavaType | undefined,
  offset: number,
  declared = from,
): void {
  if (target === undefined || from.kind === 'unknown' || target.kind === 'unknown' || isVoid(target)) return;
  if (from.kind === 'primitive') {
    if (target.kind === 'primitive') {
      convertNumber(walk, from.name, target.name, offset);
      return;
    }
    const boxed = unboxedTypeOf(target) ?? from;
    convertNumber(walk, from.name, boxed.name, offset);
    recordBoxing(walk, boxed.name, offset);
    return;
  }
  if (target.kind !== 'primitive') {
    castIfNeeded(walk, offset, { declared, from, target });
    return;
  }
  const erased = walk.hierarchy.erased(from);
  const held = unboxedTypeOf(erased) ?? target;
  const box = boxOf(held);
  if (!walk.hierarchy.isSubtype(walk.hierarchy.erased(declared), box)) recordCast(walk, box, offset);
  recordUnboxing(walk, held.name, offset);
  convertNumber(walk, held.name, target.name, offset);
}

/** A value of a static type needs a cast only where erasure has lost that type. */
function castIfNeeded(
  walk: SourceWalk,
  offset: number,
  {
    declared,
    from,
    target,
  }: { readonly declared: JavaType; readonly from: JavaType; readonly target: JavaType },
): void {
  if (declared === from) return;
  const wanted = walk.hierarchy.erased(target);
  if (!walk.hierarchy.isSubtype(walk.hierarchy.erased(declared), wanted)) recordCast(walk, wanted, offset);
}

export function recordCast(walk: SourceWalk, to: JavaType, offset: number): void {
  walk.recorder.record(operationKey('CheckCast', [operandTypeOf(to)], 'load'), offset);
}

/**
 * Casts a receiver to the owner of a member. Erasure leaves the first of several bounds, so members of
 * the others need a cast (`TransTypes.visitSelect`).
 */
export function castToOwner(walk: SourceWalk, target: Expression, owner: string): void {
  const { typing, hierarchy } = walk;
  const type = typing.typeOf(target);
  const wanted = classType(owner);
  if (!hierarchy.hasManyBounds(type) || hierarchy.isSubtype(hierarchy.erased(type), wanted)) return;
  recordCast(walk, wanted, target.start);
}

/**
 * Converts a number. On the stack the narrow types are int, and javac always narrows to one of them,
 * even from byte to short.
 */
function convertNumber(
  walk: SourceWalk,
  from: PrimitiveTypeName,
  to: PrimitiveTypeName,
  offset: number,
): void {
  if (from === to || from === 'boolean' || to === 'boolean' || from === 'void' || to === 'void') return;
  if (to === 'int' && isNarrow(from)) return;
  walk.recorder.record(operationKey('Conversion', [from, to], 'load'), offset);
}

function isNarrow(type: PrimitiveTypeName): boolean {
  return type === 'byte' || type === 'short' || type === 'char';
}

const BOX_NAMES: ReadonlyMap<PrimitiveTypeName, string> = new Map([
  ['boolean', 'java/lang/Boolean'],
  ['byte', 'java/lang/Byte'],
  ['short', 'java/lang/Short'],
  ['char', 'java/lang/Character'],
  ['int', 'java/lang/Integer'],
  ['long', 'java/lang/Long'],
  ['float', 'java/lang/Float'],
  ['double', 'java/lang/Double'],
]);

export function recordBoxing(walk: SourceWalk, type: PrimitiveTypeName, offset: number): void {
  const box = BOX_NAMES.get(type);
  if (box !== undefined) walk.recorder.record(libraryKey(box, 'valueOf', [type], 'load'), offset);
}

function recordUnboxing(walk: SourceWalk, type: PrimitiveTypeName, offset: number): void {
  const box = BOX_NAMES.get(type);
  if (box !== undefined) walk.recorder.record(libraryKey(box, `${type}Value`, [], 'reference'), offset);
}

/** The type that erasure leaves of an expression's type: the declared type of a generic method or field. */
export function declaredTypeOf(walk: SourceWalk, expression: Expression): JavaType {
  const type = walk.typing.typeOf(expression);
  const resolution = walk.typing.resolutionOf(expression);
  if (type.kind === 'primitive' || type.kind === 'unknown') return type;
  if (expression.kind === 'call' && resolution?.kind === 'method') {
    return generic(parseMethodDescriptor(resolution.descriptor).returnType, type, walk);
  }
  if (resolution?.kind === 'field')
    return generic(walk.hierarchy.erasedIn(resolution.owner, resolution.field.type), type, walk);
  return type;
}

/** The type itself where erasure makes no difference, so that callers can tell. */
function generic(declared: JavaType, type: JavaType, walk: SourceWalk): JavaType {
  const erased = walk.hierarchy.erased(type);
  return walk.hierarchy.isSubtype(declared, erased) ? type : declared;
}

/** Table 2 of the probabilistic profiler: what pushes an expression's value, where `target` wants it. */
export function sizeOf(walk: SourceWalk, expression: Expression, target?: JavaType): SizeClass {
  const constant = walk.typing.constantOf(expression);
  if (constant !== undefined)
    return sizeOfConstant(target === undefined ? constant : constantAs(constant, target));
  if (expression.kind === 'literal' && expression.literal === 'null') return 'constant';
  return expression.kind === 'class-literal' ? 'reference' : 'load';
}

function isVoid(type: JavaType): boolean {
  return type.kind === 'primitive' && type.name === 'void';
}
