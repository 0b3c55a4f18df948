/**
 * The energy operations of a method with how often each ran: what a cost model
 * prices when executions were counted.
 *
 * Sits in `profile/` over `operations/`, whose catalogue is the same for source
 * and bytecode.
 */
import type { BytecodeOperations, BytecodeSite } from '../operations/bytecode-recorder';
import type { CountPlan } from './count-plan';
import type { MethodCounts } from './counts';

export interface CountedSite extends BytecodeSite {
  /** Index of the block that it lies in. */
  readonly block: number;
  /** How often its instruction was begun. */
  readonly executions: number;
  /** Sum of sizes, where its cost grows with them. */
  readonly size?: number;
}

/** In the order of the code. */
export function countOperations(
  { sites }: BytecodeOperations,
  { graph }: CountPlan,
  counts: MethodCounts,
): readonly CountedSite[] {
  const indexOf = new Map(graph.offsets.map((offset, index) => [offset, index]));
  let block = 0;
  return sites.map((site) => {
    while ((graph.blocks[block]?.end ?? Infinity) <= site.offset) block++;
    const instruction = indexOf.get(site.offset) ?? -1;
    const size = counts.sizes.get(instruction);
    const executions = counts.instructions[instruction] ?? 0;
    return { ...site, block, executions, ...(size === undefined ? {} : { size }) };
  });
}
