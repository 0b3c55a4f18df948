/**
 * Lambda bodies (JLS 15.27), typed once, when what they take is known; what
 * they return then bounds their target's variables (JLS 18.2.1).
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { BlockStatement, Expression, LambdaExpression } from '../syntax/ast';
import { type FunctionType, functionTypeOf } from './functional';
import { isDetermined, settleType } from './inference';
import { applyMethodReference, isExactReference } from './method-references';
import { type Scope, withLocal } from './scopes';
import {
  attribute,
  constrain,
  type Exits,
  type PendingFunction,
  record,
  recordIn,
  resolveSyntax,
  type Typer,
} from './typer';
import { isInferenceVariable, isVoid, mentionsInference, unknownType } from '../types/types';

export function applyFunction(typer: Typer, pending: PendingFunction): JavaType {
  const { expression, target } = pending;
  const type = functionTypeOf(typer, target);
  record(typer, expression, type?.target ?? unknownType);
  if (expression.kind === 'lambda') applyLambda(typer, expression, type, pending.scope);
  else applyMethodReference(typer, expression, type, pending.scope);
  return type?.target ?? unknownType;
}

/** True if all that decides the parameters' types is decided. */
export function isReady(typer: Typer, { expression, target, scope }: PendingFunction): boolean {
  if (isInferenceVariable(target)) return isDetermined(target);
  if (expression.kind === 'lambda' && !expression.parameters.some(({ type }) => type.kind === 'inferred'))
    return true;
  if (expression.kind === 'method-reference' && isExactReference(typer, expression, scope)) return true;
  if (!mentionsInference(target)) return true;
  return functionTypeOf(typer, target)?.parameters.every(isKnown) ?? true;
}

function isKnown(type: JavaType): boolean {
  switch (type.kind) {
    case 'variable':
      return !isInferenceVariable(type) || isDetermined(type);
    case 'class':
      return type.typeArguments.every(isKnown);
    case 'array':
      return isKnown(type.element);
    case 'wildcard':
      return type.bound === undefined || isKnown(type.bound);
    default:
      return true;
  }
}

function applyLambda(
  typer: Typer,
  lambda: LambdaExpression,
  type: FunctionType | undefined,
  scope: Scope,
): void {
  const inner = lambdaScope(typer, lambda, type, scope);
  const returnType = type?.returnType ?? unknownType;
  recordIn(typer, typer.returnTypes, lambda, returnType);
  if (lambda.body.kind === 'block') typeBlock(typer, lambda.body, inner, returnType);
  else if (isVoid(returnType)) attribute(typer, lambda.body, inner);
  else returnValue(typer, lambda.body, inner, returnType);
}

function lambdaScope(
  typer: Typer,
  lambda: LambdaExpression,
  type: FunctionType | undefined,
  scope: Scope,
): Scope {
  let inner: Scope = { kind: 'lambda', parent: scope };
  lambda.parameters.forEach((parameter, i) => {
    const isInferred = parameter.type.kind === 'inferred';
    const declared = isInferred ? unknownType : resolveSyntax(typer, parameter.type, scope);
    const formal = type?.parameters[i] ?? unknownType;
    if (!isInferred && mentionsInference(formal)) constrain(typer, formal, declared);
    const found = isInferred ? settleType(typer, formal) : declared;
    typer.parameterTypes.set(parameter, found);
    typer.syntaxTypes.set(parameter.type, found);
    inner = withLocal(inner, { name: parameter.name, type: found });
  });
  return inner;
}

function typeBlock(typer: Typer, block: BlockStatement, scope: Scope, returnType: JavaType): void {
  const exits: Exits = {
    returned: (value, at) => {
      returnValue(typer, value, at, returnType);
    },
    yielded: (value, at) => {
      attribute(typer, value, at);
    },
  };
  typer.rules.typeStatements(typer, block.statements, scope, exits);
}

/** A returned value may itself wait for the target's variables. */
function returnValue(typer: Typer, value: Expression, scope: Scope, returnType: JavaType): void {
  const type = typer.rules.infer(typer, value, scope, returnType);
  if (!isVoid(type)) constrain(typer, type, returnType);
}
