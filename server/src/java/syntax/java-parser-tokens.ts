/**
 * Our tokens in the form that java-parser's parser reads.
 *
 * Between `lexer.ts` and `body-parser.ts`. Reading with our own lexer is faster
 * than java-parser's, takes any text, and closes its holes: hexadecimal floats
 * with underscores, `primary.super(…)`.
 */

import { last } from '../../base/check';
import type { CstToken } from 'java-parser-internals/parser.js';
import { tokens as tokenTypes } from 'java-parser-internals/tokens.js';
import type { TokenType } from 'java-parser-internals/tokens.js';
import { Scanner, TokenKind } from '../text/lexer';

export interface JavaParserTokens {
  readonly tokens: readonly CstToken[];
  /** The index of the counterpart of each `(`, `[` and `{` that has one, by the index of the bracket. */
  readonly ends: ReadonlyMap<number, number>;
  /** The number of `(` and `<` that stand before each token. */
  readonly openings: readonly number[];
  /** Deepest nesting of brackets of any kind. */
  readonly depth: number;
  /** True if each bracket has its counterpart. If not, nothing parses. */
  readonly balanced: boolean;
}

/** Types of the words and operators, by their text. */
const FIXED_TYPES: ReadonlyMap<string, TokenType> = new Map(
  Object.values(tokenTypes).flatMap((type): [string, TokenType][] =>
    typeof type.PATTERN === 'string' ? [[type.PATTERN, type]] : [],
  ),
);

function typeNamed(name: string): TokenType {
  const type = tokenTypes[name];
  if (type === undefined)
    throw new Error(`java-parser has no token '${name}': its version is not the pinned one`);
  return type;
}

const IDENTIFIER = typeNamed('Identifier');
const STRING = typeNamed('StringLiteral');
const TEXT_BLOCK = typeNamed('TextBlock');
const CHARACTER = typeNamed('CharLiteral');
const FLOAT = typeNamed('FloatLiteral');
const HEX_FLOAT = typeNamed('HexFloatLiteral');
const DECIMAL = typeNamed('DecimalLiteral');
const HEXADECIMAL = typeNamed('HexLiteral');
const OCTAL = typeNamed('OctalLiteral');
const BINARY = typeNamed('BinaryLiteral');

/** The tokens of `text` from `start` to `end`; characters that are no Java are left out. */
export function readJavaParserTokens(text: string, start = 0, end: number = text.length): JavaParserTokens {
  const scanner = new Scanner(text, start, end);
  const tokens: CstToken[] = [];
  scanner.next();
  while (scanner.kind !== TokenKind.end) {
    const { image } = scanner;
    const type = typeOf(scanner.kind, image, tokens);
    if (type !== undefined) {
      tokens.push({
        image,
        startOffset: scanner.start,
        endOffset: scanner.end - 1,
        tokenType: type,
        tokenTypeIdx: type.tokenTypeIdx ?? -1,
      });
    }
    scanner.next();
  }
  return pairBrackets(tokens);
}

/** Tokens with their brackets paired. A `}` closes its `{` over all that is open inside; another only what it fits. */
export function pairBrackets(tokens: readonly CstToken[]): JavaParserTokens {
  const ends = new Map<number, number>();
  const openings: number[] = [];
  const unclosed: number[] = [];
  let opened = 0;
  let brackets = 0;
  let deepest = 0;
  tokens.forEach(({ image }, index) => {
    openings.push(opened);
    if (image === '(' || image === '<') opened++;
    if (image === '(' || image === '[' || image === '{') {
      brackets++;
      unclosed.push(index);
      deepest = Math.max(deepest, unclosed.length);
    } else if (image === ')' || image === ']' || image === '}') {
      brackets++;
      const opening = image === ')' ? '(' : image === ']' ? '[' : '{';
      if (image === '}') {
        while (unclosed.length > 0 && tokens[last(unclosed)]?.image !== '{') unclosed.pop();
      }
      const open = unclosed.at(-1);
      if (open !== undefined && tokens[open]?.image === opening) {
        unclosed.pop();
        ends.set(open, index);
      }
    }
  });
  return { tokens, ends, openings, depth: deepest, balanced: brackets === 2 * ends.size };
}

function typeOf(kind: number, image: string, before: readonly CstToken[]): TokenType | undefined {
  switch (kind) {
    case TokenKind.unknown:
      return undefined;
    case TokenKind.string:
      return STRING;
    case TokenKind.textBlock:
      return TEXT_BLOCK;
    case TokenKind.character:
      return CHARACTER;
    case TokenKind.number:
      return typeOfNumber(image);
    case TokenKind.identifier:
      if (image === 'super' && followsPrimary(before)) return IDENTIFIER;
      return FIXED_TYPES.get(image) ?? IDENTIFIER;
    default:
      return FIXED_TYPES.get(image);
  }
}

/** `outer().super(…)`: java-parser knows `super` after a name only. */
function followsPrimary(before: readonly CstToken[]): boolean {
  const beforeDot = before.at(-2)?.image;
  return before.at(-1)?.image === '.' && (beforeDot === ')' || beforeDot === ']');
}

function typeOfNumber(image: string): TokenType {
  if (/^0[xX]/.test(image)) return /[.pP]/.test(image) ? HEX_FLOAT : HEXADECIMAL;
  if (/^0[bB]/.test(image)) return BINARY;
  if (/[.eEfFdD]/.test(image)) return FLOAT;
  return /^0_*[0-7]/.test(image) ? OCTAL : DECIMAL;
}
