/**
 * Lambda expressions (JLS 15.27).
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { Expression, ParameterSyntax } from '../syntax/ast';
import { readTypeAt } from './context';
import type { Lowering } from './context';
import { childNode, childNodes, childToken, spanOf } from './cst';

/** Lowers a `lambdaExpression`. */
export function lowerLambda(lowering: Lowering, node: CstNode, at: number): Expression {
  const span = spanOf(node, at);
  const parameters = lowerLambdaParameters(lowering, childNode(node, 'lambdaParameters'));
  const bodyNode = childNode(node, 'lambdaBody');
  const block = childNode(bodyNode, 'block');
  const body =
    block === undefined
      ? lowering.expression(lowering, childNode(bodyNode, 'expression'), span.end)
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
