/**
 * Creation of objects and arrays (JLS 15.9, 15.10, 10.6), and arguments.
 */

import { withDefined } from '../../base/check';
import type { CstNode } from 'java-parser-internals/parser.js';
import type { ArrayInitializer, Expression, Span } from '../syntax/ast';
import { childNode, childNodes, childTokens, spanOf } from './cst';
import { lowerType, missing } from './context';
import type { Lowering } from './context';

/** Lowers an `argumentList`. */
export function lowerArguments(lowering: Lowering, node: CstNode | undefined): Expression[] {
  return childNodes(node, 'expression').map((argument) =>
    lowering.expression(lowering, argument, node === undefined ? 0 : spanOf(node, 0).start),
  );
}

/** Lowers a creation below `node`; `outer` is the object before `.new`. */
export function lowerNew(
  lowering: Lowering,
  node: CstNode,
  span: Span,
  outer: Expression | undefined,
): Expression {
  const array = childNode(node, 'arrayCreationExpression');
  if (array !== undefined) return lowerNewArray(lowering, array, span);
  const creation = childNode(node, 'unqualifiedClassInstanceCreationExpression');
  if (creation === undefined) return missing(span);
  const type = lowerType(lowering, childNode(creation, 'classOrInterfaceTypeToInstantiate'), span.end);
  const bodyNode = childNode(creation, 'classBody');
  const args = lowerArguments(lowering, childNode(creation, 'argumentList'));
  return {
    kind: 'new',
    ...withDefined({ outer }),
    type,
    arguments: args,
    ...withDefined({ body: bodyNode && lowering.localClass(lowering, bodyNode, span.end) }),
    ...span,
  };
}

function lowerNewArray(lowering: Lowering, node: CstNode, span: Span): Expression {
  const typeNode = childNode(node, 'primitiveType') ?? childNode(node, 'classOrInterfaceType');
  const elementType = lowerType(lowering, typeNode, span.end);
  const sized = childNode(node, 'arrayCreationExpressionWithoutInitializerSuffix');
  const filled = childNode(node, 'arrayCreationWithInitializerSuffix');
  const dimensions = childNodes(childNode(sized, 'dimExprs'), 'dimExpr').map((dimension) =>
    lowering.expression(lowering, childNode(dimension, 'expression'), span.end),
  );
  const emptyDimensions = childTokens(childNode(sized ?? filled, 'dims'), 'LSquare').length;
  const values = childNode(filled, 'arrayInitializer');
  return {
    kind: 'new-array',
    elementType,
    dimensions,
    emptyDimensions,
    ...withDefined({ initializer: values && lowerArrayInitializer(lowering, values, span.end) }),
    ...span,
  };
}

/** Lowers an `arrayInitializer`. */
export function lowerArrayInitializer(lowering: Lowering, node: CstNode, at: number): ArrayInitializer {
  const span = spanOf(node, at);
  const elements = childNodes(childNode(node, 'variableInitializerList'), 'variableInitializer').map(
    (element) => lowerInitializer(lowering, element, span.end),
  );
  return { kind: 'array-initializer', elements, ...span };
}

/** Lowers a `variableInitializer`. */
export function lowerInitializer(lowering: Lowering, node: CstNode, at: number): Expression {
  const values = childNode(node, 'arrayInitializer');
  if (values !== undefined) return lowerArrayInitializer(lowering, values, at);
  return lowering.expression(lowering, childNode(node, 'expression'), spanOf(node, at).start);
}
