/**
 * Declarations of local variables (JLS 14.4), in statements, `for` headers and
 * `try` resources.
 */

import { withDefined } from '../../base/check';
import type { CstNode } from 'java-parser-internals/parser.js';
import type { LocalDeclarator, LocalVariableStatement, TypeSyntax } from '../syntax/ast';
import { Scanner } from '../text/lexer';
import { parseDimensions } from '../headers/type-syntax';
import { childNode, childNodes, childToken, spanOf } from './cst';
import { lowerType } from './context';
import type { Lowering } from './context';
import { lowerInitializer } from './creations';

/** Lowers a `localVariableDeclaration`. */
export function lowerLocalVariable(lowering: Lowering, node: CstNode, at: number): LocalVariableStatement {
  const span = spanOf(node, at);
  const type = lowerType(lowering, childNode(node, 'localVariableType'), span.start);
  const declarators = childNodes(childNode(node, 'variableDeclaratorList'), 'variableDeclarator').map(
    (declarator) => lowerDeclarator(lowering, declarator, type, span.end),
  );
  const isFinal = childNodes(node, 'variableModifier').some(
    (modifier) => childToken(modifier, 'Final') !== undefined,
  );
  return { kind: 'local-variable', modifiers: isFinal ? ['final'] : [], declarators, ...span };
}

function lowerDeclarator(lowering: Lowering, node: CstNode, type: TypeSyntax, at: number): LocalDeclarator {
  const span = spanOf(node, at);
  const declared = childNode(node, 'variableDeclaratorId');
  const initializer = childNode(node, 'variableInitializer');
  return {
    name: nameOf(declared),
    type: applyDimensions(lowering, declared, type),
    ...withDefined({ initializer: initializer && lowerInitializer(lowering, initializer, span.end) }),
    ...span,
  };
}

/** The name that a `variableDeclaratorId` declares; `_` for an unnamed variable. */
export function nameOf(node: CstNode | undefined): string {
  return (childToken(node, 'Identifier') ?? childToken(node, 'Underscore'))?.image ?? '';
}

function applyDimensions(lowering: Lowering, declared: CstNode | undefined, type: TypeSyntax): TypeSyntax {
  const dims = childNode(declared, 'dims');
  if (dims === undefined) return type;
  const span = spanOf(dims, type.end);
  const scanner = new Scanner(lowering.text, span.start, span.end);
  scanner.next();
  return parseDimensions(scanner, type);
}
