/**
 * The declarations of a source, as far as a frame of a profile can name them: classes by their binary names,
 * and the lines of their methods.
 *
 * Sits in `recordings/`. JLS 13.1 for binary names; the headers alone are read.
 */
import { outside } from '../../base/check';
import { firstWhere } from '../../base/search';
import { namedClassesOf } from '../../java/headers/class-names';
import type { Member, TypeSyntax } from '../../java/syntax/ast';
import { parseDeclarations } from '../../java/headers/declarations';
import { decodeUnicodeEscapes, toOriginalSpan } from '../../java/text/unicode-escapes';

export interface SourceMethod {
  /** The method's name as in class files: `<init>` and `<clinit>` for constructors and initializers. */
  readonly name: string;
  /** Simple names of the erased types of its parameters; `?` where a type variable may erase to anything. Absent where not known. */
  readonly parameters?: readonly string[];
  /** The first line of the method, from 1; the method includes `last`. */
  readonly first: number;
  readonly last: number;
}

export interface SourceClass {
  /** Binary name with slashes. */
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly methods: readonly SourceMethod[];
}

export interface SourceFile {
  readonly path: string;
  readonly classes: readonly SourceClass[];
  /** The offset in the text at which each line begins. */
  readonly lineStarts: readonly number[];
  readonly text: string;
}

export function describeJavaSource(path: string, original: string): SourceFile {
  const decoded = decodeUnicodeEscapes(original);
  const lineStarts = lineStartsOf(original);
  const linesAt = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const span = toOriginalSpan(decoded, { start, end });
    return {
      first: lineAt(lineStarts, span.start),
      last: lineAt(lineStarts, Math.max(span.start, span.end - 1)),
    };
  };
  const simpleName = path.slice(path.lastIndexOf('/') + 1).replace(/\.java$/, '');
  const unit = parseDeclarations(decoded.text);
  const classes = namedClassesOf(unit, simpleName).map(({ binaryName, declaration }): SourceClass => {
    const variables = new Set(declaration.typeParameters.map(({ name }) => name));
    const methods = declaration.members.flatMap((member) => methodsOf(member, variables, linesAt));
    return { name: binaryName, ...linesAt(declaration), methods };
  });
  return { path, classes, lineStarts, text: original };
}

type LinesAt = (span: { readonly start: number; readonly end: number }) => {
  readonly first: number;
  readonly last: number;
};

/** Fields with values and initializers are parts of constructors (JLS 12.5) or of the class's own initializer. */
function methodsOf(
  member: Member,
  variables: ReadonlySet<string>,
  linesAt: LinesAt,
): readonly SourceMethod[] {
  switch (member.kind) {
    case 'method':
    case 'constructor':
    case 'compact-constructor': {
      const own = new Set([...variables, ...member.typeParameters.map(({ name }) => name)]);
      const name = member.kind === 'method' ? member.name : '<init>';
      const parameters = member.parameters.map(({ type }) => erasedName(type, own));
      const known = member.kind === 'compact-constructor' ? {} : { parameters };
      return [{ name, ...known, ...linesAt(member) }];
    }
    case 'initializer':
      return [{ name: member.isStatic ? '<clinit>' : '<init>', ...linesAt(member) }];
    case 'field': {
      const name = member.modifiers.includes('static') ? '<clinit>' : '<init>';
      return member.declarators.some(({ initializer }) => initializer !== undefined)
        ? [{ name, ...linesAt(member) }]
        : [];
    }
    case 'enum-constant':
      return [{ name: '<clinit>', ...linesAt(member) }];
    case 'class-member':
      return [];
  }
}

function erasedName(type: TypeSyntax, variables: ReadonlySet<string>): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'array':
      return `${erasedName(type.element, variables)}[]`;
    case 'named': {
      const name = type.parts.at(-1)?.name ?? '?';
      return type.parts.length === 1 && variables.has(name) ? '?' : name;
    }
    default:
      return '?';
  }
}

export function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line from 1 in which an offset lies. */
export function lineAt(starts: readonly number[], offset: number): number {
  return firstWhere(0, starts.length, (line) => (starts[line] ?? outside(line)) > offset);
}
