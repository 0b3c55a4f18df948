/**
 * Reading java-parser's concrete syntax: children by name, spans, source order.
 *
 * Below the other files of `lowering/`. Recovery leaves holes, so every child
 * is optional, and tokens that the recovery made up are passed over.
 */

import type { CstNode, CstToken } from 'java-parser-internals/parser.js';
import type { Span } from '../syntax/ast';

type CstElement = CstNode | CstToken;

export function isNode(element: CstElement): element is CstNode {
  return 'children' in element;
}

/** The child nodes made by a rule, in source order. */
export function childNodes(node: CstNode | undefined, rule: string): readonly CstNode[] {
  return node?.children[rule]?.filter(isNode) ?? [];
}

export function childNode(node: CstNode | undefined, rule: string): CstNode | undefined {
  return childNodes(node, rule)[0];
}

/** The tokens of one type, in source order, without those that were made up. */
export function childTokens(node: CstNode | undefined, type: string): readonly CstToken[] {
  const tokens = node?.children[type]?.filter((element): element is CstToken => !isNode(element));
  return tokens?.filter((token) => token.isInsertedInRecovery !== true) ?? [];
}

export function childToken(node: CstNode | undefined, type: string): CstToken | undefined {
  return childTokens(node, type)[0];
}

/** The first child of a node that stands for one of several things. */
export function firstChildNode(node: CstNode): CstNode | undefined {
  for (const elements of Object.values(node.children)) {
    const first = elements?.find(isNode);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** All children in source order. Asked for at each level of each expression, most of which have one child. */
export function orderedChildren(node: CstNode): readonly CstElement[] {
  const ordered: CstElement[] = [];
  let last = -1;
  let isSorted = true;
  for (const name in node.children) {
    for (const element of node.children[name] ?? []) {
      const start = startOf(element);
      if (!Number.isFinite(start)) continue;
      if (start < last) isSorted = false;
      last = start;
      ordered.push(element);
    }
  }
  return isSorted ? ordered : ordered.sort((left, right) => startOf(left) - startOf(right));
}

/** NaN where the element covers no text. */
export function startOf(element: CstElement): number {
  return isNode(element) ? element.location.startOffset : element.startOffset;
}

/** Exclusive end; NaN where the element covers no text. */
export function endOf(element: CstElement): number {
  return (isNode(element) ? element.location.endOffset : element.endOffset) + 1;
}

/** The span of an element. An empty element stands at `fallback`. */
export function spanOf(element: CstElement, fallback: number): Span {
  const start = startOf(element);
  const end = endOf(element);
  if (!Number.isFinite(start) || !Number.isFinite(end)) return { start: fallback, end: fallback };
  return { start, end };
}
