/**
 * Classes and their members (JLS 8, 9), from tokens alone.
 *
 * The middle of the header parser: `declarations.ts` calls it for a file's top
 * level, it calls itself for nested classes. Where a member makes no sense it
 * says so and goes on at the next place where one can begin.
 */

import { withDefined } from '../../base/check';
import type {
  BodyText,
  ClassDeclaration,
  ClassKind,
  EnumConstantDeclaration,
  Member,
  TypeSyntax,
} from '../syntax/ast';
import { parseField, parseMethod } from './fields-and-methods';
import type { MemberStart } from './fields-and-methods';
import { indentOf, leadsLine, parseModifiers, parseParameters, report, skipBody } from './header-reader';
import type { HeaderReader } from './header-reader';
import { keptList, keptName } from './kept';
import { Punctuation, TokenKind } from '../text/lexer';
import {
  atMemberWord,
  atName,
  atSingle,
  parseType,
  parseTypeList,
  parseTypeParameters,
  skipAnnotations,
  skipParentheses,
} from './type-syntax';

/** The facts that a member needs about the class around it. */
interface Enclosing {
  readonly kind: ClassKind;
  readonly name: string;
  /** Blanks before the line on which the class starts; -1 around a file. */
  readonly indent: number;
  /** Classes around the members: 0 at a file's top level, where no `}` ends them. */
  readonly depth: number;
}

/** Classes nested deeper are skipped; keeps recursion bounded. */
const MAX_CLASS_DEPTH = 100;

/** The members up to the class's `}`, which is read too; not `closed` where it is missing. */
export function parseMembers(
  reader: HeaderReader,
  enclosing: Enclosing,
): { readonly members: Member[]; readonly closed: boolean } {
  const { scanner } = reader;
  const members: Member[] = [];
  const indented = indentOf(reader, scanner.start) > enclosing.indent;
  for (;;) {
    if (indented && startsOutside(reader, enclosing)) return { members, closed: false };
    switch (scanner.kind) {
      case TokenKind.end:
        if (enclosing.depth > 0) reader.unbalanced = true;
        return { members, closed: enclosing.depth === 0 };
      case Punctuation.semicolon:
        scanner.next();
        break;
      case Punctuation.braceClose: {
        const closing = closesClass(reader, enclosing);
        if (closing !== 'not') return { members, closed: closing === 'closed' };
        break;
      }
      default: {
        const before = scanner.start;
        parseMember(reader, enclosing, members);
        // Whatever it was, it is behind us.
        if (scanner.start === before && scanner.kind !== TokenKind.end) scanner.next();
      }
    }
  }
}

/** True if the indentation says that the class ended without its `}`: what follows stands no deeper than it. */
function startsOutside(reader: HeaderReader, enclosing: Enclosing): boolean {
  const { scanner } = reader;
  if (!reader.tolerant || enclosing.depth === 0 || scanner.kind === Punctuation.braceClose) return false;
  return leadsLine(scanner.text, scanner.start) && indentOf(reader, scanner.start) <= enclosing.indent;
}

/** Reads a `}` where it closes this class or nothing; leaves one that closes a class around it. */
function closesClass(reader: HeaderReader, enclosing: Enclosing): 'not' | 'closed' | 'unclosed' {
  const { scanner } = reader;
  const leads = reader.tolerant && leadsLine(scanner.text, scanner.start);
  const indent = leads ? indentOf(reader, scanner.start) : enclosing.indent;
  if (enclosing.depth > 0 && indent < enclosing.indent) return 'unclosed';
  if (enclosing.depth > 0 && indent === enclosing.indent) {
    scanner.next();
    return 'closed';
  }
  reader.unbalanced = true;
  report(reader, "'}' closes nothing", scanner.start, scanner.end);
  scanner.next();
  return 'not';
}

function parseMember(reader: HeaderReader, enclosing: Enclosing, members: Member[]): void {
  const { scanner } = reader;
  const { start } = scanner;
  const indent = indentOf(reader, start);
  const modifiers = parseModifiers(reader);
  const head: MemberStart = { start, indent, modifiers };
  if (scanner.kind === Punctuation.braceOpen) {
    const body = skipBody(reader, indent, 'block');
    members.push({ kind: 'initializer', isStatic: modifiers.includes('static'), body, start, end: body.end });
    return;
  }
  const classKind = readClassWord(reader);
  if (classKind !== undefined) {
    const declaration = parseClass(reader, head, classKind, enclosing);
    members.push({ kind: 'class-member', declaration, start, end: declaration.end });
    return;
  }
  const typeParameters = atSingle(scanner, Punctuation.less) ? parseTypeParameters(scanner) : [];
  const nameStart = scanner.start;
  const type = parseType(scanner);
  if (type === undefined) {
    skipBroken(reader, head);
    return;
  }
  if (scanner.kind === Punctuation.parenOpen && type.kind === 'named') {
    const name = keptName(scanner.text.slice(type.start, type.end));
    const returnType: TypeSyntax = { kind: 'primitive', name: 'void', start: nameStart, end: nameStart };
    const kind = name === enclosing.name ? 'constructor' : 'method';
    if (kind === 'method') report(reader, 'the result type of the method is missing', nameStart, type.end);
    members.push(
      parseMethod(reader, head, { kind, name, nameStart: type.start, typeParameters, returnType }),
    );
    return;
  }
  if (scanner.kind === Punctuation.braceOpen && enclosing.kind === 'record' && type.kind === 'named') {
    const body = skipBody(reader, indent, 'constructor-body');
    members.push({
      kind: 'compact-constructor',
      name: keptName(scanner.text.slice(type.start, type.end)),
      nameStart: type.start,
      modifiers,
      typeParameters,
      returnType: { kind: 'primitive', name: 'void', start: nameStart, end: nameStart },
      parameters: [],
      body,
      start,
      end: body.end,
    });
    return;
  }
  if (!atName(scanner)) {
    skipBroken(reader, head);
    return;
  }
  const name = keptName(scanner.image);
  const declaredAt = scanner.start;
  scanner.next();
  if (scanner.kind === Punctuation.parenOpen) {
    const kind = 'method';
    members.push(
      parseMethod(reader, head, { kind, name, nameStart: declaredAt, typeParameters, returnType: type }),
    );
  } else members.push(parseField(reader, head, { type, firstName: name, firstStart: declaredAt }));
}

/** Reads `class`, `interface`, `enum`, `@interface` or a `record` that starts a declaration. */
function readClassWord(reader: HeaderReader): ClassKind | undefined {
  const { scanner } = reader;
  let kind: ClassKind | undefined;
  if (scanner.kind === Punctuation.at) {
    const at = scanner.start;
    scanner.next();
    if (scanner.is('interface')) kind = 'annotation';
    else scanner.moveTo(at);
  } else if (scanner.is('class')) kind = 'class';
  else if (scanner.is('interface')) kind = 'interface';
  else if (scanner.is('enum')) kind = 'enum';
  else if (scanner.is('record') && startsRecord(reader)) kind = 'record';
  if (kind !== undefined) scanner.next();
  return kind;
}

/** `record` is a word of its own where a name and `(` or `<` follow (JLS 3.9). */
function startsRecord(reader: HeaderReader): boolean {
  const { scanner } = reader;
  const { start } = scanner;
  scanner.next();
  let starts = false;
  if (atName(scanner)) {
    scanner.next();
    starts = scanner.kind === Punctuation.parenOpen || scanner.kind === Punctuation.less;
  }
  scanner.moveTo(start);
  return starts;
}

function parseClass(
  reader: HeaderReader,
  head: MemberStart,
  kind: ClassKind,
  outer: Enclosing,
): ClassDeclaration {
  const { scanner } = reader;
  const nameStart = scanner.start;
  const named = atName(scanner);
  const name = named ? keptName(scanner.image) : '';
  if (named) scanner.next();
  else report(reader, 'the name of the class is missing', nameStart, nameStart);
  const typeParameters = atSingle(scanner, Punctuation.less) ? parseTypeParameters(scanner) : [];
  const components = scanner.kind === Punctuation.parenOpen ? parseParameters(reader) : [];
  let superclass: TypeSyntax | undefined;
  const interfaces: TypeSyntax[] = [];
  for (;;) {
    if (scanner.is('extends')) {
      scanner.next();
      const types = parseTypeList(scanner);
      if (kind === 'interface') interfaces.push(...types);
      else superclass = types[0] ?? superclass;
    } else if (scanner.is('implements')) {
      scanner.next();
      interfaces.push(...parseTypeList(scanner));
    } else if (scanner.is('permits')) {
      scanner.next();
      parseTypeList(scanner);
    } else break;
  }
  const members = parseClassBody(reader, { kind, name, indent: head.indent, depth: outer.depth + 1 });
  return {
    kind,
    name,
    nameStart,
    modifiers: head.modifiers,
    typeParameters,
    ...withDefined({ superclass }),
    interfaces: keptList(interfaces),
    components,
    members,
    start: head.start,
    end: scanner.previousEnd,
  };
}

/** `{ … }` of a class, with its constants where it is an enum. */
function parseClassBody(
  reader: HeaderReader,
  {
    kind,
    name,
    indent,
    depth,
  }: { readonly kind: ClassKind; readonly name: string; readonly indent: number; readonly depth: number },
): readonly Member[] {
  const { scanner } = reader;
  if (scanner.kind !== Punctuation.braceOpen) {
    reader.unbalanced = true;
    report(reader, "'{' is missing", scanner.previousEnd, scanner.previousEnd);
    // Deeper lines that follow are the class's all the same.
    if (!reader.tolerant || !leadsLine(scanner.text, scanner.start) || depth > MAX_CLASS_DEPTH) return [];
    if (indentOf(reader, scanner.start) <= indent) return [];
    return parseMembers(reader, { kind, name, indent, depth }).members;
  }
  if (depth > MAX_CLASS_DEPTH) {
    report(reader, `classes are nested more than ${MAX_CLASS_DEPTH} deep`, scanner.start, scanner.end);
    skipBody(reader, indent, 'class-body');
    return [];
  }
  const open = scanner.start;
  scanner.next();
  const enclosing: Enclosing = { kind, name, indent, depth };
  const constants = kind === 'enum' ? parseConstants(reader, enclosing) : [];
  const { members, closed } = parseMembers(reader, enclosing);
  if (!closed) report(reader, "'}' is missing", open, open + 1);
  return keptList([...constants, ...members]);
}

function parseConstants(reader: HeaderReader, enclosing: Enclosing): EnumConstantDeclaration[] {
  const { scanner } = reader;
  const constants: EnumConstantDeclaration[] = [];
  for (;;) {
    const { start } = scanner;
    skipAnnotations(scanner);
    if (!atName(scanner)) return constants;
    const name = keptName(scanner.image);
    const nameStart = scanner.start;
    scanner.next();
    const nameEnd = scanner.previousEnd;
    let argumentsText: BodyText = { rule: 'arguments', start: nameEnd, end: nameEnd };
    if (scanner.kind === Punctuation.parenOpen) {
      const open = scanner.start;
      if (!skipParentheses(scanner)) report(reader, "')' is missing", open, open + 1);
      argumentsText = { rule: 'arguments', start: open, end: scanner.previousEnd };
    }
    let body: ClassDeclaration | undefined;
    if (scanner.kind === Punctuation.braceOpen) {
      const open = scanner.start;
      const indent = indentOf(reader, start);
      const members = parseClassBody(reader, { kind: 'class', name: '', indent, depth: enclosing.depth + 1 });
      body = unnamedClass(open, scanner.previousEnd, members);
    }
    constants.push({
      kind: 'enum-constant',
      name,
      nameStart,
      argumentsText,
      ...withDefined({ body }),
      start,
      end: scanner.previousEnd,
    });
    if (scanner.kind !== Punctuation.comma) return constants;
    scanner.next();
  }
}

/** An anonymous class, the body of an enum constant, or what holds the members of a compact source file. */
export function unnamedClass(start: number, end: number, members: readonly Member[]): ClassDeclaration {
  return {
    kind: 'class',
    name: '',
    nameStart: start,
    modifiers: [],
    typeParameters: [],
    interfaces: [],
    components: [],
    members,
    start,
    end,
  };
}

/** Over text that is no member, to a place where one can begin: after a `;` or a body, at a modifier or a `}`. */
function skipBroken(reader: HeaderReader, head: MemberStart): void {
  const { scanner } = reader;
  for (;;) {
    if (scanner.kind === TokenKind.end || scanner.kind === Punctuation.braceClose) break;
    if (scanner.kind === Punctuation.semicolon) {
      scanner.next();
      break;
    }
    if (scanner.kind === Punctuation.braceOpen) {
      skipBody(reader, head.indent, 'block');
      break;
    }
    scanner.next();
    if (atMemberWord(scanner)) break;
  }
  report(reader, 'this is no member of a class', head.start, scanner.previousEnd);
}
