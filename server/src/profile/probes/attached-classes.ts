/**
 * The classes to count in a JVM that is already running: loaded classes as the JVM has them, all others as
 * they lie on the class path.
 *
 * Sits in `profile/`, before `instrument-classes.ts`. A JVM keeps no class files. It writes a loaded class
 * anew from what it runs, so bytes may differ where code does not.
 */
import { groupBy } from '../../base/groups';
import { readCode } from '../../classfile/read/code';
import { type ClassFile, readClass } from '../../classfile/read/read-class';
import type { ClassToCount } from './instrument-classes';

/** The binary names of the classes, with slashes, each once; files that are not classes are skipped. */
export function namesOfClasses(classes: readonly ClassToCount[]): readonly string[] {
  return [...new Set(classes.map(nameOf))].filter((name) => name !== '');
}

export interface AttachedClasses {
  readonly classes: readonly ClassToCount[];
  /** The names of classes whose running code differs from the class path: stale, or changed by another agent. */
  readonly changed: readonly string[];
}

export function classesAsLoaded(
  onClassPath: readonly ClassToCount[],
  loaded: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): AttachedClasses {
  const running = groupBy(loaded, ({ name }) => name);
  const changed = new Set(running.keys());
  const others: ClassToCount[] = [];
  for (const each of onClassPath) {
    const versions = running.get(nameOf(each));
    if (versions === undefined) others.push(each);
    else if (versions.every(({ bytes }) => hasSameCode(bytes, each.bytes))) changed.delete(nameOf(each));
  }
  return {
    classes: [...loaded.map(({ name, bytes }) => ({ place: name, bytes })), ...others],
    changed: [...changed].sort(),
  };
}

function nameOf({ bytes }: ClassToCount): string {
  const file = readClass(bytes);
  return file.ok ? file.value.name : '';
}

function hasSameCode(one: Uint8Array, other: Uint8Array): boolean {
  const [first, second] = [readClass(one), readClass(other)];
  if (!first.ok || !second.ok) return false;
  const codes = codeByMethod(second.value);
  const own = [...codeByMethod(first.value)];
  return (
    own.length === codes.size &&
    own.every(([method, code]) => Buffer.compare(code, codes.get(method) ?? new Uint8Array()) === 0)
  );
}

function codeByMethod(file: ClassFile): ReadonlyMap<string, Uint8Array> {
  return new Map(
    file.methods.map((method) => {
      const code = readCode(file, method);
      const { start, length } = code?.ok === true ? code.value : { start: 0, length: 0 };
      return [`${method.name}${method.descriptor}`, file.bytes.subarray(start, start + length)];
    }),
  );
}
