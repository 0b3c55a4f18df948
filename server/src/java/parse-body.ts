/**
 * From the text of one body to its syntax tree: the door of `java/` for bodies,
 * as `declarations.ts` is for headers.
 *
 * Any text gives a result. A body that parses is parsed at once. A broken one is
 * parsed statement by statement, and the blocks of a broken statement on their
 * own again; what is left is recovered by the parser, or `missing`, each with a
 * problem.
 */

import type { CstNode, CstToken } from 'java-parser-internals/parser.js';
import type { BlockStatement, Body, BodyRoot, BodyText, Problem, Span, Statement } from './ast';
import { parseTokens } from './body-parser';
import { pairBrackets, readJavaParserTokens } from './java-parser-tokens';
import type { JavaParserTokens } from './java-parser-tokens';
import { missing } from './lowering/context';
import type { Lowering } from './lowering/context';
import { lowerArguments, lowerArrayInitializer, lowerInitializer } from './lowering/creations';
import { childNode } from './lowering/cst';
import { lowerExpression, lowerUnary } from './lowering/expressions';
import { lowerLambda } from './lowering/lambdas';
import { lowerLocalClass } from './lowering/local-classes';
import { lowerPrimary } from './lowering/primaries';
import { lowerBlock, lowerBlockStatement, lowerConstructorBody } from './lowering/statements';
import { lowerSwitch } from './lowering/switches';
import { Outline } from './statement-outline';
import type { TokenRange } from './statement-outline';

export interface ParseOptions {
  /** Asked now and then; once true, what is not parsed yet is `missing`. */
  readonly shouldCancel?: () => boolean;
}

/** Broken statements inside one another whose blocks are parsed on their own. */
const MAX_REPAIR_DEPTH = 100;

/** Broken statements of a body that the parser tries to recover; each costs some milliseconds. */
const MAX_RECOVERIES = 100;

const MAX_PROBLEMS = 200;

/** Parses the text of a body, braces included; every span of the result is an offset in it. */
export function parseBody(text: string, rule: BodyText['rule'], options: ParseOptions = {}): Body {
  const parsing: Parsing = {
    text,
    problems: [],
    shouldCancel: options.shouldCancel ?? neverCancel,
    recoveries: 0,
  };
  const root = parsePart(parsing, { rule, start: 0, end: text.length }, 0);
  return { root, problems: withoutRepeats(parsing.problems) };
}

function neverCancel(): boolean {
  return false;
}

/** One call of {@link parseBody}. */
interface Parsing {
  readonly text: string;
  readonly problems: Problem[];
  readonly shouldCancel: () => boolean;
  /** Statements recovered so far. */
  recoveries: number;
}

/** `depth` counts the broken statements around what is lowered; below one, the tree isn't trusted with classes. */
function makeLowering(parsing: Parsing, depth: number): Lowering {
  return {
    text: parsing.text,
    problems: parsing.problems,
    trustsTree: depth === 0,
    expression: lowerExpression,
    unary: lowerUnary,
    lambda: lowerLambda,
    primary: lowerPrimary,
    block: lowerBlock,
    switchBody: lowerSwitch,
    localClass: lowerLocalClass,
    body: (_, body) => parsePart(parsing, body, depth),
  };
}

function parsePart(parsing: Parsing, body: BodyText, depth: number): BodyRoot {
  const { shouldCancel } = parsing;
  // An enum constant without parentheses.
  if (body.rule === 'arguments' && body.start === body.end) return emptyRoot(body);
  const tokens = readJavaParserTokens(parsing.text, body.start, body.end);
  const whole = parseTokens(tokens, body, body.rule, { recover: false, shouldCancel });
  if (whole.tree !== undefined && whole.problems.length === 0) {
    return lowerRoot(makeLowering(parsing, 0), whole.tree, body);
  }
  if (shouldCancel()) {
    parsing.problems.push(...whole.problems);
    return emptyRoot(body);
  }
  if (body.rule === 'block' || body.rule === 'constructor-body' || body.rule === 'class-body') {
    return { kind: 'statements', block: parseStatements(parsing, body, tokens, depth) };
  }
  const recovered = parseTokens(tokens, body, body.rule, { recover: true, shouldCancel });
  parsing.problems.push(...recovered.problems);
  return recovered.tree === undefined
    ? emptyRoot(body)
    : lowerRoot(makeLowering(parsing, depth + 1), recovered.tree, body);
}

/** A broken block: its statements one by one. */
function parseStatements(
  parsing: Parsing,
  { start, end }: Span,
  tokens: JavaParserTokens,
  depth: number,
): BlockStatement {
  const count = tokens.tokens.length;
  const opened = tokens.tokens[0]?.image === '{';
  const closed = opened && tokens.ends.get(0) === count - 1;
  if (!closed) parsing.problems.push({ severity: 'error', message: "'}' is missing", start: end, end });
  const outline = new Outline(parsing.text, tokens);
  const ranges = outline.statements(opened ? 1 : 0, closed ? count - 1 : count);
  const statements = ranges.map((range) => parseStatement(parsing, tokens, outline, range, depth));
  return { kind: 'block', statements, start, end };
}

function parseStatement(
  parsing: Parsing,
  tokens: JavaParserTokens,
  outline: Outline,
  range: TokenRange,
  depth: number,
): Statement {
  const { shouldCancel } = parsing;
  const span = spanOfRange(tokens, range);
  const own = pairBrackets(tokens.tokens.slice(range.start, range.end));
  const strict = parseTokens(own, span, 'statement', { recover: false, shouldCancel });
  if (strict.tree !== undefined && strict.problems.length === 0) {
    return lowerBlockStatement(makeLowering(parsing, 0), strict.tree, span.start);
  }
  if (parsing.recoveries >= MAX_RECOVERIES || shouldCancel()) {
    parsing.problems.push(...strict.problems);
    return { kind: 'missing-statement', ...span };
  }
  parsing.recoveries++;
  const blocks = depth < MAX_REPAIR_DEPTH ? outline.blocks(range.start, range.end) : [];
  const hollow = blocks.length === 0 ? own : hollowOut(tokens, range, blocks);
  const recovered = parseTokens(hollow, span, 'statement', { recover: true, shouldCancel });
  // The first error of a statement; what follows mostly follows from it.
  parsing.problems.push(...recovered.problems.slice(0, 1));
  const waiting = new Map(
    blocks.map((block) => [tokens.tokens[block.start]?.startOffset, spanOfRange(tokens, block)]),
  );
  const filling: Lowering = {
    ...makeLowering(parsing, depth + 1),
    block: (lowering, node, at) => {
      const start = node?.location.startOffset;
      const block = waiting.get(start);
      if (block === undefined) return lowerBlock(lowering, node, at);
      waiting.delete(start);
      return parseBlock(parsing, block, depth + 1);
    },
  };
  const statement: Statement =
    recovered.tree === undefined
      ? { kind: 'missing-statement', ...span }
      : lowerBlockStatement(filling, recovered.tree, span.start);
  if (waiting.size === 0) return statement;
  // The parser lost them with the head of the statement: they are kept beside what is left of it.
  const kept = [...waiting.values()].map((block) => parseBlock(parsing, block, depth + 1));
  return { kind: 'block', statements: [statement, ...kept], ...span };
}

function parseBlock(parsing: Parsing, { start, end }: Span, depth: number): BlockStatement {
  const root = parsePart(parsing, { rule: 'block', start, end }, depth);
  return root.kind === 'statements' ? root.block : { kind: 'block', statements: [], start, end };
}

/** The tokens of a statement without those between the braces of its blocks. */
function hollowOut(
  { tokens }: JavaParserTokens,
  range: TokenRange,
  blocks: readonly TokenRange[],
): JavaParserTokens {
  const kept: CstToken[][] = [];
  let at = range.start;
  for (const block of blocks) {
    kept.push(tokens.slice(at, block.start + 1));
    at = tokens[block.end - 1]?.image === '}' ? block.end - 1 : block.end;
  }
  kept.push(tokens.slice(at, range.end));
  return pairBrackets(kept.flat());
}

function spanOfRange({ tokens }: JavaParserTokens, { start, end }: TokenRange): Span {
  const first = tokens[start];
  const last = tokens[end - 1];
  return { start: first?.startOffset ?? 0, end: last === undefined ? 0 : last.endOffset + 1 };
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

function emptyRoot({ rule, start, end }: BodyText): BodyRoot {
  const span = { start, end };
  switch (rule) {
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

/** A place that was parsed more than once is said once, and no body says more than anyone reads. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  const distinct = problems.filter(({ start, message }) => {
    const key = `${start} ${message}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return distinct.slice(0, MAX_PROBLEMS);
}
