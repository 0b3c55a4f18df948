/**
 * Types and constants of operators (JLS 15.14-15.25).
 */
import type { BinaryOperator } from '../syntax/operators';
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression, ExpressionOf } from '../syntax/ast';
import { bindingsOf, bindOperator } from '../types/bindings';
import { leastUpperBound } from '../types/bounds';
import { castConstant, fitsInto, foldBinary, foldUnary, type TypedConstant } from './constants';
import { binaryPromotion, boxedIfPrimitive, primitiveOf, unaryPromotion } from '../types/conversions';
import { freshVariable } from './inference';
import { type Scope, withLocals } from './scopes';
import { attribute, constrain, record, type Typer } from './typer';
import {
  booleanType,
  isNumericPrimitive,
  isPrimitive,
  isString,
  mentionsInference,
  sameType,
  stringType,
  unknownType,
} from '../types/types';

type Binary = ExpressionOf<'binary'>;
type Conditional = ExpressionOf<'conditional'>;

/** Walks down the left spine with a loop: sums of thousands of operands are real. */
export function inferBinary(typer: Typer, expression: Binary, scope: Scope): JavaType {
  const spine: Binary[] = [expression];
  let { left } = expression;
  while (left.kind === 'binary') {
    spine.push(left);
    left = left.left;
  }
  let leftType = attribute(typer, left, scope);
  let type: JavaType = unknownType;
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i];
    if (node === undefined) continue;
    type = applyBinary(typer, node, leftType, scope);
    if (node !== expression) record(typer, node, type);
    leftType = type;
  }
  return type;
}

function applyBinary(typer: Typer, node: Binary, left: JavaType, scope: Scope): JavaType {
  const right = attribute(typer, node.right, rightScope(typer, node, scope));
  const type = binaryType(node.operator, left, right);
  foldInto(typer, node, left, right);
  bindOperator(typer, node);
  return type;
}

function rightScope(typer: Typer, { operator, left }: Binary, scope: Scope): Scope {
  if (typer.bindings.size === 0) return scope;
  if (operator === '&&') return withLocals(scope, bindingsOf(typer, left).whenTrue);
  return operator === '||' ? withLocals(scope, bindingsOf(typer, left).whenFalse) : scope;
}

function foldInto(typer: Typer, node: Binary, leftType: JavaType, rightType: JavaType): void {
  const left = typer.constants.get(node.left);
  const right = left === undefined ? undefined : typer.constants.get(node.right);
  if (left === undefined || right === undefined) return;
  const value = foldBinary(node.operator, { value: left, type: leftType }, { value: right, type: rightType });
  if (value !== undefined) typer.constants.set(node, value);
}

function binaryType(operator: BinaryOperator, left: JavaType, right: JavaType): JavaType {
  switch (operator) {
    case '+':
      if (isString(left) || isString(right)) return stringType;
      return binaryPromotion(left, right) ?? unknownType;
    case '-':
    case '*':
    case '/':
    case '%':
      return binaryPromotion(left, right) ?? unknownType;
    case '<<':
    case '>>':
    case '>>>':
      return unaryPromotion(left) ?? unknownType;
    case '&':
    case '|':
    case '^':
      if (primitiveOf(left)?.name === 'boolean' || primitiveOf(right)?.name === 'boolean') return booleanType;
      return binaryPromotion(left, right) ?? unknownType;
    default:
      return booleanType;
  }
}

export function inferUnary(typer: Typer, expression: ExpressionOf<'unary'>, scope: Scope): JavaType {
  const operand = attribute(typer, expression.operand, scope);
  const constant = typer.constants.get(expression.operand);
  if (constant !== undefined) {
    const value = foldUnary(expression.operator, { value: constant, type: operand });
    if (value !== undefined) typer.constants.set(expression, value);
  }
  bindOperator(typer, expression);
  return expression.operator === '!' ? booleanType : (unaryPromotion(operand) ?? unknownType);
}

export function inferConditional(
  typer: Typer,
  expression: Conditional,
  scope: Scope,
  target: JavaType | undefined,
): JavaType {
  attribute(typer, expression.condition, scope);
  const { whenTrue, whenFalse } = bindingsOf(typer, expression.condition);
  const left = typer.rules.infer(typer, expression.whenTrue, withLocals(scope, whenTrue), target);
  const right = typer.rules.infer(typer, expression.whenFalse, withLocals(scope, whenFalse), target);
  foldConditional(typer, expression, left, right);
  return conditionalType(
    typer,
    armOf(typer, expression.whenTrue, left),
    armOf(typer, expression.whenFalse, right),
  );
}

interface Arm {
  readonly type: JavaType;
  readonly constant: TypedConstant | undefined;
}

/** A branch of a conditional, or a result of a switch. */
export function armOf(typer: Typer, expression: Expression, type: JavaType): Arm {
  const value = typer.constants.get(expression);
  return { type, constant: value === undefined ? undefined : { value, type } };
}

function foldConditional(typer: Typer, expression: Conditional, left: JavaType, right: JavaType): void {
  const condition = typer.constants.get(expression.condition);
  const whenTrue = typer.constants.get(expression.whenTrue);
  const whenFalse = typer.constants.get(expression.whenFalse);
  if (condition?.kind !== 'boolean' || whenTrue === undefined || whenFalse === undefined) return;
  const chosen = condition.value ? whenTrue : whenFalse;
  const type = conditionalType(
    typer,
    { type: left, constant: undefined },
    { type: right, constant: undefined },
  );
  const value = isPrimitive(type) ? castConstant(chosen, type) : chosen;
  if (value !== undefined) typer.constants.set(expression, value);
}

/** Tables 15.25-A to E: boolean, numeric, or reference conditional. */
export function conditionalType(typer: Typer, left: Arm, right: Arm): JavaType {
  const a = left.type;
  const b = right.type;
  if (sameType(a, b)) return a;
  const primitiveA = primitiveOf(a);
  const primitiveB = primitiveOf(b);
  if (primitiveA !== undefined && primitiveB !== undefined) {
    if (primitiveA.name === primitiveB.name) return primitiveA;
    if (isNumericPrimitive(primitiveA) && isNumericPrimitive(primitiveB)) {
      return narrowNumeric(left, right) ?? binaryPromotion(a, b) ?? unknownType;
    }
  }
  if (a.kind === 'unknown') return primitiveB === undefined || b.kind !== 'primitive' ? b : unknownType;
  if (b.kind === 'unknown') return primitiveA === undefined || a.kind !== 'primitive' ? a : unknownType;
  if (!mentionsInference(a) && !mentionsInference(b)) return leastUpperBound(typer, [a, b]);
  const either = freshVariable(typer);
  constrain(typer, boxedIfPrimitive(a), either);
  constrain(typer, boxedIfPrimitive(b), either);
  return either;
}

/** `byte` with `short` is `short`; a constant that fits takes the other's narrow type. */
function narrowNumeric(left: Arm, right: Arm): JavaType | undefined {
  const a = primitiveOf(left.type);
  const b = primitiveOf(right.type);
  if (a === undefined || b === undefined) return undefined;
  if ((a.name === 'byte' && b.name === 'short') || (a.name === 'short' && b.name === 'byte'))
    return a.name === 'short' ? a : b;
  if (right.constant !== undefined && b.name === 'int' && fitsInto(right.constant.value, a.name)) return a;
  return left.constant !== undefined && a.name === 'int' && fitsInto(left.constant.value, b.name)
    ? b
    : undefined;
}
