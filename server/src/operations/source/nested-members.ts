/**
 * The members of the classes that a body declares: local ones, anonymous ones, and classes inside those.
 *
 * Sits in `operations/`. Each is extracted like any other member; the body
 * around them only pays for the `new`. Offsets are relative to the outermost
 * body, like the rest of its tree, and one typing covers them all.
 */
import { withDefined } from '../../base/check';
import type { JavaType } from '../../classfile/signatures/class-signature';
import { rootNodes, type SyntaxNode, walkSyntax } from '../../flow/source/syntax-children';
import type { BodyRoot, ClassDeclaration, LocalClass, Member, NewExpression } from '../../java/syntax/ast';
import { descriptorOf, erase } from '../../java/types/erasure';
import type { Typing } from '../../java/typing/typing';
import { voidType } from '../../java/types/types';
import type { MethodKey } from '../catalogue/operation';
import type { MemberRole } from './source-walk';

interface NestedMember {
  readonly key: MethodKey;
  /** `Visitor.visit()`; the class is left out where it is anonymous. */
  readonly name: string;
  readonly kind: 'method' | 'constructor' | 'initializer' | 'field';
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  readonly root: BodyRoot;
  /** The role of the member, for the extraction. The caller adds the signatures, which only the caller has. */
  readonly role: MemberRole;
}

/**
 * The members of the classes in a body, in the order of the text. Classes inside the bodies of nested
 * members are included.
 */
export function nestedMembers(root: BodyRoot, typing: Typing): readonly NestedMember[] {
  const found: NestedMember[] = [];
  walkSyntax(rootNodes(root), (node) => {
    const localClass = localClassOf(node);
    if (localClass !== undefined) {
      const owner = { binaryName: typing.nameOfLocalClass(localClass), shown: localClass.declaration.name };
      for (const nested of membersOf({ declaration: localClass.declaration, owner, localClass, typing })) {
        found.push(nested, ...nestedMembers(nested.root, typing));
      }
    }
    return true;
  });
  return found;
}

interface NestedClass {
  readonly declaration: ClassDeclaration;
  readonly binaryName: string;
  /** Empty for an anonymous class. */
  readonly shown: string;
  /** The expression that creates an anonymous class. */
  readonly creation?: NewExpression;
}

/** The classes themselves, their member classes and the bodies of their enum constants included. */
export function nestedClasses(root: BodyRoot, typing: Typing): readonly NestedClass[] {
  const found: NestedClass[] = [];
  const roots = [root];
  const enter = (declaration: ClassDeclaration, owner: MemberOwner, creation?: NewExpression): void => {
    found.push({ declaration, ...owner, ...withDefined({ creation }) });
    for (const member of declaration.members) {
      if (member.kind === 'class-member')
        enter(member.declaration, innerOwner(owner, member.declaration.name));
      if (member.kind === 'enum-constant' && member.body !== undefined) enter(member.body, innerOwner(owner, member.name)); // prettier-ignore
    }
  };
  for (let next = roots.pop(); next !== undefined; next = roots.pop()) {
    walkSyntax(rootNodes(next), (node) => {
      const localClass = localClassOf(node);
      if (localClass === undefined) return true;
      const owner = { binaryName: typing.nameOfLocalClass(localClass), shown: localClass.declaration.name };
      enter(localClass.declaration, owner, node.kind === 'new' ? node : undefined);
      roots.push(...localClass.bodies.values());
      return true;
    });
  }
  return found;
}

function localClassOf(node: SyntaxNode): LocalClass | undefined {
  if (node.kind === 'local-class') return node.declaration;
  return node.kind === 'new' ? node.body : undefined;
}

interface MemberOwner {
  readonly binaryName: string;
  /** Empty for an anonymous class. */
  readonly shown: string;
}

/** A class whose members are sought. */
interface MembersClass {
  readonly declaration: ClassDeclaration;
  readonly owner: MemberOwner;
  readonly localClass: LocalClass;
  readonly typing: Typing;
}

function membersOf(inClass: MembersClass): readonly NestedMember[] {
  return inClass.declaration.members.flatMap((member) => membersIn(member, inClass));
}

function membersIn(member: Member, inClass: MembersClass): readonly NestedMember[] {
  switch (member.kind) {
    case 'class-member':
      return membersOf(nestedIn(inClass, member.declaration, member.declaration.name));
    case 'method':
    case 'constructor':
    case 'compact-constructor':
      return methodMember(member, inClass);
    case 'initializer':
      return initializerMember(member, inClass);
    case 'field':
      return member.declarators.flatMap((declarator) => fieldMember(member, declarator, inClass));
    case 'enum-constant':
      return [
        ...constantMember(member, inClass),
        ...(member.body === undefined ? [] : membersOf(nestedIn(inClass, member.body, member.name))),
      ];
  }
}

type MemberOf<K extends Member['kind']> = Extract<Member, { readonly kind: K }>;

function methodMember(
  member: MemberOf<'method' | 'constructor' | 'compact-constructor'>,
  { declaration, owner, localClass, typing }: MembersClass,
): readonly NestedMember[] {
  const root = member.body && localClass.bodies.get(member.body.start);
  if (root === undefined) return [];
  const isMethod = member.kind === 'method';
  const parameters = member.kind === 'compact-constructor' ? declaration.components : member.parameters;
  const types = parameters.map((parameter) => typing.typeOfSyntax(parameter.type));
  const type = isMethod ? typing.typeOfSyntax(member.returnType) : voidType;
  const descriptor = `(${types.map(erasedDescriptor).join('')})${erasedDescriptor(type)}`;
  return [
    {
      key: `${owner.binaryName}.${isMethod ? member.name : '<init>'}${descriptor}`,
      name: `${shownName(owner, member.name)}()`,
      kind: isMethod ? 'method' : 'constructor',
      nameStart: member.nameStart,
      start: member.start,
      end: member.end,
      root,
      role: {
        owner: owner.binaryName,
        kind: member.kind,
        isStatic: member.modifiers.includes('static'),
        type,
        parameterNames: parameters.map((parameter) => parameter.name),
      },
    },
  ];
}

function initializerMember(
  { start, end, body, isStatic }: MemberOf<'initializer'>,
  { owner, localClass }: MembersClass,
): readonly NestedMember[] {
  const root = localClass.bodies.get(body.start);
  if (root === undefined) return [];
  return [
    {
      key: `${owner.binaryName}.${isStatic ? '<clinit>' : '<init>'}@${start}`,
      name: shownName(owner, isStatic ? 'static {…}' : '{…}'),
      kind: 'initializer',
      nameStart: start,
      start,
      end,
      root,
      role: { owner: owner.binaryName, kind: 'initializer', isStatic },
    },
  ];
}

function fieldMember(
  { modifiers }: MemberOf<'field'>,
  { name, nameStart, start, end, initializer, type }: MemberOf<'field'>['declarators'][number],
  { declaration, owner, localClass, typing }: MembersClass,
): readonly NestedMember[] {
  const root = initializer && localClass.bodies.get(initializer.start);
  if (root === undefined) return [];
  const isConstant = declaration.kind === 'interface';
  const isStatic = modifiers.includes('static') || isConstant;
  return [
    {
      key: `${owner.binaryName}.${isStatic ? '<clinit>' : '<init>'}@${name}`,
      name: shownName(owner, name),
      kind: 'field',
      nameStart,
      start,
      end,
      root,
      role: {
        owner: owner.binaryName,
        kind: 'field',
        isStatic,
        isFinal: modifiers.includes('final') || isConstant,
        type: typing.typeOfSyntax(type),
      },
    },
  ];
}

function constantMember(
  { name, nameStart, start, end, argumentsText }: MemberOf<'enum-constant'>,
  { owner, localClass }: MembersClass,
): readonly NestedMember[] {
  const root = localClass.bodies.get(argumentsText.start);
  if (root === undefined) return [];
  return [
    {
      key: `${owner.binaryName}.<clinit>@${name}`,
      name: shownName(owner, name),
      kind: 'field',
      nameStart,
      start,
      end,
      root,
      role: { owner: owner.binaryName, kind: 'enum-constant', isStatic: true, nameStart },
    },
  ];
}

function shownName({ shown }: MemberOwner, name: string): string {
  return shown === '' ? name : `${shown}.${name}`;
}

function nestedIn(around: MembersClass, declaration: ClassDeclaration, name: string): MembersClass {
  return { ...around, declaration, owner: innerOwner(around.owner, name) };
}

function innerOwner(owner: MemberOwner, name: string): MemberOwner {
  return { binaryName: `${owner.binaryName}$${name}`, shown: shownName(owner, name) };
}

/** Bounds of type variables are not at hand here: they count as Object. */
function erasedDescriptor(type: JavaType): string {
  return descriptorOf(erase(type, () => undefined));
}
