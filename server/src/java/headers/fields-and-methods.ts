/**
 * Methods, constructors and fields (JLS 8.3, 8.4, 8.8) after their modifiers and
 * type, from tokens alone.
 *
 * Below `members.ts`, which decides by the first tokens what a member is.
 */

import { withDefined } from '../../base/check';
import type {
  BodyText,
  FieldDeclaration,
  FieldDeclarator,
  MethodDeclaration,
  ParameterSyntax,
  TypeParameterSyntax,
  TypeSyntax,
} from '../syntax/ast';
import { leadsLine, parseParameters, report, skipBody, skipValue } from './header-reader';
import type { HeaderReader } from './header-reader';
import { keptList, keptName } from './kept';
import { Punctuation } from '../text/lexer';
import { atName, atSingle, parseDimensions, parseTypeList } from './type-syntax';

/** The parts that every member starts with. */
export interface MemberStart {
  readonly start: number;
  /** Blanks before the line on which it starts. */
  readonly indent: number;
  readonly modifiers: readonly string[];
}

interface MethodStart {
  readonly kind: 'method' | 'constructor';
  readonly name: string;
  readonly nameStart: number;
  readonly typeParameters: readonly TypeParameterSyntax[];
  readonly returnType: TypeSyntax;
}

/** Reads a method, from its `(` on. */
export function parseMethod(reader: HeaderReader, head: MemberStart, method: MethodStart): MethodDeclaration {
  const { scanner } = reader;
  const parameters: readonly ParameterSyntax[] = parseParameters(reader);
  const returnType = parseDimensions(scanner, method.returnType);
  if (scanner.is('throws')) {
    scanner.next();
    parseTypeList(scanner);
  }
  if (scanner.is('default')) {
    scanner.next();
    skipValue(reader, head.indent);
  }
  let body: BodyText | undefined;
  if (scanner.kind === Punctuation.braceOpen) {
    body = skipBody(reader, head.indent, method.kind === 'constructor' ? 'constructor-body' : 'block');
  } else if (scanner.kind === Punctuation.semicolon) scanner.next();
  else {
    report(reader, `the body of '${method.name}' is missing`, scanner.previousEnd, scanner.previousEnd);
    // In unbalanced text a `}` on the line of the method is what is left of its body.
    if (
      reader.tolerant &&
      atSingle(scanner, Punctuation.braceClose) &&
      !leadsLine(scanner.text, scanner.start)
    ) {
      scanner.next();
    }
  }
  return {
    kind: method.kind,
    name: method.name,
    nameStart: method.nameStart,
    typeParameters: method.typeParameters,
    modifiers: head.modifiers,
    returnType,
    parameters,
    ...withDefined({ body }),
    start: head.start,
    end: body?.end ?? scanner.previousEnd,
  };
}

/** Reads a field, from behind its first name on. */
export function parseField(
  reader: HeaderReader,
  head: MemberStart,
  {
    type,
    firstName,
    firstStart,
  }: { readonly type: TypeSyntax; readonly firstName: string; readonly firstStart: number },
): FieldDeclaration {
  const { scanner } = reader;
  const declarators: FieldDeclarator[] = [];
  let name = firstName;
  let nameStart = firstStart;
  for (;;) {
    const declaredType = parseDimensions(scanner, type);
    let initializer: BodyText | undefined;
    if (atSingle(scanner, Punctuation.equals)) {
      scanner.next();
      initializer = skipValue(reader, head.indent);
      if (initializer === undefined)
        report(reader, `the value of '${name}' is missing`, scanner.previousEnd, scanner.previousEnd);
    }
    declarators.push({
      name,
      nameStart,
      type: declaredType,
      ...withDefined({ initializer }),
      start: nameStart,
      end: initializer?.end ?? scanner.previousEnd,
    });
    if (scanner.kind !== Punctuation.comma) break;
    scanner.next();
    if (!atName(scanner)) break;
    name = keptName(scanner.image);
    nameStart = scanner.start;
    scanner.next();
  }
  if (scanner.kind === Punctuation.semicolon) scanner.next();
  else report(reader, "';' is missing", scanner.previousEnd, scanner.previousEnd);
  return {
    kind: 'field',
    modifiers: head.modifiers,
    declarators: keptList(declarators),
    start: head.start,
    end: scanner.previousEnd,
  };
}
