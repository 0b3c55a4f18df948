/**
 * The attributes that a class's signature is read from: InnerClasses,
 * EnclosingMethod, ConstantValue, Signature
 * (JVMS 4.7.2, 4.7.6-9, 4.7.28-31).
 *
 * Sits in `classfile/` over `read-class.ts`. Functions here throw
 * {@link MalformedInput}; call them inside `attempt`.
 */
import type { MemberReference } from './constant-pool';
import { withDefined } from '../../base/check';
import type { ConstantValue } from '../signatures/class-signature';
import { MalformedInput, attempt, type Outcome } from '../../base/outcome';
import { type AttributeRange, type ClassFile, openAttribute, readList } from './read-class';

/** A row of InnerClasses: a class that is a member of another, or local. */
export interface InnerClass {
  readonly name: string;
  /** Absent for local and anonymous classes. */
  readonly outerName?: string;
  /** Absent for anonymous classes. */
  readonly simpleName?: string;
  /** The flags as in the source: they hold `static`, `private` and `protected`, which the class's own flags lack. */
  readonly flags: number;
}

export function innerClassesOf(file: ClassFile): readonly InnerClass[] {
  const { constants } = file;
  const cursor = openAttribute(file, file.attributes, 'InnerClasses');
  if (cursor === undefined) return [];
  return readList(cursor, 8, () => {
    const name = constants.className(cursor.u2());
    const outer = cursor.u2();
    const simple = cursor.u2();
    return {
      name,
      ...withDefined({
        outerName: outer === 0 ? undefined : constants.className(outer),
        simpleName: simple === 0 ? undefined : constants.utf8(simple),
      }),
      flags: cursor.u2(),
    };
  });
}

/** The class whose body holds this local or anonymous class. */
export function enclosingClassOf(file: ClassFile): string | undefined {
  const cursor = openAttribute(file, file.attributes, 'EnclosingMethod');
  return cursor && file.constants.className(cursor.u2());
}

/** The text of a Signature attribute (JVMS 4.7.9). */
export function signatureTextOf(file: ClassFile, attributes: readonly AttributeRange[]): string | undefined {
  const cursor = openAttribute(file, attributes, 'Signature');
  return cursor && file.constants.utf8(cursor.u2());
}

/** The value that a ConstantValue attribute gives a field of this descriptor (JVMS 4.7.2). */
export function constantValueOf(
  file: ClassFile,
  attributes: readonly AttributeRange[],
  descriptor: string,
): ConstantValue | undefined {
  const cursor = openAttribute(file, attributes, 'ConstantValue');
  if (cursor === undefined) return undefined;
  const place = cursor.offset;
  const index = cursor.u2();
  const { constants } = file;
  switch (descriptor) {
    case 'Z':
      return { kind: 'boolean', value: constants.integer(index) !== 0 };
    case 'B':
    case 'C':
    case 'S':
    case 'I':
      return { kind: 'int', value: constants.integer(index) };
    case 'J':
      return { kind: 'long', value: constants.long(index) };
    case 'F':
      return { kind: 'float', value: constants.float(index) };
    case 'D':
      return { kind: 'double', value: constants.double(index) };
    case 'Ljava/lang/String;':
      return { kind: 'string', value: constants.string(index) };
    default:
      throw new MalformedInput(`A field of type ${descriptor} cannot have a constant value`, place);
  }
}

export interface BootstrapMethod {
  readonly method: MemberReference;
  /** Indices into the constant pool. */
  readonly arguments: readonly number[];
}

/** Reads the bootstrap methods, in the order of the indices that dynamic constants name. */
export function readBootstrapMethods(file: ClassFile): Outcome<readonly BootstrapMethod[]> {
  const cursor = openAttribute(file, file.attributes, 'BootstrapMethods');
  return attempt(() => {
    if (cursor === undefined) return [];
    return readList(cursor, 4, () => {
      const { reference } = file.constants.methodHandle(cursor.u2());
      return { method: reference, arguments: readList(cursor, 2, () => cursor.u2()) };
    });
  });
}
