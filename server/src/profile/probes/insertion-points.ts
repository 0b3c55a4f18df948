/**
 * Finds where to insert code so that it runs when control takes an edge of a method's graph, reaches a
 * handler, or gets past an instruction.
 *
 * Sits in `profile/`, between the plans and `classfile/`'s rewriting.
 */
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import type { CodeEdit, Fragment, JumpFragment } from '../../classfile/write/code-edit';
import type { BytecodeGraph } from '../../flow/bytecode/bytecode-graph';

/** Fragments that are added at one place run in the order in which they were added. */
export interface InsertionPoints {
  readonly onEntry: (fragment: Fragment) => void;
  readonly beforeInstruction: (instruction: number, fragment: Fragment) => void;
  /** Inserts code before a block's last instruction leaves the block. */
  readonly beforeLast: (block: number, fragment: Fragment) => void;
  /** Inserts code that runs when control falls past an instruction. */
  readonly pastInstruction: (instruction: number, fragment: Fragment) => void;
  /** Inserts code on an edge, given by its index in the graph. */
  readonly onEdge: (edge: number, fragment: Fragment) => void;
  /** Inserts code that runs when an exception reaches a handler. */
  readonly onHandler: (block: number, fragment: Fragment) => void;
  readonly finish: () => Pick<CodeEdit, 'onFall' | 'before' | 'onJump' | 'onCatch'>;
}

export function createInsertionPoints(graph: BytecodeGraph, code: MethodCode): InsertionPoints {
  const onFall = new Map<CodeOffset, Fragment>();
  const before = new Map<CodeOffset, Fragment>();
  const onJump = new Map<number, JumpFragment>();
  const onCatch = new Map<CodeOffset, Fragment>();
  const add = (places: Map<CodeOffset, Fragment>, offset: CodeOffset, fragment: Fragment): void => {
    if (fragment.length === 0) return;
    const known = places.get(offset);
    places.set(offset, known === undefined ? fragment : [...known, ...fragment]);
  };
  const startOf = (block: number): CodeOffset => at(graph.blocks, block).start;
  const lastOf = (block: number): CodeOffset => at(graph.blocks, block).last;
  const offsetOf = (instruction: number): CodeOffset => graph.offsets[instruction] ?? code.length;

  const waysOut = new Int32Array(graph.blocks.length);
  const waysIn = new Int32Array(graph.blocks.length);
  waysIn[0] = 1;
  for (const { from, to } of graph.edges) {
    waysOut[from] = at(waysOut, from) + 1;
    waysIn[to] = at(waysIn, to) + 1;
  }
  const handlers = new Set(graph.handlers);
  return {
    onEntry(fragment) {
      add(onFall, 0, fragment);
    },
    beforeInstruction(instruction, fragment) {
      add(before, offsetOf(instruction), fragment);
    },
    beforeLast(block, fragment) {
      add(before, lastOf(block), fragment);
    },
    pastInstruction(instruction, fragment) {
      add(onFall, offsetOf(instruction + 1), fragment);
    },
    onEdge(edge, fragment) {
      const { from, to, kind } = graph.edges[edge] ?? { from: 0, to: 0, kind: 'fall' };
      if (kind === 'fall') add(onFall, startOf(to), fragment);
      else if (waysOut[from] === 1) add(before, lastOf(from), fragment);
      else if (waysIn[to] === 1 && !handlers.has(to)) add(before, startOf(to), fragment);
      else if (fragment.length > 0) {
        const known = onJump.get(edge)?.code ?? [];
        const joined = [...known, ...fragment];
        onJump.set(edge, { from: lastOf(from), target: startOf(to), code: joined });
      }
    },
    onHandler(block, fragment) {
      add(waysIn[block] === 0 ? before : onCatch, startOf(block), fragment);
    },
    finish: () => ({ onFall, before, onJump: [...onJump.values()], onCatch }),
  };
}
