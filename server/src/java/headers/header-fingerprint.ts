/**
 * The fingerprint of a file's headers: one string that is free of positions: equal strings mean equal
 * signatures.
 *
 * Initializers of final fields are part of it, since they may be constants
 * that other files fold (JLS 13.4.9); bodies are not.
 */
import type {
  ClassDeclaration,
  CompilationUnit,
  FieldDeclaration,
  Member,
  ParameterSyntax,
  TypeParameterSyntax,
  TypeSyntax,
} from '../syntax/ast';

export function headerFingerprint(unit: CompilationUnit, text: string): string {
  const imports = unit.imports.map(({ kind, name }) => `${kind} ${name}`).join(';');
  return [
    unit.packageName,
    unit.compact ? 'compact' : '',
    imports,
    ...unit.classes.map((c) => classText(c, text)),
  ].join('\n');
}

function classText(declaration: ClassDeclaration, text: string): string {
  const { kind, name, modifiers, typeParameters, superclass, interfaces, components, members } = declaration;
  const head = [
    kind,
    modifiers.join(' '),
    name,
    parametersOfType(typeParameters),
    superclass === undefined ? '' : typeText(superclass),
    types(interfaces),
    recordComponents(components),
  ].join(' ');
  return `${head}{${members.map((member) => memberText(member, declaration, text)).join('\n')}}`;
}

function memberText(member: Member, owner: ClassDeclaration, text: string): string {
  switch (member.kind) {
    case 'class-member':
      return classText(member.declaration, text);
    case 'field':
      return fieldText(member, owner, text);
    case 'enum-constant':
      return member.name + (member.body === undefined ? '' : classText(member.body, text));
    case 'initializer':
      return '';
    default: {
      const { kind, modifiers, name, typeParameters, returnType, body } = member;
      const hasBody = body === undefined ? 'abstract' : '';
      return [kind, modifiers.join(' '), parametersOfType(typeParameters), typeText(returnType), name, parameters(member.parameters), hasBody].join(' '); // prettier-ignore
    }
  }
}

export function isFinalField({ modifiers }: FieldDeclaration, owner: ClassDeclaration): boolean {
  return modifiers.includes('final') || owner.kind === 'interface' || owner.kind === 'annotation';
}

function fieldText(field: FieldDeclaration, owner: ClassDeclaration, text: string): string {
  const { modifiers, declarators } = field;
  const isFinal = isFinalField(field, owner);
  const each = declarators.map(({ name, type, initializer }) => {
    const value =
      isFinal && initializer?.rule === 'expression' ? text.slice(initializer.start, initializer.end) : '';
    return `${typeText(type)} ${name}=${value}`;
  });
  return `${modifiers.join(' ')} ${each.join(',')}`;
}

function parametersOfType(list: readonly TypeParameterSyntax[]): string {
  return list.length === 0 ? '' : `<${list.map(({ name, bounds }) => `${name}:${types(bounds)}`).join(',')}>`;
}

function parameters(list: readonly ParameterSyntax[]): string {
  return `(${list.map(({ type, varargs }) => typeText(type) + (varargs ? '...' : '')).join(',')})`;
}

/** Their names are those of its fields and accessors. */
function recordComponents(list: readonly ParameterSyntax[]): string {
  return parameters(list) + list.map(({ name }) => name).join(',');
}

function types(list: readonly TypeSyntax[]): string {
  return list.map(typeText).join('&');
}

function typeText(type: TypeSyntax): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'named':
      return type.parts
        .map(({ name, typeArguments }) =>
          typeArguments.length === 0 ? name : `${name}<${typeArguments.map(typeText).join(',')}>`,
        )
        .join('.');
    case 'array':
      return `${typeText(type.element)}[]`;
    case 'wildcard':
      return type.bound === undefined ? '?' : `? ${type.variance ?? 'extends'} ${typeText(type.bound)}`;
    case 'intersection':
      return types(type.types);
    case 'inferred':
      return 'var';
  }
}
