/**
 * The Code attribute (JVMS 4.7.3) and the tables inside it: exception handlers,
 * line numbers (4.7.12), local variables (4.7.13).
 *
 * Sits in `classfile/` over `read-class.ts`. Nothing is decoded before it is
 * asked for; every place that a table names is checked to lie in the code.
 */
import { at, withDefined } from '../../base/check';
import { ByteCursor } from './bytes';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import {
  type AttributeRange,
  type ClassFile,
  type MemberInfo,
  openAttribute,
  readAttributes,
  readList,
} from './read-class';

/** A place in a method's code: bytes from its first instruction. */
export type CodeOffset = number;

export interface MethodCode {
  readonly maxStack: number;
  readonly maxLocals: number;
  /** Byte of the class file at which the instructions start. */
  readonly start: number;
  /** Bytes of instructions. */
  readonly length: number;
  readonly handlers: readonly ExceptionHandler[];
  readonly attributes: readonly AttributeRange[];
}

interface ExceptionHandler {
  readonly start: CodeOffset;
  /** Exclusive. */
  readonly end: CodeOffset;
  readonly handler: CodeOffset;
  /** Absent where everything is caught: `finally`, the exits of locks. */
  readonly catches?: string;
}

export interface LineNumber {
  readonly offset: CodeOffset;
  /** The line, counted from 1. */
  readonly line: number;
}

export interface VariableRange {
  readonly start: CodeOffset;
  /** Exclusive. */
  readonly end: CodeOffset;
  readonly name: string;
  readonly descriptor: string;
  readonly slot: number;
}

/** The code of a method; undefined for abstract and native ones. */
export function readCode(file: ClassFile, method: MemberInfo): Outcome<MethodCode> | undefined {
  const cursor = openAttribute(file, method.attributes, 'Code');
  if (cursor === undefined) return undefined;
  return attempt(() => {
    const place = cursor.offset;
    const maxStack = cursor.u2();
    const maxLocals = cursor.u2();
    const length = cursor.u4();
    // JVMS 4.7.3: the first pc of each table has 16 bits.
    if (length === 0 || length > 0xffff)
      throw new MalformedInput(`Code of ${length} bytes is not possible`, place);
    const start = cursor.advance(length);
    const handlers = readList(cursor, 8, () => readHandler(cursor, file, length));
    return {
      maxStack,
      maxLocals,
      start,
      length,
      handlers,
      attributes: readAttributes(cursor, file.constants),
    };
  });
}

function readHandler(cursor: ByteCursor, file: ClassFile, length: number): ExceptionHandler {
  const place = cursor.offset;
  const start = cursor.u2();
  const end = cursor.u2();
  const handler = cursor.u2();
  const type = cursor.u2();
  if (start >= end || end > length || handler >= length)
    throw new MalformedInput('An exception handler lies outside of its code', place);
  return {
    start,
    end,
    handler,
    ...withDefined({ catches: type === 0 ? undefined : file.constants.className(type) }),
  };
}

/** The line numbers in the order of the code. Empty if the class was compiled without line numbers. */
export function readLineNumbers(file: ClassFile, code: MethodCode): Outcome<readonly LineNumber[]> {
  return attempt(() =>
    readTables(file, code, {
      name: 'LineNumberTable',
      rowLength: 4,
      readRow: (cursor) => {
        const offset = cursor.u2();
        if (offset >= code.length)
          throw new MalformedInput('A line number lies outside of its code', cursor.offset);
        return { offset, line: cursor.u2() };
      },
    }).sort((one, other) => one.offset - other.offset),
  );
}

/** Empty where the class was compiled without debugging tables. */
export function readLocalVariables(file: ClassFile, code: MethodCode): Outcome<readonly VariableRange[]> {
  return attempt(() =>
    readTables(file, code, {
      name: 'LocalVariableTable',
      rowLength: 10,
      readRow: (cursor) => {
        const start = cursor.u2();
        const end = start + cursor.u2();
        if (end > code.length)
          throw new MalformedInput('A local variable lives outside of its code', cursor.offset);
        const name = file.constants.utf8(cursor.u2());
        return { start, end, name, descriptor: file.constants.utf8(cursor.u2()), slot: cursor.u2() };
      },
    }),
  );
}

/** The line of an instruction; undefined before the first that has one. Cost: O(log lines). */
export function lineAt(lines: readonly LineNumber[], offset: CodeOffset): number | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(lines, middle).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1]?.line;
}

/** The name of the file that a class was compiled from, without folders (JVMS 4.7.10). */
export function sourceFileOf(file: ClassFile): string | undefined {
  const cursor = openAttribute(file, file.attributes, 'SourceFile');
  const name = cursor && attempt(() => file.constants.utf8(cursor.u2()));
  return name?.ok === true ? name.value : undefined;
}

/** A method may have several tables of a kind, which together are one (JVMS 4.7.12). */
function readTables<T>(
  file: ClassFile,
  code: MethodCode,
  {
    name,
    rowLength,
    readRow,
  }: { readonly name: string; readonly rowLength: number; readonly readRow: (cursor: ByteCursor) => T },
): T[] {
  const rows: T[] = [];
  for (const range of code.attributes) {
    if (range.name !== name) continue;
    const cursor = new ByteCursor(file.bytes, range.start, range.end);
    rows.push(...readList(cursor, rowLength, () => readRow(cursor)));
  }
  return rows;
}
