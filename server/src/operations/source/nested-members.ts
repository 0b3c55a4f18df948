/**
 * The members of the classes that a body declares: local ones, anonymous ones, and classes inside those.
 *
 * Sits in `operations/`. Each is extracted like any other member; the body
 * around them only pays for the `new`. Offsets are relative to the outermost
 * body, like the rest of its tree, and one typing covers them all.
 */
import { withDefined } from '../../base/check';
import type { JavaType } from '../../classfile/signatures/class-signature';
import { childrenOf, rootNodes, type SyntaxNode, walkSyntax } from '../../flow/source/syntax-children';
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
  const pending: SyntaxNode[] = [...rootNodes(root)].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const localClass = localClassOf(node);
    if (localClass !== undefined) {
      const owner = { binaryName: typing.nameOfLocalClass(localClass), shown: localClass.declaration.name };
      for (const nested of membersOf(localClass.declaration, owner, localClass, typing)) {
        found.push(nested, ...nestedMembers(nested.root, typing));
      }
    }
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) pending.push(child);
    }
  }
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
  const enter = (declaration: ClassDeclaration, owner: Owner, creation?: NewExpression): void => {
    found.push({ declaration, ...owner, ...withDefined({ creation }) });
    for (const member of declaration.members) {
      if (member.kind === 'class-member') enter(member.declaration, inner(owner, member.declaration.name));
      if (member.kind === 'enum-constant' && member.body !== undefined) enter(member.body, inner(owner, member.name)); // prettier-ignore
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

interface Owner {
  readonly binaryName: string;
  /** Empty for an anonymous class. */
  readonly shown: string;
}

function membersOf(
  declaration: ClassDeclaration,
  owner: Owner,
  localClass: LocalClass,
  typing: Typing,
): readonly NestedMember[] {
  return declaration.members.flatMap((member) => membersIn(member, declaration, owner, localClass, typing));
}

function membersIn(
  member: Member,
  declaration: ClassDeclaration,
  owner: Owner,
  localClass: LocalClass,
  typing: Typing,
): readonly NestedMember[] {
  const shown = owner.shown === '' ? '' : `${owner.shown}.`;
  const common = { owner: owner.binaryName };
  switch (member.kind) {
    case 'class-member':
      return membersOf(member.declaration, inner(owner, member.declaration.name), localClass, typing);
    case 'method':
    case 'constructor':
    case 'compact-constructor': {
      const root = member.body === undefined ? undefined : localClass.bodies.get(member.body.start);
      if (root === undefined) return [];
      const isMethod = member.kind === 'method';
      const parameters = member.kind === 'compact-constructor' ? declaration.components : member.parameters;
      const types = parameters.map((parameter) => typing.typeOfSyntax(parameter.type));
      const type = isMethod ? typing.typeOfSyntax(member.returnType) : voidType;
      const descriptor = `(${types.map(erasedDescriptor).join('')})${erasedDescriptor(type)}`;
      return [
        {
          key: `${owner.binaryName}.${isMethod ? member.name : '<init>'}${descriptor}`,
          name: `${shown}${member.name}()`,
          kind: isMethod ? 'method' : 'constructor',
          nameStart: member.nameStart,
          start: member.start,
          end: member.end,
          root,
          role: {
            ...common,
            kind: member.kind,
            isStatic: member.modifiers.includes('static'),
            type,
            parameterNames: parameters.map((parameter) => parameter.name),
          },
        },
      ];
    }
    case 'initializer': {
      const root = localClass.bodies.get(member.body.start);
      if (root === undefined) return [];
      return [
        {
          key: `${owner.binaryName}.${member.isStatic ? '<clinit>' : '<init>'}@${member.start}`,
          name: `${shown}${member.isStatic ? 'static {…}' : '{…}'}`,
          kind: 'initializer',
          nameStart: member.start,
          start: member.start,
          end: member.end,
          root,
          role: { ...common, kind: 'initializer', isStatic: member.isStatic },
        },
      ];
    }
    case 'field':
      return member.declarators.flatMap((declarator): readonly NestedMember[] => {
        const root =
          declarator.initializer === undefined
            ? undefined
            : localClass.bodies.get(declarator.initializer.start);
        if (root === undefined) return [];
        const isStatic = member.modifiers.includes('static') || declaration.kind === 'interface';
        return [
          {
            key: `${owner.binaryName}.${isStatic ? '<clinit>' : '<init>'}@${declarator.name}`,
            name: `${shown}${declarator.name}`,
            kind: 'field',
            nameStart: declarator.nameStart,
            start: declarator.start,
            end: declarator.end,
            root,
            role: {
              ...common,
              kind: 'field',
              isStatic,
              isFinal: member.modifiers.includes('final') || declaration.kind === 'interface',
              type: typing.typeOfSyntax(declarator.type),
            },
          },
        ];
      });
    case 'enum-constant': {
      const nested =
        member.body === undefined
          ? []
          : membersOf(member.body, inner(owner, member.name), localClass, typing);
      const root = localClass.bodies.get(member.argumentsText.start);
      if (root === undefined) return nested;
      const constant: NestedMember = {
        key: `${owner.binaryName}.<clinit>@${member.name}`,
        name: `${shown}${member.name}`,
        kind: 'field',
        nameStart: member.nameStart,
        start: member.start,
        end: member.end,
        root,
        role: { ...common, kind: 'enum-constant', isStatic: true, nameStart: member.nameStart },
      };
      return [constant, ...nested];
    }
  }
}

function inner(owner: Owner, name: string): Owner {
  return {
    binaryName: `${owner.binaryName}$${name}`,
    shown: owner.shown === '' ? name : `${owner.shown}.${name}`,
  };
}

/** Bounds of type variables are not at hand here: they count as Object. */
function erasedDescriptor(type: JavaType): string {
  return descriptorOf(erase(type, () => undefined));
}
