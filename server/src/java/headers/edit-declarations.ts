/**
 * The declarations of a text after an edit inside one body: those of the text
 * before, moved.
 *
 * Beside `declarations.ts`, which reads a whole text. Most edits lie between
 * the braces of one body, and nothing outside of it then reads otherwise:
 * only that body is scanned. Everything before the edit is shared.
 */
import { withDefined } from '../../base/check';
import type {
  BodyText,
  ClassDeclaration,
  CompilationUnit,
  FieldDeclarator,
  Member,
  NamePart,
  ParameterSyntax,
  Span,
  TypeParameterSyntax,
  TypeSyntax,
} from '../syntax/ast';
import { closesBody } from '../text/lexer';
import type { TextEdit } from '../text/text-edit';

/**
 * `undefined` where the edit is not inside one body that ends as it did, so
 * that the text must be read anew. Neither text holds unicode escapes.
 */
export function editDeclarations(
  before: CompilationUnit,
  { start, end, inserted }: TextEdit,
  after: string,
): CompilationUnit | undefined {
  // Broken headers are read by indentation, which an edit may change far away; a text block may open far above.
  if (before.problems.length > 0 || touchesTextBlock(after, start, start + inserted)) return undefined;
  const body = findBody(before.classes, start, end);
  if (body === undefined) return undefined;
  const growth = inserted - (end - start);
  if (!closesBody(after, body.start, body.end + growth)) return undefined;
  return { ...before, classes: moveAll(before.classes, { from: body.end, by: growth }, moveClass) };
}

function touchesTextBlock(after: string, start: number, end: number): boolean {
  return after.slice(Math.max(0, start - 3), end + 3).includes('"""');
}

/** The innermost body of a method, constructor or initializer with the span strictly between its braces. */
function findBody(classes: readonly ClassDeclaration[], start: number, end: number): BodyText | undefined {
  const isAround = (span: Span): boolean => span.start < start && end < span.end;
  const inClass = classes.find(isAround);
  for (const member of inClass?.members ?? []) {
    if (!isAround(member)) continue;
    switch (member.kind) {
      case 'class-member':
        return findBody([member.declaration], start, end);
      case 'enum-constant':
        return member.body === undefined ? undefined : findBody([member.body], start, end);
      case 'field':
        // Its value may be a constant, and so part of the header.
        return undefined;
      default:
        return member.body !== undefined && isAround(member.body) ? member.body : undefined;
    }
  }
  return undefined;
}

/** Offsets from `from` on grow; no span of a declaration starts or ends inside the edited body. */
interface MoveOffset {
  readonly from: number;
  readonly by: number;
}

function moveAll<T extends Span>(
  items: readonly T[],
  move: MoveOffset,
  moveOne: (item: T, move: MoveOffset) => T,
): T[] {
  return items.map((item) => (item.end < move.from ? item : moveOne(item, move)));
}

function at(offset: number, { from, by }: MoveOffset): number {
  return offset < from ? offset : offset + by;
}

function moveClass(declaration: ClassDeclaration, move: MoveOffset): ClassDeclaration {
  const { superclass } = declaration;
  return {
    ...declaration,
    nameStart: at(declaration.nameStart, move),
    typeParameters: moveTypeParameters(declaration.typeParameters, move),
    ...withDefined({ superclass: superclass && moveType(superclass, move) }),
    interfaces: moveAll(declaration.interfaces, move, moveType),
    components: moveAll(declaration.components, move, moveParameter),
    members: moveAll(declaration.members, move, moveMember),
    start: at(declaration.start, move),
    end: at(declaration.end, move),
  };
}

function moveMember(member: Member, move: MoveOffset): Member {
  const start = at(member.start, move);
  const end = at(member.end, move);
  switch (member.kind) {
    case 'class-member':
      return { kind: member.kind, declaration: moveClass(member.declaration, move), start, end };
    case 'initializer':
      return { ...member, body: moveBody(member.body, move), start, end };
    case 'field':
      return { ...member, declarators: moveAll(member.declarators, move, moveDeclarator), start, end };
    case 'enum-constant':
      return {
        ...member,
        nameStart: at(member.nameStart, move),
        argumentsText: moveBody(member.argumentsText, move),
        ...withDefined({ body: member.body && moveClass(member.body, move) }),
        start,
        end,
      };
    default:
      return {
        ...member,
        nameStart: at(member.nameStart, move),
        typeParameters: moveTypeParameters(member.typeParameters, move),
        returnType: moveType(member.returnType, move),
        parameters: moveAll(member.parameters, move, moveParameter),
        ...withDefined({ body: member.body && moveBody(member.body, move) }),
        start,
        end,
      };
  }
}

function moveDeclarator(declarator: FieldDeclarator, move: MoveOffset): FieldDeclarator {
  const { initializer } = declarator;
  return {
    ...declarator,
    nameStart: at(declarator.nameStart, move),
    type: moveType(declarator.type, move),
    ...withDefined({ initializer: initializer && moveBody(initializer, move) }),
    start: at(declarator.start, move),
    end: at(declarator.end, move),
  };
}

function moveBody({ rule, start, end }: BodyText, move: MoveOffset): BodyText {
  return { rule, start: at(start, move), end: at(end, move) };
}

function moveParameter(parameter: ParameterSyntax, move: MoveOffset): ParameterSyntax {
  const [start, end] = [at(parameter.start, move), at(parameter.end, move)];
  return { ...parameter, type: moveType(parameter.type, move), start, end };
}

function moveTypeParameters(
  parameters: readonly TypeParameterSyntax[],
  move: MoveOffset,
): readonly TypeParameterSyntax[] {
  if (parameters.length === 0) return parameters;
  return parameters.map(({ name, bounds }) => ({ name, bounds: moveAll(bounds, move, moveType) }));
}

function moveType(type: TypeSyntax, move: MoveOffset): TypeSyntax {
  if (type.end < move.from) return type;
  const start = at(type.start, move);
  const end = at(type.end, move);
  switch (type.kind) {
    case 'primitive':
      return { kind: type.kind, name: type.name, start, end };
    case 'named':
      return { kind: type.kind, parts: moveParts(type.parts, move), start, end };
    case 'array':
      return { kind: type.kind, element: moveType(type.element, move), start, end };
    case 'intersection':
      return { kind: type.kind, types: moveAll(type.types, move, moveType), start, end };
    default:
      return {
        ...type,
        ...withDefined({ bound: 'bound' in type ? moveType(type.bound, move) : undefined }),
        start,
        end,
      };
  }
}

function moveParts(parts: readonly NamePart[], move: MoveOffset): readonly NamePart[] {
  if (parts.every((part) => part.typeArguments.length === 0)) return parts;
  return parts.map((part) => ({ ...part, typeArguments: moveAll(part.typeArguments, move, moveType) }));
}
