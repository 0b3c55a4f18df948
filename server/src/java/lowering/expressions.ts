/**
 * Expressions (JLS 15): conditionals, signs and increments around the operators
 * of `operators.ts` and the primaries of `primaries.ts`.
 */

import type { CstNode, CstToken } from 'java-parser-internals/parser.js';
import type { Expression } from '../syntax/ast';
import { MAX_CHAIN, missing, reportAt } from './context';
import type { Lowering } from './context';
import { childNode, childNodes, childToken, endOf, isNode, orderedChildren, spanOf, startOf } from './cst';
import { lowerOperators } from './operators';
import { lowerPrimary } from './primaries';

export function lowerExpression(lowering: Lowering, node: CstNode | undefined, at: number): Expression {
  if (node === undefined) return missing({ start: at, end: at });
  const lambda = childNode(node, 'lambdaExpression');
  if (lambda !== undefined) return lowering.lambda(lowering, lambda, at);
  const conditional = node.name === 'conditionalExpression' ? node : childNode(node, 'conditionalExpression');
  return conditional === undefined ? missing(spanOf(node, at)) : lowerConditional(lowering, conditional, at);
}

function lowerConditional(lowering: Lowering, node: CstNode, at: number): Expression {
  const binary = childNode(node, 'binaryExpression');
  const condition = binary === undefined ? missing(spanOf(node, at)) : lowerOperators(lowering, binary, at);
  if (childToken(node, 'QuestionMark') === undefined) return condition;
  const [first, second] = childNodes(node, 'expression');
  const whenTrue = lowerExpression(lowering, first, condition.end);
  const whenFalse = lowerExpression(lowering, second, whenTrue.end);
  return { kind: 'conditional', condition, whenTrue, whenFalse, ...spanOf(node, at) };
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
