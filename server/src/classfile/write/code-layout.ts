/**
 * Computes where each instruction comes to lie when code is inserted (JVMS 4.7.3, 4.9.1).
 *
 * Sits in `classfile/` under `rewrite-code.ts`. Branches that no longer reach
 * their targets are widened; one on a condition, which has no wide form, goes
 * through an island: a jump that stands where control does not pass, with the
 * frame of its target, so that no frame is needed that the method did not have.
 */
import { at } from '../../base/check';
import { byteAt, readU2, readU4 } from '../read/bytes';
import type { CodeOffset, MethodCode } from '../read/code';
import type { CodeEdit, Fragment } from './code-edit';
import { Opcode, operandLayout } from '../read/opcodes';
import { MalformedInput } from '../../base/outcome';
import type { ClassFile } from '../read/read-class';

/** Code outside of the way of control: what a jump runs before it comes to its target. */
export interface Island {
  /** The branch that is led over it; {@link exception} where exceptions are. */
  readonly from: CodeOffset;
  readonly target: CodeOffset;
  readonly code: Fragment;
  /** Index of the instruction that it stands before; that of the code's end is the number of instructions. */
  place: number;
  /** The place of the island in the new code. */
  position: CodeOffset;
  isWide: boolean;
  moves: number;
}

export interface CodeLayout {
  readonly offsets: readonly CodeOffset[];
  /** The index of the instruction at each offset of the old code, or -1. */
  readonly indexOf: Int32Array;
  /**
   * The places that belong to each instruction: where the code starts that control falls into, where
   * jumps lead, and the instruction itself.
   */
  readonly fallAt: Int32Array;
  readonly entryAt: Int32Array;
  readonly startAt: Int32Array;
  /** 1 for each branch that took its four-byte form, by the index of the instruction. */
  readonly isWide: Uint8Array;
  /** The islands in the order in which they lie. */
  readonly islands: readonly Island[];
  /** The islands by {@link jumpKey}. */
  readonly islandOf: ReadonlyMap<number, Island>;
  readonly length: number;
}

/** The origin of control that an exception brings. */
export const exception = -1;

/** Farthest that a branch of two bytes reaches. */
const reach = 0x7fff;
/** JVMS 4.7.3: code is shorter than 65,536 bytes. */
const longestCode = 0xffff;

/** Throws {@link MalformedInput} where the code has branches into instructions, or grows too long. */
export function layOutCode(
  file: ClassFile,
  code: MethodCode,
  offsets: readonly CodeOffset[],
  edit: CodeEdit,
): CodeLayout {
  const count = offsets.length;
  const indexOf = new Int32Array(code.length + 1).fill(-1);
  offsets.forEach((offset, index) => (indexOf[offset] = index));
  indexOf[code.length] = count;
  const islands = [
    ...edit.onJump.map(({ from, target, code: fragment }) => makeIsland(from, target, fragment, count)),
    ...[...edit.onCatch].map(([handler, fragment]) => makeIsland(exception, handler, fragment, count)),
  ];
  const layout: MutableLayout = {
    offsets,
    indexOf,
    fallAt: new Int32Array(count + 1),
    entryAt: new Int32Array(count + 1),
    startAt: new Int32Array(count + 1),
    isWide: new Uint8Array(count),
    islands,
    islandOf: new Map(islands.map((island) => [jumpKey(island.from, island.target), island])),
    length: 0,
  };
  do place(file, code, edit, layout);
  while (widen(file, code, layout));
  if (layout.length > longestCode)
    throw new MalformedInput(`The code would grow to ${layout.length} bytes`, code.start);
  return layout;
}

function makeIsland(from: CodeOffset, target: CodeOffset, code: Fragment, place: number): Island {
  return { from, target, code, place, position: 0, isWide: false, moves: 0 };
}

/** The index of the instruction at a place of the old code. Throws {@link MalformedInput}. */
export function indexAt(layout: CodeLayout, offset: CodeOffset): number {
  const index = layout.indexOf[offset] ?? -1;
  if (index < 0) throw new MalformedInput(`No instruction starts at ${offset}`, offset);
  return index;
}

/** The place in the new code that a branch leads to. */
export function destinationOf(layout: CodeLayout, from: CodeOffset, target: CodeOffset): CodeOffset {
  const island = layout.islandOf.get(jumpKey(from, target));
  return island?.position ?? at(layout.entryAt, indexAt(layout, target));
}

function jumpKey(from: CodeOffset, target: CodeOffset): number {
  return from * 0x10000 + target;
}

type MutableLayout = { -readonly [K in keyof CodeLayout]: CodeLayout[K] } & {
  readonly islands: Island[];
  readonly islandOf: Map<number, Island>;
};

function place(file: ClassFile, code: MethodCode, edit: CodeEdit, layout: MutableLayout): void {
  const { offsets, isWide, islands } = layout;
  const count = offsets.length;
  islands.sort((one, other) => one.place - other.place);
  let next = 0;
  let position = 0;
  for (let index = 0; index <= count; index++) {
    for (let island = islands[next]; island?.place === index && index < count; island = islands[++next]) {
      island.position = position;
      position += island.code.length + (island.isWide ? 5 : 3);
    }
    const offset = offsets[index] ?? code.length;
    layout.fallAt[index] = position;
    position += edit.onFall.get(offset)?.length ?? 0;
    layout.entryAt[index] = position;
    position += edit.before.get(offset)?.length ?? 0;
    layout.startAt[index] = position;
    if (index === count) break;
    const length = (offsets[index + 1] ?? code.length) - offset;
    const opcode = byteAt(file.bytes, code.start + offset);
    if (opcode === Opcode.tableswitch || opcode === Opcode.lookupswitch)
      position += length + paddingAt(position) - paddingAt(offset);
    else position += isWide[index] === 1 ? 5 : length;
  }
  for (let island = islands[next]; island !== undefined; island = islands[++next]) {
    island.position = position;
    position += island.code.length + (island.isWide ? 5 : 3);
  }
  layout.length = position + (edit.catchAll?.code.length ?? 0);
}

/** Bytes between a switch's opcode and its words. */
export function paddingAt(offset: CodeOffset): number {
  return 3 - (offset & 3);
}

/** Widens branches that are out of reach. True if there was one, so that places have moved again. */
function widen(file: ClassFile, code: MethodCode, layout: MutableLayout): boolean {
  const { offsets, isWide, islands } = layout;
  // Old code that has grown by less than its branches have left can't be out of reach.
  if (layout.length <= reach) return false;
  let hasChanged = false;
  for (const [index, offset] of offsets.entries()) {
    const place = code.start + offset;
    const opcode = byteAt(file.bytes, place);
    if (operandLayout(opcode) !== 'j' || isWide[index] === 1) continue;
    const target = offset + ((readU2(file.bytes, place + 1) << 16) >> 16);
    const distance = destinationOf(layout, offset, target) - at(layout.startAt, index);
    if (Math.abs(distance) <= reach) continue;
    hasChanged = true;
    if (opcode === Opcode.goto || opcode === Opcode.jsr) isWide[index] = 1;
    else leadOverIsland(file, code, layout, { index, target });
  }
  for (const island of islands) {
    if (island.isWide) continue;
    const distance = destinationOfIsland(layout, island) - (island.position + island.code.length);
    if (Math.abs(distance) <= reach) continue;
    island.isWide = true;
    hasChanged = true;
  }
  return hasChanged;
}

/** The place that an island's jump leads to. */
export function destinationOfIsland(layout: CodeLayout, island: Island): CodeOffset {
  return at(layout.entryAt, indexAt(layout, island.target));
}

const mostMoves = 8;

function leadOverIsland(
  file: ClassFile,
  code: MethodCode,
  layout: MutableLayout,
  { index, target }: { readonly index: number; readonly target: CodeOffset },
): void {
  const from = at(layout.offsets, index);
  let island = layout.islandOf.get(jumpKey(from, target));
  if (island === undefined) {
    island = makeIsland(from, target, [], layout.offsets.length);
    layout.islands.push(island);
    layout.islandOf.set(jumpKey(from, target), island);
  }
  const gap = nearestGap(file, code, layout, index);
  if (gap === undefined || ++island.moves > mostMoves)
    throw new MalformedInput('A branch would not reach its target', code.start + from);
  island.place = gap;
}

/** The instruction nearest to one that no control falls into. */
function nearestGap(
  file: ClassFile,
  code: MethodCode,
  layout: MutableLayout,
  index: number,
): number | undefined {
  const { offsets } = layout;
  for (let step = 1; step < offsets.length; step++) {
    for (const gap of [index + step, index - step]) {
      if (gap <= 0 || gap >= offsets.length) continue;
      if (endsFlow(byteAt(file.bytes, code.start + at(offsets, gap - 1)))) return gap;
    }
  }
  return undefined;
}

/** True if control never passes from an instruction to the one behind it. */
export function endsFlow(opcode: number): boolean {
  return (
    (opcode >= Opcode.ireturn && opcode <= Opcode.return) ||
    opcode === Opcode.goto ||
    opcode === Opcode.goto_w ||
    opcode === Opcode.athrow ||
    opcode === Opcode.tableswitch ||
    opcode === Opcode.lookupswitch ||
    opcode === Opcode.ret
  );
}

/** The words of a switch behind its padding, as they stand. */
export function switchWord(file: ClassFile, code: MethodCode, offset: CodeOffset, index: number): number {
  return readU4(file.bytes, code.start + offset + 1 + paddingAt(offset) + 4 * index) | 0;
}
