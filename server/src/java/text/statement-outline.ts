/**
 * Finds where the statements of a block begin and end (JLS 14), by brackets, `;` and keywords, without
 * parsing one of them.
 *
 * For `parse-body.ts`: a broken statement then costs no other. In broken text the
 * outline also ends a statement whose `;` is missing where the next one must
 * begin.
 */

import type { CstToken } from 'java-parser-internals/parser.js';
import { isIdentifier } from '../syntax/java-parser-decisions';
import { pairBrackets } from '../syntax/java-parser-tokens';
import type { JavaParserTokens } from '../syntax/java-parser-tokens';

/** Indices of tokens; `end` exclusive. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** Keywords that begin a statement and stand in no expression. */
const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  'if for while do try return throw break continue assert synchronized else case catch finally'.split(' '),
);
const HEADED_WORDS: ReadonlySet<string> = new Set([
  'if',
  'for',
  'while',
  'switch',
  'synchronized',
  'catch',
  'try',
]);
const TYPE_TOKENS: ReadonlySet<string> = new Set('. < > , ? & [ ] @ extends super'.split(' '));
const VARIABLE_WORDS: ReadonlySet<string> = new Set(
  'boolean byte short char int long float double final'.split(' '),
);

export class Outline {
  readonly tokens: readonly CstToken[];
  private readonly all: JavaParserTokens;
  private readonly ends: ReadonlyMap<number, number>;
  /** The inverse of `ends`, made once it is asked for: most bodies need none. */
  private starts: ReadonlyMap<number, number> | undefined;
  private readonly text: string;

  constructor(text: string, all: JavaParserTokens) {
    this.text = text;
    this.all = all;
    this.tokens = all.tokens;
    this.ends = all.ends;
  }

  /** True if the tokens are all between a `{` and its `}`. */
  isClosed({ start, end }: TokenRange): boolean {
    return this.image(start) === '{' && this.ends.get(start) === end - 1;
  }

  /** Some of the tokens, on their own, without those between the braces of some blocks. */
  tokensOf(range: TokenRange, without: readonly TokenRange[] = []): JavaParserTokens {
    if (without.length === 0) {
      const isAll = range.start === 0 && range.end === this.tokens.length;
      return isAll ? this.all : pairBrackets(this.tokens.slice(range.start, range.end));
    }
    const kept: CstToken[][] = [];
    let at = range.start;
    for (const block of without) {
      kept.push(this.tokens.slice(at, block.start + 1));
      at = this.isClosed(block) ? block.end - 1 : block.end;
    }
    kept.push(this.tokens.slice(at, range.end));
    return pairBrackets(kept.flat());
  }

  /** The statements of a block, between its braces where it has them. Covers every token. */
  statements(block: TokenRange): TokenRange[] {
    const from = this.image(block.start) === '{' ? block.start + 1 : block.start;
    const to = this.isClosed(block) ? block.end - 1 : block.end;
    const statements: TokenRange[] = [];
    let start = from;
    while (start < to) {
      const end = Math.min(Math.max(this.statementEnd(start, to), start + 1), to);
      statements.push({ start, end });
      start = end;
    }
    return statements;
  }

  /**
   * The outermost blocks in braces among some tokens: bodies of statements and
   * lambdas, but no bodies of classes, switches, or values of arrays.
   */
  blocks({ start: from, end: to }: TokenRange): TokenRange[] {
    const blocks: TokenRange[] = [];
    let index = from;
    while (index < to) {
      const end = Math.min(this.bracketEnd(index, to), to);
      if (this.image(index) === '{' && this.opensBlock(index, from)) {
        blocks.push({ start: index, end });
        index = end;
      } else index++;
    }
    return blocks;
  }

  private opensBlock(open: number, from: number): boolean {
    const before = this.image(open - 1);
    if (open === from) return true;
    if (before === 'else' || before === 'do' || before === 'try' || before === 'finally' || before === '->')
      return true;
    if (before !== ')') return false;
    const word = this.image(this.openingOf(open - 1) - 1);
    return HEADED_WORDS.has(word) && word !== 'switch';
  }

  /**
   * True if the `{` after a `)` opens what belongs to an expression: the body of an anonymous class,
   * or of a switch.
   */
  private opensInExpression(open: number): boolean {
    let index = this.openingOf(open - 1) - 1;
    if (this.image(index) === 'switch') return true;
    while (isIdentifier(this.tokens[index]) || TYPE_TOKENS.has(this.image(index))) index--;
    return this.image(index) === 'new';
  }

  /** Index of the `(` of the `)` at `close`; -1 where there is none. */
  private openingOf(close: number): number {
    this.starts ??= new Map([...this.ends].map(([start, end]) => [end, start]));
    return this.starts.get(close) ?? -1;
  }

  private image(index: number): string {
    return this.tokens[index]?.image ?? '';
  }

  private statementEnd(start: number, to: number): number {
    let index = start;
    let ifs = 0;
    let dos = 0;
    for (;;) {
      const image = this.image(index);
      if (index >= to) return to;
      if (
        image === 'if' ||
        image === 'while' ||
        image === 'for' ||
        image === 'switch' ||
        image === 'synchronized'
      ) {
        if (image === 'if') ifs++;
        index = this.headEnd(index + 1, to);
        continue;
      }
      if (image === 'do' || image === 'else') {
        if (image === 'do') dos++;
        index++;
        continue;
      }
      if (image === 'try') {
        index = this.image(index + 1) === '(' ? this.headEnd(index + 1, to) : index + 1;
        if (this.image(index) === '{') continue;
      }
      if (this.image(index + 1) === ':' && isIdentifier(this.tokens[index])) {
        index += 2;
        continue;
      }
      index = image === '{' ? this.bracketEnd(index, to) : this.simpleEnd(index, to);
      index = this.handlersEnd(index, to);
      while (dos > 0 && this.image(index) === 'while') {
        dos--;
        index = this.headEnd(index + 1, to);
        if (this.image(index) === ';') index++;
      }
      if (this.image(index) !== 'else' || ifs === 0) return index;
      ifs--;
      index++;
    }
  }

  /** After the parenthesised head at `index`; where it isn't closed, at the body or the next statement. */
  private headEnd(index: number, to: number): number {
    if (this.image(index) !== '(') return this.bodyOnLine(index, to);
    const end = this.ends.get(index);
    if (end !== undefined && end < to) return end + 1;
    let at = index + 1;
    while (at < to && this.image(at) !== '{' && this.image(at) !== ';' && this.image(at) !== '}') at++;
    return at;
  }

  /** The next `{` on the line of a token, or the token. */
  private bodyOnLine(index: number, to: number): number {
    for (let at = index; at < to && !this.leadsLine(at); at++) {
      if (this.image(at) === '{') return at;
    }
    return index;
  }

  /** After the counterpart of a bracket; an unclosed `{` takes all there is, another nothing. */
  private bracketEnd(index: number, to: number): number {
    const end = this.ends.get(index);
    if (end !== undefined) return end + 1;
    return this.image(index) === '{' ? to : index + 1;
  }

  /** After the `catch`es and the `finally` that follow a block. */
  private handlersEnd(index: number, to: number): number {
    let at = index;
    while (at < to && (this.image(at) === 'catch' || this.image(at) === 'finally')) {
      at = this.image(at) === 'catch' ? this.headEnd(at + 1, to) : at + 1;
      if (this.image(at) === '{') at = this.bracketEnd(at, to);
    }
    return at;
  }

  /** After the `;` of a statement without a body, after the `}` of a local class, or where it breaks off. */
  private simpleEnd(start: number, to: number): number {
    let index = start;
    let declaresClass = false;
    while (index < to) {
      const image = this.image(index);
      if (image === ';') return index + 1;
      if (image === '}') return index === start ? index + 1 : index;
      if (index > start && this.startsAnew(index)) return index;
      declaresClass ||=
        (image === 'class' || image === 'enum' || image === 'interface') && this.image(index - 1) !== '.';
      if (image === '{' && declaresClass) return this.bracketEnd(index, to);
      // The body of a statement whose head is broken: a statement of its own.
      if (image === '{' && index > start && this.image(index - 1) === ')' && !this.opensInExpression(index))
        return index;
      index = image === '(' || image === '[' || image === '{' ? this.bracketEnd(index, to) : index + 1;
    }
    return to;
  }

  /** True if another statement must begin at a token, though no `;` ended the one before. */
  private startsAnew(index: number): boolean {
    const image = this.image(index);
    const before = this.image(index - 1);
    if (STATEMENT_WORDS.has(image) || (before === '.' && VARIABLE_WORDS.has(image))) return true;
    if (!this.leadsLine(index)) return false;
    if (VARIABLE_WORDS.has(image)) return !/^[(,<@&]$|^(?:final|new|instanceof|case)$/.test(before);
    return before === ')' && isIdentifier(this.tokens[index]) && this.closesCall(index - 1);
  }

  /** True if the `)` ends the arguments of a call, after which no name can follow. */
  private closesCall(close: number): boolean {
    return isIdentifier(this.tokens[this.openingOf(close) - 1]);
  }

  private leadsLine(index: number): boolean {
    const previous = this.tokens[index - 1];
    const token = this.tokens[index];
    if (previous === undefined || token === undefined) return true;
    return /[\r\n]/.test(this.text.slice(previous.endOffset + 1, token.startOffset));
  }
}
