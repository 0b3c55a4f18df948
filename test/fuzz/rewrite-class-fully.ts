/**
 * All that reads a class file in order to change it, on one: flow graphs,
 * frames, and the writer, whose result has to be a class file again.
 */
import { readCode } from '../../server/src/classfile/read/code';
import { noEdit } from '../../server/src/classfile/write/code-edit';
import { ConstantAdditions } from '../../server/src/classfile/write/constant-additions';
import { listInstructions } from '../../server/src/classfile/read/instructions';
import { attempt } from '../../server/src/base/outcome';
import {
  type AttributeRange,
  type ClassFile,
  type MemberInfo,
  readClass,
} from '../../server/src/classfile/read/read-class';
import { rewriteCode } from '../../server/src/classfile/write/rewrite-code';
import { writeClass } from '../../server/src/classfile/write/write-class';
import { buildBytecodeGraph } from '../../server/src/flow/bytecode/bytecode-graph';
import { findLoops } from '../../server/src/flow/paths/loops';
import { findThrowingInstructions } from '../../server/src/flow/bytecode/throwing-instructions';
import { expectThat, outcomeOf } from './read-class-fully';

const LARGEST = 2 * 1024 * 1024;
const NOP = [0];

/** Throws whatever the code under test throws, and where its result is no class file. */
export function rewriteClassFully(bytes: Uint8Array): void {
  // Writing takes the old class and the new one: the bound on memory is that of reading.
  const read = bytes.length <= LARGEST ? readClass(bytes) : undefined;
  if (read?.ok !== true) return;
  const file = read.value;
  for (const method of file.methods) buildGraphs(file, method);
  for (const isPadded of [false, true]) {
    const constants = new ConstantAdditions(file.constants);
    const attributes = new Map<AttributeRange, Uint8Array>();
    for (const method of file.methods) {
      const rewritten = outcomeOf(
        rewriteCode(file, method, isPadded ? padded(file, method) : noEdit, constants),
      );
      if (rewritten !== undefined) attributes.set(rewritten.attribute, rewritten.content);
    }
    const written = outcomeOf(writeClass(file, { constants, attributes }));
    if (written === undefined) continue;
    const again = outcomeOf(readClass(written));
    expectThat(again?.methods.length === file.methods.length, 'a class that is written can be read again');
  }
}

function buildGraphs(file: ClassFile, method: MemberInfo): void {
  const code = readCode(file, method);
  if (code?.ok !== true) return;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return;
  const graph = outcomeOf(attempt(() => buildBytecodeGraph(file, code.value, offsets.value)));
  if (graph === undefined) return;
  const successors: number[][] = graph.blocks.map(() => []);
  for (const { from, to } of graph.edges) successors[from]?.push(to);
  findLoops(successors);
  outcomeOf(attempt(() => findThrowingInstructions(file, method, code.value, graph)));
}

/** Something before each instruction. */
function padded(file: ClassFile, method: MemberInfo): typeof noEdit {
  const code = readCode(file, method);
  if (code?.ok !== true) return noEdit;
  const offsets = listInstructions(file, code.value);
  return { ...noEdit, before: new Map((offsets.ok ? offsets.value : []).map((offset) => [offset, NOP])) };
}
