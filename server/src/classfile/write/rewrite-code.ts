/**
 * Writes a method's Code attribute anew with code inserted (JVMS 4.7.3).
 *
 * Sits in `classfile/` over `code-layout.ts`: this writes instructions and
 * handlers; `rewrite-code-tables.ts` the tables whose places have moved.
 */
import { at } from '../../base/check';
import { ByteSink } from './byte-sink';
import { byteAt, readU2, readU4 } from '../read/bytes';
import { type CodeOffset, readCode } from '../read/code';
import type { CodeEdit, CodePlace } from './code-edit';
import {
  type CodeLayout,
  destinationOf,
  destinationOfIsland,
  exception,
  indexAt,
  type Island,
  layOutCode,
  paddingAt,
  switchWord,
} from './code-layout';
import type { ConstantAdditions } from './constant-additions';
import { listInstructions } from '../read/instructions';
import { Opcode, operandLayout } from '../read/opcodes';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import { type AttributeRange, type ClassFile, findAttribute, type MemberInfo } from '../read/read-class';
import { writeCodeTables } from './rewrite-code-tables';
import { slotsOf } from '../read/stack-map';

interface RewrittenCode {
  /** The Code attribute of the method as it was. */
  readonly attribute: AttributeRange;
  readonly content: Uint8Array;
  /** Names of attributes of the code that had to go: they may hold places, which nobody here knows. */
  readonly dropped: readonly string[];
}

/**
 * Undefined for methods without code. Without an edit the content is what it
 * was. Cost: about 100 ns an instruction.
 */
export function rewriteCode(
  file: ClassFile,
  method: MemberInfo,
  edit: CodeEdit,
  constants: ConstantAdditions,
): Outcome<RewrittenCode> | undefined {
  const attribute = findAttribute(method.attributes, 'Code');
  const code = readCode(file, method);
  if (attribute === undefined || code === undefined) return undefined;
  if (!code.ok) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  return attempt(() => {
    const place: CodePlace = { file, method, code: code.value };
    const layout = layOutCode(file, code.value, offsets.value, edit);
    const sink = new ByteSink();
    sink.u2(Math.max(code.value.maxStack, edit.catchAll === undefined ? 0 : 1) + edit.stack);
    sink.u2(code.value.maxLocals + edit.locals.reduce((slots, type) => slots + slotsOf(type), 0));
    sink.u4(layout.length);
    writeInstructions(sink, place, layout, edit);
    writeHandlers(sink, place, layout, edit);
    const dropped = writeCodeTables(sink, place, { layout, edit, constants });
    return { attribute, content: sink.finish(), dropped };
  });
}

/** Bytes before the instructions: the largest stack, the locals, the length. */
const headLength = 8;

function writeInstructions(sink: ByteSink, place: CodePlace, layout: CodeLayout, edit: CodeEdit): void {
  const { code } = place;
  let next = 0;
  for (const [index, offset] of layout.offsets.entries()) {
    for (let island = layout.islands[next]; island?.place === index; island = layout.islands[++next])
      writeIsland(sink, island, layout);
    const onFall = edit.onFall.get(offset);
    if (onFall !== undefined) sink.append(onFall);
    const before = edit.before.get(offset);
    if (before !== undefined) sink.append(before);
    writeInstruction(sink, place, layout, { offset, end: layout.offsets[index + 1] ?? code.length, index });
  }
  for (let island = layout.islands[next]; island !== undefined; island = layout.islands[++next])
    writeIsland(sink, island, layout);
  if (edit.catchAll !== undefined) sink.append(edit.catchAll.code);
}

function writeInstruction(
  sink: ByteSink,
  { file, code }: CodePlace,
  layout: CodeLayout,
  { offset, end, index }: { readonly offset: CodeOffset; readonly end: CodeOffset; readonly index: number },
): void {
  const { bytes } = file;
  const start = code.start + offset;
  const opcode = byteAt(bytes, start);
  const position = at(layout.startAt, index);
  switch (operandLayout(opcode)) {
    case 'j': {
      const target = offset + ((readU2(bytes, start + 1) << 16) >> 16);
      const distance = destinationOf(layout, offset, target) - position;
      if (layout.isWide[index] === 1) {
        sink.u1(opcode === Opcode.goto ? Opcode.goto_w : Opcode.jsr_w);
        sink.u4(distance);
      } else {
        sink.u1(opcode);
        sink.u2(distance);
      }
      return;
    }
    case 'J':
      sink.u1(opcode);
      sink.u4(destinationOf(layout, offset, offset + (readU4(bytes, start + 1) | 0)) - position);
      return;
    case 't':
    case 'k': {
      sink.u1(opcode);
      for (let padding = paddingAt(position); padding > 0; padding--) sink.u1(0);
      const isTable = opcode === Opcode.tableswitch;
      const words = (end - offset - 1 - paddingAt(offset)) / 4;
      for (let word = 0; word < words; word++) {
        const value = switchWord(file, code, offset, word);
        const isTarget = word === 0 || (isTable ? word > 2 : word > 1 && word % 2 === 1);
        sink.u4(isTarget ? destinationOf(layout, offset, offset + value) - position : value);
      }
      return;
    }
    default:
      sink.copy(bytes, start, code.start + end);
  }
}

function writeIsland(sink: ByteSink, island: Island, layout: CodeLayout): void {
  sink.append(island.code);
  const distance = destinationOfIsland(layout, island) - (sink.length - headLength);
  if (island.isWide) {
    sink.u1(Opcode.goto_w);
    sink.u4(distance);
  } else {
    sink.u1(Opcode.goto);
    sink.u2(distance);
  }
}

/**
 * The method's own handlers first, by the order of their table, which other
 * tables count by; then those of islands; the catch-all last. Inserted code is
 * covered by what covers the place that it stands at: a lock that is held
 * where an instruction that can throw has no handler keeps the JVM from
 * compiling the method.
 */
function writeHandlers(sink: ByteSink, place: CodePlace, layout: CodeLayout, edit: CodeEdit): void {
  const { bytes } = place.file;
  const { code } = place;
  const countAt = sink.length;
  let count = 0;
  const write = (start: CodeOffset, end: CodeOffset, handler: CodeOffset, type: number): void => {
    if (start >= end) return;
    for (const value of [start, end, handler, type]) sink.u2(value);
    count++;
  };
  sink.u2(0);
  const tableAt = code.start + code.length + 2;
  const types = code.handlers.map((_, index) => readU2(bytes, tableAt + 8 * index + 6));
  for (const [index, { start, end, handler }] of code.handlers.entries())
    write(
      // Where a method is entered, its handlers don't cover what sets up inserted code.
      start === 0 ? at(layout.entryAt, 0) : at(layout.fallAt, indexAt(layout, start)),
      at(layout.fallAt, indexAt(layout, end)),
      destinationOf(layout, exception, handler),
      at(types, index),
    );
  for (const { from, target, code: fragment, position } of layout.islands) {
    if (fragment.length === 0) continue;
    for (const [index, { start, end, handler }] of code.handlers.entries()) {
      const covers = (offset: CodeOffset): boolean => offset >= start && offset < end;
      if ((from === exception || covers(from)) && covers(target))
        write(
          position,
          position + fragment.length,
          destinationOf(layout, exception, handler),
          at(types, index),
        );
    }
  }
  if (edit.catchAll !== undefined) {
    const handler = layout.length - edit.catchAll.code.length;
    for (const { start, end } of edit.catchAll.ranges)
      write(at(layout.entryAt, indexAt(layout, start)), at(layout.fallAt, indexAt(layout, end)), handler, 0);
  }
  if (count > 0xffff) throw new MalformedInput('The table of handlers would grow too long', code.start);
  sink.putU2(countAt, count);
}
