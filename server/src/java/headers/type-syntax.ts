/**
 * Types and annotations as written (JLS 4, 9.7.4, 10.2), read from tokens.
 *
 * Between the lexer and `declarations.ts`; `lowering/` reads the types inside
 * bodies with it too. A reader that returns `undefined` leaves the scanner
 * where it failed: go back with {@link Scanner.moveTo}.
 */

import type { Expression, NamePart, PrimitiveName, TypeParameterSyntax, TypeSyntax } from '../syntax/ast';
import { keptList, keptName } from './kept';
import { Punctuation, TokenKind } from '../text/lexer';
import type { Scanner } from '../text/lexer';

/** Deeper type arguments than this are no type to us; keeps recursion and backtracking bounded. */
const MAX_TYPE_DEPTH = 50;

/** A class file can't say more (JVMS 4.3.2); further ones are passed over. */
const MAX_DIMENSIONS = 255;

const PRIMITIVES: ReadonlySet<string> = new Set(
  'boolean byte short char int long float double void'.split(' '),
);

/** Reserved words that can't be a name, and so end a type that is being typed. */
const NOT_A_NAME: ReadonlySet<string> = new Set(
  (
    'abstract assert break case catch class const continue default do else enum extends final finally for goto if ' +
    'implements import instanceof interface native new package private protected public return static strictfp super ' +
    'switch synchronized this throw throws transient try volatile while true false null'
  ).split(' '),
);

const TYPE_KINDS: ReadonlySet<string> = new Set<TypeSyntax['kind']>([
  'primitive',
  'named',
  'array',
  'wildcard',
  'intersection',
  'inferred',
]);

export function isTypeSyntax(node: Expression | TypeSyntax): node is TypeSyntax {
  return TYPE_KINDS.has(node.kind);
}

/** True if the current token is an identifier and no reserved word. */
export function atName(scanner: Scanner): boolean {
  if (scanner.kind !== TokenKind.identifier) return false;
  const image = scanner.image;
  return !NOT_A_NAME.has(image) && !PRIMITIVES.has(image);
}

/** A type with its annotations, type arguments and dimensions; `void` too. */
export function parseType(scanner: Scanner, depth = 0): TypeSyntax | undefined {
  if (depth > MAX_TYPE_DEPTH) return undefined;
  skipAnnotations(scanner);
  const element = parseElementType(scanner, depth);
  return element === undefined ? undefined : parseDimensions(scanner, element);
}

/** A type without dimensions. */
function parseElementType(scanner: Scanner, depth = 0): TypeSyntax | undefined {
  if (scanner.kind !== TokenKind.identifier) return undefined;
  const { start, end, image } = scanner;
  if (PRIMITIVES.has(image)) {
    scanner.next();
    return { kind: 'primitive', name: keptName(image) as PrimitiveName | 'void', start, end };
  }
  return parseNamedType(scanner, depth);
}

function parseNamedType(scanner: Scanner, depth: number): TypeSyntax | undefined {
  const { start } = scanner;
  let { end } = scanner;
  const parts: NamePart[] = [];
  for (;;) {
    if (!atName(scanner)) return undefined;
    const name = keptName(scanner.image);
    end = scanner.end;
    scanner.next();
    if (scanner.kind === Punctuation.less && scanner.end - scanner.start === 1) {
      const typeArguments = parseTypeArguments(scanner, depth + 1);
      if (typeArguments === undefined) return undefined;
      end = typeArguments.end;
      parts.push(
        typeArguments.types.length === 0
          ? { name, typeArguments: [], diamond: true }
          : { name, typeArguments: typeArguments.types },
      );
    } else parts.push({ name, typeArguments: [] });
    if (!atSingle(scanner, Punctuation.dot)) break;
    const dot = scanner.start;
    scanner.next();
    skipAnnotations(scanner);
    if (!atName(scanner)) {
      // `Outer.this`, `List.class`: the dot is not the type's.
      scanner.moveTo(dot);
      break;
    }
  }
  return { kind: 'named', parts: keptList(parts), start, end };
}

/** `<…>` with the scanner on `<`; no types for a diamond. `end` is just after the `>`. */
export function parseTypeArguments(
  scanner: Scanner,
  depth = 0,
): { readonly types: readonly TypeSyntax[]; readonly end: number } | undefined {
  scanner.next();
  const types: TypeSyntax[] = [];
  while (!atSingle(scanner, Punctuation.greater)) {
    const type = parseTypeArgument(scanner, depth);
    if (type === undefined) return undefined;
    types.push(type);
    if (scanner.kind === Punctuation.comma) scanner.next();
    else if (!atSingle(scanner, Punctuation.greater)) return undefined;
  }
  const { end } = scanner;
  scanner.next();
  return { types: keptList(types), end };
}

function parseTypeArgument(scanner: Scanner, depth: number): TypeSyntax | undefined {
  skipAnnotations(scanner);
  if (!atSingle(scanner, Punctuation.question)) return parseType(scanner, depth);
  const { start, end } = scanner;
  scanner.next();
  const variance = scanner.is('extends') ? 'extends' : scanner.is('super') ? 'super' : undefined;
  if (variance === undefined) return { kind: 'wildcard', start, end };
  scanner.next();
  const bound = parseType(scanner, depth);
  return bound === undefined ? undefined : { kind: 'wildcard', bound, variance, start, end: bound.end };
}

/** `[]`s after a type or a declared name, applied to `element`. */
export function parseDimensions(scanner: Scanner, element: TypeSyntax): TypeSyntax {
  let type = element;
  let dimensions = 0;
  for (;;) {
    const before = scanner.start;
    skipAnnotations(scanner);
    if (scanner.kind !== Punctuation.bracketOpen) {
      if (scanner.start !== before && scanner.kind !== Punctuation.dot) scanner.moveTo(before);
      return type;
    }
    scanner.next();
    if (!atSingle(scanner, Punctuation.bracketClose)) {
      scanner.moveTo(before);
      return type;
    }
    if (dimensions++ < MAX_DIMENSIONS) {
      type = { kind: 'array', element: type, start: element.start, end: scanner.end };
    }
    scanner.next();
  }
}

/** `<T extends A & B, …>` with the scanner on `<`; what is broken is left out. */
export function parseTypeParameters(scanner: Scanner): readonly TypeParameterSyntax[] {
  const parameters: TypeParameterSyntax[] = [];
  scanner.next();
  for (;;) {
    skipAnnotations(scanner);
    if (!atName(scanner)) break;
    const name = keptName(scanner.image);
    scanner.next();
    const bounds: TypeSyntax[] = [];
    if (scanner.is('extends')) {
      do {
        scanner.next();
        const bound = parseType(scanner);
        if (bound !== undefined) bounds.push(bound);
      } while (atSingle(scanner, Punctuation.ampersand));
    }
    parameters.push({ name, bounds: keptList(bounds) });
    if (scanner.kind !== Punctuation.comma) break;
    scanner.next();
  }
  if (atSingle(scanner, Punctuation.greater)) scanner.next();
  return keptList(parameters);
}

/** Types with commas between them, as after `implements` and `throws`. */
export function parseTypeList(scanner: Scanner): TypeSyntax[] {
  const types: TypeSyntax[] = [];
  for (;;) {
    const type = parseType(scanner);
    if (type === undefined) return types;
    types.push(type);
    if (scanner.kind !== Punctuation.comma) return types;
    scanner.next();
  }
}

/** Annotations, but not the `@` of `@interface`. */
export function skipAnnotations(scanner: Scanner): void {
  while (scanner.kind === Punctuation.at) {
    const at = scanner.start;
    scanner.next();
    if (!atName(scanner)) {
      if (scanner.is('interface')) scanner.moveTo(at);
      return;
    }
    scanner.next();
    while (atSingle(scanner, Punctuation.dot)) {
      scanner.next();
      if (atName(scanner)) scanner.next();
    }
    if (atSingle(scanner, Punctuation.parenOpen)) skipParentheses(scanner);
  }
}

/**
 * Skips from `(` to after the matching `)`. Braces inside are skipped whole; a `;` between
 * parentheses, a stray `}`, a member's modifier or the end means that the `)` is missing, and the
 * scanner stays there.
 */
export function skipParentheses(scanner: Scanner): boolean {
  let depth = 0;
  while (scanner.kind !== TokenKind.end) {
    if (scanner.kind === Punctuation.parenOpen) depth++;
    else if (scanner.kind === Punctuation.parenClose) {
      depth--;
      if (depth === 0) {
        scanner.next();
        return true;
      }
    } else if (scanner.kind === Punctuation.braceOpen) {
      const close = scanner.matchingBrace(scanner.start);
      if (close < 0) return false;
      scanner.end = close;
    } else if (scanner.kind === Punctuation.semicolon || scanner.kind === Punctuation.braceClose)
      return false;
    else if (atMemberWord(scanner)) return false;
    scanner.next();
  }
  return false;
}

const MEMBER_WORDS: ReadonlySet<string> = new Set(['public', 'protected', 'private', 'static', 'abstract']);

/** True if the current token is a word that stands in no expression, only before a member. */
export function atMemberWord(scanner: Scanner): boolean {
  const length = scanner.end - scanner.start;
  return (
    scanner.kind === TokenKind.identifier && length >= 6 && length <= 9 && MEMBER_WORDS.has(scanner.image)
  );
}

/** True if the current token is this one character and no longer operator. */
export function atSingle(scanner: Scanner, kind: number): boolean {
  return scanner.kind === kind && scanner.end - scanner.start === 1;
}
