/**
 * Function types: what a lambda or method reference takes and returns, by its
 * target type (JLS 9.9), and which shapes of lambda fit (JLS 15.12.2.1).
 */
import type { ClassModel, MemberMethod } from '../types/class-model';
import type { ClassType, JavaType, TypeParameter } from '../../classfile/signatures/class-signature';
import type { BlockStatement, Expression, LambdaExpression, Statement } from '../syntax/ast';
import { statementsIn } from '../types/completion';
import { settleType } from './inference';
import { functionOf } from './members';
import { substitute, upperBound } from '../types/substitution';
import type { TypeContext } from '../types/subtyping';
import { isRaw, typeArgumentMap } from '../types/universe';
import { classType, isInferenceVariable, isVoid, objectType } from '../types/types';

export interface FunctionType {
  /** The target without wildcards. */
  readonly target: ClassType;
  readonly method: MemberMethod;
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
}

/** Undefined where the type is no functional interface. */
export function functionTypeOf(context: TypeContext, target: JavaType): FunctionType | undefined {
  const type = functionalClass(context, target);
  const model = type === undefined ? undefined : context.universe.findClass(type.name);
  const method = model === undefined ? undefined : functionOf(model);
  if (type === undefined || model === undefined || method === undefined) return undefined;
  if (isRaw(model, type)) {
    return { target: type, method, parameters: method.erasedParameters, returnType: method.erasedReturnType };
  }
  const ground = groundType(type, model);
  const map = typeArgumentMap(model, ground);
  return {
    target: ground,
    method,
    parameters: method.parameters.map((parameter) => substitute(parameter, map)),
    returnType: substitute(method.returnType, map),
  };
}

function functionalClass(context: TypeContext, target: JavaType): ClassType | undefined {
  const type = isInferenceVariable(target) ? settleType(context, target) : upperBound(target);
  if (type.kind === 'class') return type;
  if (type.kind !== 'intersection') return undefined;
  return type.types.find((part) => part.kind === 'class' && functionTypeOf(context, part) !== undefined) as
    ClassType | undefined;
}

/** The parameterization that a wildcard-parameterized interface stands for (JLS 9.9). */
function groundType(type: ClassType, model: ClassModel): ClassType {
  if (!type.typeArguments.some((argument) => argument.kind === 'wildcard')) return type;
  const typeArguments = type.typeArguments.map((argument, i) => {
    if (argument.kind !== 'wildcard') return argument;
    return argument.bound ?? boundOf(model.signature.typeParameters[i]);
  });
  return classType(type.name, typeArguments, type.outer);
}

function boundOf(parameter: TypeParameter | undefined): JavaType {
  const bound = parameter?.bounds[0];
  return bound?.kind === 'class' && bound.typeArguments.length === 0 ? bound : objectType;
}

export function functionMethod(context: TypeContext, target: JavaType): MemberMethod | undefined {
  if (target.kind !== 'class') return undefined;
  const model = context.universe.findClass(target.name);
  return model === undefined ? undefined : functionOf(model);
}

/** True if a lambda has the parameters and the kind of body that a method asks for. */
export function fitsShape(lambda: LambdaExpression, method: MemberMethod): boolean {
  if (lambda.parameters.length !== method.parameters.length) return false;
  return isVoid(method.method.returnType) ? mayBeVoid(lambda) : mayGiveValue(lambda);
}

function mayBeVoid({ body }: LambdaExpression): boolean {
  return body.kind === 'block' ? !returnsValue(body) : isStatementExpression(body);
}

function mayGiveValue({ body }: LambdaExpression): boolean {
  return body.kind !== 'block' || returnsValue(body) || !completes(body);
}

/** Expressions that may stand as statements (JLS 14.8). */
export function isStatementExpression(expression: Expression): boolean {
  const { kind } = expression;
  return kind === 'call' || kind === 'new' || kind === 'assignment' || kind === 'increment';
}

function returnsValue(block: BlockStatement): boolean {
  return block.statements.some(hasValueReturn);
}

/** True if a statement is or holds a `return` with a value, outside lambdas and classes. */
function hasValueReturn(statement: Statement): boolean {
  if (statement.kind === 'return') return statement.expression !== undefined;
  return statementsIn(statement).some(hasValueReturn);
}

/** A block that ends in `throw` or loops forever fits both kinds of function. */
function completes(block: BlockStatement): boolean {
  const last = block.statements.at(-1);
  if (last === undefined) return true;
  if (last.kind === 'throw') return false;
  if (last.kind === 'while') return !(last.condition.kind === 'literal' && last.condition.text === 'true');
  return !(last.kind === 'for' && last.condition === undefined);
}
