/**
 * Reads a class file's structure (JVMS 4.1): names, members, and where each
 * attribute lies.
 *
 * Sits in `classfile/`. Attributes are kept as ranges: what wants one (a
 * signature, code, line numbers, annotations) decodes it from there.
 */
import { withDefined } from '../../base/check';
import { ByteCursor } from './bytes';
import { type ConstantPool, readConstantPool } from './constant-pool';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';

/** An attribute (JVMS 4.7) by name and the place of its content. */
export interface AttributeRange {
  readonly name: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface MemberInfo {
  readonly flags: number;
  readonly name: string;
  readonly descriptor: string;
  readonly attributes: readonly AttributeRange[];
}

export interface ClassFile {
  readonly bytes: Uint8Array;
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly constants: ConstantPool;
  readonly flags: number;
  /** Binary name with slashes. */
  readonly name: string;
  readonly superName?: string;
  readonly interfaceNames: readonly string[];
  readonly fields: readonly MemberInfo[];
  readonly methods: readonly MemberInfo[];
  readonly attributes: readonly AttributeRange[];
}

/**
 * The version of JDK 1.0.2. Files newer than those of JDK 25 (69) are read too, as far as they keep the format:
 * signatures have not changed since 5.0.
 */
const oldestClassFileVersion = 45;

/**
 * Bytes; beyond what compilers make of 65,535 constants and methods. Attributes of nothing but a name cost ten times
 * their size in memory.
 */
export const largestClassFile = 6 * 1024 * 1024;

/** Reads a class file. Cost: 20-70 thousand classes a second; allocates in proportion to the file. */
export function readClass(bytes: Uint8Array): Outcome<ClassFile> {
  return attempt(() => {
    const cursor = new ByteCursor(bytes);
    if (cursor.u4() !== 0xcafebabe)
      throw new MalformedInput('Not a class file: it does not start with CAFEBABE', 0);
    if (bytes.length > largestClassFile)
      throw new MalformedInput(`A class file of ${bytes.length} bytes is too large`, 0);
    const minorVersion = cursor.u2();
    const majorVersion = cursor.u2();
    if (majorVersion < oldestClassFileVersion) {
      throw new MalformedInput(`Class file version ${majorVersion} does not exist; the oldest is 45`, 6);
    }
    const constants = readConstantPool(cursor);
    const flags = cursor.u2();
    const name = constants.className(cursor.u2());
    const superIndex = cursor.u2();
    const interfaceNames = readList(cursor, 2, () => constants.className(cursor.u2()));
    const fields = readList(cursor, 8, () => readMember(cursor, constants));
    const methods = readList(cursor, 8, () => readMember(cursor, constants));
    const attributes = readAttributes(cursor, constants);
    if (cursor.offset !== cursor.end) {
      throw new MalformedInput(
        `${cursor.end - cursor.offset} bytes follow the end of class ${name}`,
        cursor.offset,
      );
    }
    return {
      bytes,
      majorVersion,
      minorVersion,
      constants,
      flags,
      name,
      ...withDefined({ superName: superIndex === 0 ? undefined : constants.className(superIndex) }),
      interfaceNames,
      fields,
      methods,
      attributes,
    };
  });
}

/** Reads a `u2` count and so many items of at least `minimum` bytes, which keeps a false count from costing anything. */
export function readList<T>(cursor: ByteCursor, minimum: number, readItem: () => T): readonly T[] {
  const count = cursor.u2();
  if (count * minimum > cursor.end - cursor.offset) {
    throw new MalformedInput(`A list of ${count} items does not fit in what is left`, cursor.offset);
  }
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(readItem());
  return items;
}

/** Reads an attribute table; also those nested in Code and Record. */
export function readAttributes(cursor: ByteCursor, constants: ConstantPool): readonly AttributeRange[] {
  return readList(cursor, 6, () => {
    const name = constants.utf8(cursor.u2());
    const length = cursor.u4();
    const start = cursor.advance(length);
    return { name, start, end: start + length };
  });
}

export function findAttribute(
  attributes: readonly AttributeRange[],
  name: string,
): AttributeRange | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The content of an attribute; undefined where there is none of the name. */
export function openAttribute(
  file: ClassFile,
  attributes: readonly AttributeRange[],
  name: string,
): ByteCursor | undefined {
  const range = findAttribute(attributes, name);
  return range && new ByteCursor(file.bytes, range.start, range.end);
}

function readMember(cursor: ByteCursor, constants: ConstantPool): MemberInfo {
  const flags = cursor.u2();
  const name = constants.utf8(cursor.u2());
  const descriptor = constants.utf8(cursor.u2());
  return { flags, name, descriptor, attributes: readAttributes(cursor, constants) };
}
