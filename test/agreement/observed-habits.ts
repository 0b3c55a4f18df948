/**
 * Infers the release of javac that made class files, from instructions that only some releases write.
 * A class file names the release that it is for, not the one that
 * made it.
 */
import { readBootstrapMethods } from '../../server/src/classfile/read/class-attributes';
import { AccessFlag } from '../../server/src/classfile/signatures/class-signature';
import { readCode } from '../../server/src/classfile/read/code';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { attempt } from '../../server/src/base/outcome';
import type { ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import { type JavacHabits, javacHabits } from '../../server/src/operations/source/javac-habits';

interface HabitObserver {
  observe(file: ClassFile): void;
  /** The habits that were observed, for class files of one version. */
  habitsFor(majorVersion: number): JavacHabits;
}

export function createHabitObserver(): HabitObserver {
  let release = 0;
  let joinsByCall = false;
  return {
    observe(file) {
      release = Math.max(release, releaseOf(file.majorVersion), leastRelease(file));
      joinsByCall ||= usesConcatFactory(file);
    },
    habitsFor(majorVersion) {
      const habits = javacHabits(release, releaseOf(majorVersion));
      return { ...habits, joinsStrings: habits.joinsStrings && joinsByCall };
    },
  };
}

/** JVMS table 4.1-A. */
function releaseOf(majorVersion: number): number {
  return majorVersion - 44;
}

function usesConcatFactory(file: ClassFile): boolean {
  const methods = readBootstrapMethods(file);
  return methods.ok && methods.value.some(({ method }) => method.owner === 'java/lang/invoke/StringConcatFactory'); // prettier-ignore
}

function leastRelease(file: ClassFile): number {
  let least = 0;
  for (const method of file.methods) {
    const isSynthetic = (method.flags & AccessFlag.synthetic) !== 0;
    if (isSynthetic && method.name === '$values') least = Math.max(least, 15);
    if (method.name === '<init>' && storesVariablesFirst(file, method)) least = Math.max(least, 22);
  }
  return least;
}

/** Captured variables before the instance around (JDK-8194743). */
function storesVariablesFirst(file: ClassFile, method: MemberInfo): boolean {
  if (!file.fields.some(({ name }) => name.startsWith('val$'))) return false;
  const code = readCode(file, method);
  const offsets = code?.ok === true ? listInstructions(file, code.value) : undefined;
  if (code?.ok !== true || offsets?.ok !== true) return false;
  const stores = attempt(() =>
    offsets.value
      .map((offset) => decodeInstruction(file, code.value, offset))
      .filter(({ name }) => name === 'putfield')
      .slice(0, 2)
      .map(({ operand }) => file.constants.member(operand).name),
  );
  return (
    stores.ok && stores.value[0]?.startsWith('val$') === true && /^this\$\d+$/.test(stores.value[1] ?? '')
  );
}
