/**
 * From the text of one body to its syntax tree: the door of `java/` for bodies,
 * as `declarations.ts` is for headers.
 *
 * Any text gives a result. What can't be read is `missing`, with a problem.
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { Body, BodyRoot, BodyText, Problem } from './ast';
import { parseText } from './body-parser';
import { childNode } from './lowering/cst';
import { missing } from './lowering/context';
import type { Lowering } from './lowering/context';
import { lowerArguments, lowerArrayInitializer, lowerInitializer } from './lowering/creations';
import { lowerExpression, lowerUnary } from './lowering/expressions';
import { lowerLambda } from './lowering/lambdas';
import { lowerLocalClass } from './lowering/local-classes';
import { lowerPrimary } from './lowering/primaries';
import { lowerBlock, lowerConstructorBody } from './lowering/statements';
import { lowerSwitch } from './lowering/switches';

/** Parses the text of a body, braces included; every span of the result is an offset in it. */
export function parseBody(text: string, rule: BodyText['rule']): Body {
  const problems: Problem[] = [];
  const lowering: Lowering = {
    text,
    problems,
    expression: lowerExpression,
    unary: lowerUnary,
    lambda: lowerLambda,
    primary: lowerPrimary,
    block: lowerBlock,
    switchBody: lowerSwitch,
    localClass: lowerLocalClass,
    body: parsePart,
  };
  return { root: parsePart(lowering, { rule, start: 0, end: text.length }), problems };
}

function parsePart(lowering: Lowering, body: BodyText): BodyRoot {
  const { tree, problems } = parseText(lowering.text, body.rule, body.start, body.end);
  lowering.problems.push(...problems);
  return tree === undefined ? emptyRoot(body) : lowerRoot(lowering, tree, body);
}

function lowerRoot(lowering: Lowering, tree: CstNode, body: BodyText): BodyRoot {
  switch (body.rule) {
    case 'arguments':
      return { kind: 'arguments', arguments: lowerArguments(lowering, childNode(tree, 'argumentList')) };
    case 'array-initializer':
      return { kind: 'value', expression: lowerArrayInitializer(lowering, tree, body.start) };
    case 'expression':
      return { kind: 'value', expression: lowerInitializer(lowering, tree, body.start) };
    case 'constructor-body':
      return { kind: 'statements', block: lowerConstructorBody(lowering, tree, body.start) };
    case 'block':
    case 'class-body':
      return { kind: 'statements', block: lowerBlock(lowering, tree, body.start) };
  }
}

function emptyRoot(body: BodyText): BodyRoot {
  const span = { start: body.start, end: body.end };
  switch (body.rule) {
    case 'arguments':
      return { kind: 'arguments', arguments: [] };
    case 'array-initializer':
    case 'expression':
      return { kind: 'value', expression: missing(span) };
    default:
      return {
        kind: 'statements',
        block: { kind: 'block', statements: [{ kind: 'missing-statement', ...span }], ...span },
      };
  }
}
