/**
 * Which lines of a file belong to the same statement.
 *
 * Sits in `engine/`, for `check-types.ts`: javac spreads a statement's
 * instructions unevenly over its lines, so that statements are the finest that
 * source and bytecode can be compared by. Statements that share a line count
 * as one; what stands in a lambda's block or a class body is statements of its
 * own.
 */
import { childrenOf, rootNodes, type SyntaxNode } from '../flow/syntax-children';
import type { BodyRoot, LocalClass, Span } from '../java/ast';
import type { LineIndex, Offset } from '../units';
import type { LineIndexOf } from './line-index';

export interface BodyAt {
  readonly root: BodyRoot;
  /** Where the body's offsets start in the file. */
  readonly start: Offset;
  /** In the file: the declaration whose value the body is, which is one statement with it. */
  readonly declaration?: Span;
}

export interface StatementLines {
  /** A line that stands for all of the same statement. */
  readonly statementAt: (line: LineIndex) => LineIndex;
  /** The statements that `finally` blocks hold: javac copies them. */
  readonly copied: ReadonlySet<LineIndex>;
}

interface StatementSpan extends Span {
  /** Braces and headers of classes tie no lines together. */
  readonly isOpen: boolean;
}

export function findStatementLines(
  bodies: readonly BodyAt[],
  text: string,
  index: LineIndexOf,
): StatementLines {
  const parents = Array.from({ length: index.lineCount }, (_, line) => line);
  const find = (line: LineIndex): LineIndex => {
    let root = line;
    while ((parents[root] ?? root) !== root) root = parents[root] ?? root;
    for (let at = line; at !== root;) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  const copiedSpans: Span[] = [];
  for (const { root, start, declaration } of bodies) {
    const { statements, finals } = listStatements(root);
    if (declaration !== undefined) {
      statements.push({ start: declaration.start - start, end: declaration.end - start, isOpen: false });
    }
    for (const span of finals) copiedSpans.push({ start: start + span.start, end: start + span.end });
    for (const segments of ownSegments(statements)) {
      let first: LineIndex | undefined;
      for (const segment of segments) {
        const own = trimmed(text, start + segment.start, start + segment.end);
        if (own === undefined) continue;
        const last = index.lineAt(own.end - 1);
        for (let line = index.lineAt(own.start); line <= last; line++) {
          first ??= line;
          parents[find(line)] = find(first);
        }
      }
    }
  }
  const copied = new Set<LineIndex>();
  for (const span of copiedSpans) {
    const last = index.lineAt(span.end - 1);
    for (let line = index.lineAt(span.start); line <= last; line++) copied.add(find(line));
  }
  return { statementAt: find, copied };
}

/** All statements of a body, those of lambdas and of classes in it included. */
function listStatements(root: BodyRoot): {
  readonly statements: StatementSpan[];
  readonly finals: readonly Span[];
} {
  const statements: StatementSpan[] = [];
  const finals: Span[] = [];
  const pending: SyntaxNode[] = [];
  const open = (inner: BodyRoot): void => {
    const nodes = rootNodes(inner);
    if (inner.kind !== 'statements' && inner !== root)
      for (const { start, end } of nodes) statements.push({ start, end, isOpen: false });
    pending.push(...nodes);
  };
  const openClass = ({ declaration, bodies }: LocalClass): void => {
    statements.push({ start: declaration.start, end: declaration.end, isOpen: true });
    for (const inner of bodies.values()) open(inner);
  };
  open(root);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (STATEMENTS.has(node.kind))
      statements.push({ start: node.start, end: node.end, isOpen: node.kind === 'block' });
    if (node.kind === 'local-class') openClass(node.declaration);
    if (node.kind === 'new' && node.body !== undefined) openClass(node.body);
    if (node.kind === 'try' && node.finallyBlock !== undefined) finals.push(node.finallyBlock);
    pending.push(...childrenOf(node));
  }
  return { statements, finals };
}

const STATEMENTS: ReadonlySet<string> = new Set([
  ...['block', 'local-variable', 'local-class', 'expression-statement', 'if', 'while', 'do', 'for'],
  ...['for-each', 'labeled', 'switch-statement', 'try', 'throw', 'return', 'break', 'continue', 'yield'],
  ...['synchronized', 'assert'],
]);

/** Of each statement the pieces that are no part of a statement inside it. */
function ownSegments(spans: readonly StatementSpan[]): readonly (readonly Span[])[] {
  const sorted = [...spans].sort((one, other) => one.start - other.start || other.end - one.end);
  const found: Span[][] = [];
  const stack: { span: StatementSpan; at: number; segments: Span[] }[] = [];
  const close = (): void => {
    const top = stack.pop();
    if (top === undefined) return;
    top.segments.push({ start: top.at, end: top.span.end });
    if (!top.span.isOpen) found.push(top.segments);
    const outer = stack.at(-1);
    if (outer !== undefined) outer.at = Math.max(outer.at, top.span.end);
  };
  for (const span of sorted) {
    for (let top = stack.at(-1); top !== undefined && top.span.end <= span.start; top = stack.at(-1)) close();
    const outer = stack.at(-1);
    if (outer !== undefined) outer.segments.push({ start: outer.at, end: span.start });
    stack.push({ span, at: span.start, segments: [] });
  }
  while (stack.length > 0) close();
  return found;
}

/** Without white space at its ends; undefined where there is nothing else. */
function trimmed(text: string, from: Offset, to: Offset): Span | undefined {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return start < end ? { start, end } : undefined;
}
