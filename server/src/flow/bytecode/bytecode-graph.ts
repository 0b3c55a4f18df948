/**
 * The control-flow graph of a method's bytecode (JVMS 2.11.7, 2.10): basic
 * blocks, the edges between them, and where exceptions lead.
 *
 * Sits in `flow/` over `classfile/`. A block ends at a branch, before a place
 * that is jumped to, and before a handler; an instruction that can throw does
 * not end it. Blocks lie in the order of the code; the first is the entry.
 */
import { byteAt } from '../../classfile/read/bytes';
import { at } from '../../base/check';
import { type CodeOffset, type MethodCode } from '../../classfile/read/code';
import { endsFlow } from '../../classfile/write/code-layout';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode, operandLayout } from '../../classfile/read/opcodes';
import { MalformedInput } from '../../base/outcome';
import type { ClassFile } from '../../classfile/read/read-class';
import type { Successors } from '../paths/dominators';

interface BytecodeBlock {
  readonly start: CodeOffset;
  /** Exclusive. */
  readonly end: CodeOffset;
  /** Its last instruction. */
  readonly last: CodeOffset;
  /** Indices of its instructions among those of the method; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

interface FlowEdge {
  /** Indices of blocks. */
  readonly from: number;
  readonly to: number;
  /** `fall` if control falls from one block to the next, `jump` if the last instruction of the first leads there. */
  readonly kind: 'fall' | 'jump';
}

export interface BytecodeGraph {
  readonly offsets: readonly CodeOffset[];
  readonly blocks: readonly BytecodeBlock[];
  /**
   * The edges, in the order of the blocks that they leave. A switch has one for each target, however
   * many labels lead there.
   */
  readonly edges: readonly FlowEdge[];
  /** Blocks that begin a handler. */
  readonly handlers: readonly number[];
  /** The handlers that an exception may come to, by the block that throws it. */
  readonly catches: readonly (readonly number[])[];
  /** True if the code has subroutines (`jsr`, `ret`), whose ways out this graph does not tell. */
  readonly hasSubroutines: boolean;
}

/** The blocks that each block leads to, along exceptions too. */
export function successorsOf({ edges, catches }: BytecodeGraph): Successors {
  const successors = catches.map((handlers) => [...handlers]);
  for (const { from, to } of edges) successors[from]?.push(to);
  return successors;
}

/** Index of the block of an instruction; -1 where there is none. */
export function blockHolding({ blocks }: BytecodeGraph, instruction: number): number {
  return blocks.findIndex(({ from, to }) => from <= instruction && instruction < to);
}

/** Handlers times blocks; the largest real methods come to a few million. */
const MOST_CATCHES = 50_000_000;

/** Throws {@link MalformedInput}. Cost: about 50 ns an instruction. */
export function buildBytecodeGraph(
  file: ClassFile,
  code: MethodCode,
  offsets: readonly CodeOffset[],
): BytecodeGraph {
  const starts = new Uint8Array(code.length + 1);
  const targetsOf = new Map<CodeOffset, readonly CodeOffset[]>();
  let hasSubroutines = false;
  starts[0] = 1;
  for (const [index, offset] of offsets.entries()) {
    const opcode = byteAt(file.bytes, code.start + offset);
    const layout = operandLayout(opcode);
    const branches = layout === 'j' || layout === 'J' || layout === 't' || layout === 'k';
    if (branches) {
      const { operand, targets } = decodeInstruction(file, code, offset);
      const all = layout === 'j' || layout === 'J' ? [operand] : [...new Set(targets)];
      targetsOf.set(offset, all);
      for (const target of all) starts[target] = 1;
    }
    if (opcode === Opcode.jsr || opcode === Opcode.jsr_w || opcode === Opcode.ret) hasSubroutines = true;
    if (branches || endsFlow(opcode)) starts[offsets[index + 1] ?? code.length] = 1;
  }
  for (const { handler } of code.handlers) starts[handler] = 1;

  const blocks = divide(code, offsets, starts);
  if (blocks.length * code.handlers.length > MOST_CATCHES)
    throw new MalformedInput(`${code.handlers.length} handlers are too many`, code.start);
  const blockAt = new Map(blocks.map(({ start }, index) => [start, index]));
  const blockOf = (offset: CodeOffset): number => {
    const block = blockAt.get(offset);
    if (block === undefined) throw new MalformedInput(`No instruction starts at ${offset}`, code.start);
    return block;
  };
  const edges: FlowEdge[] = [];
  for (const [from, { last }] of blocks.entries()) {
    const opcode = byteAt(file.bytes, code.start + last);
    for (const target of targetsOf.get(last) ?? []) edges.push({ from, to: blockOf(target), kind: 'jump' });
    if (endsFlow(opcode)) continue;
    if (from + 1 === blocks.length)
      throw new MalformedInput('Control falls off the end of the code', code.start + last);
    edges.push({ from, to: from + 1, kind: 'fall' });
  }
  const handlers = [...new Set(code.handlers.map(({ handler }) => blockOf(handler)))].sort((a, b) => a - b);
  const catches = blocks.map(({ start, end }) => [
    ...new Set(
      code.handlers
        .filter((row) => row.start < end && row.end > start)
        .map(({ handler }) => blockOf(handler)),
    ),
  ]);
  return { offsets, blocks, edges, handlers, catches, hasSubroutines };
}

function divide(
  code: MethodCode,
  offsets: readonly CodeOffset[],
  starts: Uint8Array,
): readonly BytecodeBlock[] {
  const blocks: BytecodeBlock[] = [];
  let from = 0;
  for (let index = 0; index < offsets.length; index++) {
    const end = offsets[index + 1] ?? code.length;
    if (starts[end] !== 1 && index + 1 < offsets.length) continue;
    blocks.push({ start: at(offsets, from), end, last: at(offsets, index), from, to: index + 1 });
    from = index + 1;
  }
  return blocks;
}
