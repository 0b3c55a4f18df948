/**
 * Resolves simple names by a file's package, its imports and the implicit `java.lang` (JLS 6.4.1, 7.3,
 * 7.5). One per file and universe, with its answers kept.
 */
import type { ClassModel, Universe, MemberField, UnitScope } from '../types/class-model';
import { AccessFlag, type ClassType } from '../../classfile/signatures/class-signature';
import type { CompilationUnit, ImportSyntax } from '../syntax/ast';
import { fieldNamed, memberTypeNamed, methodsNamed } from './members';
import { classType } from '../types/types';

/** Packages that `import module java.base` and a compact source file bring in (JLS 7.5.5), as far as sources name them. */
const javaBasePackages = [
  'java/io', 'java/lang', 'java/lang/annotation', 'java/lang/constant', 'java/lang/foreign', 'java/lang/invoke',
  'java/lang/module', 'java/lang/ref', 'java/lang/reflect', 'java/lang/runtime', 'java/math', 'java/net',
  'java/net/spi', 'java/nio', 'java/nio/channels', 'java/nio/charset', 'java/nio/file', 'java/nio/file/attribute',
  'java/security', 'java/text', 'java/time', 'java/time/chrono', 'java/time/format', 'java/time/temporal',
  'java/time/zone', 'java/util', 'java/util/concurrent', 'java/util/concurrent/atomic', 'java/util/concurrent/locks',
  'java/util/function', 'java/util/jar', 'java/util/random', 'java/util/regex', 'java/util/stream', 'java/util/zip',
]; // prettier-ignore

export function unitScopeOf(unit: CompilationUnit, universe: Universe): UnitScope {
  let scope = universe.units.get(unit);
  if (scope === undefined) {
    scope = createUnitScope(unit, universe);
    universe.units.set(unit, scope);
  }
  return scope;
}

function createUnitScope(unit: CompilationUnit, universe: Universe): UnitScope {
  const imports = groupImports(unit);
  return {
    typeNamed: remembering((name) => findType(name, unit, imports, universe)),
    fieldNamed: remembering((name) => findStaticField(name, imports, universe)),
    importedName: (name) => imports.single.get(name)?.find(({ kind }) => kind === 'single')?.name,
    methodsNamed: remembering((name) =>
      staticOwners(name, imports, universe).flatMap((model) =>
        methodsNamed(model, name).filter((method) => method.isStatic),
      ),
    ),
  };
}

/** The same function, which works out each answer once. */
function remembering<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly found: T }>();
  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      answer = { found: find(name) };
      known.set(name, answer);
    }
    return answer.found;
  };
}

interface Imports {
  readonly single: ReadonlyMap<string, readonly ImportSyntax[]>;
  readonly onDemand: readonly string[];
  readonly staticOnDemand: readonly string[];
  /** Packages with slashes. */
  readonly packages: readonly string[];
}

function groupImports(unit: CompilationUnit): Imports {
  const single = new Map<string, ImportSyntax[]>();
  const onDemand: string[] = [];
  const staticOnDemand: string[] = [];
  const packages: string[] = ['java/lang'];
  for (const item of unit.imports) {
    if (item.kind === 'single' || item.kind === 'static-single') {
      const simple = item.name.slice(item.name.lastIndexOf('.') + 1);
      single.set(simple, [...(single.get(simple) ?? []), item]);
    } else if (item.kind === 'on-demand') {
      onDemand.push(item.name);
    } else if (item.kind === 'static-on-demand') {
      staticOnDemand.push(item.name);
    } else {
      packages.push(...javaBasePackages);
    }
  }
  if (unit.compact) packages.push(...javaBasePackages);
  return { single, onDemand, staticOnDemand, packages };
}

function findType(
  name: string,
  unit: CompilationUnit,
  imports: Imports,
  universe: Universe,
): ClassType | undefined {
  for (const item of imports.single.get(name) ?? []) {
    const type =
      item.kind === 'single'
        ? typeByCanonicalName(item.name, universe)
        : staticMemberType(item, name, universe);
    if (type !== undefined) return type;
  }
  const packageName = unit.packageName.replaceAll('.', '/');
  const inPackage = typeInPackage(packageName, name, universe);
  if (inPackage !== undefined) return inPackage;
  for (const container of [...imports.onDemand, ...imports.staticOnDemand]) {
    const type = typeIn(container, name, universe);
    if (isAccessible(type, packageName, universe)) return type;
  }
  for (const imported of imports.packages) {
    const type = typeInPackage(imported, name, universe);
    if (isAccessible(type, packageName, universe)) return type;
  }
  return undefined;
}

/**
 * True if an import on demand may import a type: only accessible types are imported (JLS 7.5.2), and
 * protected ones are let pass.
 */
function isAccessible(type: ClassType | undefined, packageName: string, universe: Universe): boolean {
  const signature = type === undefined ? undefined : universe.findClass(type.name)?.signature;
  if (signature === undefined) return false;
  if ((signature.flags & (AccessFlag.public | AccessFlag.protected)) !== 0) return true;
  return (
    signature.name.startsWith(`${packageName}/`) && !signature.name.includes('/', packageName.length + 1)
  );
}

function typeInPackage(packageName: string, name: string, universe: Universe): ClassType | undefined {
  return universe.findClass(packageName === '' ? name : `${packageName}/${name}`)?.raw;
}

/** `import a.b.*` and `import a.b.C.*`: a package or a class. */
function typeIn(container: string, name: string, universe: Universe): ClassType | undefined {
  const inPackage = typeInPackage(container.replaceAll('.', '/'), name, universe);
  if (inPackage !== undefined) return inPackage;
  const owner = modelByCanonicalName(container, universe);
  return owner === undefined ? undefined : memberTypeNamed(owner, name);
}

function staticMemberType(item: ImportSyntax, name: string, universe: Universe): ClassType | undefined {
  const owner = modelByCanonicalName(item.name.slice(0, item.name.lastIndexOf('.')), universe);
  return owner === undefined ? undefined : memberTypeNamed(owner, name);
}

function findStaticField(name: string, imports: Imports, universe: Universe): MemberField | undefined {
  for (const model of staticOwners(name, imports, universe)) {
    const field = fieldNamed(model, name);
    if (field?.isStatic === true) return field;
  }
  return undefined;
}

/** Classes that static imports may take a member of this name from, single imports first. */
function staticOwners(name: string, imports: Imports, universe: Universe): readonly ClassModel[] {
  const single = (imports.single.get(name) ?? [])
    .filter((item) => item.kind === 'static-single')
    .map((item) => item.name.slice(0, item.name.lastIndexOf('.')));
  return [...single, ...imports.staticOnDemand].flatMap(
    (owner) => modelByCanonicalName(owner, universe) ?? [],
  );
}

function typeByCanonicalName(name: string, universe: Universe): ClassType | undefined {
  const model = modelByCanonicalName(name, universe);
  return model === undefined ? undefined : classType(model.signature.name);
}

/** `java.util.Map.Entry` names a package, a class and a member class; the shortest class wins (JLS 6.5.5.2). */
function modelByCanonicalName(name: string, universe: Universe): ClassModel | undefined {
  const parts = name.split('.');
  let path = '';
  for (const [i, part] of parts.entries()) {
    path = path === '' ? part : `${path}/${part}`;
    const model = universe.findClass(path);
    if (model !== undefined) return memberModel(model, parts.slice(i + 1), universe);
  }
  return undefined;
}

function memberModel(model: ClassModel, path: readonly string[], universe: Universe): ClassModel | undefined {
  let current: ClassModel | undefined = model;
  for (const part of path) {
    const member: ClassType | undefined = current === undefined ? undefined : memberTypeNamed(current, part);
    current = member === undefined ? undefined : universe.findClass(member.name);
  }
  return current;
}
