/**
 * Classes inside bodies (JLS 14.3, 15.9.5): the header parser reads what they
 * declare, and their members' bodies are lowered from the tree at hand.
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { BodyRoot, BodyText, ClassDeclaration, LocalClass } from '../syntax/ast';
import { parseClassAt } from '../headers/declarations';
import { childNode, childToken, isNode, spanOf } from './cst';
import type { Lowering } from './context';
import { lowerArguments, lowerInitializer } from './creations';
import { lowerConstructorBody } from './statements';

/** Lowers a `classDeclaration`, an `interfaceDeclaration`, or the `classBody` of an anonymous class. */
export function lowerLocalClass(lowering: Lowering, node: CstNode, at: number): LocalClass {
  const span = spanOf(node, at);
  const declaration = parseClassAt(lowering.text, span.start, span.end, {
    anonymous: node.name === 'classBody',
  });
  const parsed = lowering.trustsTree ? collectBodies(node) : new Map<number, CstNode>();
  const bodies = new Map<number, BodyRoot>();
  for (const body of bodyTextsOf(declaration)) {
    const tree = parsed.get(body.start);
    bodies.set(
      body.start,
      tree === undefined ? lowering.body(lowering, body) : lowerParsed(lowering, tree, body.start),
    );
  }
  return { declaration, bodies };
}

/** Every text of a class that is parsed on its own, those of its nested classes too, in source order. */
export function bodyTextsOf(declaration: ClassDeclaration): BodyText[] {
  return declaration.members.flatMap((member): readonly BodyText[] => {
    switch (member.kind) {
      case 'field':
        return member.declarators.flatMap(({ initializer }) =>
          initializer === undefined ? [] : [initializer],
        );
      case 'initializer':
        return [member.body];
      case 'enum-constant':
        return [member.argumentsText, ...(member.body === undefined ? [] : bodyTextsOf(member.body))];
      case 'class-member':
        return bodyTextsOf(member.declaration);
      default:
        return member.body === undefined ? [] : [member.body];
    }
  });
}

/** Collects the bodies that java-parser has parsed in a class, by their start. It does not look into these bodies. */
function collectBodies(node: CstNode): ReadonlyMap<number, CstNode> {
  const bodies = new Map<number, CstNode>();
  const pending: CstNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.name === 'enumConstant') {
      const open = childToken(next, 'LBrace');
      if (open !== undefined) bodies.set(open.startOffset, next);
      const body = childNode(next, 'classBody');
      if (body !== undefined) pending.push(body);
    } else if (
      next.name === 'block' ||
      next.name === 'constructorBody' ||
      next.name === 'variableInitializer'
    ) {
      bodies.set(next.location.startOffset, next);
    } else if (next.name !== 'annotation') {
      for (const elements of Object.values(next.children)) pending.push(...(elements ?? []).filter(isNode));
    }
  }
  return bodies;
}

function lowerParsed(lowering: Lowering, tree: CstNode, at: number): BodyRoot {
  switch (tree.name) {
    case 'enumConstant':
      return { kind: 'arguments', arguments: lowerArguments(lowering, childNode(tree, 'argumentList')) };
    case 'variableInitializer':
      return { kind: 'value', expression: lowerInitializer(lowering, tree, at) };
    case 'constructorBody':
      return { kind: 'statements', block: lowerConstructorBody(lowering, tree, at) };
    default:
      return { kind: 'statements', block: lowering.block(lowering, tree, at) };
  }
}
