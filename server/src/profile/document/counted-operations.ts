/**
 * The energy operations of a method with the executions of each: the input of a cost model when executions
 * were counted.
 *
 * Sits in `profile/` over `operations/`, whose catalogue is the same for source
 * and bytecode.
 */
import type { CountPlan } from '../plan/plan';
import { at, present } from '../../base/check';
import type { BytecodeOperations, BytecodeSite } from '../../operations/bytecode/bytecode-recorder';
import type { MethodCounts } from '../read/counts';

export interface CountedSite extends BytecodeSite {
  /** The index of the block that holds the operation. */
  readonly block: number;
  /** The number of times that its instruction was begun. */
  readonly executions: number;
  /** The sum of sizes, if the cost grows with a size. */
  readonly size?: number;
}

/** Lists the operations in the order of the code. */
export function countOperations(
  { sites }: BytecodeOperations,
  { graph }: CountPlan,
  counts: MethodCounts,
): readonly CountedSite[] {
  const indexOf = new Map(graph.offsets.map((offset, index) => [offset, index]));
  let block = 0;
  return sites.map((site) => {
    while ((graph.blocks[block]?.end ?? Infinity) <= site.offset) block++;
    const instruction = present(indexOf.get(site.offset), 'the instruction of an operation');
    const size = counts.sizes.get(instruction);
    const executions = at(counts.instructions, instruction);
    return { ...site, block, executions, ...(size === undefined ? {} : { size }) };
  });
}
