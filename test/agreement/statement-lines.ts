/**
 * Finds the lines of a file that belong to the same statement.
 *
 * javac spreads a statement's
 * instructions unevenly over its lines, so that statements are the finest that
 * source and bytecode can be compared by. Statements that share a line count
 * as one; what stands in a lambda's block or a class body is statements of its
 * own.
 */
import { childrenOf, rootNodes, type SyntaxNode } from '../../server/src/flow/source/syntax-children';
import type { BodyRoot, ClassDeclaration, LocalClass, Span } from '../../server/src/java/syntax/ast';
import type { LineIndex, Offset } from '../../server/src/base/units';

/** The places where the lines of a text start. */
interface TextLines {
  readonly lineCount: number;
  lineAt(offset: Offset): LineIndex;
  startOf(line: LineIndex): Offset;
}

export interface BodyAt {
  readonly root: BodyRoot;
  /** The place in the file where the body's offsets start. */
  readonly start: Offset;
  /** The span, in the file, of the declaration whose value the body is. Both are one statement. */
  readonly declaration?: Span;
  /** True for a compact constructor: class files give the code at its end the number of its first line. */
  readonly endsOnFirstLine?: boolean;
}

export interface StatementLines {
  /** A line that stands for all of the same statement. */
  readonly statementAt: (line: LineIndex) => LineIndex;
  /** The statements that `finally` blocks hold: javac copies them. */
  readonly copied: ReadonlySet<LineIndex>;
  /** The lines that close resources, which javac does once for each way out. */
  readonly closing: ReadonlySet<LineIndex>;
}

interface StatementSpan extends Span {
  /** Braces and headers of classes tie no lines together. */
  readonly isOpen: boolean;
}

export function findStatementLines(
  bodies: readonly BodyAt[],
  declarations: readonly ClassDeclaration[],
  text: string,
  index: TextLines,
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
  const tie = (start: Offset, end: Offset, first: LineIndex | undefined): LineIndex | undefined => {
    const own = trimmed(text, start, end);
    if (own === undefined) return first;
    const last = index.lineAt(own.end - 1);
    const from = index.lineAt(own.start);
    for (let line = from; line <= last; line++) parents[find(line)] = find(first ?? from);
    return first ?? from;
  };
  // Where javac puts the members that no source shows.
  const tieHeader = ({ start, nameStart, end }: ClassDeclaration, base: Offset): void => {
    const open = text.indexOf('{', base + nameStart);
    tie(base + start, open < 0 ? base + end : Math.min(open + 1, base + end), undefined);
  };
  const tieFields = (members: ClassDeclaration['members'], base: Offset): void => {
    for (const member of members) {
      const first = member.kind === 'field' ? member.declarators[0] : undefined;
      // Annotations and modifiers go with the first variable.
      if (first !== undefined) tie(base + member.start, base + first.end, undefined);
    }
  };
  for (const declared of declarations) {
    tieHeader(declared, 0);
    tieFields(declared.members, 0);
  }
  const copiedSpans: Span[] = [];
  const closingSpans: Span[] = [];
  for (const { root, start, declaration, endsOnFirstLine = false } of bodies) {
    if (endsOnFirstLine && root.kind === 'statements')
      parents[find(index.lineAt(start + root.block.end - 1))] = find(index.lineAt(start + root.block.start));
    const { statements, finals, closings, classes } = listStatements(root);
    for (const declared of classes) {
      if (declared.name !== '') tieHeader(declared, start);
      tieFields(declared.members, start);
    }
    for (const span of closings) closingSpans.push({ start: start + span.start, end: start + span.end });
    if (declaration !== undefined) {
      statements.push({ start: declaration.start - start, end: declaration.end - start, isOpen: false });
    }
    for (const span of finals) copiedSpans.push({ start: start + span.start, end: start + span.end });
    for (const segments of ownSegments(statements)) {
      let first: LineIndex | undefined;
      for (const segment of segments) first = tie(start + segment.start, start + segment.end, first);
    }
  }
  const copied = new Set<LineIndex>();
  for (const span of copiedSpans) {
    const last = index.lineAt(span.end - 1);
    for (let line = index.lineAt(span.start); line <= last; line++) copied.add(find(line));
  }
  const closing = new Set(
    closingSpans.flatMap(({ start, end }) => [find(index.lineAt(start)), find(index.lineAt(end - 1))]),
  );
  return { statementAt: find, copied, closing };
}

/** All statements of a body, those of lambdas and of classes in it included. */
function listStatements(root: BodyRoot): {
  readonly statements: StatementSpan[];
  readonly finals: readonly Span[];
  /** The spans in which resources are closed, each from a `try` to the end of its block. */
  readonly closings: readonly Span[];
  readonly classes: readonly ClassDeclaration[];
} {
  const statements: StatementSpan[] = [];
  const finals: Span[] = [];
  const closings: Span[] = [];
  const classes: ClassDeclaration[] = [];
  const openMembers = ({ members }: ClassDeclaration): void => {
    for (const member of members) {
      if (member.kind !== 'class-member') continue;
      classes.push(member.declaration);
      openMembers(member.declaration);
    }
  };
  const pending: SyntaxNode[] = [];
  const open = (inner: BodyRoot): void => {
    const nodes = rootNodes(inner);
    if (inner.kind !== 'statements' && inner !== root)
      for (const { start, end } of nodes) statements.push({ start, end, isOpen: false });
    pending.push(...nodes);
  };
  const openClass = ({ declaration, bodies }: LocalClass): void => {
    statements.push({ start: declaration.start, end: declaration.end, isOpen: true });
    classes.push(declaration);
    openMembers(declaration);
    for (const inner of bodies.values()) open(inner);
  };
  open(root);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (STATEMENTS.has(node.kind))
      statements.push({ start: node.start, end: node.end, isOpen: node.kind === 'block' });
    if (node.kind === 'local-class') openClass(node.declaration);
    if (node.kind === 'new' && node.body !== undefined) openClass(node.body);
    if (node.kind === 'try' && node.finallyBlock !== undefined) finals.push(node.finallyBlock);
    if (node.kind === 'try' && node.resources.length > 0)
      closings.push({ start: node.start, end: node.block.end });
    pending.push(...childrenOf(node));
  }
  return { statements, finals, closings, classes };
}

const STATEMENTS: ReadonlySet<string> = new Set([
  ...['block', 'local-variable', 'local-class', 'expression-statement', 'if', 'while', 'do', 'for'],
  ...['for-each', 'labeled', 'switch-statement', 'try', 'throw', 'return', 'break', 'continue', 'yield'],
  ...['synchronized', 'assert'],
]);

/** The pieces of each statement that are no part of a statement inside it. */
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

/** The span without the white space at its ends; undefined where there is nothing else in it. */
function trimmed(text: string, from: Offset, to: Offset): Span | undefined {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return start < end ? { start, end } : undefined;
}
