/**
 * Tells whether class files can have been compiled from a source. It
 * is asked once for a whole file: the comparison of another text would only measure the difference of
 * the texts.
 */
import { AccessFlag } from '../../server/src/classfile/signatures/class-signature';
import { parseMethodDescriptor } from '../../server/src/classfile/read/descriptors';
import { attempt } from '../../server/src/base/outcome';
import type { ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import { firstLineOf, isAmong, type ComparedLines } from './compare-file';

/** More methods elsewhere than this share: the classes were compiled from another text. */
const MOST_ELSEWHERE = 0.25;

/** Every enum has these, whether or not it declares others of the same name. */
const ENUM_METHODS: ReadonlySet<string> = new Set(['valueOf', 'values']);

export interface DeclaredMethodLines extends ComparedLines {
  /** The name as class files have it. */
  readonly name: string;
}

/** A class that the source declares, at the top or in another such class: no local one. */
export interface DeclaredClass {
  readonly binaryName: string;
  /** The methods with a body. An abstract method has nothing to compare. */
  readonly methods: readonly DeclaredMethod[];
}

interface DeclaredMethod {
  readonly name: string;
  readonly parameterCount: number;
}

/**
 * The reason why class files and a source don't belong together; undefined where none shows. `classes` say that they
 * come from this file; `isCompiled` asks for any class file of a name: jlink puts generated ones, which say nothing,
 * in the place of some.
 */
export function mismatchOf(
  classes: readonly ClassFile[],
  members: readonly DeclaredMethodLines[],
  declared: readonly DeclaredClass[],
  isCompiled: (binaryName: string) => boolean,
): string | undefined {
  return (
    classMissing(declared, isCompiled) ?? methodMissing(classes, declared) ?? movedMethods(classes, members)
  );
}

function classMissing(
  declared: readonly DeclaredClass[],
  isCompiled: (binaryName: string) => boolean,
): string | undefined {
  const missing = declared.filter(({ binaryName }) => !isCompiled(binaryName));
  const [first] = missing;
  if (first === undefined) return undefined;
  const name = displayName(first);
  return missing.length === 1
    ? `there is no class file of ${name}`
    : `there are no class files of ${missing.length} of its ${declared.length} classes, such as ${name}`;
}

/** javac leaves out no method that has a body; those only in class files may come from annotation processors. */
function methodMissing(
  classes: readonly ClassFile[],
  declared: readonly DeclaredClass[],
): string | undefined {
  const methodsOf = new Map(classes.map(({ name, methods }) => [name, methods]));
  const missing = declared.flatMap((named) => {
    const compiled = methodsOf.get(named.binaryName);
    if (compiled === undefined) return [];
    return named.methods
      .filter((method) => !compiled.some((candidate) => isCompiledFrom(candidate, method)))
      .map(({ name }) => `${displayName(named)}.${name}`);
  });
  const [first] = missing;
  if (first === undefined) return undefined;
  return missing.length === 1
    ? `its method ${first} is not in the class files`
    : `${missing.length} of its methods, such as ${first}, are not in the class files`;
}

function isCompiledFrom({ name, descriptor }: MemberInfo, method: DeclaredMethod): boolean {
  if (name !== method.name) return false;
  const parsed = attempt(() => parseMethodDescriptor(descriptor).parameters.length);
  return parsed.ok && parsed.value === method.parameterCount;
}

function displayName({ binaryName }: DeclaredClass): string {
  return binaryName.slice(binaryName.lastIndexOf('/') + 1);
}

function movedMethods(
  classes: readonly ClassFile[],
  members: readonly DeclaredMethodLines[],
): string | undefined {
  const names = new Set(members.map(({ name }) => name));
  let found = 0;
  let elsewhere = 0;
  for (const file of classes) {
    for (const method of file.methods) {
      const { name, flags } = method;
      if (!names.has(name) || ENUM_METHODS.has(name) || name === '<clinit>') continue;
      if ((flags & AccessFlag.synthetic) !== 0) continue;
      const line = firstLineOf(file, method);
      if (line === undefined) continue;
      found++;
      if (!members.some((lines) => isAmong(line, lines))) elsewhere++;
    }
  }
  if (elsewhere === 0 || elsewhere / found <= MOST_ELSEWHERE) return undefined;
  return `${elsewhere} of ${found} methods lie on other lines in the class files`;
}
