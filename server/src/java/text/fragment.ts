/**
 * The piece of a line's text that an operation stands for, found by tokens alone: nothing is parsed when a hover asks.
 *
 * Sits in `java/`. An operation is known by the offset of its operator, name or keyword. Any text gives a fragment or
 * none; one that goes on in the next line ends with its line.
 */
import { at } from '../../base/check';
import { Scanner, TokenKind } from './lexer';

/** The part of the text around its offset that belongs to an operation. */
export type FragmentKind =
  /** The name with its receiver: `this.next.length`. */
  | 'name'
  /** The call of a name, with receiver and arguments. */
  | 'call'
  /** The indexed array that has the offset in its brackets. */
  | 'element'
  /** A declared name with its value. */
  | 'declaration'
  /** An expression up to the next comma. */
  | 'argument'
  /** Any other: what the token at the offset is says it all. */
  | 'token';

/** The most characters of a fragment that is shown. */
const MOST = 34;
/** The most characters before the operator or name. */
const MOST_BEFORE = 14;

/**
 * The fragment at an offset, cut to a length that fits into a table; empty where the offset is no token of the line.
 *
 * @param line the bounds of the line in the text
 */
export function fragmentAt(
  text: string,
  line: { readonly start: number; readonly end: number },
  offset: number,
  kind: FragmentKind,
): string {
  const span = fragmentSpan(text, line, offset, kind);
  return span === undefined ? '' : shorten(text, span.start, offset, span.end);
}

/** The place of the whole fragment; undefined where the offset is no token of the line. */
export function fragmentSpan(
  text: string,
  line: { readonly start: number; readonly end: number },
  offset: number,
  kind: FragmentKind,
): { readonly start: number; readonly end: number } | undefined {
  const tokens = tokensOf(text, line.start, line.end);
  const index = tokens.findIndex(({ start }) => start === offset);
  if (index < 0) return undefined;
  const [first, last] = rangeAt(tokens, index, kind);
  return { start: at(tokens, first).start, end: at(tokens, last).end };
}

interface FragmentToken {
  readonly image: string;
  readonly isWord: boolean;
  readonly isLiteral: boolean;
  readonly start: number;
  readonly end: number;
}

type Tokens = readonly FragmentToken[];
/** The indices of the first and the last token. */
type Range = readonly [first: number, last: number];

function tokensOf(text: string, start: number, end: number): Tokens {
  const scanner = new Scanner(text, start, end);
  const tokens: FragmentToken[] = [];
  scanner.next();
  while (scanner.kind !== TokenKind.end) {
    const { image, kind } = scanner;
    const before = tokens.at(-1);
    // `<<`, `>>` and `>>>` are read one by one.
    if (/^[<>]/.test(image) && before?.end === scanner.start && /^[<>]+$/.test(before.image))
      tokens.splice(-1, 1, { ...before, image: before.image + image, end: scanner.end });
    else
      tokens.push({
        image,
        isWord: kind === TokenKind.identifier,
        isLiteral:
          kind === TokenKind.number ||
          kind === TokenKind.string ||
          kind === TokenKind.character ||
          kind === TokenKind.textBlock,
        start: scanner.start,
        end: scanner.end,
      });
    scanner.next();
  }
  return tokens;
}

function rangeAt(tokens: Tokens, index: number, kind: FragmentKind): Range {
  const image = imageAt(tokens, index);
  const round = roundOfLoop(tokens, index);
  if (round !== undefined && kind !== 'call') return round;
  switch (kind) {
    case 'name':
      return [startOfOperand(tokens, index), index];
    case 'call':
      return at(tokens, index).isWord && imageAt(tokens, index + 1) === '('
        ? [startOfOperand(tokens, index), endOfGroup(tokens, index + 1)]
        : rangeOfToken(tokens, index, image);
    case 'element': {
      const open = openAround(tokens, index);
      return open < 1 ? [index, index] : [startOfOperand(tokens, open - 1), endOfGroup(tokens, open)];
    }
    case 'declaration':
      if (image === 'catch' || image === 'synchronized') return rangeOfToken(tokens, index, image);
      return imageAt(tokens, index - 1) === 'instanceof'
        ? rangeOfPattern(tokens, index)
        : [index, endOfExpression(tokens, index)];
    case 'argument':
      return OPERATORS.has(image) || ASSIGNMENT.test(image)
        ? rangeOfToken(tokens, index, image)
        : [index, endOfExpression(tokens, index)];
    case 'token':
      return rangeOfToken(tokens, index, image);
  }
}

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>>?)?=$/;
const WITH_CONDITION = new Set(['switch', 'synchronized', 'catch', 'while', 'if', 'for']);
const WITH_VALUE = new Set(['return', 'throw', 'yield', 'break', 'continue', 'assert']);

function rangeOfToken(tokens: Tokens, index: number, image: string): Range {
  const token = at(tokens, index);
  if (ASSIGNMENT.test(image)) return [startOfOperand(tokens, index - 1), endOfExpression(tokens, index + 1)];
  if (image === '++' || image === '--')
    return isOperandEnd(tokens[index - 1])
      ? [startOfOperand(tokens, index - 1), index]
      : [index, endOfOperand(tokens, index + 1)];
  const isBinary = OPERATORS.has(image) && isOperandEnd(tokens[index - 1]);
  if (isBinary) return rangeOfOperator(tokens, index, image);
  if (imageAt(tokens, index - 1) === 'instanceof') return rangeOfPattern(tokens, index);
  if (WITH_CONDITION.has(image) && imageAt(tokens, index + 1) === '(')
    return [index, endOfGroup(tokens, index + 1)];
  if (WITH_VALUE.has(image)) return [index, endOfExpression(tokens, index + 1)];
  if (imageAt(tokens, index - 1) === 'new') return [index - 1, endOfOperand(tokens, index - 1)];
  if (!token.isWord && !token.isLiteral && !PREFIXES.has(image) && image !== '(') return [index, index];
  return [index, endOfOperand(tokens, index)];
}

/** How tightly binary operators bind (JLS 15.17 to 15.24). */
const OPERATORS: ReadonlyMap<string, number> = new Map(
  [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>=', 'instanceof'], ['<<', '>>', '>>>'], ['+', '-'], ['*', '/', '%']] // prettier-ignore
    .flatMap((images, level) => images.map((image) => [image, level] as const)),
);
const PREFIXES = new Set(['-', '+', '!', '~', '++', '--']);

/** An operator with both operands; of `+` the whole chain, as it joins a text. */
function rangeOfOperator(tokens: Tokens, index: number, image: string): Range {
  const own = levelOf(image);
  const isChain = image === '+';
  let first = startOfOperand(tokens, index - 1);
  while (first > 1 && isOperator(tokens, first - 1, own)) first = startOfOperand(tokens, first - 2);
  let last = endOfOperand(tokens, index + 1);
  while (last + 2 < tokens.length && isOperator(tokens, last + 1, isChain ? own : own + 1))
    last = endOfOperand(tokens, last + 2);
  return [Math.max(0, first), Math.min(last, tokens.length - 1)];
}

function levelOf(image: string): number {
  return OPERATORS.get(image) ?? -1;
}

/** True for a binary operator that binds at least so tightly. */
function isOperator(tokens: Tokens, index: number, least: number): boolean {
  return levelOf(imageAt(tokens, index)) >= least && isOperandEnd(tokens[index - 1]);
}

/** `value instanceof Type name`, with the type at `index`. */
function rangeOfPattern(tokens: Tokens, index: number): Range {
  let last = endOfOperand(tokens, index);
  if (tokens[last + 1]?.isWord === true) last++;
  return [startOfOperand(tokens, Math.max(0, index - 2)), last];
}

/** `name : values` in the head of a `for`, if the token is one of these. */
function roundOfLoop(tokens: Tokens, index: number): Range | undefined {
  const colon =
    imageAt(tokens, index + 1) === ':' ? index + 1 : imageAt(tokens, index - 1) === ':' ? index - 1 : -1;
  if (colon < 1) return undefined;
  const open = openAround(tokens, colon);
  if (open < 1 || imageAt(tokens, open - 1) !== 'for') return undefined;
  return [colon - 1, Math.max(colon, endOfGroup(tokens, open) - 1)];
}

function imageAt(tokens: Tokens, index: number): string {
  return tokens[index]?.image ?? '';
}

const NO_OPERANDS = new Set([
  'return',
  'throw',
  'case',
  'yield',
  'assert',
  'else',
  'do',
  'instanceof',
  'new',
]);

function isOperandEnd(token: FragmentToken | undefined): boolean {
  if (token === undefined) return false;
  return (token.isWord && !NO_OPERANDS.has(token.image)) || token.isLiteral || /^[)\]}]$/.test(token.image);
}

const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSED = new Set(Object.values(OPEN));

/** The index of the token that closes the group which opens at `open`, or the last of the line. */
function endOfGroup(tokens: Tokens, open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const image = imageAt(tokens, index);
    if (image in OPEN) depth++;
    else if (CLOSED.has(image) && --depth === 0) return index;
  }
  return tokens.length - 1;
}

/** The index of the token that opens the group around `index`; -1 if it opens in a line before. */
function openAround(tokens: Tokens, index: number): number {
  let depth = 0;
  for (let each = index - 1; each >= 0; each--) {
    const image = imageAt(tokens, each);
    if (CLOSED.has(image)) depth++;
    else if (image in OPEN && --depth < 0) return each;
  }
  return -1;
}

/** The first token of the operand that ends at `last`: a name with its receivers, a call, an indexed array, a literal. */
function startOfOperand(tokens: Tokens, last: number): number {
  let first = Math.max(0, last);
  for (;;) {
    if (CLOSED.has(imageAt(tokens, first))) {
      const open = openAround(tokens, first);
      if (open < 0) return first;
      first = open;
      if (isOperandEnd(tokens[first - 1])) {
        first--;
        continue;
      }
    }
    const before = imageAt(tokens, first - 1);
    if ((before === '.' || before === '::') && first >= 2) first -= 2;
    else if (before === 'new') return first - 1;
    else return first;
  }
}

/** The last token of the operand that begins at `first`. */
function endOfOperand(tokens: Tokens, first: number): number {
  let last = Math.min(first, tokens.length - 1);
  while (PREFIXES.has(imageAt(tokens, last)) && last + 1 < tokens.length) last++;
  if (imageAt(tokens, last) === 'new') last = endOfCreated(tokens, last + 1);
  else if (imageAt(tokens, last) === '(') {
    last = endOfGroup(tokens, last);
    const next = tokens[last + 1];
    if (next?.image === '->') return last + 1;
    // A cast, and what it is of.
    if (
      next !== undefined &&
      (next.isWord || next.isLiteral || next.image === '(') &&
      next.image !== 'instanceof'
    )
      return endOfOperand(tokens, last + 1);
  }
  for (;;) {
    const next = imageAt(tokens, last + 1);
    if (next === '->') return last + 1;
    if ((next === '.' || next === '::') && last + 2 < tokens.length) last += 2;
    else if (next === '(' || next === '[') last = endOfGroup(tokens, last + 1);
    else return next === '++' || next === '--' ? last + 1 : last;
  }
}

/** The last token of the type after `new`; what follows are arguments, sizes or elements. */
function endOfCreated(tokens: Tokens, first: number): number {
  let last = Math.min(first, tokens.length - 1);
  while (imageAt(tokens, last + 1) === '.' && last + 2 < tokens.length) last += 2;
  if (imageAt(tokens, last + 1) === '<') {
    const end = tokens.findIndex(({ image }, index) => index > last && /^>+$/.test(image));
    if (end > 0) last = end;
  }
  const open = tokens.findIndex(({ image }, index) => index > last && image === '{');
  const isFilled =
    open > 0 && tokens.slice(last + 1, open).every(({ image }) => image === '[' || image === ']');
  return isFilled && open > last + 1 ? endOfGroup(tokens, open) : last;
}

/** The last token of the expression that begins at `first`: before a comma, a semicolon, or the end of its group. */
function endOfExpression(tokens: Tokens, first: number): number {
  let depth = 0;
  for (let index = first; index < tokens.length; index++) {
    const image = imageAt(tokens, index);
    if (image in OPEN) depth++;
    else if (CLOSED.has(image) && --depth < 0) return Math.max(first - 1, index - 1);
    else if (depth === 0 && (image === ';' || image === ',')) return Math.max(first - 1, index - 1);
  }
  return tokens.length - 1;
}

/** Cuts what is long, so that the operator or name at `anchor` stays in sight. */
function shorten(text: string, start: number, anchor: number, end: number): string {
  const [before, after] = [text.slice(start, anchor), text.slice(anchor, end)].map((part) =>
    part.replaceAll(/\s+/g, ' '),
  ) as [string, string];
  if (before.length + after.length <= MOST) return `${before}${after}`;
  const head = before.length > MOST_BEFORE ? `…${before.slice(1 - MOST_BEFORE)}` : before;
  const room = MOST - head.length;
  return `${head}${after.length > room ? `${after.slice(0, room - 1)}…` : after}`;
}
