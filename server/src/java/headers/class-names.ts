/**
 * Binary names of declared classes (JLS 13.1), as javac gives them: members by
 * their outer class, the bodies of enum constants by number.
 *
 * All code that names a class asks here, so that headers, bodies and reports
 * agree.
 */
import { withDefined } from '../../base/check';
import type { ClassType } from '../../classfile/signatures/class-signature';
import type { ClassDeclaration, CompilationUnit } from '../syntax/ast';

export interface NamedClass {
  readonly declaration: ClassDeclaration;
  /** The binary name, with slashes. */
  readonly binaryName: string;
  readonly kind: 'top' | 'member' | 'enum-constant' | 'local';
  /** Binary name of the class around it. */
  readonly outer?: string;
  /** Enclosing classes from the outermost to this one: what a body of one of its members stands in. */
  readonly enclosing: readonly { readonly declaration: ClassDeclaration; readonly binaryName: string }[];
  readonly isInterfaceMember: boolean;
  /** The supertypes of an anonymous class, whose declaration does not name them. */
  readonly supertypes?:
    { readonly superclass: ClassType; readonly interfaces: readonly ClassType[] } | undefined;
  /** Simple to binary names. */
  readonly memberClasses: readonly (readonly [string, string])[];
}

/** The package in a binary name, with slashes; empty for the unnamed one. */
export function packageOf(binaryName: string): string {
  return binaryName.slice(0, Math.max(0, binaryName.lastIndexOf('/')));
}

/** All classes of a file, outer before inner. `compactName` names the class of a compact source file. */
export function namedClassesOf(unit: CompilationUnit, compactName = ''): readonly NamedClass[] {
  const prefix = unit.packageName === '' ? '' : `${unit.packageName.replaceAll('.', '/')}/`;
  return unit.classes.flatMap((declaration) =>
    namedClass(
      declaration,
      prefix + (declaration.name === '' ? compactName : declaration.name),
      'top',
      undefined,
    ),
  );
}

/** A local or anonymous class under the name given to it, and its member classes. */
export function namedLocalClass(
  declaration: ClassDeclaration,
  binaryName: string,
  supertypes: NamedClass['supertypes'],
): readonly NamedClass[] {
  const [named, ...members] = namedClass(declaration, binaryName, 'local', undefined);
  return named === undefined ? [] : [{ ...named, supertypes }, ...members];
}

function namedClass(
  declaration: ClassDeclaration,
  binaryName: string,
  kind: NamedClass['kind'],
  outer: NamedClass | undefined,
): readonly NamedClass[] {
  const memberClasses: [string, string][] = [];
  const own = { declaration, binaryName };
  const outerKind = outer?.declaration.kind;
  const named: NamedClass = {
    declaration,
    binaryName,
    kind,
    ...withDefined({ outer: outer?.binaryName }),
    enclosing: [...(outer?.enclosing ?? []), own],
    isInterfaceMember: kind === 'member' && (outerKind === 'interface' || outerKind === 'annotation'),
    memberClasses,
  };
  const all: NamedClass[] = [named];
  let constantBodies = 0;
  for (const member of declaration.members) {
    if (member.kind === 'class-member') {
      const memberName = `${binaryName}$${member.declaration.name}`;
      memberClasses.push([member.declaration.name, memberName]);
      all.push(...namedClass(member.declaration, memberName, 'member', named));
    } else if (member.kind === 'enum-constant' && member.body !== undefined) {
      constantBodies++;
      all.push(...namedClass(member.body, `${binaryName}$${constantBodies}`, 'enum-constant', named));
    }
  }
  return all;
}
