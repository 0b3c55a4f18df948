/**
 * Lists what a file's headers declare, body by body.
 *
 * Sits in `engine/`: a method, a constructor, an initialiser, each field with
 * a value and each enum constant with arguments is one member, parsed, typed
 * and cached on its own (design: editing one body leaves the others' results
 * alone).
 */
import type { BodyText, ClassDeclaration, CompilationUnit, Member, ParameterSyntax, TypeSyntax } from '../java/ast';
import type { TypingContext } from '../java/typing/typing';
import type { MemberRecord } from './file-operations';

type EnclosingClasses = TypingContext['enclosing'];

/** One body of a file, with all that typing needs to know of where it stands. */
export interface MemberBody {
  readonly kind: MemberRecord['kind'];
  /** `Grid.blit(int, int)` */
  readonly name: string;
  readonly className: string;
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  readonly body: BodyText;
  readonly enclosing: EnclosingClasses;
  readonly isStatic: boolean;
  readonly parameters: readonly ParameterSyntax[];
  readonly typeParameters: TypingContext['typeParameters'];
  readonly expectedType?: TypeSyntax;
  /** Simple name as a class file has it: `blit`, `<init>`, `<clinit>`; field initialisers belong to one of the latter two. */
  readonly methodName: string;
}

/** Dotted package and nested names as a binary name: `com/example/Grid$Cell`. */
function binaryNameOf(packageName: string, outer: string | undefined, simpleName: string): string {
  if (outer !== undefined) return `${outer}$${simpleName}`;
  return packageName === '' ? simpleName : `${packageName.replaceAll('.', '/')}/${simpleName}`;
}

/** Every body that the file's headers declare, in the order of the text. Bodies of local classes are not among them. */
export function listMemberBodies(unit: CompilationUnit, text: string): readonly MemberBody[] {
  const found: MemberBody[] = [];
  for (const declaration of unit.classes) {
    visitClass(declaration, binaryNameOf(unit.packageName, undefined, declaration.name), declaration.name, []);
  }
  return found;

  function visitClass(declaration: ClassDeclaration, binaryName: string, displayName: string, outer: EnclosingClasses): void {
    const enclosing = [...outer, { declaration, binaryName }];
    for (const member of declaration.members) visitMember(member, declaration, displayName, enclosing);
  }

  function visitMember(member: Member, owner: ClassDeclaration, className: string, enclosing: EnclosingClasses): void {
    const shown = className === '' ? '' : `${className}.`;
    const ownerName = enclosing.at(-1)?.binaryName;
    const common = { className, enclosing, typeParameters: [], parameters: [] };
    switch (member.kind) {
      case 'method':
      case 'constructor':
      case 'compact-constructor': {
        if (member.body === undefined) return;
        const isMethod = member.kind === 'method';
        const parameters = member.kind === 'compact-constructor' ? owner.components : member.parameters;
        found.push({
          ...common,
          kind: isMethod ? 'method' : 'constructor',
          name: `${shown}${member.name}(${parameters.map((parameter) => shortType(parameter, text)).join(', ')})`,
          nameStart: member.nameStart,
          start: member.start,
          end: member.end,
          body: member.body,
          isStatic: member.modifiers.includes('static'),
          parameters,
          typeParameters: member.typeParameters,
          ...(isMethod ? { expectedType: member.returnType } : {}),
          methodName: isMethod ? member.name : '<init>',
        });
        return;
      }
      case 'field': {
        const isStatic = member.modifiers.includes('static') || owner.kind === 'interface' || owner.kind === 'annotation';
        for (const declarator of member.declarators) {
          if (declarator.initializer === undefined) continue;
          found.push({
            ...common,
            kind: 'field',
            name: `${shown}${declarator.name}`,
            nameStart: declarator.nameStart,
            start: declarator.start,
            end: declarator.end,
            body: declarator.initializer,
            isStatic,
            expectedType: declarator.type,
            methodName: isStatic ? '<clinit>' : '<init>',
          });
        }
        return;
      }
      case 'initializer':
        found.push({
          ...common,
          kind: 'initializer',
          name: `${shown}${member.isStatic ? 'static {…}' : '{…}'}`,
          nameStart: member.start,
          start: member.start,
          end: member.end,
          body: member.body,
          isStatic: member.isStatic,
          methodName: member.isStatic ? '<clinit>' : '<init>',
        });
        return;
      case 'enum-constant':
        if (member.argumentsText !== undefined) {
          found.push({
            ...common,
            kind: 'field',
            name: `${shown}${member.name}`,
            nameStart: member.nameStart,
            start: member.start,
            end: member.end,
            body: member.argumentsText,
            isStatic: true,
            methodName: '<clinit>',
          });
        }
        if (member.body !== undefined) {
          visitClass(member.body, binaryNameOf('', ownerName, member.name), `${shown}${member.name}`, enclosing);
        }
        return;
      case 'class-member': {
        const { declaration } = member;
        visitClass(declaration, binaryNameOf('', ownerName, declaration.name), `${shown}${declaration.name}`, enclosing);
        return;
      }
    }
  }
}

/** A parameter's type as it is written, without annotations and type arguments: `List`, `int[]`, `String...`. */
function shortType(parameter: ParameterSyntax, text: string): string {
  return `${typeText(parameter.type, text)}${parameter.varargs ? '...' : ''}`;
}

function typeText(type: TypeSyntax, text: string): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'named':
      return type.parts.at(-1)?.name ?? text.slice(type.start, type.end);
    case 'array':
      return `${typeText(type.element, text)}[]`;
    default:
      return text.slice(type.start, type.end);
  }
}
