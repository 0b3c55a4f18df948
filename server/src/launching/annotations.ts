/**
 * Finds the annotations before a member, by their qualified names if an import tells them (JLS 7.5, 9.7).
 *
 * Sits in `launching/`. Headers skip annotations, since no type depends on them, but only annotations mark
 * the tests of a framework.
 */
import type { CompilationUnit } from '../java/syntax/ast';
import { Punctuation, Scanner, TokenKind } from '../java/text/lexer';
import type { Offset } from '../base/units';

/** The dotted names, as written, of the annotations between `start` and `end`, without those inside of other annotations. */
export function annotationsBetween(text: string, start: Offset, end: Offset): readonly string[] {
  const scanner = new Scanner(text, start, end);
  const names: string[] = [];
  let depth = 0;
  scanner.next();
  while (scanner.kind !== TokenKind.end) {
    if (scanner.kind === Punctuation.parenOpen) depth++;
    else if (scanner.kind === Punctuation.parenClose) depth--;
    else if (scanner.kind === Punctuation.at && depth === 0) {
      names.push(readName(scanner));
      continue;
    }
    scanner.next();
  }
  return names;
}

/** Reads from an annotation's `@` to behind its name. */
function readName(scanner: Scanner): string {
  scanner.next();
  let name = scanner.image;
  scanner.next();
  while (scanner.kind === Punctuation.dot) {
    scanner.next();
    name += `.${scanner.image}`;
    scanner.next();
  }
  return name;
}

/** The qualified names that an annotation may have: a single one if it is imported by name or written in full. */
export function qualify(unit: CompilationUnit, name: string): readonly string[] {
  if (name.includes('.')) return [name];
  const single = unit.imports.find(({ kind, name: path }) => kind === 'single' && path.endsWith(`.${name}`));
  if (single !== undefined) return [single.name];
  return unit.imports.filter(({ kind }) => kind === 'on-demand').map(({ name: path }) => `${path}.${name}`);
}
