/**
 * The public and protected API of a platform's exported packages, as
 * signatures: what the bundled index holds.
 *
 * Sits in `classfile/` over `jimage.ts`; used by the script that builds the
 * index. Classes that are not public themselves are kept where public ones
 * inherit from them (`AbstractStringBuilder`), so that inherited members resolve.
 */
import { ByteCursor } from '../../server/src/classfile/read/bytes';
import { AccessFlag, type ClassSignature } from '../../server/src/classfile/signatures/class-signature';
import { classToSignature } from '../../server/src/classfile/signatures/class-to-signature';
import type { Jimage } from '../../server/src/classfile/archives/jimage';
import { attempt, type Outcome, type ReadProblem } from '../../server/src/base/outcome';
import {
  type ClassFile,
  findAttribute,
  readClass,
  readList,
} from '../../server/src/classfile/read/read-class';

interface PlatformApi {
  readonly classes: readonly ClassSignature[];
  readonly problems: readonly ReadProblem[];
}

interface ApiSelection {
  readonly includesModule: (module: string) => boolean;
  /** Tells whether to include a package, named with slashes. */
  readonly includesPackage: (packageName: string) => boolean;
}

const visibleFlags = AccessFlag.public | AccessFlag.protected;

/** Cost: about two seconds for the `java.*` modules. */
export function readPlatformApi(image: Jimage, selection: ApiSelection): PlatformApi {
  const problems: ReadProblem[] = [];
  const take = <T>(outcome: Outcome<T> | undefined): T | undefined => {
    if (outcome === undefined || outcome.ok) return outcome?.value;
    problems.push(outcome.problem);
    return undefined;
  };
  const parse = (bytes: Uint8Array | undefined): ClassFile | undefined =>
    bytes === undefined ? undefined : take(readClass(bytes));

  const loaded = new Map<string, ClassSignature | undefined>();
  const load = (name: string): ClassSignature | undefined => {
    if (loaded.has(name)) return loaded.get(name);
    const file = parse(take(image.readClassFile(name)));
    const declared = file === undefined ? undefined : take(classToSignature(file, 'platform'));
    loaded.set(name, declared);
    return declared;
  };

  const listed = image.listClasses().filter(({ module }) => selection.includesModule(module));
  const exported = new Set<string>();
  for (const module of new Set(listed.map((found) => found.module))) {
    const file = parse(take(image.readResource(module, 'module-info.class')));
    const packages = file === undefined ? undefined : take(exportedPackagesOf(file));
    for (const name of packages ?? []) if (selection.includesPackage(name)) exported.add(name);
  }

  const isVisible = (name: string): boolean => ((load(name)?.flags ?? 0) & visibleFlags) !== 0;
  const topLevel = listed.filter(({ name }) => !name.includes('$') && exported.has(packageOf(name)));
  const wanted = new Set(topLevel.map(({ name }) => name).filter(isVisible));
  // A set hands out what is added while it is walked: this is the worklist.
  for (const name of wanted) {
    const declared = load(name);
    if (declared?.superclass !== undefined) wanted.add(declared.superclass.name);
    for (const parent of declared?.interfaces ?? []) wanted.add(parent.name);
    for (const member of declared?.memberClasses.values() ?? []) if (isVisible(member)) wanted.add(member);
  }
  const classes = [...wanted].map(load).filter((declared) => declared !== undefined);
  return { classes: classes.map((declared) => keepVisible(declared, wanted)), problems };
}

function packageOf(className: string): string {
  return className.slice(0, Math.max(0, className.lastIndexOf('/')));
}

function keepVisible(declared: ClassSignature, chosen: ReadonlySet<string>): ClassSignature {
  return {
    ...declared,
    fields: declared.fields.filter((field) => (field.flags & visibleFlags) !== 0),
    methods: declared.methods.filter((method) => (method.flags & visibleFlags) !== 0),
    memberClasses: new Map([...declared.memberClasses].filter(([, name]) => chosen.has(name))),
  };
}

/** The packages that a module exports to all (JVMS 4.7.25). */
function exportedPackagesOf(moduleInfo: ClassFile): Outcome<readonly string[]> {
  return attempt(() => {
    const range = findAttribute(moduleInfo.attributes, 'Module');
    if (range === undefined) return [];
    const cursor = new ByteCursor(moduleInfo.bytes, range.start, range.end);
    cursor.advance(6);
    readList(cursor, 6, () => cursor.advance(6));
    const exported = readList(cursor, 6, () => {
      const name = moduleInfo.constants.packageName(cursor.u2());
      cursor.advance(2);
      return readList(cursor, 2, () => cursor.advance(2)).length === 0 ? name : undefined;
    });
    return exported.filter((name) => name !== undefined);
  });
}
