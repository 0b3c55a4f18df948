/**
 * Signatures of the classes that a file's headers declare, with the members
 * that the language adds to them (JLS 8.8.9, 8.9.3, 8.10.3, 9.4).
 */
import type { Universe } from '../types/class-model';
import { withDefined } from '../../base/check';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type {
  ClassSignature,
  ClassType,
  ConstantValue,
  FieldSignature,
  JavaType,
  MethodSignature,
  SignatureSource,
  TypeParameter,
} from '../../classfile/signatures/class-signature';
import type {
  ClassDeclaration,
  CompilationUnit,
  FieldDeclaration,
  FieldDeclarator,
  Member,
  MethodDeclaration,
  TypeParameterSyntax,
  TypeSyntax,
} from '../syntax/ast';
import { type NamedClass, namedClassesOf } from './class-names';
import { Late, LateField, LateMethod, LateTypeParameter } from './late-signatures';
import { resolveType } from '../types/type-resolution';
import { type Scope, withTypeParameters } from '../typing/scopes';
import {
  arrayType,
  booleanType,
  classType,
  intType,
  objectType,
  sameType,
  stringType,
  unknownType,
  voidType,
} from '../types/types';
import { unitScopeOf } from '../typing/unit-scope';
import { universeOf } from '../types/universe';

/** A field that is a constant variable if its initializer is a constant expression (JLS 4.12.4). */
export interface ConstantCandidate {
  readonly declarator: FieldDeclarator;
  readonly owner: NamedClass;
  readonly isStatic: boolean;
}

/** Asked at most once for each field, when its constant is first read. */
type EvaluateConstant = (candidate: ConstantCandidate) => ConstantValue | undefined;

interface HeaderOptions {
  readonly evaluateConstant?: EvaluateConstant;
  /** Name of the class that a compact source file makes: its file name without `.java`. */
  readonly compactName?: string;
}

export function classSignaturesOf(
  unit: CompilationUnit,
  source: SignatureSource,
  options: HeaderOptions = {},
): readonly ClassSignature[] {
  const scope = (): Scope => ({ kind: 'unit', unit: unitScopeOf(unit, universeOf(source)) });
  return signaturesOfClasses(
    namedClassesOf(unit, options.compactName),
    scope,
    () => universeOf(source),
    options.evaluateConstant,
  );
}

/** Signatures of classes that stand in one scope: a file's, or those of a body. Member classes follow their outer class. */
export function signaturesOfClasses(
  classes: readonly NamedClass[],
  outermost: () => Scope,
  universe: () => Universe,
  evaluateConstant: EvaluateConstant = () => undefined,
): readonly ClassSignature[] {
  const memberScopes = new Map<string, () => Scope>();
  return classes.map((named) => {
    const outer = (named.outer === undefined ? undefined : memberScopes.get(named.outer)) ?? outermost;
    const memberScope = (): Scope => {
      const parent = outer();
      const model = universe().findClass(named.binaryName);
      return model === undefined ? parent : { kind: 'class', model, isStatic: false, parent };
    };
    memberScopes.set(named.binaryName, memberScope);
    return classSignature(named, { outer, members: memberScope, universe, evaluateConstant });
  });
}

interface HeaderScopes {
  /** The scope in which the class's own header is read. */
  readonly outer: () => Scope;
  /** The scope in which the types of its members are read. */
  readonly members: () => Scope;
  readonly universe: () => Universe;
  readonly evaluateConstant: EvaluateConstant;
}

function classSignature(named: NamedClass, scopes: HeaderScopes): ClassSignature {
  const { declaration, binaryName } = named;
  const typeParameters = lateTypeParameters(declaration.typeParameters, scopes.members, scopes.universe);
  const headerScope = (): Scope => withTypeParameters(scopes.outer(), typeParameters);
  const resolveHeader = (type: TypeSyntax): JavaType => resolveType(type, headerScope(), scopes.universe());
  const superclass = new Late(() => superclassOf(named, resolveHeader), objectType);
  const interfaces = new Late<readonly ClassType[]>(() => interfacesOf(named, resolveHeader), []);
  const fields = new Late(() => fieldsOf(named, scopes), []);
  const methods = new Late(() => methodsOf(named, scopes), []);
  return {
    name: binaryName,
    flags: classFlags(named),
    isRecord: declaration.kind === 'record',
    typeParameters,
    get superclass() {
      return superclass.value;
    },
    get interfaces() {
      return interfaces.value;
    },
    get fields() {
      return fields.value;
    },
    get methods() {
      return methods.value;
    },
    memberClasses: new Map(named.memberClasses),
    ...withDefined({ outerClass: named.outer }),
    origin: 'workspace',
  };
}

function lateTypeParameters(
  syntax: readonly TypeParameterSyntax[],
  scope: () => Scope,
  universe: () => Universe,
): readonly TypeParameter[] {
  return syntax.map(
    ({ name, bounds }) =>
      new LateTypeParameter(name, () => bounds.map((bound) => resolveType(bound, scope(), universe()))),
  );
}

const modifierFlags: Readonly<Record<string, number>> = {
  public: AccessFlag.public,
  private: AccessFlag.private,
  protected: AccessFlag.protected,
  static: AccessFlag.static,
  final: AccessFlag.final,
  abstract: AccessFlag.abstract,
};

function flagsOf(modifiers: readonly string[]): number {
  return modifiers.reduce((flags, modifier) => flags | (modifierFlags[modifier] ?? 0), 0);
}

function isInterface(declaration: ClassDeclaration): boolean {
  return declaration.kind === 'interface' || declaration.kind === 'annotation';
}

function classFlags(named: NamedClass): number {
  const { declaration } = named;
  let flags = flagsOf(declaration.modifiers);
  if (isInterface(declaration)) flags |= AccessFlag.interface | AccessFlag.abstract;
  if (declaration.kind === 'annotation') flags |= AccessFlag.annotation;
  if (declaration.kind === 'enum')
    flags |= AccessFlag.enum | (isAbstractEnum(declaration) ? AccessFlag.abstract : AccessFlag.final);
  if (named.kind === 'enum-constant') flags |= AccessFlag.enum | AccessFlag.final;
  if (declaration.kind === 'record') flags |= AccessFlag.final;
  if (named.outer === undefined && named.kind !== 'local') return flags;
  if (declaration.kind !== 'class' || named.isInterfaceMember) flags |= AccessFlag.static;
  return named.isInterfaceMember ? flags | AccessFlag.public : flags;
}

/** Each constant of such an enum has a body (JLS 8.9.1). */
function isAbstractEnum({ members }: ClassDeclaration): boolean {
  return members.some((member) => member.kind === 'method' && member.modifiers.includes('abstract'));
}

function superclassOf(named: NamedClass, resolve: (type: TypeSyntax) => JavaType): ClassType {
  const { declaration, binaryName } = named;
  if (named.supertypes !== undefined) return named.supertypes.superclass;
  if (named.kind === 'enum-constant' && named.outer !== undefined) return classType(named.outer);
  if (declaration.kind === 'enum') return classType('java/lang/Enum', [classType(binaryName)]);
  if (declaration.kind === 'record') return classType('java/lang/Record');
  if (declaration.superclass === undefined || isInterface(declaration)) return objectType;
  const type = resolve(declaration.superclass);
  return type.kind === 'class' ? type : objectType;
}

function interfacesOf(named: NamedClass, resolve: (type: TypeSyntax) => JavaType): readonly ClassType[] {
  if (named.supertypes !== undefined) return named.supertypes.interfaces;
  const resolved = named.declaration.interfaces.map(resolve).filter((type) => type.kind === 'class');
  return named.declaration.kind === 'annotation'
    ? [...resolved, classType('java/lang/annotation/Annotation')]
    : resolved;
}

function fieldsOf(named: NamedClass, scopes: HeaderScopes): readonly FieldSignature[] {
  const { declaration, binaryName } = named;
  const fields: FieldSignature[] = [];
  for (const component of declaration.components) {
    const flags = AccessFlag.private | AccessFlag.final;
    fields.push(lateField(component.name, flags, { syntax: component.type, scopes }));
  }
  for (const member of declaration.members) {
    if (member.kind === 'enum-constant') {
      const flags = AccessFlag.public | AccessFlag.static | AccessFlag.final | AccessFlag.enum;
      fields.push({ name: member.name, flags, type: classType(binaryName) });
    } else if (member.kind === 'field') {
      for (const declarator of member.declarators)
        fields.push(declaredField(member, declarator, named, scopes));
    }
  }
  return fields;
}

function declaredField(
  member: FieldDeclaration,
  declarator: FieldDeclarator,
  named: NamedClass,
  scopes: HeaderScopes,
): FieldSignature {
  const implied = isInterface(named.declaration)
    ? AccessFlag.public | AccessFlag.static | AccessFlag.final
    : 0;
  const flags = flagsOf(member.modifiers) | implied;
  const isFinal = (flags & AccessFlag.final) !== 0;
  if (!isFinal || declarator.initializer?.rule !== 'expression' || !mayBeConstant(declarator.type)) {
    return lateField(declarator.name, flags, { syntax: declarator.type, scopes });
  }
  const candidate = { declarator, owner: named, isStatic: (flags & AccessFlag.static) !== 0 };
  return lateField(declarator.name, flags, {
    syntax: declarator.type,
    scopes,
    evaluate: () => scopes.evaluateConstant(candidate),
  });
}

function mayBeConstant(type: TypeSyntax): boolean {
  return type.kind === 'primitive' || (type.kind === 'named' && type.parts.at(-1)?.name === 'String');
}

function lateField(
  name: string,
  flags: number,
  {
    syntax,
    scopes,
    evaluate,
  }: {
    readonly syntax: TypeSyntax;
    readonly scopes: HeaderScopes;
    readonly evaluate?: () => ConstantValue | undefined;
  },
): FieldSignature {
  const type = (): JavaType => resolveType(syntax, scopes.members(), scopes.universe());
  return new LateField(name, flags, type, evaluate);
}

function methodsOf(named: NamedClass, scopes: HeaderScopes): readonly MethodSignature[] {
  const { declaration, binaryName } = named;
  const declared = declaration.members
    .filter(isMethod)
    .map((member) => declaredMethod(member, named, scopes));
  if (isInterface(declaration)) return declared;
  const implicit: MethodSignature[] = [];
  const access =
    flagsOf(declaration.modifiers) & (AccessFlag.public | AccessFlag.protected | AccessFlag.private);
  if (declaration.kind === 'record') implicit.push(...recordMembers(named, declared, access, scopes));
  else if (!declared.some((method) => method.name === '<init>')) {
    implicit.push(method('<init>', declaration.kind === 'enum' ? AccessFlag.private : access, [], voidType));
  }
  if (declaration.kind === 'enum') {
    const self = classType(binaryName);
    const flags = AccessFlag.public | AccessFlag.static;
    implicit.push(method('values', flags, [], arrayType(self)), method('valueOf', flags, [stringType], self));
  }
  return [...declared, ...implicit];
}

function isMethod(member: Member): member is MethodDeclaration {
  return member.kind === 'method' || member.kind === 'constructor' || member.kind === 'compact-constructor';
}

function method(
  name: string,
  flags: number,
  parameters: readonly JavaType[],
  returnType: JavaType,
): MethodSignature {
  return { name, flags, typeParameters: [], parameters, returnType };
}

/** The canonical constructor, the accessors, and the methods of `Object` that every record implements (JLS 8.10.3). */
function recordMembers(
  named: NamedClass,
  declared: readonly MethodSignature[],
  access: number,
  scopes: HeaderScopes,
): readonly MethodSignature[] {
  const { declaration } = named;
  const members: MethodSignature[] = [];
  const scope = scopes.members();
  const components = declaration.components.map((component) => ({
    name: component.name,
    type: resolveType(component.type, scope, scopes.universe()),
  }));
  const hasMethod = (name: string, arity: number): boolean =>
    declared.some((method) => method.name === name && method.parameters.length === arity);
  const isCanonical = ({ name, parameters }: MethodSignature): boolean =>
    name === '<init>' &&
    parameters.length === components.length &&
    parameters.every((type, i) => sameType(type, components[i]?.type ?? unknownType));
  if (!declared.some(isCanonical)) {
    const varargs = declaration.components.at(-1)?.varargs === true ? AccessFlag.varargs : 0;
    members.push(method('<init>', access | varargs, components.map((component) => component.type), voidType)); // prettier-ignore
  }
  for (const { name, type } of components) {
    if (!hasMethod(name, 0)) members.push(method(name, AccessFlag.public, [], type));
  }
  const final = AccessFlag.public | AccessFlag.final;
  if (!hasMethod('toString', 0)) members.push(method('toString', final, [], stringType));
  if (!hasMethod('hashCode', 0)) members.push(method('hashCode', final, [], intType));
  if (!hasMethod('equals', 1)) members.push(method('equals', final, [objectType], booleanType));
  return members;
}

function declaredMethod(member: MethodDeclaration, named: NamedClass, scopes: HeaderScopes): MethodSignature {
  const { declaration } = named;
  const typeParameters = lateTypeParameters(member.typeParameters, () => withTypeParameters(scopes.members(), typeParameters), scopes.universe); // prettier-ignore
  const scope = (): Scope => withTypeParameters(scopes.members(), typeParameters);
  const components = member.kind === 'compact-constructor' ? declaration.components : member.parameters;
  return new LateMethod({
    name: member.kind === 'method' ? member.name : '<init>',
    flags: methodFlags(member, declaration) | (components.at(-1)?.varargs === true ? AccessFlag.varargs : 0),
    typeParameters,
    parameters: () => components.map(({ type }) => resolveType(type, scope(), scopes.universe())),
    returnType: () =>
      member.kind === 'method' ? resolveType(member.returnType, scope(), scopes.universe()) : voidType,
  });
}

function methodFlags(member: MethodDeclaration, declaration: ClassDeclaration): number {
  const flags = flagsOf(member.modifiers);
  if (declaration.kind === 'enum' && member.kind === 'constructor') return flags | AccessFlag.private;
  if (!isInterface(declaration)) return flags;
  const access = (flags & AccessFlag.private) === 0 ? AccessFlag.public : 0;
  const isConcrete = member.body !== undefined || member.modifiers.includes('default');
  return (
    flags |
    access |
    (isConcrete || (flags & (AccessFlag.static | AccessFlag.private)) !== 0 ? 0 : AccessFlag.abstract)
  );
}
