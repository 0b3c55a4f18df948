/**
 * Derives how often each instruction ran from a method's counters.
 *
 * Sits in `profile/` over `count-plan.ts`.
 */
import type { CountPlan } from '../plan/plan';
import { outside } from '../../base/check';
import { deriveEdgeCounts } from '../../flow/paths/edge-counters';
import { firstSizeOf, nodeOf } from '../plan/count-plan';
import { countEdgesOfPaths, readPaths } from '../plan/path-counts';
import type { RunningAt } from './running-activations';

export interface MethodCounts {
  /** The number of times that the method was entered. */
  readonly calls: number;
  /** The number of entries of each block. */
  readonly blocks: Float64Array;
  /** How often each instruction was begun, including the times that it threw. */
  readonly instructions: Float64Array;
  /** How often each instruction threw. */
  readonly thrown: Float64Array;
  /** The sums of sizes, by index of the instruction that has one. */
  readonly sizes: ReadonlyMap<number, number>;
}

/** `counters` are those of the plan, in its order; `running` are activations that never left the method. */
export function deriveCounts(
  plan: CountPlan,
  counters: ArrayLike<number>,
  running: readonly RunningAt[] = [],
): MethodCounts {
  const edges =
    plan.paths === undefined
      ? deriveFromEdges(plan, counters, running)
      : countEdgesOfPaths(plan, readPaths(plan, plan.paths, counters, running), running);
  return countInstructions(plan, edges, counters, running);
}

function deriveFromEdges(
  plan: CountPlan,
  counters: ArrayLike<number>,
  running: readonly RunningAt[],
): Float64Array {
  const { graph, nodes, edges } = plan;
  const counted = new Map(
    plan.counters.map((edge, counter) => [edge, counters[counter] ?? outside(counter)] as const),
  );
  const outer = graph.blocks.length;
  const stays = running.map(({ instruction }) => ({ from: nodeOf(plan, instruction), to: outer }));
  for (const [index, { count }] of running.entries()) counted.set(edges.length + index, count);
  return deriveEdgeCounts(nodes, [...edges, ...stays], counted);
}

/** `counts` has one number for each edge of the plan. */
function countInstructions(
  plan: CountPlan,
  counts: Float64Array,
  counters: ArrayLike<number>,
  running: readonly RunningAt[],
): MethodCounts {
  const { graph, edges } = plan;
  const blocks = new Float64Array(graph.blocks.length);
  const thrown = new Float64Array(graph.offsets.length);
  let calls = 0;
  for (const [index, { to, place }] of edges.entries()) {
    // The program may have run on between the look at its stacks and the look at its counters, so a count could
    // fall below 0.
    const count = Math.max(0, counts[index] ?? outside(index));
    if (to < blocks.length) blocks[to] = (blocks[to] ?? outside(to)) + count;
    if (place.kind === 'throw') thrown[place.instruction] = count;
    if (place.kind === 'enter') calls = count;
  }
  const left = Float64Array.from(thrown);
  for (const { instruction, count } of running)
    left[instruction] = (left[instruction] ?? outside(instruction)) + count;
  const instructions = new Float64Array(graph.offsets.length);
  for (const [block, { from, to }] of graph.blocks.entries()) {
    let entered = blocks[block] ?? outside(block);
    for (let instruction = from; instruction < to; instruction++) {
      instructions[instruction] = entered;
      entered = Math.max(0, entered - (left[instruction] ?? outside(instruction)));
    }
  }
  const firstSize = firstSizeOf(plan);
  const sizes = new Map(
    plan.sizes.map(({ instruction }, size) => [
      instruction,
      counters[firstSize + size] ?? outside(firstSize + size),
    ]),
  );
  for (const { instruction, size } of plan.fixedSizes)
    sizes.set(instruction, size * (instructions[instruction] ?? outside(instruction)));
  return { calls, blocks, instructions, thrown, sizes };
}

/** The counts of a method whose instructions ran once each; sizes are those that the code states. */
export function countEachOnce({ graph, fixedSizes }: CountPlan): MethodCounts {
  const { length } = graph.offsets;
  return {
    calls: 1,
    blocks: new Float64Array(graph.blocks.length).fill(1),
    instructions: new Float64Array(length).fill(1),
    thrown: new Float64Array(length),
    sizes: new Map(fixedSizes.map(({ instruction, size }) => [instruction, size])),
  };
}
