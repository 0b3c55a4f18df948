/**
 * Reads what links `invokedynamic` and dynamic constants: the BootstrapMethods attribute (JVMS 4.7.23)
 * and method handles (4.4.8).
 *
 * Sits in `classfile/` over `read-class.ts`.
 */
import { ByteCursor } from './bytes';
import type { MemberReference } from './constant-pool';
import { attempt, type Outcome } from '../../base/outcome';
import { type ClassFile, findAttribute, readList } from './read-class';

export interface BootstrapMethod {
  readonly method: MemberReference;
  /** Indices into the constant pool. */
  readonly arguments: readonly number[];
}

/** Reads the bootstrap methods, in the order of the indices that dynamic constants name. */
export function readBootstrapMethods(file: ClassFile): Outcome<readonly BootstrapMethod[]> {
  const range = findAttribute(file.attributes, 'BootstrapMethods');
  return attempt(() => {
    if (range === undefined) return [];
    const cursor = new ByteCursor(file.bytes, range.start, range.end);
    return readList(cursor, 4, () => {
      const { reference } = file.constants.methodHandle(cursor.u2());
      return { method: reference, arguments: readList(cursor, 2, () => cursor.u2()) };
    });
  });
}
