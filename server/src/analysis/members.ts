/**
 * Lists what a file's headers declare, body by body.
 *
 * Sits in `analysis/`: a method, a constructor, an initializer, each field with
 * a value and each enum constant is one member, parsed, typed
 * and cached on its own (design: editing one body leaves the others' results
 * alone).
 */
import type { MemberRole } from '../operations/source/source-walk';
import type { BodyText, ParameterSyntax, TypeSyntax } from '../java/syntax/ast';
import type { NamedClass } from '../java/headers/class-names';
import type { TypingContext } from '../java/typing/typing';
import type { MemberRecord } from './file-operations';

/** One body of a file, with all that typing needs to know of where it stands. */
export interface MemberBody {
  readonly kind: MemberRecord['kind'];
  /** The way in which its operations are read. */
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
  readonly expectedType: TypeSyntax | undefined;
  /** Simple name as a class file has it: `blit`, `<init>`, `<clinit>`; field initializers belong to one of the latter two. */
  readonly methodName: string;
  /** Position among the methods and constructors that the class declares; absent for initializers. */
  readonly declaredIndex: number | undefined;
}

/** Every body that the file's headers declare, in the order of the text. Bodies of local classes are not among them. */
export function listMemberBodies(classes: readonly NamedClass[], text: string): readonly MemberBody[] {
  return classes
    .flatMap((named) => bodiesOf(named, text))
    .sort((one, other) => one.body.start - other.body.start);
}

/** Written out without spreads: it runs for every member after every edit. */
function bodiesOf(named: NamedClass, text: string): readonly MemberBody[] {
  const owner = named.declaration;
  const className = displayName(named);
  const shown = className === '' ? '' : `${className}.`;
  const isInterface = owner.kind === 'interface' || owner.kind === 'annotation';
  const bodies: MemberBody[] = [];
  let methods = 0;
  for (const member of owner.members) {
    switch (member.kind) {
      case 'method':
      case 'constructor':
      case 'compact-constructor': {
        const declaredIndex = methods++;
        if (member.body === undefined) break;
        const isMethod = member.kind === 'method';
        const parameters = member.kind === 'compact-constructor' ? owner.components : member.parameters;
        const types = parameters.map((parameter) => shortType(parameter, text)).join(', ');
        bodies.push({
          kind: isMethod ? 'method' : 'constructor',
          role: member.kind,
          name: `${shown}${member.name}(${types})`,
          className,
          nameStart: member.nameStart,
          start: member.start,
          end: member.end,
          body: member.body,
          named,
          isStatic: member.modifiers.includes('static'),
          isFinal: false,
          parameters,
          typeParameters: member.typeParameters,
          expectedType: isMethod ? member.returnType : undefined,
          methodName: isMethod ? member.name : '<init>',
          declaredIndex,
        });
        break;
      }
      case 'field': {
        const isStatic = isInterface || member.modifiers.includes('static');
        const isFinal = isInterface || member.modifiers.includes('final');
        for (const { name, nameStart, start, end, initializer, type } of member.declarators) {
          if (initializer === undefined) continue;
          const place = { name: shown + name, nameStart, start, end, body: initializer };
          bodies.push(initializerBody(named, className, 'field', place, { isStatic, isFinal, type }));
        }
        break;
      }
      case 'initializer': {
        const { isStatic, start, end, body } = member;
        const place = {
          name: `${shown}${isStatic ? 'static {…}' : '{…}'}`,
          nameStart: start,
          start,
          end,
          body,
        };
        bodies.push(
          initializerBody(named, className, 'initializer', place, {
            isStatic,
            isFinal: false,
            type: undefined,
          }),
        );
        break;
      }
      case 'enum-constant': {
        const { name, nameStart, start, end, argumentsText } = member;
        const place = { name: shown + name, nameStart, start, end, body: argumentsText };
        bodies.push(
          initializerBody(named, className, 'enum-constant', place, {
            isStatic: true,
            isFinal: true,
            type: undefined,
          }),
        );
        break;
      }
      case 'class-member':
    }
  }
  return bodies;
}

/** The body of code that runs in a constructor or in the class initializer. */
function initializerBody(
  named: NamedClass,
  className: string,
  role: 'field' | 'initializer' | 'enum-constant',
  place: Pick<MemberBody, 'name' | 'nameStart' | 'start' | 'end' | 'body'>,
  of: { readonly isStatic: boolean; readonly isFinal: boolean; readonly type: TypeSyntax | undefined },
): MemberBody {
  return {
    kind: role === 'initializer' ? 'initializer' : 'field',
    role,
    name: place.name,
    className,
    nameStart: place.nameStart,
    start: place.start,
    end: place.end,
    body: place.body,
    named,
    isStatic: of.isStatic,
    isFinal: of.isFinal,
    parameters: [],
    typeParameters: [],
    expectedType: of.type,
    methodName: of.isStatic ? '<clinit>' : '<init>',
    declaredIndex: undefined,
  };
}

/** `Grid.Cell`; the body of an enum constant is named by its number, as in its class file. */
export function displayName(named: NamedClass): string {
  const names = named.enclosing.map(({ declaration, binaryName }) =>
    declaration.name === ''
      ? binaryName.slice(binaryName.lastIndexOf('$') + 1).replace(/^.*\//, '')
      : declaration.name,
  );
  return names.join('.');
}

/** A parameter's type as it is written, without annotations and type arguments: `List`, `int[]`, `String...`. */
function shortType(parameter: ParameterSyntax, text: string): string {
  const { type, varargs } = parameter;
  return varargs && type.kind === 'array' ? `${typeText(type.element, text)}...` : typeText(type, text);
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
