/**
 * Parses the text of one body with java-parser's grammar, recovering from
 * errors: any text gives a concrete syntax tree and the errors found.
 *
 * Between `java-parser-tokens.ts` and `lowering/`. java-parser's own entry
 * throws at the first error and spends up to a second on each message, so its
 * parser class is used directly, with chevrotain's recovery on and the two
 * costly messages replaced. The parser is made at the first use (0.4 s).
 */

import JavaParser from 'java-parser-internals/parser.js';
import type { CstNode, SyntaxError } from 'java-parser-internals/parser.js';
import type { BodyText, Problem } from './ast';
import { readJavaParserTokens } from './java-parser-tokens';

export interface ParsedText {
  readonly tree: CstNode | undefined;
  readonly problems: readonly Problem[];
}

/** What is parsed: a body, or one statement of it. */
export type ParseRule = BodyText['rule'] | 'statement';

/** Brackets nested deeper overflow the stack of java-parser's grammar, which takes some 30 frames a level. */
const MAX_DEPTH = 100;

/** A syntax error without a computed message: chevrotain knows its errors by their name. */
function cheapError(name: 'NoViableAltException' | 'EarlyExitException', parser: RecoveringParser): Error {
  const error = new Error('this is not understood');
  error.name = name;
  return Object.assign(error, parser.place(), { resyncedTokens: [] });
}

class RecoveringParser extends JavaParser {
  place(): object {
    return { token: this.LA(1), previousToken: this.LA(0) };
  }

  protected override initRecoverable(config: object): void {
    super.initRecoverable({ ...config, recoveryEnabled: true });
  }

  protected override initTreeBuilder(config: object): void {
    super.initTreeBuilder({ ...config, nodeLocationTracking: 'onlyOffset' });
  }

  protected override raiseNoAltException(): never {
    throw this.SAVE_ERROR(cheapError('NoViableAltException', this));
  }

  protected override raiseEarlyExitException(): never {
    throw this.SAVE_ERROR(cheapError('EarlyExitException', this));
  }
}

let sharedParser: RecoveringParser | undefined;

/** Parses `text` from `start` to `end`; offsets in the tree are offsets in `text`. */
export function parseText(text: string, rule: ParseRule, start = 0, end: number = text.length): ParsedText {
  const { tokens, depth } = readJavaParserTokens(text, start, end);
  if (depth > MAX_DEPTH) {
    return {
      tree: undefined,
      problems: [problem(`brackets are nested more than ${MAX_DEPTH} deep`, start, end)],
    };
  }
  sharedParser ??= new RecoveringParser();
  sharedParser.input = tokens;
  try {
    const tree = applyRule(sharedParser, rule);
    return { tree, problems: sharedParser.errors.map((error) => toProblem(error, end)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { tree: undefined, problems: [problem('this is nested too deep', start, end)] };
  } finally {
    sharedParser.input = [];
  }
}

function applyRule(parser: RecoveringParser, rule: ParseRule): CstNode {
  switch (rule) {
    case 'block':
    case 'class-body':
      return parser.block();
    case 'constructor-body':
      return parser.constructorBody();
    case 'expression':
      return parser.variableInitializer();
    case 'array-initializer':
      return parser.arrayInitializer();
    case 'arguments':
      return parser.methodInvocationSuffix();
    case 'statement':
      return parser.blockStatement();
  }
}

function toProblem(error: SyntaxError, end: number): Problem {
  const { token, previousToken } = error;
  if (Number.isFinite(token.startOffset)) {
    return problem(`'${token.image}' is not expected here`, token.startOffset, token.endOffset + 1);
  }
  const at =
    previousToken !== undefined && Number.isFinite(previousToken.endOffset)
      ? previousToken.endOffset + 1
      : end;
  return problem('the text ends too early', at, at);
}

function problem(message: string, start: number, end: number): Problem {
  return { severity: 'error', message, start, end };
}
