/**
 * The annotations before a member, by their qualified names where an import
 * tells them (JLS 7.5, 9.7).
 *
 * Sits in `launching/`: headers skip annotations, since no type depends on
 * them; a test framework's tests are known by nothing else.
 */
import type { CompilationUnit } from '../java/ast';
import { Punctuation, Scanner, TokenKind } from '../java/lexer';
import type { Offset } from '../units';

/** Names as written, dotted, of the annotations between `start` and `end`; those inside of annotations don't count. */
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

/** From an annotation's `@` to behind its name. */
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

/** Which qualified names an annotation may have: one where it is imported by name or written in full. */
export function qualify(unit: CompilationUnit, name: string): readonly string[] {
  if (name.includes('.')) return [name];
  const single = unit.imports.find(({ kind, name: path }) => kind === 'single' && path.endsWith(`.${name}`));
  if (single !== undefined) return [single.name];
  return unit.imports.filter(({ kind }) => kind === 'on-demand').map(({ name: path }) => `${path}.${name}`);
}
