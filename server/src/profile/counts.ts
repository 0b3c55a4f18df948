/**
 * From a method's counters back to how often each instruction ran.
 *
 * Sits in `profile/` over `count-plan.ts`.
 */
import { deriveEdgeCounts } from '../flow/edge-counters';
import type { CountPlan } from './count-plan';

export interface MethodCounts {
  /** How often the method was entered. */
  readonly calls: number;
  /** By block: how often it was entered. */
  readonly blocks: Float64Array;
  /** By index of the instruction: how often it was begun, also where it then threw. */
  readonly instructions: Float64Array;
  /** By index of the instruction: how often it threw. */
  readonly thrown: Float64Array;
}

/** `counters`: those of the plan, in its order. */
export function deriveCounts(plan: CountPlan, counters: ArrayLike<number>): MethodCounts {
  const { graph, nodes, edges } = plan;
  const counted = new Map(plan.counters.map((edge, counter) => [edge, counters[counter] ?? 0]));
  const counts = deriveEdgeCounts(nodes, edges, counted);
  const blocks = new Float64Array(graph.blocks.length);
  const thrown = new Float64Array(graph.offsets.length);
  let calls = 0;
  for (const [index, { to, place }] of edges.entries()) {
    const count = counts[index] ?? 0;
    if (to < blocks.length) blocks[to] = (blocks[to] ?? 0) + count;
    if (place.kind === 'throw') thrown[place.instruction] = count;
    if (place.kind === 'enter') calls = count;
  }
  const instructions = new Float64Array(graph.offsets.length);
  for (const [block, { from, to }] of graph.blocks.entries()) {
    let running = blocks[block] ?? 0;
    for (let instruction = from; instruction < to; instruction++) {
      instructions[instruction] = running;
      running -= thrown[instruction] ?? 0;
    }
  }
  return { calls, blocks, instructions, thrown };
}
