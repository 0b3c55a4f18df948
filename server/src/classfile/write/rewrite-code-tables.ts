/**
 * Writes the tables of a Code attribute whose places have moved: StackMapTable
 * (JVMS 4.7.4), LineNumberTable (4.7.12), LocalVariableTable and -TypeTable
 * (4.7.13-14), type annotations (4.7.20).
 *
 * Sits in `classfile/` under `rewrite-code.ts`.
 */
import { at } from '../../base/check';
import { skipAnnotation } from '../read/annotations';
import type { ByteSink } from './byte-sink';
import { ByteCursor, readU2 } from '../read/bytes';
import type { CodeOffset } from '../read/code';
import type { CodeEdit, CodePlace } from './code-edit';
import { type CodeLayout, indexAt } from './code-layout';
import type { ConstantAdditions } from './constant-additions';
import { writeFrames } from './rewrite-frames';
import { MalformedInput } from '../../base/outcome';
import { type AttributeRange, type ClassFile, readList } from '../read/read-class';

/** Answers the names of the attributes that were dropped, as they may hold places and are not known. */
export function writeCodeTables(
  sink: ByteSink,
  place: CodePlace,
  {
    layout,
    edit,
    constants,
  }: { readonly layout: CodeLayout; readonly edit: CodeEdit; readonly constants: ConstantAdditions },
): readonly string[] {
  const { file, code } = place;
  const dropped: string[] = [];
  const countAt = sink.length;
  sink.u2(0);
  let count = 0;
  const write = (nameIndex: number, writeContent: () => void): void => {
    const start = sink.length;
    sink.u2(nameIndex);
    sink.u4(0);
    writeContent();
    sink.putU4(start + 2, sink.length - start - 6);
    count++;
  };
  let hasFrames = false;
  for (const attribute of code.attributes) {
    const writeTable = tableWriters.get(attribute.name);
    const nameIndex = readU2(file.bytes, attribute.start - 6);
    if (attribute.name === 'StackMapTable') {
      hasFrames = true;
      write(nameIndex, () => { writeFrames(sink, place, { layout, edit, constants, range: attribute }); }); // prettier-ignore
    } else if (writeTable !== undefined)
      write(nameIndex, () => { writeTable(sink, file, attribute, layout); }); // prettier-ignore
    else dropped.push(attribute.name);
  }
  // JVMS 4.10: classes below version 50 are verified by inference, without frames.
  if (!hasFrames && edit.catchAll !== undefined && file.majorVersion >= 50)
    write(constants.utf8('StackMapTable'), () => { writeFrames(sink, place, { layout, edit, constants }); }); // prettier-ignore
  sink.putU2(countAt, count);
  return dropped;
}

type WriteTable = (sink: ByteSink, file: ClassFile, range: AttributeRange, layout: CodeLayout) => void;

/** The new place of a line or of a variable. Code that was inserted at the start of one belongs to it. */
function movedTo(layout: CodeLayout, offset: CodeOffset): CodeOffset {
  return at(layout.fallAt, indexAt(layout, offset));
}

const writeLines: WriteTable = (sink, { bytes }, { start, end }, layout) => {
  const cursor = new ByteCursor(bytes, start, end);
  sink.u2(readU2(bytes, start));
  readList(cursor, 4, () => {
    sink.u2(movedTo(layout, cursor.u2()));
    sink.u2(cursor.u2());
  });
};

const writeVariables: WriteTable = (sink, { bytes }, { start, end }, layout) => {
  const cursor = new ByteCursor(bytes, start, end);
  sink.u2(readU2(bytes, start));
  readList(cursor, 10, () => {
    writeRange(sink, cursor, layout);
    for (let word = 0; word < 3; word++) sink.u2(cursor.u2());
  });
};

function writeRange(sink: ByteSink, cursor: ByteCursor, layout: CodeLayout): void {
  const from = cursor.u2();
  const moved = movedTo(layout, from);
  sink.u2(moved);
  sink.u2(movedTo(layout, from + cursor.u2()) - moved);
}

/** JVMS table 4.7.20-B and 4.7.20.1. */
const writeTypeAnnotations: WriteTable = (sink, { bytes }, { start, end }, layout) => {
  const cursor = new ByteCursor(bytes, start, end);
  sink.u2(readU2(bytes, start));
  readList(cursor, 5, () => {
    const target = cursor.u1();
    sink.u1(target);
    if (target === 0x40 || target === 0x41) {
      sink.u2(readU2(bytes, cursor.offset));
      readList(cursor, 6, () => {
        writeRange(sink, cursor, layout);
        sink.u2(cursor.u2());
      });
    } else if (target === 0x42) sink.u2(cursor.u2());
    else if (target >= 0x43 && target <= 0x4b) {
      sink.u2(at(layout.startAt, indexAt(layout, cursor.u2())));
      if (target >= 0x47) sink.u1(cursor.u1());
    } else throw new MalformedInput(`Code has no place of kind ${target} for annotations`, cursor.offset - 1);
    const from = cursor.offset;
    cursor.advance(2 * cursor.u1() + 2);
    skipAnnotation(cursor);
    sink.copy(bytes, from, cursor.offset);
  });
};

const tableWriters: ReadonlyMap<string, WriteTable> = new Map([
  ['LineNumberTable', writeLines],
  ['LocalVariableTable', writeVariables],
  ['LocalVariableTypeTable', writeVariables],
  ['RuntimeVisibleTypeAnnotations', writeTypeAnnotations],
  ['RuntimeInvisibleTypeAnnotations', writeTypeAnnotations],
]);
