/**
 * Lists the call instructions of a method; the calling context tree tells its callees apart by them.
 *
 * Sits in `profile/`, under `instrument-method.ts` and `describe-tree.ts`.
 */
import type { CountPlan } from './plan';
import { at } from '../../base/check';
import { Opcode } from '../../classfile/read/opcodes';

/** The indices of the call instructions, in the order of the code; sites are numbered from 1. */
export function findCallSites(
  { graph, isReached }: CountPlan,
  opcodeAt: (offset: number) => number,
): readonly number[] {
  const sites: number[] = [];
  for (const [block, { from, to }] of graph.blocks.entries()) {
    if (isReached[block] === 0) continue;
    for (let instruction = from; instruction < to; instruction++) {
      const opcode = opcodeAt(at(graph.offsets, instruction));
      if (opcode >= Opcode.invokevirtual && opcode <= Opcode.invokedynamic) sites.push(instruction);
    }
  }
  return sites;
}
