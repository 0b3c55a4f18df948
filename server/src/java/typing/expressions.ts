/**
 * Types of expressions (JLS 15): one case for each kind, the larger ones in
 * files of their own.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { ArrayInitializer, Expression } from '../syntax/ast';
import { typePattern } from '../types/bindings';
import { inferCall, inferNew } from './calls';
import { castConstant } from './constants';
import { boxedIfPrimitive } from '../types/conversions';
import { literalValue } from './literals';
import { inferName, typeOfSuper, typeOfThis } from './names';
import { inferBinary, inferConditional, inferUnary } from './operators';
import type { Scope } from './scopes';
import { resultAsUsed } from '../types/signature-polymorphic';
import { inferSwitchExpression } from './switches';
import { attribute, type PendingFunction, record, resolveSyntax, type Typer } from './typer';
import {
  arrayType,
  booleanType,
  charType,
  classType,
  doubleType,
  floatType,
  intType,
  longType,
  nullType,
  stringType,
  unknownType,
} from '../types/types';

export function infer(typer: Typer, expression: Expression, scope: Scope, target?: JavaType): JavaType {
  const type = typeOf(typer, expression, scope, target);
  return record(typer, expression, type);
}

function typeOf(typer: Typer, expression: Expression, scope: Scope, target: JavaType | undefined): JavaType {
  switch (expression.kind) {
    case 'literal':
      return inferLiteral(typer, expression);
    case 'name':
    case 'field-access':
      return inferName(typer, expression, scope);
    case 'this':
      return typeOfThis(typer, expression, scope);
    case 'super':
      return typeOfSuper(typer, expression, scope);
    case 'call':
      return inferCall(typer, expression, scope);
    case 'new':
      return inferNew(typer, expression, scope, target);
    case 'new-array':
      return inferNewArray(typer, expression, scope);
    case 'array-initializer':
      return inferArrayInitializer(typer, expression, scope, target ?? unknownType);
    case 'array-access': {
      const array = attribute(typer, expression.array, scope);
      attribute(typer, expression.index, scope);
      return array.kind === 'array' ? array.element : unknownType;
    }
    case 'unary':
      return inferUnary(typer, expression, scope);
    case 'increment':
      return attribute(typer, expression.operand, scope);
    case 'binary':
      return inferBinary(typer, expression, scope);
    case 'assignment': {
      const type = attribute(typer, expression.target, scope);
      attribute(typer, expression.value, scope, expression.operator === '=' ? type : undefined);
      return type;
    }
    case 'instanceof':
      return inferInstanceof(typer, expression, scope);
    case 'conditional':
      return inferConditional(typer, expression, scope, target);
    case 'cast':
      return inferCast(typer, expression, scope);
    case 'lambda':
    case 'method-reference':
      return inferFunction(typer, { expression, target: target ?? unknownType, scope });
    case 'switch-expression':
      return inferSwitchExpression(typer, expression, scope, target);
    case 'class-literal':
      return classType('java/lang/Class', [boxedIfPrimitive(resolveSyntax(typer, expression.type, scope))]);
    case 'missing':
      return unknownType;
  }
}

/** An exact method reference needs nothing of its target; what it says of it serves the choice of the method around it. */
function inferFunction(typer: Typer, pending: PendingFunction): JavaType {
  if (pending.expression.kind === 'method-reference' && typer.rules.isReady(typer, pending)) {
    return typer.rules.applyFunction(typer, pending);
  }
  typer.pending.push(pending);
  return pending.target;
}

function inferLiteral(typer: Typer, expression: Extract<Expression, { kind: 'literal' }>): JavaType {
  const value = literalValue(expression.literal, expression.text);
  if (value !== undefined) typer.constants.set(expression, value);
  switch (expression.literal) {
    case 'int':
      return intType;
    case 'long':
      return longType;
    case 'float':
      return floatType;
    case 'double':
      return doubleType;
    case 'char':
      return charType;
    case 'boolean':
      return booleanType;
    case 'string':
    case 'text-block':
      return stringType;
    case 'null':
      return nullType;
  }
}

function inferNewArray(
  typer: Typer,
  expression: Extract<Expression, { kind: 'new-array' }>,
  scope: Scope,
): JavaType {
  const element = resolveSyntax(typer, expression.elementType, scope);
  for (const dimension of expression.dimensions) attribute(typer, dimension, scope);
  const type = arrayType(element, expression.dimensions.length + expression.emptyDimensions);
  if (expression.initializer !== undefined) record(typer, expression.initializer, inferArrayInitializer(typer, expression.initializer, scope, type)); // prettier-ignore
  return type;
}

function inferArrayInitializer(
  typer: Typer,
  initializer: ArrayInitializer,
  scope: Scope,
  target: JavaType,
): JavaType {
  const element = target.kind === 'array' ? target.element : unknownType;
  for (const value of initializer.elements) attribute(typer, value, scope, element);
  return target;
}

function inferInstanceof(
  typer: Typer,
  expression: Extract<Expression, { kind: 'instanceof' }>,
  scope: Scope,
): JavaType {
  const operand = attribute(typer, expression.operand, scope);
  if (expression.type !== undefined) resolveSyntax(typer, expression.type, scope);
  if (expression.pattern !== undefined) {
    const whenTrue = typePattern(typer, expression.pattern, operand, scope);
    if (whenTrue.length > 0) typer.bindings.set(expression, { whenTrue, whenFalse: [] });
  }
  return booleanType;
}

/** Types a cast. Only functions take their type from it (JLS 15.16). */
function inferCast(typer: Typer, expression: Extract<Expression, { kind: 'cast' }>, scope: Scope): JavaType {
  const type = resolveSyntax(typer, expression.type, scope);
  attribute(typer, expression.operand, scope, takesTarget(expression.operand) ? type : undefined);
  resultAsUsed(typer, expression.operand, type);
  const constant = typer.constants.get(expression.operand);
  const value = constant === undefined ? undefined : castConstant(constant, type);
  if (value !== undefined) typer.constants.set(expression, value);
  return type;
}

function takesTarget(expression: Expression): boolean {
  switch (expression.kind) {
    case 'lambda':
    case 'method-reference':
    case 'switch-expression':
      return true;
    case 'conditional':
      return takesTarget(expression.whenTrue) || takesTarget(expression.whenFalse);
    default:
      return false;
  }
}
