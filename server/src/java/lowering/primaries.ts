/**
 * Primary expressions (JLS 15.8-15.13, 15.16): what an expression starts with,
 * and the chain of fields, calls, indices and method references after it.
 */

import type { LiteralKind } from '../syntax/operators';
import { withDefined } from '../../base/check';
import type { CstNode } from 'java-parser-internals/parser.js';
import type { Expression, Span, TypeSyntax } from '../syntax/ast';
import { isTypeSyntax } from '../headers/type-syntax';
import { childNode, childNodes, childToken, spanOf, startOf } from './cst';
import { MAX_CHAIN, lowerType, lowerTypeArguments, missing, readTypeAt, reportAt } from './context';
import type { Lowering } from './context';
import { lowerArguments, lowerNew } from './creations';

/** A chain that grows to the right. A bare type stands only before `::` and `.class`. */
interface SelectorChain {
  readonly target: Expression | TypeSyntax;
  /** Type arguments written before the name of a call that is still to come. */
  readonly typeArguments: readonly TypeSyntax[];
}

function chainOf(target: SelectorChain['target']): SelectorChain {
  return { target, typeArguments: [] };
}

/** Lowers a `primary`. */
export function lowerPrimary(lowering: Lowering, node: CstNode, at: number): Expression {
  const span = spanOf(node, at);
  const prefix = childNode(node, 'primaryPrefix');
  let suffixes = childNodes(node, 'primarySuffix');
  let chain: SelectorChain = chainOf(missing({ start: span.start, end: span.start }));
  if (suffixes.length > MAX_CHAIN) {
    const lost = suffixes[suffixes.length - MAX_CHAIN - 1];
    suffixes = suffixes.slice(-MAX_CHAIN);
    const cut = { start: span.start, end: lost === undefined ? span.start : spanOf(lost, span.start).end };
    reportAt(lowering, `a chain of more than ${MAX_CHAIN} calls is not read to its left end`, cut);
    chain = chainOf(missing(cut));
  } else if (prefix !== undefined) chain = lowerPrefix(lowering, prefix, span.start);
  for (const suffix of suffixes) chain = applySuffix(lowering, chain, suffix);
  if (!isTypeSyntax(chain.target)) return chain.target;
  reportAt(lowering, 'a type is no value', chain.target);
  return missing(chain.target);
}

function lowerPrefix(lowering: Lowering, node: CstNode, at: number): SelectorChain {
  const span = spanOf(node, at);
  const names = childNode(node, 'fqnOrRefType');
  if (names !== undefined) return lowerNames(lowering, names, span);
  const type = childNode(node, 'unannPrimitiveTypeWithOptionalDimsSuffix');
  if (type !== undefined) return chainOf(readTypeAt(lowering, span));
  if (childToken(node, 'Void') !== undefined) {
    return chainOf({ kind: 'primitive', name: 'void', ...span });
  }
  return chainOf(lowerValuePrefix(lowering, node, span));
}

function lowerValuePrefix(lowering: Lowering, node: CstNode, span: Span): Expression {
  if (childNode(node, 'literal') !== undefined) {
    const text = lowering.text.slice(span.start, span.end);
    return { kind: 'literal', literal: literalKindOf(text), text, ...span };
  }
  if (childToken(node, 'This') !== undefined) return { kind: 'this', ...span };
  const cast = childNode(node, 'castExpression');
  if (cast !== undefined) return lowerCast(lowering, cast, span);
  const parenthesis = childNode(node, 'parenthesisExpression');
  if (parenthesis !== undefined) {
    const inner = lowering.expression(lowering, childNode(parenthesis, 'expression'), span.end);
    return { ...inner, ...span };
  }
  const creation = childNode(node, 'newExpression');
  if (creation !== undefined) return lowerNew(lowering, creation, span, undefined);
  const switchNode = childNode(node, 'switchStatement');
  if (switchNode !== undefined) {
    return {
      kind: 'switch-expression',
      switch: lowering.switchBody(lowering, switchNode, span.start),
      ...span,
    };
  }
  return missing(span);
}

function lowerCast(lowering: Lowering, node: CstNode, span: Span): Expression {
  const primitive = childNode(node, 'primitiveCastExpression');
  if (primitive !== undefined) {
    const type = lowerType(lowering, childNode(primitive, 'primitiveType'), span.start);
    const operand = childNode(primitive, 'unaryExpression');
    return { kind: 'cast', type, operand: operandOf(lowering, operand, span.end), ...span };
  }
  const reference = childNode(node, 'referenceTypeCastExpression');
  const first = lowerType(lowering, childNode(reference, 'referenceType'), span.start);
  const others = childNodes(reference, 'additionalBound').map((bound) =>
    lowerType(lowering, childNode(bound, 'interfaceType'), span.start),
  );
  const type: TypeSyntax =
    others.length === 0
      ? first
      : {
          kind: 'intersection',
          types: [first, ...others],
          start: first.start,
          end: others.at(-1)?.end ?? first.end,
        };
  const lambda = childNode(reference, 'lambdaExpression');
  if (lambda !== undefined)
    return { kind: 'cast', type, operand: lowering.lambda(lowering, lambda, span.end), ...span };
  const operand = childNode(reference, 'unaryExpressionNotPlusMinus');
  return { kind: 'cast', type, operand: operandOf(lowering, operand, span.end), ...span };
}

function operandOf(lowering: Lowering, node: CstNode | undefined, at: number): Expression {
  return node === undefined ? missing({ start: at, end: at }) : lowering.unary(lowering, node, at);
}

/** `a.b.c`, `a.<T>b`, `A.super`, `List<String>`, `int[]`: names that only the typer can tell apart. */
function lowerNames(lowering: Lowering, node: CstNode, span: Span): SelectorChain {
  const first = childNode(node, 'fqnOrRefTypePartFirst');
  const parts = childNodes(node, 'fqnOrRefTypePartRest');
  const commons = [first, ...parts].map((part) => childNode(part, 'fqnOrRefTypePartCommon'));
  const hasTypeArguments = commons.some((common) => childNode(common, 'typeArguments') !== undefined);
  if (childNode(node, 'dims') !== undefined || hasTypeArguments) {
    return chainOf(readTypeAt(lowering, span));
  }
  let chain: SelectorChain = chainOf(missing({ start: span.start, end: span.start }));
  [first, ...parts].slice(-MAX_CHAIN).forEach((part, index) => {
    const common = commons[commons.length - Math.min(commons.length, MAX_CHAIN) + index];
    const name = childToken(common, 'Identifier') ?? childToken(common, 'Super');
    if (name === undefined) return;
    const written = spanOf(name, span.start);
    if (index > 0) {
      const typeArguments = lowerTypeArguments(lowering, childNode(part, 'typeArguments'));
      chain = { target: applyName(chain.target, name.image, written), typeArguments };
    } else if (name.image === 'super') chain = chainOf({ kind: 'super', ...written });
    else chain = chainOf({ kind: 'name', name: name.image, ...written });
  });
  return chain;
}

function applyName(target: Expression | TypeSyntax, name: string, written: Span): Expression {
  const qualifier = isTypeSyntax(target) ? missing(target) : target;
  const { start } = target;
  if (name === 'super') return { kind: 'super', qualifier, start, end: written.end };
  return { kind: 'field-access', target: qualifier, name, nameStart: written.start, start, end: written.end };
}

function applySuffix(lowering: Lowering, chain: SelectorChain, node: CstNode): SelectorChain {
  const { target } = chain;
  const { start } = target;
  const end = Math.max(spanOf(node, target.end).end, target.end);
  const span = { start, end };
  const invocation = childNode(node, 'methodInvocationSuffix');
  if (invocation !== undefined) return chainOf(lowerCall(lowering, chain, invocation, span));
  const classLiteral = childNode(node, 'classLiteralSuffix');
  if (classLiteral !== undefined) {
    const dot = childToken(classLiteral, 'Dot');
    const type = readTypeAt(lowering, { start, end: dot === undefined ? end : startOf(dot) });
    return chainOf({ kind: 'class-literal', type, ...span });
  }
  const reference = childNode(node, 'methodReferenceSuffix');
  if (reference !== undefined) {
    const name = childToken(reference, 'Identifier') ?? childToken(reference, 'New');
    return chainOf({ kind: 'method-reference', target, name: name?.image ?? '', ...span });
  }
  const value = isTypeSyntax(target) ? missing(target) : target;
  const access = childNode(node, 'arrayAccessSuffix');
  if (access !== undefined) {
    const index = lowering.expression(lowering, childNode(access, 'expression'), end);
    return chainOf({ kind: 'array-access', array: value, index, ...span });
  }
  const creation = childNode(node, 'unqualifiedClassInstanceCreationExpression');
  if (creation !== undefined) return chainOf(lowerNew(lowering, node, span, value));
  if (childToken(node, 'This') !== undefined) {
    return chainOf({ kind: 'this', qualifier: value, ...span });
  }
  const name = childToken(node, 'Identifier');
  if (name === undefined) {
    // A dot that nothing follows, as while typing: the recovery has reported it.
    return chainOf({ kind: 'field-access', target: value, name: '', nameStart: end, ...span });
  }
  const typeArguments = lowerTypeArguments(lowering, childNode(node, 'typeArguments'));
  return { target: applyName(value, name.image, spanOf(name, end)), typeArguments };
}

function lowerCall(lowering: Lowering, chain: SelectorChain, node: CstNode, span: Span): Expression {
  const { target, typeArguments } = chain;
  const args = lowerArguments(lowering, childNode(node, 'argumentList'));
  const common = { kind: 'call', typeArguments, arguments: args, ...span } as const;
  switch (target.kind) {
    case 'name':
      return { name: target.name, nameStart: target.start, ...common };
    case 'field-access':
      return { target: target.target, name: target.name, nameStart: target.nameStart, ...common };
    case 'this':
    case 'super': {
      const nameStart = target.end - target.kind.length;
      const { qualifier } = target;
      return {
        ...withDefined({ target: qualifier }),
        name: target.kind,
        nameStart,
        ...common,
      };
    }
    default:
      reportAt(lowering, 'this can not be called', span);
      return missing(span);
  }
}

/** The kind of value that a literal's text denotes (JLS 3.10). */
function literalKindOf(text: string): LiteralKind {
  if (text.startsWith('"""') && text.length >= '""""""'.length) return 'text-block';
  if (text.startsWith('"')) return 'string';
  if (text.startsWith("'")) return 'char';
  if (text === 'null') return 'null';
  if (text === 'true' || text === 'false') return 'boolean';
  const hexadecimal = /^0[xX]/.test(text);
  if (/[lL]$/.test(text)) return 'long';
  if (hexadecimal ? !/[.pP]/.test(text) : /^0[bB]/.test(text) || !/[.eEfFdD]/.test(text)) return 'int';
  return /[fF]$/.test(text) ? 'float' : 'double';
}
