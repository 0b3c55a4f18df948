/** Reads the names of annotations in front of a declaration. Sits in `java/`; headers leave annotations out. */
import type { Offset } from '../../base/units';
import { Punctuation, Scanner, TokenKind } from '../text/lexer';

/**
 * The dotted names, as written, of the annotations between `start` and `end`, without those inside of other annotations.
 * Headers skip annotations, since no type depends on them, but only annotations mark what a framework calls.
 */
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
