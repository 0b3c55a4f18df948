/**
 * Parses the text of one body into its syntax tree. This is the entry to `java/` for bodies, as
 * `declarations.ts` is for headers.
 *
 * Any text gives a result. A body that parses is parsed at once. A broken or a
 * very long one is parsed statement by statement, and the blocks of such a
 * statement on their own again; what is left is recovered by the parser, or
 * `missing`, each with a problem. Work and memory grow with the length of the
 * text, not with how its brackets are nested.
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { BlockStatement, Body, BodyRoot, BodyText, Problem, Span, Statement } from './ast';
import { parseTokens } from './body-parser';
import { readJavaParserTokens } from './java-parser-tokens';
import { missing } from '../lowering/context';
import type { Lowering } from '../lowering/context';
import { lowerArguments, lowerArrayInitializer, lowerInitializer } from '../lowering/creations';
import { childNode } from '../lowering/cst';
import { lowerExpression, lowerUnary } from '../lowering/expressions';
import { lowerLambda } from '../lowering/lambdas';
import { lowerLocalClass } from '../lowering/local-classes';
import { lowerPrimary } from '../lowering/primaries';
import { lowerBlock, lowerBlockStatement, lowerConstructorBody } from '../lowering/statements';
import { lowerSwitch } from '../lowering/switches';
import { Outline } from '../text/statement-outline';
import type { TokenRange } from '../text/statement-outline';

export interface ParseOptions {
  /** Asked now and then; once true, what is not parsed yet is `missing`. */
  readonly shouldCancel?: () => boolean;
}

/**
 * Longer blocks and statements, in tokens, are parsed in parts: a concrete
 * syntax tree takes some 2 kB a token, and one that lacks an end is parsed for
 * nothing. Some 1,500 lines: hardly a method is as long.
 */
const MAX_WHOLE = 10_000;

/** Broken or long statements inside one another whose blocks are parsed on their own. */
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

/** The state of one call of {@link parseBody}. */
interface Parsing {
  readonly text: string;
  readonly problems: Problem[];
  readonly shouldCancel: () => boolean;
  /** Statements recovered so far. */
  recoveries: number;
}

/** `depth` counts the statements parsed without their blocks around what is lowered. */
function makeLowering(
  parsing: Parsing,
  depth: number,
  { trustsTree }: { readonly trustsTree: boolean },
): Lowering {
  return {
    text: parsing.text,
    problems: parsing.problems,
    trustsTree,
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
  if (body.rule === 'block' || body.rule === 'constructor-body' || body.rule === 'class-body') {
    const outline = new Outline(parsing.text, tokens);
    return parseBraces(parsing, { outline, range: { start: 0, end: tokens.tokens.length }, body, depth });
  }
  const whole = parseTokens(tokens, body, body.rule, { recover: false, shouldCancel });
  if (whole.tree !== undefined && whole.problems.length === 0) {
    return lowerRoot(makeLowering(parsing, depth, { trustsTree: true }), whole.tree, body);
  }
  if (shouldCancel()) {
    parsing.problems.push(...whole.problems);
    return emptyRoot(body);
  }
  const recovered = parseTokens(tokens, body, body.rule, { recover: true, shouldCancel });
  parsing.problems.push(...recovered.problems);
  return recovered.tree === undefined
    ? emptyRoot(body)
    : lowerRoot(makeLowering(parsing, depth + 1, { trustsTree: false }), recovered.tree, body);
}

/** A block at once, where it may be whole and isn't long; else its statements one by one. */
function parseBraces(
  parsing: Parsing,
  {
    outline,
    range,
    body,
    depth,
  }: {
    readonly outline: Outline;
    readonly range: TokenRange;
    readonly body: BodyText;
    readonly depth: number;
  },
): BodyRoot {
  const { shouldCancel } = parsing;
  const { start, end } = body;
  const closed = outline.isClosed(range);
  if (closed && range.end - range.start <= MAX_WHOLE) {
    const whole = parseTokens(outline.tokensOf(range), body, body.rule, { recover: false, shouldCancel });
    if (whole.tree !== undefined && whole.problems.length === 0)
      return lowerRoot(makeLowering(parsing, depth, { trustsTree: true }), whole.tree, body);
  }
  if (!closed) parsing.problems.push({ severity: 'error', message: "'}' is missing", start: end, end });
  const statements: Statement[] = [];
  for (const statement of outline.statements(range)) {
    if (shouldCancel()) {
      const rest: Span = { start: spanOfRange(outline, statement).start, end };
      parsing.problems.push({ severity: 'error', message: 'not read: canceled', ...rest });
      statements.push({ kind: 'missing-statement', ...rest });
      break;
    }
    statements.push(parseStatement(parsing, outline, statement, depth));
  }
  return { kind: 'statements', block: { kind: 'block', statements, start, end } };
}

function parseStatement(parsing: Parsing, outline: Outline, range: TokenRange, depth: number): Statement {
  const { shouldCancel } = parsing;
  const span = spanOfRange(outline, range);
  const recover = parsing.recoveries < MAX_RECOVERIES;
  if (range.end - range.start <= MAX_WHOLE) {
    const own = outline.tokensOf(range);
    if (own.balanced) {
      const strict = parseTokens(own, span, 'statement', { recover: false, shouldCancel });
      if (strict.tree !== undefined && strict.problems.length === 0)
        return lowerBlockStatement(
          makeLowering(parsing, depth, { trustsTree: true }),
          strict.tree,
          span.start,
        );
      if (!recover) {
        parsing.problems.push(...strict.problems);
        return { kind: 'missing-statement', ...span };
      }
    }
  }
  const blocks = depth < MAX_REPAIR_DEPTH ? outline.blocks(range) : [];
  const hollow = outline.tokensOf(range, blocks);
  const { tree, problems } = parseTokens(hollow, span, 'statement', { recover, shouldCancel });
  const isBroken = tree === undefined || problems.length > 0;
  if (isBroken) {
    parsing.recoveries++;
    // The first error of a statement; what follows mostly follows from it.
    parsing.problems.push(...problems.slice(0, 1));
    if (!recover) return { kind: 'missing-statement', ...span };
  }
  const waiting = new Map(blocks.map((block) => [spanOfRange(outline, block).start, block]));
  const lowering = makeLowering(parsing, depth + 1, { trustsTree: !isBroken });
  const filling: Lowering = {
    ...lowering,
    block: (inner, node, at) => {
      const start = node?.location.startOffset ?? NaN;
      const block = waiting.get(start);
      if (block === undefined) return lowerBlock(inner, node, at);
      waiting.delete(start);
      return parseBlock(parsing, outline, block, depth + 1);
    },
    body: (inner, body) => {
      // Its blocks are parsed with it.
      for (const start of waiting.keys()) if (start >= body.start && start < body.end) waiting.delete(start);
      return lowering.body(inner, body);
    },
  };
  const statement: Statement =
    tree === undefined
      ? { kind: 'missing-statement', ...span }
      : lowerBlockStatement(filling, tree, span.start);
  if (waiting.size === 0) return statement;
  // The parser lost them with the head of the statement: they are kept beside what is left of it.
  const kept = [...waiting.values()].map((block) => parseBlock(parsing, outline, block, depth + 1));
  return { kind: 'block', statements: [statement, ...kept], ...span };
}

function parseBlock(parsing: Parsing, outline: Outline, range: TokenRange, depth: number): BlockStatement {
  const span = spanOfRange(outline, range);
  const root = parseBraces(parsing, { outline, range, body: { rule: 'block', ...span }, depth });
  return root.kind === 'statements' ? root.block : { kind: 'block', statements: [], ...span };
}

function spanOfRange({ tokens }: Outline, { start, end }: TokenRange): Span {
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
