/**
 * Parses the text of one body, or of one statement, with java-parser's grammar:
 * any text gives a concrete syntax tree, or none and a problem.
 *
 * Between `java-parser-tokens.ts` and `lowering/`. The parser is made at the
 * first use (0.4 s) and kept: its look-ahead caches are worth more than it.
 */

import type { CstNode, SyntaxError } from 'java-parser-internals/parser.js';
import type { Problem, Span } from './ast';
import type { JavaParserTokens } from './java-parser-tokens';
import { ParsingStopped, RecoveringParser } from './recovering-parser';
import type { ParseRule, ParseSettings } from './recovering-parser';

export interface ParsedText {
  readonly tree: CstNode | undefined;
  readonly problems: readonly Problem[];
}

/** Brackets nested deeper overflow the stack of java-parser's grammar, which takes some 30 frames a level. */
const MAX_DEPTH = 100;

let sharedParser: RecoveringParser | undefined;

/** Makes the parser, unless it is made already. */
export function prepareParser(): void {
  sharedParser ??= new RecoveringParser();
}

/** Parses the tokens that stand in a span of the text; the tree has their offsets. */
export function parseTokens(
  tokens: JavaParserTokens,
  span: Span,
  rule: ParseRule,
  settings: ParseSettings,
): ParsedText {
  if (tokens.depth > MAX_DEPTH) return stopped(`brackets are nested more than ${MAX_DEPTH} deep`, span);
  sharedParser ??= new RecoveringParser();
  try {
    const tree = sharedParser.parse(tokens, rule, settings);
    return { tree, problems: sharedParser.syntaxErrors.map((error) => toProblem(error, span)) };
  } catch (error) {
    if (error instanceof ParsingStopped) return stopped(`not read: ${error.message}`, span);
    // The stack's end; where it lies depends on the machine.
    if (error instanceof RangeError) return stopped('not read: nested too deep', span);
    throw error;
  } finally {
    sharedParser.release();
  }
}

function stopped(message: string, { start, end }: Span): ParsedText {
  return { tree: undefined, problems: [{ severity: 'error', message, start, end }] };
}

function toProblem({ token, previousToken }: SyntaxError, span: Span): Problem {
  if (Number.isFinite(token.startOffset)) {
    const message = `'${token.image}' is not expected here`;
    return { severity: 'error', message, start: token.startOffset, end: token.endOffset + 1 };
  }
  const last = previousToken?.endOffset ?? NaN;
  const at = Number.isFinite(last) ? last + 1 : span.end;
  return { severity: 'error', message: 'something is missing here', start: at, end: at };
}
