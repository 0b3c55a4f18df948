/**
 * The statements of a text by its tokens alone (JLS 14), with the lines that each stands on: class files spread the
 * instructions of a statement unevenly over its lines, so that what they say of lines holds for these together.
 *
 * Blocks and bodies of classes have statements of their own, also within an expression. Statements that share a line
 * count as one. Any text gives statements.
 */
import { at } from '../../base/check';
import type { LineIndexOf } from '../../base/line-index';
import type { LineIndex } from '../../base/units';
import { Punctuation, Scanner, TokenKind } from './lexer';

export interface Token {
  /** A kind of {@link TokenKind}. */
  readonly kind: number;
  readonly image: string;
  /** The offset in the text. */
  readonly start: number;
}

export interface StatementLines {
  /** The first line, from 0, of the statement that stands on a line. */
  readonly statementAt: (line: LineIndex) => LineIndex;
  /** The tokens of the statement that begins on a line, in their order. */
  readonly tokensOf: (statement: LineIndex) => readonly Token[];
}

/** A statement that a `{` interrupts. */
interface Interrupted {
  readonly line: LineIndex | undefined;
  readonly parentheses: number;
  /** True for the values of an array, which are a part of the statement. */
  readonly holdsValues: boolean;
}

const BETWEEN: Interrupted = { line: undefined, parentheses: 0, holdsValues: false };

export function groupStatementLines(text: string, lines: LineIndexOf): StatementLines {
  const firstLines = Array.from({ length: lines.lineCount }, (_, line) => line);
  const statementAt = (line: LineIndex): LineIndex => {
    let found = line;
    while (at(firstLines, found) !== found) found = at(firstLines, found);
    return found;
  };
  const byLine = new Map<LineIndex, Token[]>();
  const scanner = new Scanner(text);
  const around: Interrupted[] = [];
  let { line, parentheses } = BETWEEN;
  /** The statement around the block that has just ended: it goes on, unless another begins. */
  let ended: Interrupted | undefined;
  for (;;) {
    const before = scanner.kind;
    scanner.next();
    const { kind } = scanner;
    if (kind === TokenKind.end) break;
    const here = lines.lineAt(scanner.start);
    const row = byLine.get(here);
    const token = { kind, image: scanner.image, start: scanner.start };
    if (row === undefined) byLine.set(here, [token]);
    else row.push(token);
    if (kind === Punctuation.braceClose) {
      ended = around.pop() ?? BETWEEN;
      ({ line, parentheses } = BETWEEN);
      continue;
    }
    if (ended !== undefined && (ended.parentheses > 0 || !beginsStatement(kind)))
      ({ line, parentheses } = ended);
    ended = undefined;
    line ??= here;
    const [one, other] = [statementAt(line), statementAt(here)];
    firstLines[Math.max(one, other)] = Math.min(one, other);
    if (kind === Punctuation.parenOpen) parentheses++;
    if (kind === Punctuation.parenClose) parentheses = Math.max(0, parentheses - 1);
    if (kind === Punctuation.semicolon && parentheses === 0) line = undefined;
    if (kind === Punctuation.braceOpen) {
      const isInValues = before === Punctuation.braceOpen && around.at(-1)?.holdsValues === true;
      const holdsValues = BEFORE_VALUES.has(before) || isInValues;
      around.push({ line, parentheses, holdsValues });
      if (!holdsValues) line = undefined;
      parentheses = 0;
    }
  }
  const tokens = new Map<LineIndex, Token[]>();
  for (const [own, row] of byLine) {
    const statement = statementAt(own);
    const known = tokens.get(statement);
    if (known === undefined) tokens.set(statement, row);
    else for (const token of row) known.push(token);
  }
  return { statementAt, tokensOf: (statement) => tokens.get(statement) ?? [] };
}

/** The tokens before the `{` of an array's values. */
const BEFORE_VALUES: ReadonlySet<number> = new Set<number>([
  Punctuation.equals,
  Punctuation.bracketClose,
  Punctuation.comma,
]);

/** Separators and operators that statements and members may begin with. */
const BEGINNINGS: ReadonlySet<number> = new Set<number>([
  Punctuation.braceOpen,
  Punctuation.parenOpen,
  Punctuation.at,
  Punctuation.less,
  Punctuation.plus,
  Punctuation.minus,
]);

function beginsStatement(kind: number): boolean {
  return kind >= TokenKind.identifier || BEGINNINGS.has(kind);
}
