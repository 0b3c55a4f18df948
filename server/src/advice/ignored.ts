/**
 * Comments that turn advice off for a line: `// jouleline: ignore RULE`, above the line or at its end.
 *
 * A comment names one rule or several; one without names is for all of them.
 */
import { Scanner, TokenKind } from '../java/text/lexer';
import type { HintEdit, RuleName } from './hint';

const IGNORE = /\/\/\s*jouleline:\s*ignore\b([^\n]*)/;
/** A line that has such a comment and nothing else. */
const IGNORE_ALONE = new RegExp(`^\\s*${IGNORE.source}`);

/** @param at an offset in the line. */
export function isIgnored(text: string, at: number, rule: RuleName): boolean {
  let start = startOfLine(text, at);
  if (hasName(IGNORE.exec(lineFrom(text, start)), rule)) return true;
  while (start > 0) {
    start = startOfLine(text, start - 1);
    const comment = IGNORE_ALONE.exec(lineFrom(text, start));
    if (comment === null) return false;
    if (hasName(comment, rule)) return true;
  }
  return false;
}

/** The comment above a line, as an edit of the text; undefined where no comment can stand. */
export function ignoringEdit(text: string, at: number, rule: RuleName): HintEdit | undefined {
  const start = startOfLine(text, at);
  if (isInToken(text, start)) return undefined;
  const line = lineFrom(text, start);
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
  const end = line.endsWith('\r') ? '\r\n' : '\n';
  return { start, end: start, text: `${indentation}// jouleline: ignore ${rule}${end}` };
}

function hasName(comment: RegExpExecArray | null, rule: RuleName): boolean {
  if (comment === null) return false;
  const named: readonly string[] = comment[1]?.match(/[\w-]+/g) ?? [];
  return named.length === 0 || named.includes(rule);
}

/** True if the offset lies in a token: in a text block, whose lines are part of it. */
function isInToken(text: string, offset: number): boolean {
  const scanner = new Scanner(text);
  scanner.next();
  while (scanner.kind !== TokenKind.end && scanner.end <= offset) scanner.next();
  return scanner.kind !== TokenKind.end && scanner.start < offset;
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineFrom(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}
