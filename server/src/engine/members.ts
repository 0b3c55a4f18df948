/**
 * Lists what a file's headers declare, body by body.
 *
 * Sits in `engine/`: a method, a constructor, an initialiser, each field with
 * a value and each enum constant with arguments is one member, parsed, typed
 * and cached on its own (design: editing one body leaves the others' results
 * alone).
 */
import type { BodyText, ParameterSyntax, TypeSyntax } from '../java/ast';
import type { NamedClass } from '../java/class-names';
import type { TypingContext } from '../java/typing/typing';
import type { MemberRole } from '../operations/extract-source';
import type { MemberRecord } from './file-operations';

/** One body of a file, with all that typing needs to know of where it stands. */
export interface MemberBody {
  readonly kind: MemberRecord['kind'];
  /** How its operations are read. */
  readonly role: MemberRole['kind'];
  /** `Grid.blit(int, int)` */
  readonly name: string;
  readonly className: string;
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  readonly body: BodyText;
  readonly named: NamedClass;
  readonly isStatic: boolean;
  readonly isFinal: boolean;
  readonly parameters: readonly ParameterSyntax[];
  readonly typeParameters: TypingContext['typeParameters'];
  readonly expectedType?: TypeSyntax;
  /** Simple name as a class file has it: `blit`, `<init>`, `<clinit>`; field initialisers belong to one of the latter two. */
  readonly methodName: string;
  /** Position among the methods and constructors that the class declares; absent for initialisers. */
  readonly declaredIndex?: number;
}

/** Every body that the file's headers declare, in the order of the text. Bodies of local classes are not among them. */
export function listMemberBodies(classes: readonly NamedClass[], text: string): readonly MemberBody[] {
  return classes
    .flatMap((named) => bodiesOf(named, text))
    .sort((one, other) => one.body.start - other.body.start);
}

function bodiesOf(named: NamedClass, text: string): readonly MemberBody[] {
  const owner = named.declaration;
  const className = displayName(named);
  const shown = className === '' ? '' : `${className}.`;
  const common = { className, named, typeParameters: [], parameters: [], isFinal: false };
  const isInterface = owner.kind === 'interface' || owner.kind === 'annotation';
  let methods = 0;
  return owner.members.flatMap((member): MemberBody[] => {
    switch (member.kind) {
      case 'method':
      case 'constructor':
      case 'compact-constructor': {
        const declaredIndex = methods++;
        if (member.body === undefined) return [];
        const isMethod = member.kind === 'method';
        const parameters = member.kind === 'compact-constructor' ? owner.components : member.parameters;
        return [
          {
            ...common,
            kind: isMethod ? 'method' : 'constructor',
            role: member.kind,
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
            declaredIndex,
          },
        ];
      }
      case 'field': {
        const isStatic = member.modifiers.includes('static') || isInterface;
        return member.declarators.flatMap((declarator): MemberBody[] => {
          if (declarator.initializer === undefined) return [];
          return [
            {
              ...common,
              kind: 'field',
              role: 'field',
              name: `${shown}${declarator.name}`,
              nameStart: declarator.nameStart,
              start: declarator.start,
              end: declarator.end,
              body: declarator.initializer,
              isStatic,
              isFinal: member.modifiers.includes('final') || isInterface,
              expectedType: declarator.type,
              methodName: isStatic ? '<clinit>' : '<init>',
            },
          ];
        });
      }
      case 'initializer':
        return [
          {
            ...common,
            kind: 'initializer',
            role: 'initializer',
            name: `${shown}${member.isStatic ? 'static {…}' : '{…}'}`,
            nameStart: member.start,
            start: member.start,
            end: member.end,
            body: member.body,
            isStatic: member.isStatic,
            methodName: member.isStatic ? '<clinit>' : '<init>',
          },
        ];
      case 'enum-constant':
        if (member.argumentsText === undefined) return [];
        return [
          {
            ...common,
            kind: 'field',
            role: 'enum-constant',
            name: `${shown}${member.name}`,
            nameStart: member.nameStart,
            start: member.start,
            end: member.end,
            body: member.argumentsText,
            isStatic: true,
            methodName: '<clinit>',
          },
        ];
      case 'class-member':
        return [];
    }
  });
}

/** `Grid.Cell`; the body of an enum constant is named by its number, as in its class file. */
function displayName(named: NamedClass): string {
  const names = named.enclosing.map(({ declaration, binaryName }) =>
    declaration.name === '' ? binaryName.slice(binaryName.lastIndexOf('$') + 1).replace(/^.*\//, '') : declaration.name,
  );
  return names.join('.');
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
