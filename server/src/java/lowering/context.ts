/**
 * Holds what the parts of the lowering share: the text, the problems found, and each other.
 * Statements, expressions and classes contain one another; they meet through {@link Lowering} so that
 * no file imports one that imports it.
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type {
  BlockStatement,
  BodyRoot,
  BodyText,
  Expression,
  LocalClass,
  Problem,
  Span,
  SwitchBody,
  TypeSyntax,
} from '../syntax/ast';
import { Punctuation, Scanner } from '../text/lexer';
import { atSingle, parseType, parseTypeArguments } from '../headers/type-syntax';
import { spanOf } from './cst';

/** Longer chains of operators or calls lose their left end: left-deep trees overflow the stack of a walk. */
export const MAX_CHAIN = 1000;

export interface Lowering {
  /** The text that the tree's offsets refer to. */
  readonly text: string;
  readonly problems: Problem[];
  /** False in a tree that was recovered: bodies of its classes are then parsed anew, each on its own. */
  readonly trustsTree: boolean;
  /** Lowers an `expression`, or what is `undefined` to a missing one at `at`. */
  readonly expression: (lowering: Lowering, node: CstNode | undefined, at: number) => Expression;
  /** Lowers a `unaryExpression`, or one without sign. */
  readonly unary: (lowering: Lowering, node: CstNode, at: number) => Expression;
  /** Lowers a `lambdaExpression`. */
  readonly lambda: (lowering: Lowering, node: CstNode, at: number) => Expression;
  /** Lowers a `primary`. */
  readonly primary: (lowering: Lowering, node: CstNode, at: number) => Expression;
  readonly block: (lowering: Lowering, node: CstNode | undefined, at: number) => BlockStatement;
  readonly switchBody: (lowering: Lowering, node: CstNode, at: number) => SwitchBody;
  /** Lowers the declaration of a local class, or the `classBody` of an anonymous one. */
  readonly localClass: (lowering: Lowering, node: CstNode, at: number) => LocalClass;
  /** Parses and lowers a body on its own. */
  readonly body: (lowering: Lowering, body: BodyText) => BodyRoot;
}

export function missing(span: Span): Expression {
  return { kind: 'missing', start: span.start, end: span.end };
}

export function reportAt(lowering: Lowering, message: string, span: Span): void {
  lowering.problems.push({ severity: 'error', message, start: span.start, end: span.end });
}

/** The type that a node covers, read from its text. */
export function lowerType(lowering: Lowering, node: CstNode | undefined, at: number): TypeSyntax {
  if (node === undefined) return { kind: 'inferred', start: at, end: at };
  return readTypeAt(lowering, spanOf(node, at));
}

/** The type written in a span; `var` is inferred. */
export function readTypeAt(lowering: Lowering, span: Span): TypeSyntax {
  const scanner = new Scanner(lowering.text, span.start, span.end);
  scanner.next();
  if (scanner.is('var') && scanner.end === span.end)
    return { kind: 'inferred', start: span.start, end: span.end };
  const type = parseType(scanner);
  if (type !== undefined) return type;
  reportAt(lowering, 'this type is not understood', span);
  return { kind: 'inferred', start: span.start, end: span.end };
}

/** The types of a `typeArguments`. */
export function lowerTypeArguments(lowering: Lowering, node: CstNode | undefined): readonly TypeSyntax[] {
  if (node === undefined) return [];
  const span = spanOf(node, 0);
  const scanner = new Scanner(lowering.text, span.start, span.end);
  scanner.next();
  return atSingle(scanner, Punctuation.less) ? (parseTypeArguments(scanner)?.types ?? []) : [];
}
