/**
 * Whether a source can be the one that its class files were compiled from.
 *
 * Sits in `operations/agreement/`. Said once for a whole file: the comparison
 * of another text would only measure the difference of the texts.
 */
import { AccessFlag } from '../../classfile/class-signature';
import type { ClassFile } from '../../classfile/read-class';
import { firstLineOf, isAmong, type LineRange } from './compare-file';

/** More methods elsewhere than this share: the classes were compiled from another text. */
const MOST_ELSEWHERE = 0.25;

/** Every enum has these, whether or not it declares others of the same name. */
const ENUM_METHODS: ReadonlySet<string> = new Set(['valueOf', 'values']);

export interface MemberLines extends LineRange {
  /** As class files have it. */
  readonly name: string;
}

/** Why they don't belong together, if that shows. */
export function mismatchOf(
  classes: readonly ClassFile[],
  members: readonly MemberLines[],
): string | undefined {
  const names = new Set(members.map(({ name }) => name));
  let found = 0;
  let elsewhere = 0;
  for (const file of classes) {
    for (const method of file.methods) {
      const { name, flags } = method;
      if (!names.has(name) || ENUM_METHODS.has(name) || name.startsWith('<')) continue;
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
