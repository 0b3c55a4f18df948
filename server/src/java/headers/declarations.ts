/**
 * Reads what a file declares (JLS 7-9, JEP 512), from tokens alone: packages, imports, classes and the
 * headers of their members. Bodies are found by their braces and recorded as text; nothing inside them
 * is read.
 *
 * Feeds every reader of `java/`: the index of a workspace needs no more than
 * this, and an edit splits its file anew with it. Any text gives a result, in
 * time linear in its length.
 */

import type { ClassDeclaration, CompilationUnit, ImportSyntax } from '../syntax/ast';
import { parseMembers, unnamedClass } from './members';
import { createHeaderReader, indentOf, report } from './header-reader';
import type { HeaderReader } from './header-reader';
import { Punctuation, Scanner } from '../text/lexer';
import { atName, atSingle, skipAnnotations } from './type-syntax';

/** The declarations of a file, whose unicode escapes are decoded already. */
export function parseDeclarations(text: string): CompilationUnit {
  const strict = readUnit(text, { tolerant: false });
  return strict.unbalanced ? readUnit(text, { tolerant: true }).unit : strict.unit;
}

/** The class whose declaration starts at `start`: a local class, or an anonymous one from its `{` on. */
export function parseClassAt(
  text: string,
  start: number,
  end: number,
  { anonymous }: { readonly anonymous: boolean },
): ClassDeclaration {
  const strict = readClass(text, start, end, { anonymous, tolerant: false });
  return strict.unbalanced
    ? readClass(text, start, end, { anonymous, tolerant: true }).declaration
    : strict.declaration;
}

function readClass(
  text: string,
  start: number,
  end: number,
  { anonymous, tolerant }: { readonly anonymous: boolean; readonly tolerant: boolean },
): { readonly declaration: ClassDeclaration; readonly unbalanced: boolean } {
  const reader = createHeaderReader(new Scanner(text, start, end), { tolerant });
  reader.scanner.next();
  if (anonymous) {
    const shell = unnamedClass(start, end, []);
    reader.scanner.next();
    const indent = indentOf(reader, start);
    const { members } = parseMembers(reader, { kind: 'class', name: '', indent, depth: 1 });
    return { declaration: { ...shell, members }, unbalanced: reader.unbalanced };
  }
  const { members } = parseMembers(reader, { kind: 'class', name: '', indent: -1, depth: 0 });
  const first = members.find((member) => member.kind === 'class-member');
  return {
    declaration: first?.declaration ?? unnamedClass(start, end, members),
    unbalanced: reader.unbalanced,
  };
}

function readUnit(
  text: string,
  { tolerant }: { readonly tolerant: boolean },
): { readonly unit: CompilationUnit; readonly unbalanced: boolean } {
  const reader = createHeaderReader(new Scanner(text), { tolerant });
  reader.scanner.next();
  const packageName = parsePackage(reader);
  const imports = parseImports(reader);
  skipModule(reader);
  const { members } = parseMembers(reader, { kind: 'class', name: '', indent: -1, depth: 0 });
  const loose = members.filter((member) => member.kind !== 'class-member');
  const declared = members.flatMap((member) => (member.kind === 'class-member' ? [member.declaration] : []));
  const firstLoose = loose[0];
  const compact = firstLoose !== undefined && packageName === '';
  let classes = declared;
  if (compact) classes = [unnamedClass(members[0]?.start ?? 0, text.length, members)];
  else if (firstLoose !== undefined) {
    report(reader, 'a member stands outside every class', firstLoose.start, firstLoose.end);
    classes = [...declared, unnamedClass(firstLoose.start, text.length, loose)];
  }
  return {
    unit: { packageName, imports, classes, compact, problems: reader.problems },
    unbalanced: reader.unbalanced,
  };
}

function parsePackage(reader: HeaderReader): string {
  const { scanner } = reader;
  const { start } = scanner;
  skipAnnotations(scanner);
  if (!scanner.is('package')) {
    scanner.moveTo(start);
    return '';
  }
  scanner.next();
  const name = parseDottedName(scanner);
  expectSemicolon(reader, 'package');
  return name;
}

function parseImports(reader: HeaderReader): ImportSyntax[] {
  const { scanner } = reader;
  const imports: ImportSyntax[] = [];
  for (;;) {
    if (scanner.kind === Punctuation.semicolon) {
      scanner.next();
      continue;
    }
    if (!scanner.is('import')) return imports;
    const { start } = scanner;
    scanner.next();
    const isStatic = scanner.is('static');
    if (isStatic) scanner.next();
    const isModule = !isStatic && atModuleWord(scanner);
    if (isModule) scanner.next();
    const name = parseDottedName(scanner);
    const onDemand = scanner.kind === Punctuation.star;
    if (onDemand) scanner.next();
    const kind = isModule
      ? 'module'
      : isStatic
        ? onDemand
          ? 'static-on-demand'
          : 'static-single'
        : onDemand
          ? 'on-demand'
          : 'single';
    expectSemicolon(reader, 'import');
    if (name !== '') imports.push({ kind, name, start, end: scanner.previousEnd });
  }
}

/** `module` is a word of its own where a name follows (JEP 511); else it begins the imported name. */
function atModuleWord(scanner: Scanner): boolean {
  if (!scanner.is('module')) return false;
  const { start } = scanner;
  scanner.next();
  const follows = atName(scanner);
  scanner.moveTo(start);
  return follows;
}

/** `a.b.c`; leaves out a dot that no name follows. */
function parseDottedName(scanner: Scanner): string {
  const parts: string[] = [];
  while (atName(scanner)) {
    parts.push(scanner.image);
    scanner.next();
    if (!atSingle(scanner, Punctuation.dot)) break;
    scanner.next();
  }
  return parts.join('.');
}

function expectSemicolon(reader: HeaderReader, word: string): void {
  const { scanner } = reader;
  if (scanner.kind === Punctuation.semicolon) scanner.next();
  else report(reader, `';' is missing after ${word}`, scanner.previousEnd, scanner.previousEnd);
}

/** The declaration of a module (JLS 7.7) declares no class. */
function skipModule(reader: HeaderReader): void {
  const { scanner } = reader;
  const { start } = scanner;
  skipAnnotations(scanner);
  if (scanner.is('open')) scanner.next();
  if (!atModuleWord(scanner)) {
    scanner.moveTo(start);
    return;
  }
  scanner.next();
  parseDottedName(scanner);
  if (scanner.kind !== Punctuation.braceOpen) {
    scanner.moveTo(start);
    return;
  }
  const end = scanner.matchingBrace(scanner.start);
  if (end < 0) report(reader, "'}' is missing", scanner.start, scanner.end);
  scanner.moveTo(end < 0 ? scanner.limit : end);
}
