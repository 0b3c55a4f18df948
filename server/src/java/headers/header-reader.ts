/**
 * State of the header parser, and the parts of a header below a member:
 * modifiers, parameters, bodies and values that are skipped.
 *
 * Between `type-syntax.ts` and `declarations.ts`. A reader is strict at first.
 * Where braces don't pair up the file is read once more by a tolerant reader,
 * which believes the indentation: one broken method doesn't swallow the next.
 */

import type { BodyText, ParameterSyntax, Problem } from '../syntax/ast';
import { keptList, keptName } from './kept';
import { Punctuation, TokenKind, isLineBreak } from '../text/lexer';
import type { Scanner } from '../text/lexer';
import {
  atMemberWord,
  atName,
  atSingle,
  parseDimensions,
  parseType,
  parseTypeArguments,
  skipAnnotations,
  skipParentheses,
} from './type-syntax';

export interface HeaderReader {
  readonly scanner: Scanner;
  readonly tolerant: boolean;
  readonly problems: Problem[];
  /** Set where braces don't pair up. */
  unbalanced: boolean;
  /** A place whose line's start is known. */
  line: { readonly at: number; readonly start: number };
}

export function createHeaderReader(
  scanner: Scanner,
  { tolerant }: { readonly tolerant: boolean },
): HeaderReader {
  return { scanner, tolerant, problems: [], unbalanced: false, line: { at: 0, start: 0 } };
}

const MODIFIERS: ReadonlySet<string> = new Set(
  (
    'public protected private static abstract final native synchronized transient volatile ' +
    'strictfp default'
  ).split(' '),
);

/** Words that can lead a line of a class body, and never a statement. */
const MEMBER_WORDS: ReadonlySet<string> = new Set(
  'public protected private static native void @Override'.split(' '),
);

/** More than anyone reads. */
const MAX_PROBLEMS = 200;

export function report(reader: HeaderReader, message: string, start: number, end: number): void {
  if (reader.problems.length >= MAX_PROBLEMS) return;
  reader.problems.push({ severity: 'error', message, start, end: Math.max(end, start) });
}

/** Modifiers without annotations, `sealed` and `non-sealed` among them. */
export function parseModifiers(reader: HeaderReader): readonly string[] {
  const { scanner } = reader;
  const modifiers: string[] = [];
  for (;;) {
    skipAnnotations(scanner);
    if (scanner.kind !== TokenKind.identifier) return keptList(modifiers);
    const image = keptName(scanner.image);
    if (MODIFIERS.has(image)) modifiers.push(image);
    else if (image === 'sealed' && isModifierHere(scanner)) modifiers.push(image);
    else if (image === 'non' && scanner.text.startsWith('-sealed', scanner.end)) {
      modifiers.push('non-sealed');
      scanner.end += '-sealed'.length;
    } else return keptList(modifiers);
    scanner.next();
  }
}

/** `sealed` is a modifier before a modifier, an annotation or the word for a class. */
function isModifierHere(scanner: Scanner): boolean {
  const { start } = scanner;
  scanner.next();
  const { kind, image } = scanner;
  scanner.moveTo(start);
  return (
    kind === Punctuation.at ||
    image === 'class' ||
    image === 'interface' ||
    image === 'non' ||
    MODIFIERS.has(image)
  );
}

/** `(…)` of a method or a record, with the scanner on `(`. Leaves out the receiver `this`, and what is broken. */
export function parseParameters(reader: HeaderReader): readonly ParameterSyntax[] {
  const { scanner } = reader;
  const parameters: ParameterSyntax[] = [];
  const open = scanner.start;
  scanner.next();
  while (scanner.kind !== Punctuation.parenClose) {
    const parameter = parseParameter(reader);
    if (parameter !== undefined) parameters.push(parameter);
    if (scanner.kind === Punctuation.comma) scanner.next();
    else if (scanner.kind !== Punctuation.parenClose) {
      report(reader, 'a parameter is incomplete', scanner.start, scanner.end);
      if (!skipToParameterEnd(scanner)) {
        report(reader, "')' is missing", open, open + 1);
        return parameters;
      }
    }
  }
  scanner.next();
  return keptList(parameters);
}

function parseParameter(reader: HeaderReader): ParameterSyntax | undefined {
  const { scanner } = reader;
  const { start } = scanner;
  parseModifiers(reader);
  const written = parseType(scanner);
  if (written === undefined) return undefined;
  skipAnnotations(scanner);
  const varargs = scanner.kind === Punctuation.dot && scanner.end - scanner.start === '...'.length;
  if (varargs) scanner.next();
  if (!atName(scanner)) {
    if (scanner.is('this')) scanner.next();
    return undefined;
  }
  const name = keptName(scanner.image);
  let { end } = scanner;
  scanner.next();
  if (atSingle(scanner, Punctuation.dot)) {
    // The receiver of an inner class's constructor: `Outer Outer.this`.
    scanner.next();
    if (scanner.is('this')) scanner.next();
    return undefined;
  }
  const dimensioned = parseDimensions(scanner, written);
  end = Math.max(end, dimensioned.end);
  const type = varargs
    ? ({ kind: 'array', element: dimensioned, start: written.start, end: written.end } as const)
    : dimensioned;
  return { name, type, varargs, start, end };
}

/** Skips to the next `,` of the parameters or to their `)`. False if a body or a `;` comes first. */
function skipToParameterEnd(scanner: Scanner): boolean {
  for (;;) {
    switch (scanner.kind) {
      case TokenKind.end:
      case Punctuation.semicolon:
      case Punctuation.braceOpen:
      case Punctuation.braceClose:
        return false;
      case Punctuation.parenClose:
        return true;
      case Punctuation.comma:
        scanner.next();
        return true;
      case Punctuation.parenOpen:
        if (!skipParentheses(scanner)) return false;
        break;
      default:
        scanner.next();
    }
  }
}

/**
 * A body in braces, with the scanner on `{`; afterwards it is on the token that
 * follows. `indent` is that of the line on which the member starts.
 */
export function skipBody(reader: HeaderReader, indent: number, rule: BodyText['rule']): BodyText {
  const { scanner } = reader;
  const { start } = scanner;
  const end = reader.tolerant ? skipUnbalanced(reader, indent) : scanner.matchingBrace(start);
  if (end < 0) reader.unbalanced = true;
  const found = end < 0 ? scanner.limit : end;
  scanner.moveTo(found);
  return { rule, start, end: found };
}

function skipUnbalanced(reader: HeaderReader, indent: number): number {
  const { scanner } = reader;
  const { start } = scanner;
  const { end, depth } = findTolerantEnd(scanner, start, indent);
  if (depth > 0) report(reader, "'}' is missing", start, start + 1);
  else if (depth < 0) report(reader, "'}' closes nothing", end - 1, end);
  return end;
}

/**
 * End of an unbalanced body by its indentation: a line-leading `}` no deeper
 * than the member closes it whatever the depth, a deeper one never does, and a
 * line that can only start a member ends it unclosed.
 */
function findTolerantEnd(scanner: Scanner, open: number, indent: number): TolerantEnd {
  const { text, limit } = scanner;
  let depth = 0;
  let surplus = 0;
  let at = open;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (isLineBreak(code)) {
      const first = firstOfLine(text, at + 1, limit);
      const width = first - at - 1;
      if (width <= indent && startsMember(text, first)) return { end: trimEnd(text, at), depth };
      if (first >= limit || text.charCodeAt(first) !== Punctuation.braceClose) {
        at = Math.max(first, at + 1);
        continue;
      }
      if (width < indent) return { end: trimEnd(text, at), depth };
      if (width === indent) return { end: first + 1, depth: depth - 1 - surplus };
      if (depth > 1) depth--;
      else surplus++;
      at = first + 1;
      continue;
    }
    if (code === Punctuation.braceOpen) depth++;
    else if (code === Punctuation.braceClose && --depth === 0) return { end: at + 1, depth: -surplus };
    const commentEnd = code === Punctuation.slash ? scanner.commentEnd(at) : at;
    if (commentEnd > at) at = commentEnd;
    else if (text[at] === '"' || text[at] === "'") at = scanner.literalEnd(at);
    else at++;
  }
  return { end: trimEnd(text, limit), depth };
}

interface TolerantEnd {
  readonly end: number;
  /** Braces still open there; below 0, closing ones too many. */
  readonly depth: number;
}

function startsMember(text: string, at: number): boolean {
  const word = /@?[a-zA-Z]*/y;
  word.lastIndex = at;
  return MEMBER_WORDS.has(word.exec(text)?.[0] ?? '');
}

function trimEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

/** First offset from `at` that holds no blank. */
function firstOfLine(text: string, at: number, limit: number): number {
  let cursor = at;
  while (cursor < limit && (text[cursor] === ' ' || text[cursor] === '\t')) cursor++;
  return cursor;
}

/**
 * Number of blanks before the first character of the line on which `at` lies.
 * Looks back no further than the last question, so that a file in one line
 * takes linear time.
 */
export function indentOf(reader: HeaderReader, at: number): number {
  const { scanner, line } = reader;
  const known = line.at <= at ? line : { at: 0, start: 0 };
  let start = at;
  while (start > known.at && !isLineBreak(scanner.text.charCodeAt(start - 1))) start--;
  if (start === known.at) start = known.start;
  reader.line = { at, start };
  return firstOfLine(scanner.text, start, at) - start;
}

/** True if nothing but blanks stands before `at` on its line. */
export function leadsLine(text: string, at: number): boolean {
  let cursor = at - 1;
  while (cursor >= 0 && (text[cursor] === ' ' || text[cursor] === '\t')) cursor--;
  return cursor < 0 || isLineBreak(text.charCodeAt(cursor));
}

/**
 * The value after `=` (or `default`), up to the `,` or `;` that ends it, with the
 * scanner on its first token. `undefined` where there is no value.
 */
export function skipValue(reader: HeaderReader, indent: number): BodyText | undefined {
  const { scanner } = reader;
  const { start } = scanner;
  const rule = scanner.kind === Punctuation.braceOpen ? 'array-initializer' : 'expression';
  while (!atValueEnd(scanner)) {
    if (scanner.kind === Punctuation.braceOpen) skipBody(reader, indent, 'class-body');
    else if (scanner.kind === Punctuation.parenOpen) {
      if (!skipParentheses(scanner)) break;
    } else if (atSingle(scanner, Punctuation.less)) skipLess(scanner);
    else scanner.next();
  }
  const end = Math.max(start, scanner.previousEnd);
  return end === start ? undefined : { rule, start, end };
}

function atValueEnd(scanner: Scanner): boolean {
  switch (scanner.kind) {
    case TokenKind.end:
    case Punctuation.comma:
    case Punctuation.semicolon:
    case Punctuation.braceClose:
    case Punctuation.parenClose:
      return true;
    default:
      return atMemberWord(scanner);
  }
}

/** `<` of type arguments with all up to their `>`, so that their commas end no value; else the operator alone. */
function skipLess(scanner: Scanner): void {
  const { start } = scanner;
  if (parseTypeArguments(scanner) !== undefined) return;
  scanner.moveTo(start);
  scanner.next();
}
