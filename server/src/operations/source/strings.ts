/**
 * String concatenation: one operation for a whole chain of `+`, as javac makes one invokedynamic of it (JEP 280).
 *
 * Sits in `operations/`, under `extract-source.ts`. Constants and `null`
 * become part of the recipe and cost no operand.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression } from '../../java/syntax/ast';
import { unboxedTypeOf } from '../../java/types/conversions';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import { declaredTypeOf } from './convert';
import { operandTypeOf } from '../catalogue/operand-types';
import { isString } from './operators';
import { DEFAULT_AMOUNT, type SizeAmount } from './size-hints';
import type { SourceWalk } from './source-walk';

interface StringOperand {
  readonly type: JavaType;
  readonly expression: Expression;
}

export function isConcatenation(walk: SourceWalk, expression: Expression): boolean {
  return (
    expression.kind === 'binary' && expression.operator === '+' && isString(walk.typing.typeOf(expression))
  );
}

export function walkConcatenation(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'binary' },
): void {
  recordConcatenation(walk, walkStringOperands(walk, expression), expression.operatorStart);
}

/** Pushes the operands of a chain and gives them back in order, constants included. */
export function walkStringOperands(walk: SourceWalk, expression: Expression): readonly StringOperand[] {
  const operands = operandsOf(walk, expression).map((operand) => ({
    type: walk.typing.typeOf(operand),
    expression: operand,
  }));
  for (const { type, expression: operand } of operands) {
    if (isInRecipe(walk, operand)) continue;
    walk.value(operand, isString(type) ? type : undefined);
    if (isMadeString(walk, operand))
      walk.recorder.record(libraryKey('java/lang/String', 'valueOf', ['Object'], 'load'), operand.start);
  }
  return operands;
}

function operandsOf(walk: SourceWalk, expression: Expression): readonly Expression[] {
  const operands: Expression[] = [];
  const pending: Expression[] = [expression];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === 'binary' && isConcatenation(walk, part) && walk.typing.constantOf(part) === undefined) {
      pending.push(part.right, part.left);
    } else {
      operands.push(part);
    }
  }
  return operands;
}

/**
 * Objects are made Strings one by one before they are joined (JDK-8273914), all but Strings and boxes. What a type
 * argument makes a String is cast instead.
 */
function isMadeString(walk: SourceWalk, operand: Expression): boolean {
  if (!walk.habits.joinsStrings || isString(walk.typing.typeOf(operand))) return false;
  const type = declaredTypeOf(walk, operand);
  if (type.kind === 'primitive' || type.kind === 'unknown' || isString(type)) return false;
  return unboxedTypeOf(type) === undefined;
}

function isInRecipe(walk: SourceWalk, operand: Expression): boolean {
  return walk.typing.constantOf(operand) !== undefined || walk.typing.typeOf(operand).kind === 'null';
}

export function recordConcatenation(
  walk: SourceWalk,
  operands: readonly StringOperand[],
  offset: number,
): void {
  const dynamic = operands.filter(({ expression }) => !isInRecipe(walk, expression));
  const types = dynamic.map(({ type, expression }) =>
    isMadeString(walk, expression) ? 'String' : operandTypeOf(type),
  );
  walk.recorder.record(operationKey('Concatenation', types, 'reference'), offset, {
    amount: lengthOf(walk, operands),
  });
}

/** Characters of the result: written ones counted, others at the default. */
function lengthOf(walk: SourceWalk, operands: readonly StringOperand[]): SizeAmount {
  let value = 0;
  let basis: SizeAmount['basis'] = 'constant';
  for (const { type, expression } of operands) {
    const constant = walk.typing.constantOf(expression);
    const size = isString(type) ? walk.hints.sizeOf(expression) : undefined;
    if (constant !== undefined) value += String(constant.value).length;
    else if (size !== undefined) value += size.value;
    else if (type.kind === 'primitive' && type.name === 'char') value += 1;
    else {
      value += DEFAULT_AMOUNT.value;
      basis = 'default';
    }
  }
  return { value, basis };
}
