/**
 * Patterns (JLS 14.30) of `instanceof` and `switch`.
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { Pattern } from '../syntax/ast';
import { childNode, childNodes, childToken, spanOf } from './cst';
import { lowerType } from './context';
import type { Lowering } from './context';

/** Lowers a `pattern`. */
export function lowerPattern(lowering: Lowering, node: CstNode, at: number): Pattern {
  const span = spanOf(node, at);
  const record = childNode(node, 'recordPattern');
  if (record !== undefined) {
    const type = lowerType(lowering, childNode(record, 'referenceType'), span.start);
    const components = childNodes(childNode(record, 'componentPatternList'), 'componentPattern');
    const patterns = components.map((component): Pattern => {
      const nested = childNode(component, 'pattern');
      if (nested !== undefined) return lowerPattern(lowering, nested, span.end);
      return { kind: 'match-all', ...spanOf(component, span.end) };
    });
    return { kind: 'record-pattern', type, patterns, ...span };
  }
  const declaration = childNode(childNode(node, 'typePattern'), 'localVariableDeclaration');
  const type = lowerType(lowering, childNode(declaration, 'localVariableType'), span.start);
  const declarator = childNode(childNode(declaration, 'variableDeclaratorList'), 'variableDeclarator');
  const declared = childNode(declarator, 'variableDeclaratorId');
  const name = childToken(declared, 'Identifier') ?? childToken(declared, 'Underscore');
  return { kind: 'type-pattern', type, name: name?.image ?? '', ...span };
}
