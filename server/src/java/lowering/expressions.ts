/**
 * Expressions (JLS 15): lambdas, operators, conditionals.
 *
 * java-parser gives the operands and operators of an expression as flat lists;
 * the tree is built here by precedence, left to right (JLS 15.17-15.26).
 */

import type { CstNode, CstToken } from 'java-parser-internals/parser.js';
import type { AssignmentOperator, BinaryOperator, Expression, ParameterSyntax } from '../ast';
import { childNode, childNodes, childToken, endOf, isNode, orderedChildren, spanOf, startOf } from './cst';
import { MAX_CHAIN, lowerType, missing, readTypeAt, reportAt } from './context';
import type { Lowering } from './context';
import { lowerPattern } from './patterns';
import { lowerPrimary } from './primaries';

/** Binding strength of the binary operators, and of `instanceof`. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['>', 7],
  ['<=', 7],
  ['>=', 7],
  ['instanceof', 7],
  ['<<', 8],
  ['>>', 8],
  ['>>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);

export function lowerExpression(lowering: Lowering, node: CstNode | undefined, at: number): Expression {
  if (node === undefined) return missing({ start: at, end: at });
  const lambda = childNode(node, 'lambdaExpression');
  if (lambda !== undefined) return lowerLambda(lowering, lambda, at);
  const conditional = node.name === 'conditionalExpression' ? node : childNode(node, 'conditionalExpression');
  return conditional === undefined ? missing(spanOf(node, at)) : lowerConditional(lowering, conditional, at);
}

function lowerConditional(lowering: Lowering, node: CstNode, at: number): Expression {
  const binary = childNode(node, 'binaryExpression');
  const condition = binary === undefined ? missing(spanOf(node, at)) : lowerBinary(lowering, binary, at);
  if (childToken(node, 'QuestionMark') === undefined) return condition;
  const [first, second] = childNodes(node, 'expression');
  const whenTrue = lowerExpression(lowering, first, condition.end);
  const whenFalse = lowerExpression(lowering, second, whenTrue.end);
  return { kind: 'conditional', condition, whenTrue, whenFalse, start: condition.start, end: whenFalse.end };
}

/** What follows an operand: an operator and its right side. */
interface Step {
  readonly operator: string;
  readonly operatorStart: number;
  /** Binding strength; 0 for an assignment, which takes all to its right. */
  readonly precedence: number;
  readonly right: CstNode | undefined;
}

function lowerBinary(lowering: Lowering, node: CstNode, at: number): Expression {
  const [first, ...rest] = orderedChildren(node);
  if (first === undefined) return missing(spanOf(node, at));
  const firstIsOperand = isNode(first) && first.name === 'unaryExpression';
  const left = firstIsOperand
    ? lowerUnary(lowering, first, at)
    : missing({ start: startOf(first), end: startOf(first) });
  const steps = readSteps(firstIsOperand ? rest : [first, ...rest]);
  if (steps.length === 0) return left;
  if (steps.length > MAX_CHAIN) {
    const kept = steps.slice(-MAX_CHAIN);
    const lost = steps[steps.length - MAX_CHAIN - 1];
    const end = lost?.right === undefined ? left.end : endOf(lost.right);
    const cut = missing({ start: left.start, end });
    reportAt(lowering, `a chain of more than ${MAX_CHAIN} operators is not read to its left end`, cut);
    return combine(lowering, cut, kept);
  }
  return combine(lowering, left, steps);
}

function readSteps(elements: readonly (CstNode | CstToken)[]): readonly Step[] {
  const steps: Step[] = [];
  let index = 0;
  while (index < elements.length) {
    const element = elements[index++];
    if (element === undefined || (isNode(element) && element.name !== 'shiftOperator')) continue;
    const operator = isNode(element) ? shiftImage(element) : element.image;
    const following = elements[index];
    const right =
      following !== undefined && isNode(following) && following.name !== 'shiftOperator'
        ? following
        : undefined;
    if (right !== undefined) index++;
    steps.push({
      operator,
      operatorStart: startOf(element),
      precedence: PRECEDENCE.get(operator) ?? 0,
      right,
    });
  }
  return steps;
}

function shiftImage(node: CstNode): string {
  return orderedChildren(node)
    .map((token) => (isNode(token) ? '' : token.image))
    .join('');
}

/** Shunting-yard over the steps; assignments associate to the right and end the chain. */
function combine(lowering: Lowering, first: Expression, steps: readonly Step[]): Expression {
  const operands: Expression[] = [first];
  const pending: Step[] = [];
  const reduce = (precedence: number): void => {
    for (;;) {
      const last = pending.at(-1);
      if (last === undefined || last.precedence < precedence) return;
      pending.pop();
      const right = operands.pop();
      const left = operands.pop();
      if (left === undefined || right === undefined) return;
      operands.push(applyBinary(last, left, right));
    }
  };
  for (const step of steps) {
    const at = step.operatorStart + step.operator.length;
    if (step.operator === 'instanceof') {
      reduce(step.precedence);
      const operand = operands.pop() ?? first;
      operands.push(lowerInstanceof(lowering, operand, step, at));
      continue;
    }
    if (step.precedence === 0) {
      reduce(1);
      const value = lowerExpression(lowering, step.right, at);
      const target = operands.pop() ?? first;
      operands.push({
        kind: 'assignment',
        operator: step.operator as AssignmentOperator,
        operatorStart: step.operatorStart,
        target,
        value,
        start: target.start,
        end: value.end,
      });
      continue;
    }
    reduce(step.precedence);
    pending.push(step);
    operands.push(
      step.right === undefined ? missing({ start: at, end: at }) : lowerUnary(lowering, step.right, at),
    );
  }
  reduce(1);
  return operands[0] ?? first;
}

function applyBinary(step: Step, left: Expression, right: Expression): Expression {
  return {
    kind: 'binary',
    operator: step.operator as BinaryOperator,
    operatorStart: step.operatorStart,
    left,
    right,
    start: left.start,
    end: right.end,
  };
}

function lowerInstanceof(lowering: Lowering, operand: Expression, step: Step, at: number): Expression {
  const { right } = step;
  if (right === undefined) return { kind: 'instanceof', operand, start: operand.start, end: at };
  const { start } = operand;
  const { end } = spanOf(right, at);
  if (right.name === 'pattern') {
    return { kind: 'instanceof', operand, pattern: lowerPattern(lowering, right, at), start, end };
  }
  return { kind: 'instanceof', operand, type: lowerType(lowering, right, at), start, end };
}

/** Prefix operators around a primary and its `++`s and `--`s (JLS 15.14, 15.15). */
export function lowerUnary(lowering: Lowering, node: CstNode, at: number): Expression {
  const children = orderedChildren(node);
  const primaryIndex = children.findIndex(isNode);
  const primary = children[primaryIndex];
  const span = spanOf(node, at);
  let expression: Expression =
    primary !== undefined && isNode(primary)
      ? lowerPrimary(lowering, primary, at)
      : missing({ start: span.end, end: span.end });
  const prefixes = primaryIndex < 0 ? children : children.slice(0, primaryIndex);
  const suffixes = primaryIndex < 0 ? [] : children.slice(primaryIndex + 1);
  for (const suffix of suffixes) {
    if (isNode(suffix)) continue;
    const operator = suffix.image === '--' ? '--' : '++';
    const { start } = expression;
    expression = {
      kind: 'increment',
      operator,
      prefix: false,
      operand: expression,
      start,
      end: endOf(suffix),
    };
  }
  const kept = prefixes.slice(-MAX_CHAIN);
  if (kept.length < prefixes.length) reportAt(lowering, `more than ${MAX_CHAIN} prefix operators`, span);
  for (const prefix of kept.toReversed()) {
    if (!isNode(prefix)) expression = applyPrefix(prefix, expression);
  }
  return expression;
}

function applyPrefix(prefix: CstToken, operand: Expression): Expression {
  const { image } = prefix;
  const span = { start: startOf(prefix), end: operand.end };
  if (image === '++' || image === '--')
    return { kind: 'increment', operator: image, prefix: true, operand, ...span };
  return { kind: 'unary', operator: image as '+' | '-' | '~' | '!', operand, ...span };
}

export function lowerLambda(lowering: Lowering, node: CstNode, at: number): Expression {
  const span = spanOf(node, at);
  const parameters = lowerLambdaParameters(lowering, childNode(node, 'lambdaParameters'));
  const bodyNode = childNode(node, 'lambdaBody');
  const block = childNode(bodyNode, 'block');
  const body =
    block === undefined
      ? lowerExpression(lowering, childNode(bodyNode, 'expression'), span.end)
      : lowering.block(lowering, block, span.end);
  return { kind: 'lambda', parameters, body, ...span };
}

function lowerLambdaParameters(lowering: Lowering, node: CstNode | undefined): ParameterSyntax[] {
  if (node === undefined) return [];
  const list = childNode(childNode(node, 'lambdaParametersWithBraces'), 'lambdaParameterList');
  const typed = childNodes(childNode(list, 'normalLambdaParameterList'), 'normalLambdaParameter');
  if (typed.length > 0) return typed.flatMap((parameter) => lowerTypedParameter(lowering, parameter));
  const concise = childNodes(childNode(list, 'conciseLambdaParameterList'), 'conciseLambdaParameter');
  const names =
    concise.length > 0
      ? concise
      : list === undefined && childNode(node, 'lambdaParametersWithBraces') === undefined
        ? [node]
        : [];
  return names.flatMap((name) => {
    const token = childToken(name, 'Identifier') ?? childToken(name, 'Underscore');
    if (token === undefined) return [];
    const span = spanOf(token, 0);
    return [{ name: token.image, type: { kind: 'inferred', ...span }, varargs: false, ...span }];
  });
}

function lowerTypedParameter(lowering: Lowering, node: CstNode): ParameterSyntax[] {
  const span = spanOf(node, 0);
  const regular = childNode(node, 'regularLambdaParameter');
  if (regular !== undefined) {
    const typeNode = childNode(regular, 'lambdaParameterType');
    const declared = childNode(regular, 'variableDeclaratorId');
    const name = childToken(declared, 'Identifier') ?? childToken(declared, 'Underscore');
    if (name === undefined || typeNode === undefined) return [];
    const type = readTypeAt(lowering, spanOf(typeNode, span.start));
    return [{ name: name.image, type, varargs: false, ...span }];
  }
  const variable = childNode(node, 'variableArityParameter');
  const name = childToken(variable, 'Identifier');
  const typeNode = childNode(variable, 'unannType');
  if (name === undefined || typeNode === undefined) return [];
  const element = readTypeAt(lowering, spanOf(typeNode, span.start));
  return [
    {
      name: name.image,
      type: { kind: 'array', element, start: element.start, end: element.end },
      varargs: true,
      ...span,
    },
  ];
}
