/**
 * Assignments, compound assignments, increments: to locals, fields and array elements.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.visitAssign`,
 * `visitAssignop`, `visitUnary`, and `Lower`'s rewriting for boxes.
 */
import type { JavaType, PrimitiveType } from '../../classfile/signatures/class-signature';
import type { Expression } from '../../java/syntax/ast';
import { primitiveOf, unboxedTypeOf } from '../../java/types/conversions';
import { intType } from '../../java/types/types';
import { operationKey } from '../catalogue/catalogue';
import { convert, recordBoxing, sizeOf } from './convert';
import {
  recordArrayReference,
  recordFieldAccessor,
  recordFieldReference,
  walkFieldOwner,
} from './references';
import { operandTypeOf, sizeOfConstant, UNTYPED } from '../catalogue/operand-types';
import type { SizeClass } from '../catalogue/operation';
import { ARITHMETIC_FAMILIES, arithmeticKey, isString, targetsOf } from './operators';
import type { SourceWalk } from './source-walk';
import { recordConcatenation, walkStringOperands } from './strings';

type AssignmentExpression = Expression & { readonly kind: 'assignment' };
type IncrementExpression = Expression & { readonly kind: 'increment' };

export function walkAssignment(walk: SourceWalk, expression: AssignmentExpression): void {
  if (expression.operator !== '=') {
    walkCompound(walk, expression);
    return;
  }
  const { target, value, operatorStart } = expression;
  const type = walk.typing.typeOf(target);
  walkTarget(walk, target);
  walk.value(value, type);
  recordStore(walk, target, {
    value: walk.typing.typeOf(value),
    size: sizeOf(walk, value, type),
    offset: operatorStart,
  });
}

/** Pushes what a store needs besides the value: nothing, an object, or an array and an index. */
function walkTarget(walk: SourceWalk, target: Expression): void {
  if (target.kind === 'array-access') {
    walk.value(target.array, walk.typing.typeOf(target.array));
    walk.value(target.index, intType);
    return;
  }
  if (isLocal(walk, target)) return;
  walkFieldOwner(walk, target);
  recordFieldAccessor(walk, target);
}

/** Reads the target whose owner is on the stack already. */
function recordRead(walk: SourceWalk, target: Expression): void {
  if (target.kind === 'array-access') recordArrayReference(walk, target);
  else if (isLocal(walk, target)) walk.recorder.push();
  else recordFieldReference(walk, target);
}

function recordStore(
  walk: SourceWalk,
  target: Expression,
  { value, size, offset }: { readonly value: JavaType; readonly size: SizeClass; readonly offset: number },
): void {
  const type = walk.typing.typeOf(target);
  const name = operandTypeOf(type);
  if (target.kind === 'array-access') {
    walk.recorder.record(operationKey('ArrayStore', [name], size), offset);
    return;
  }
  if (isLocal(walk, target)) {
    walk.recorder.record(operationKey('Assign', [name, operandTypeOf(value)], size), offset);
    return;
  }
  const resolution = walk.typing.resolutionOf(target);
  const isStatic = resolution?.kind === 'field' && resolution.isStatic;
  walk.recorder.record(operationKey(isStatic ? 'StaticFieldStore' : 'FieldStore', [name], size), offset);
}

/**
 * True if an assignment's target is a local variable. A target that was not found counts as a local if
 * it is a bare name of known type, else as a field.
 */
function isLocal(walk: SourceWalk, target: Expression): boolean {
  const resolution = walk.typing.resolutionOf(target);
  if (resolution !== undefined) return resolution.kind === 'local';
  return target.kind === 'name' && walk.typing.typeOf(target).kind !== 'unknown';
}

const SHORTEST = -32768;
const LONGEST = 32767;

/** `iinc` takes a step of 16 bits, on an int. */
function isIncrementStep(step: number): boolean {
  return step >= SHORTEST && step <= LONGEST;
}

function walkCompound(walk: SourceWalk, expression: AssignmentExpression): void {
  const { target, value, operatorStart } = expression;
  const operator = expression.operator.slice(0, -1);
  const type = walk.typing.typeOf(target);
  if (operator === '+' && isString(type)) {
    walkTarget(walk, target);
    recordRead(walk, target);
    const operands = walkStringOperands(walk, value);
    recordConcatenation(walk, [{ type, expression: target }, ...operands], operatorStart);
    recordStore(walk, target, { value: type, size: 'load', offset: operatorStart });
    return;
  }
  const constant = walk.typing.constantOf(value);
  if (
    (operator === '+' || operator === '-') &&
    constant?.kind === 'int' &&
    isLocal(walk, target) &&
    isIntLike(type)
  ) {
    // As an int: the negation of the lowest one is itself.
    const step = operator === '+' ? constant.value : -constant.value | 0;
    recordLocalStep(walk, target, { type, step, offset: operatorStart });
    return;
  }
  const valueType = walk.typing.typeOf(value);
  const targets = targetsOf(operator, type, valueType);
  walkTarget(walk, target);
  recordRead(walk, target);
  convert(walk, type, targets.left, target.start);
  walk.value(value, targets.right);
  const family = ARITHMETIC_FAMILIES.get(operator) ?? 'Addition';
  walk.recorder.record(
    arithmeticKey(family, {
      left: type,
      right: valueType,
      worksIn: targets.left,
      size: sizeOf(walk, value, targets.right),
    }),
    operatorStart,
  );
  convertBack(walk, targets.left, type, operatorStart);
  recordStore(walk, target, { value: type, size: 'load', offset: operatorStart });
}

/** The implicit cast of JLS 15.26.2: to the target's own type, by way of what its box holds. */
function convertBack(walk: SourceWalk, from: JavaType | undefined, to: JavaType, offset: number): void {
  if (from === undefined) return;
  const held = unboxedTypeOf(to);
  if (held === undefined) {
    convert(walk, from, to, offset);
    return;
  }
  convert(walk, from, held, offset);
  recordBoxing(walk, held.name, offset);
}

function isIntLike(type: JavaType): type is PrimitiveType {
  if (type.kind !== 'primitive') return false;
  return type.name === 'int' || type.name === 'short' || type.name === 'char' || type.name === 'byte';
}

/** A constant step on a local int is an iinc; on narrower ones, or too long, an addition as any other. */
function recordLocalStep(
  walk: SourceWalk,
  target: Expression,
  { type, step, offset }: { readonly type: PrimitiveType; readonly step: number; readonly offset: number },
): void {
  if (type.name === 'int' && isIncrementStep(step)) {
    walk.recorder.record(operationKey(step < 0 ? 'Decrement' : 'Increment', ['int'], 'constant'), offset);
    return;
  }
  const size = sizeOfConstant({ kind: 'int', value: Math.abs(step) });
  walk.recorder.push();
  walk.recorder.record(
    arithmeticKey(step < 0 ? 'Subtraction' : 'Addition', {
      left: type,
      right: intType,
      worksIn: intType,
      size,
    }),
    offset,
  );
  convert(walk, intType, type, offset);
  recordStore(walk, target, { value: type, size: 'load', offset });
}

/** `isUsed`: whether the value is wanted; a postfix on a box then and otherwise keeps it in a hidden variable. */
export function walkIncrement(walk: SourceWalk, expression: IncrementExpression): void {
  const { operand } = expression;
  const offset = expression.prefix ? expression.start : operand.end;
  const type = walk.typing.typeOf(operand);
  const step = expression.operator === '++' ? 1 : -1;
  if (isLocal(walk, operand) && isIntLike(type)) {
    recordLocalStep(walk, operand, { type, step, offset });
    return;
  }
  walkTarget(walk, operand);
  recordRead(walk, operand);
  const held = unboxedTypeOf(type);
  if (held !== undefined && !expression.prefix) {
    walk.recorder.record(operationKey('Declaration', ['Object'], 'load'), offset);
    recordRead(walk, operand);
  }
  const number = primitiveOf(type);
  const worksIn = targetsOf('+', type, intType).left;
  convert(walk, type, worksIn, offset);
  const one = number === undefined ? UNTYPED : operandTypeOf(worksIn ?? number);
  const family = step > 0 ? 'Addition' : 'Subtraction';
  walk.recorder.push();
  // javac pushes the one in the type that it works in: a constant instruction for each.
  walk.recorder.record(
    operationKey(family, [one, one], 'constant', [operandTypeOf(number ?? type), one]),
    offset,
  );
  convertBack(walk, worksIn, type, offset);
  recordStore(walk, operand, { value: type, size: 'load', offset });
}
