/**
 * Lexical structure of Java (JLS 3): comments, identifiers, literals and
 * operators, one token at a time and without allocating.
 *
 * Read by the header parser, by the statement splitter and by the feed of
 * java-parser. Any text gives tokens: what no rule covers is one
 * {@link TokenKind.unknown} character; an unclosed string ends at its line, and
 * an unclosed text block is taken for one.
 */
import { at, present } from '../../base/check';
import { firstWhere } from '../../base/search';

/** Kinds of tokens. A separator or operator has the code of its first character (all below 128) as its kind. */
export const TokenKind = {
  end: 0,
  identifier: 128,
  number: 129,
  string: 130,
  textBlock: 131,
  character: 132,
  unknown: 133,
} as const;

/** Kinds of the separators and operators that the parsers of headers look for. */
export const Punctuation = {
  bang: 33,
  percent: 37,
  ampersand: 38,
  parenOpen: 40,
  parenClose: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  at: 64,
  bracketOpen: 91,
  bracketClose: 93,
  caret: 94,
  braceOpen: 123,
  bar: 124,
  braceClose: 125,
} as const;

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const BACKSLASH = 92;
const ASCII_END = 128;
const BYTE_ORDER_MARK = 0xfeff;
const SUBSTITUTE = 26;

/** Class of each ASCII character: what a token that starts with it is. */
const CharacterClass = { other: 0, blank: 1, letter: 2, digit: 3, operator: 4 } as const;
const CLASSES = new Uint8Array(ASCII_END);
for (const blank of [TAB, LINE_FEED, 11, 12, CARRIAGE_RETURN, SUBSTITUTE, 28, 29, 30, 31, SPACE]) {
  CLASSES[blank] = CharacterClass.blank;
}
for (let code = 0; code < ASCII_END; code++) {
  if (/[A-Za-z_$]/.test(String.fromCharCode(code))) CLASSES[code] = CharacterClass.letter;
  if (/[0-9]/.test(String.fromCharCode(code))) CLASSES[code] = CharacterClass.digit;
  if (/[-!%&()*+,./:;<=>?@[\]^{|}~]/.test(String.fromCharCode(code))) CLASSES[code] = CharacterClass.operator;
}

/** Operators of more than one character, the longest first. `>>` and `>>>` stay single: `List<List<T>>` ends in two. */
const LONG_OPERATORS = new Map<number, readonly string[]>();
for (const operator of [
  '>>>=',
  '<<=',
  '>>=',
  '...',
  '->',
  '::',
  '++',
  '--',
  '&&',
  '||',
  '==',
  '!=',
  '<=',
  '>=',
  '+=',
  '-=',
  '*=',
  '/=',
  '&=',
  '|=',
  '^=',
  '%=',
]) {
  // prettier-ignore
  const first = operator.charCodeAt(0);
  LONG_OPERATORS.set(first, [...(LONG_OPERATORS.get(first) ?? []), operator]);
}

const IDENTIFIER_START = /[\p{L}\p{Nl}\p{Sc}\p{Pc}]/u;
const IDENTIFIER_PART = /[\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Mn}\p{Mc}\p{Nd}\p{Cf}]/u;
const NUMBER =
  /0[xX](?:[0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?[pP][+-]?[0-9_]+[fFdD]?|[0-9a-fA-F_]+[lL]?)|0[bB][01_]+[lL]?|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?[fFdDlL]?/y;

/** A place in a text, with the token that was read last. */
export class Scanner {
  readonly text: string;
  /** Exclusive end of what is read. */
  readonly limit: number;
  private readonly origin: number;
  kind: number = TokenKind.end;
  start: number;
  end: number;
  /** End of the token before the current one. */
  previousEnd: number;
  /**
   * The place of the first text block without an end. A text block that starts later has none either,
   * which keeps scanning linear.
   */
  private unclosedTextBlock = Infinity;
  private braces: BracePairs | undefined;

  constructor(text: string, start = 0, limit: number = text.length) {
    this.text = text;
    this.limit = limit;
    this.origin = start;
    this.start = start;
    this.end = start;
    this.previousEnd = start;
  }

  /** Reads the next token; {@link TokenKind.end} at the end, again and again. */
  next(): void {
    const { text, limit } = this;
    let at = this.end;
    this.previousEnd = at;
    for (;;) {
      if (at >= limit) {
        this.finish(TokenKind.end, limit, limit);
        return;
      }
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) {
        if (code === BYTE_ORDER_MARK) {
          at++;
          continue;
        }
        this.readOther(at);
        return;
      }
      switch (CLASSES[code]) {
        case CharacterClass.blank:
          at++;
          continue;
        case CharacterClass.letter:
          this.finish(TokenKind.identifier, at, this.identifierEnd(at + 1));
          return;
        case CharacterClass.digit:
          this.finish(TokenKind.number, at, this.numberEnd(at));
          return;
        case CharacterClass.operator: {
          const commentEnd = code === Punctuation.slash ? this.commentEnd(at) : at;
          if (commentEnd > at) {
            at = commentEnd;
            continue;
          }
          this.readOperator(at, code);
          return;
        }
        default:
          this.readLiteral(at, code);
          return;
      }
    }
  }

  /** Goes back or forward to an offset between tokens; the next token is read from there. */
  moveTo(offset: number): void {
    this.end = offset;
    this.next();
  }

  /** True if the current token is this text. */
  is(image: string): boolean {
    return this.end - this.start === image.length && this.text.startsWith(image, this.start);
  }

  get image(): string {
    return this.text.slice(this.start, this.end);
  }

  private finish(kind: number, start: number, end: number): void {
    this.kind = kind;
    this.start = start;
    this.end = end < this.limit ? end : this.limit;
  }

  private identifierEnd(from: number): number {
    const { text, limit } = this;
    let at = from;
    while (at < limit) {
      const code = text.charCodeAt(at);
      if (code < ASCII_END) {
        const characterClass = CLASSES[code];
        if (characterClass !== CharacterClass.letter && characterClass !== CharacterClass.digit) return at;
        at++;
      } else {
        const point = String.fromCodePoint(text.codePointAt(at) ?? code);
        if (!IDENTIFIER_PART.test(point)) return at;
        at += point.length;
      }
    }
    return at;
  }

  /** A token, or a blank, outside ASCII. */
  private readOther(at: number): void {
    const point = String.fromCodePoint(present(this.text.codePointAt(at), 'a character'));
    const end = at + point.length;
    if (IDENTIFIER_START.test(point)) this.finish(TokenKind.identifier, at, this.identifierEnd(end));
    else this.finish(TokenKind.unknown, at, end);
  }

  private numberEnd(at: number): number {
    NUMBER.lastIndex = at;
    NUMBER.test(this.text);
    return Math.max(NUMBER.lastIndex, at + 1);
  }

  private readOperator(at: number, code: number): void {
    const { text } = this;
    if (code === Punctuation.dot) {
      const following = text.charCodeAt(at + 1);
      if (following >= DIGIT_0 && following <= DIGIT_9) {
        this.finish(TokenKind.number, at, this.numberEnd(at));
        return;
      }
    }
    const candidates = LONG_OPERATORS.get(code);
    if (candidates !== undefined) {
      for (const candidate of candidates) {
        if (text.startsWith(candidate, at)) {
          this.finish(code, at, at + candidate.length);
          return;
        }
      }
    }
    this.finish(code, at, at + 1);
  }

  /** End of the comment at `at`, or `at` where there is none. An unclosed comment takes the rest. */
  commentEnd(at: number): number {
    const { text } = this;
    const second = text.charCodeAt(at + 1);
    if (second === Punctuation.slash) return lineEnd(text, at, this.limit);
    if (second !== Punctuation.star) return at;
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? this.limit : close + 2;
  }

  private readLiteral(at: number, code: number): void {
    const end = code === DOUBLE_QUOTE || code === SINGLE_QUOTE ? this.literalEnd(at) : at + 1;
    if (code === DOUBLE_QUOTE) {
      const isTextBlock = end - at >= 6 && this.text.startsWith('"""', at);
      this.finish(isTextBlock ? TokenKind.textBlock : TokenKind.string, at, end);
    } else this.finish(end > at + 1 ? TokenKind.character : TokenKind.unknown, at, end);
  }

  /** End of the string, text block or character literal whose quote is at `at`; a lone `'` is one character long. */
  literalEnd(at: number): number {
    const { text } = this;
    if (text.charCodeAt(at) === DOUBLE_QUOTE) {
      const blockEnd = text.startsWith('"""', at) ? this.textBlockEnd(at) : 0;
      return blockEnd > 0 ? blockEnd : this.quotedEnd(at, DOUBLE_QUOTE);
    }
    const end = this.quotedEnd(at, SINGLE_QUOTE);
    const closed = end - at > 2 && text.charCodeAt(end - 1) === SINGLE_QUOTE;
    return closed ? end : at + 1;
  }

  /** End of the text block at `at`; 0 where it is not closed. */
  private textBlockEnd(at: number): number {
    if (at >= this.unclosedTextBlock) return 0;
    const { text, limit } = this;
    let close = text.indexOf('"""', at + 3);
    while (close >= 0 && close + 3 <= limit) {
      let backslashes = 0;
      while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++;
      if (backslashes % 2 === 0) return close + 3;
      close = text.indexOf('"""', close + 1);
    }
    this.unclosedTextBlock = at;
    return 0;
  }

  /** End of the quoted text that opens at `at`: after its closing quote, or at the end of its line. */
  private quotedEnd(at: number, quote: number): number {
    const { text, limit } = this;
    let cursor = at + 1;
    while (cursor < limit) {
      const code = text.charCodeAt(cursor);
      if (code === quote) return cursor + 1;
      if (code === LINE_FEED || code === CARRIAGE_RETURN) return cursor;
      cursor += code === BACKSLASH && cursor + 1 < limit && !isLineBreak(text.charCodeAt(cursor + 1)) ? 2 : 1;
    }
    return limit;
  }

  /**
   * The offset just after the brace that closes the one at `open`, or -1 if none does. All pairs are
   * found at the first call, in one pass over the characters: most of a file is bodies, which nobody
   * reads as tokens here.
   */
  matchingBrace(open: number): number {
    this.braces ??= this.pairBraces();
    const { opens, ends } = this.braces;
    const pair = firstWhere(0, opens.length, (each) => at(opens, each) >= open);
    return opens[pair] === open ? at(ends, pair) : -1;
  }

  /** Known of what was read. */
  get hasUnclosedTextBlock(): boolean {
    return this.unclosedTextBlock < this.limit;
  }

  private pairBraces(): BracePairs {
    const { text, limit } = this;
    const opens: number[] = [];
    const ends: number[] = [];
    const unclosed: number[] = [];
    let at = this.origin;
    while (at < limit) {
      const code = text.charCodeAt(at);
      if (code === Punctuation.braceOpen) {
        unclosed.push(opens.length);
        opens.push(at);
        ends.push(-1);
      } else if (code === Punctuation.braceClose) {
        const pair = unclosed.pop();
        if (pair !== undefined) ends[pair] = at + 1;
      } else if (code === Punctuation.slash) {
        const end = this.commentEnd(at);
        if (end > at) {
          at = end;
          continue;
        }
      } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        at = this.literalEnd(at);
        continue;
      }
      at++;
    }
    return { opens, ends };
  }
}

/** Offsets of all `{`, ascending, and the ends of their pairs; -1 for an unclosed one. */
interface BracePairs {
  readonly opens: readonly number[];
  readonly ends: readonly number[];
}

/**
 * True if the brace at `open` is closed just before `end` in any text that goes on with the same
 * characters: a literal may reach to the end of the line, an unclosed text block to anywhere.
 */
export function closesBody(text: string, open: number, end: number): boolean {
  const scanner = new Scanner(text, open, lineEnd(text, end, text.length));
  return scanner.matchingBrace(open) === end && !scanner.hasUnclosedTextBlock;
}

/** Offset of the line break that ends the line of `at`, or `limit`. */
function lineEnd(text: string, at: number, limit: number): number {
  let cursor = at;
  while (cursor < limit && !isLineBreak(text.charCodeAt(cursor))) cursor++;
  return cursor;
}

export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
