/**
 * Whether an edit lies inside one body, so that the headers are what they were.
 *
 * Sits in `engine/`, asked by the analyser after every edit: it saves working
 * out what the headers of a large file say.
 */
import type { ClassDeclaration, CompilationUnit } from '../java/ast';
import type { Offset } from '../units';

export interface TextBody {
  readonly start: Offset;
  readonly end: Offset;
  /** Of a method, constructor or initialiser; a field's value may be a constant, and so part of the header. */
  readonly isCode: boolean;
}

export interface AnalysedText {
  readonly text: string;
  /** Free of unicode escapes, so that offsets are those of the parsed text, and of broken headers. */
  readonly isPlain: boolean;
  readonly members: readonly TextBody[];
}

/**
 * True only if all that differs lies between the braces of one body, and the
 * new headers, in `unit`, find that body at the same place with the same rest
 * of the text behind it. Whatever is lexed outside of it is then the same.
 */
export function changesOneBody(before: AnalysedText, text: string, unit: CompilationUnit): boolean {
  if (!before.isPlain || unit.problems.length > 0 || text.includes('\\u')) return false;
  const prefix = commonPrefix(before.text, text);
  const suffix = commonSuffix(before.text, text, prefix);
  const body = before.members.find(
    ({ start, end, isCode }) => isCode && start < prefix && prefix < end && end > before.text.length - suffix,
  );
  if (body === undefined) return false;
  const end = body.end + text.length - before.text.length;
  return unit.classes.some((declaration) => hasBody(declaration, body.start, end));
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Of what the common prefix leaves. */
function commonSuffix(a: string, b: string, prefix: number): number {
  const limit = Math.min(a.length, b.length) - prefix;
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++;
  return length;
}

function hasBody(declaration: ClassDeclaration, start: Offset, end: Offset): boolean {
  return declaration.members.some((member) => {
    switch (member.kind) {
      case 'class-member':
        return hasBody(member.declaration, start, end);
      case 'enum-constant':
        return member.body !== undefined && hasBody(member.body, start, end);
      case 'field':
        return false;
      default:
        return member.body?.start === start && member.body.end === end;
    }
  });
}
