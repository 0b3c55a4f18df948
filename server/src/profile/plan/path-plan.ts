/**
 * Plans which paths of a method are counted: from its entry, the header of a loop or a handler, to the next
 * header, a return, or an instruction that throws.
 *
 * Sits in `profile/` between `count-plan.ts` and `flow/paths/path-numbering.ts`. vLens (section 3.1) extends Ball
 * and Larus to calls, threads and exceptions. An activation keeps the number of its path in a local, so
 * that neither calls nor threads disturb it, and an exception ends a path as a return does. A path also
 * ends where a loop is entered, so that each round of the loop is the same path.
 */
import type { PlannedEdge, CountPlan, PathPlan } from './plan';
import { at } from '../../base/check';
import { blockHolding, type BytecodeGraph, successorsOf } from '../../flow/bytecode/bytecode-graph';
import { reversePostorder } from '../../flow/paths/dominators';
import { findObviousPaths } from '../../flow/paths/obvious-paths';
import { numberPaths, type PathEdge, placeIncrements } from '../../flow/paths/path-numbering';
import { MalformedInput } from '../../base/outcome';

/** Throws {@link MalformedInput} where a method has too many paths. */
export function planPaths(plan: Omit<CountPlan, 'paths'>): PathPlan {
  const { graph, nodes } = plan;
  const blocks = rankBlocks(graph);
  const headers = new Set(
    graph.edges.flatMap(({ from, to }) => (at(blocks.rank, to) <= at(blocks.rank, from) ? [to] : [])),
  );
  const passed = new Set(
    plan.edges.flatMap(({ place }) => (place.kind === 'pass' ? [place.instruction] : [])),
  );
  const edges = plan.edges.map((edge): PathEdge => ({ ...edge, kind: kindOf(edge, headers, passed) }));
  // Places within a block follow the block, and precede what it leads to.
  const inside = new Map<number, number[]>();
  for (const { place, to } of plan.edges) {
    if (place.kind !== 'pass') continue;
    const block = blockHolding(graph, place.instruction);
    inside.set(block, [...(inside.get(block) ?? []), to]);
  }
  const order = blocks.order.flatMap((block) => [block, ...(inside.get(block) ?? [])]);
  const numbering = numberPaths(nodes, edges, order);
  if (numbering === undefined) throw new MalformedInput('It has too many paths to tell them apart', 0);
  const register = placeIncrements(nodes, edges, numbering, order);
  return { edges, numbering, register, obvious: findObviousPaths(nodes, edges, numbering, order) };
}

function kindOf(
  { place, to }: PlannedEdge,
  headers: ReadonlySet<number>,
  passed: ReadonlySet<number>,
): PathEdge['kind'] {
  switch (place.kind) {
    case 'enter':
    case 'catch':
      return 'start';
    case 'return':
      return 'end';
    case 'throw':
      // This is what does not get past an instruction before the constructor of the superclass.
      return passed.has(place.instruction) ? 'unseen' : 'end';
    case 'pass':
      return 'cut';
    case 'edge':
      return headers.has(to) ? 'cut' : 'inner';
  }
}

/** Numbers the blocks in reverse postorder, exceptions included. */
function rankBlocks(graph: BytecodeGraph): {
  readonly order: readonly number[];
  readonly rank: Int32Array;
} {
  const order = reversePostorder(successorsOf(graph));
  const rank = new Int32Array(graph.blocks.length).fill(-1);
  order.forEach((block, index) => (rank[block] = index));
  return { order, rank };
}
