/**
 * The constant pool of a class file (JVMS 4.4): entries are located once and
 * decoded when asked for.
 *
 * Sits in `classfile/` under `read-class.ts`; code and annotations read it too.
 * Every accessor checks index and tag and throws {@link MalformedInput}.
 */
import { byteAt, type ByteCursor, decodeModifiedUtf8, readU2, readU4 } from './bytes';
import { MalformedInput } from '../../base/outcome';

/** JVMS table 4.4-B. */
export const ConstantTag = {
  utf8: 1,
  integer: 3,
  float: 4,
  long: 5,
  double: 6,
  class: 7,
  string: 8,
  fieldRef: 9,
  methodRef: 10,
  interfaceMethodRef: 11,
  nameAndType: 12,
  methodHandle: 15,
  methodType: 16,
  dynamic: 17,
  invokeDynamic: 18,
  module: 19,
  package: 20,
} as const;

/** Bytes after the tag, by tag; 0 marks a tag that does not exist. Utf8's is its length field. */
const bodyLengths = [0, 2, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2] as const;

/** The field or method that a reference names. */
export interface MemberReference {
  readonly tag: number;
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** The bootstrap method and the name of an `invokedynamic` or a dynamic constant. */
interface DynamicReference {
  /** Index into the table of bootstrap methods. */
  readonly bootstrap: number;
  readonly name: string;
  readonly descriptor: string;
}

export class ConstantPool {
  readonly bytes: Uint8Array;
  /** Byte offset of each entry's tag; 0 for index 0 and the upper halves of longs and doubles. */
  readonly offsets: Uint32Array;
  /** Byte offset behind the last entry. */
  readonly end: number;
  readonly #texts: (string | undefined)[] = [];

  constructor(bytes: Uint8Array, offsets: Uint32Array, end: number) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.end = end;
  }

  /** The tag of an entry, or 0 if there is no such entry: a class file may name any number. */
  tagAt(index: number): number {
    const offset = this.offsets[index] ?? 0;
    return offset === 0 ? 0 : byteAt(this.bytes, offset);
  }

  utf8(index: number): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const body = this.#bodyOf(index, ConstantTag.utf8);
    const text = decodeModifiedUtf8(this.bytes, body + 2, readU2(this.bytes, body));
    this.#texts[index] = text;
    return text;
  }

  /** Internal form with slashes; array classes are descriptors. */
  className(index: number): string {
    return this.utf8(readU2(this.bytes, this.#bodyOf(index, ConstantTag.class)));
  }

  packageName(index: number): string {
    return this.utf8(readU2(this.bytes, this.#bodyOf(index, ConstantTag.package)));
  }

  string(index: number): string {
    return this.utf8(readU2(this.bytes, this.#bodyOf(index, ConstantTag.string)));
  }

  integer(index: number): number {
    return readU4(this.bytes, this.#bodyOf(index, ConstantTag.integer)) | 0;
  }

  float(index: number): number {
    return this.#viewOf(index, ConstantTag.float, 4).getFloat32(0);
  }

  long(index: number): bigint {
    return this.#viewOf(index, ConstantTag.long, 8).getBigInt64(0);
  }

  double(index: number): number {
    return this.#viewOf(index, ConstantTag.double, 8).getFloat64(0);
  }

  nameAndType(index: number): { readonly name: string; readonly descriptor: string } {
    const body = this.#bodyOf(index, ConstantTag.nameAndType);
    return { name: this.utf8(readU2(this.bytes, body)), descriptor: this.utf8(readU2(this.bytes, body + 2)) };
  }

  /** A Fieldref, Methodref or InterfaceMethodref. */
  member(index: number): MemberReference {
    const tag = this.tagAt(index);
    if (tag < ConstantTag.fieldRef || tag > ConstantTag.interfaceMethodRef) {
      throw this.#wrongTag(index, 'a field or method reference');
    }
    const body = this.#bodyOf(index, tag);
    const owner = this.className(readU2(this.bytes, body));
    return { tag, owner, ...this.nameAndType(readU2(this.bytes, body + 2)) };
  }

  /** A constant that is made at run time, or the call site of an `invokedynamic`. */
  dynamic(index: number): DynamicReference {
    const tag = this.tagAt(index) === ConstantTag.dynamic ? ConstantTag.dynamic : ConstantTag.invokeDynamic;
    const body = this.#bodyOf(index, tag);
    return { bootstrap: readU2(this.bytes, body), ...this.nameAndType(readU2(this.bytes, body + 2)) };
  }

  /** JVMS 4.4.8; the kinds are those of table 5.4.3.5-A. */
  methodHandle(index: number): { readonly kind: number; readonly reference: MemberReference } {
    const body = this.#bodyOf(index, ConstantTag.methodHandle);
    return { kind: byteAt(this.bytes, body), reference: this.member(readU2(this.bytes, body + 1)) };
  }

  #viewOf(index: number, tag: number, length: number): DataView {
    const body = this.#bodyOf(index, tag);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + body, length);
  }

  #bodyOf(index: number, tag: number): number {
    const offset = this.offsets[index] ?? 0;
    if (offset === 0 || this.bytes[offset] !== tag) throw this.#wrongTag(index, `an entry of tag ${tag}`);
    return offset + 1;
  }

  #wrongTag(index: number, expected: string): MalformedInput {
    const found = this.tagAt(index);
    const what = found === 0 ? 'no entry' : `tag ${found}`;
    return new MalformedInput(
      `Constant #${index}: expected ${expected}, found ${what}`,
      this.offsets[index] ?? 0,
    );
  }
}

/** Reads the pool's layout. Cost: one pass over the tags; texts are decoded later. */
export function readConstantPool(cursor: ByteCursor): ConstantPool {
  const count = cursor.u2();
  // The smallest entry takes three bytes: a count beyond that is a lie, and must not be allocated for.
  if ((count - 1) * 3 > cursor.end - cursor.offset) {
    throw new MalformedInput(`Constant pool of ${count} entries does not fit in the file`, cursor.offset);
  }
  const offsets = new Uint32Array(count);
  for (let index = 1; index < count; index++) {
    const at = cursor.offset;
    offsets[index] = at;
    const tag = cursor.u1();
    const length = bodyLengths[tag] ?? 0;
    if (length === 0) throw new MalformedInput(`Constant #${index} has unknown tag ${tag}`, at);
    const body = cursor.advance(length);
    if (tag === ConstantTag.utf8) cursor.advance(readU2(cursor.bytes, body));
    else if ((tag === ConstantTag.long || tag === ConstantTag.double) && ++index === count)
      throw new MalformedInput(`Constant #${index - 1} takes two entries, and has one`, at);
  }
  return new ConstantPool(cursor.bytes, offsets, cursor.offset);
}
