/**
 * Plans what to count in a method so that the executions of each instruction follow, exceptions included.
 *
 * Sits in `profile/` over `flow/`. A plan is a pure function of the class file: the reader of the counters
 * makes the same plan again. An instruction that may throw has its own edge to the outside, and each
 * handler has one from there, so that flow is conserved (design after Ball and Larus 1994, section 4.3).
 * The method keeps in a local which of these instructions it is at, and counts that instruction when an
 * exception reaches a handler: code that does not throw costs nothing. No handler may cover code both
 * before and after the call of the superclass's constructor, so before that call the plan counts how often
 * control gets past each instruction.
 */
import type { PlannedEdge, CountPlan, CountedPlace } from './plan';
import { at } from '../../base/check';
import type { MethodCode } from '../../classfile/read/code';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import {
  blockHolding,
  type BytecodeGraph,
  buildBytecodeGraph,
  successorsOf,
} from '../../flow/bytecode/bytecode-graph';
import { reversePostorder } from '../../flow/paths/dominators';
import { chooseCountedEdges } from '../../flow/paths/edge-counters';
import { findThrowingInstructions } from '../../flow/bytecode/throwing-instructions';
import { findSizedInstructions } from './sized-instructions';
import { findLoops } from '../../flow/paths/loops';

/** The number of the method's counters: those of edges or paths, then those of sizes. */
export function countersOf(plan: CountPlan): number {
  return firstSizeOf(plan) + plan.sizes.length;
}

/** The number of counters before those of sizes. */
export function firstSizeOf({ counters, paths }: CountPlan): number {
  return paths?.numbering.paths ?? counters.length;
}

/** Throws {@link MalformedInput}. Cost: about a microsecond an instruction. */
export function planCounts(
  file: ClassFile,
  method: MemberInfo,
  code: MethodCode,
  offsets: readonly number[],
): CountPlan {
  const graph = buildBytecodeGraph(file, code, offsets);
  const throwing = findThrowingInstructions(file, method, code, graph);
  const { blocks } = graph;
  const opcodeAt = (offset: number): number => at(file.bytes, code.start + offset);
  const endsInThrow = (block: number): boolean => opcodeAt(at(blocks, block).last) === Opcode.athrow;
  const guessed = guessFrequencies(graph, endsInThrow);

  const outside = blocks.length;
  let nodes = blocks.length + 1;
  const throws: PlannedEdge[] = [];
  const edges: PlannedEdge[] = [];
  const always = (from: number, to: number, place: CountedPlace): PlannedEdge => ({
    from,
    to,
    weight: 0,
    counting: 'always',
    place,
  });

  const isReached = reachedBlocks(graph);
  for (const block of graph.handlers)
    if (isReached[block] === 1) edges.push(always(outside, block, { kind: 'catch', block }));
  /** The node that the ways out of each block start at. */
  const exitOf = blocks.map((_, block) => block);
  for (const [block, { from, to }] of blocks.entries()) {
    if (isReached[block] === 0) continue;
    let node = block;
    for (let instruction = from; instruction < to; instruction++) {
      if (throwing.mayThrow[instruction] === 0) continue;
      const leave = always(node, outside, { kind: 'throw', instruction });
      if (throwing.awaitsSuper[instruction] === 0) {
        throws.push(leave);
        continue;
      }
      edges.push({ ...leave, counting: 'never' });
      if (opcodeAt(at(offsets, instruction)) === Opcode.athrow) continue;
      const next = nodes++;
      edges.push(always(node, next, { kind: 'pass', instruction }));
      node = next;
    }
    exitOf[block] = node;
  }
  edges.push({
    from: outside,
    to: 0,
    weight: 1,
    counting: 'if needed',
    place: { kind: 'enter' },
  });
  for (const [edge, { from, to }] of graph.edges.entries()) {
    if (isReached[from] === 0) continue;
    edges.push({
      from: at(exitOf, from),
      to,
      weight: at(guessed.edges, edge),
      counting: 'if needed',
      place: { kind: 'edge', edge },
    });
  }
  for (const [block, { last }] of blocks.entries()) {
    if (isReached[block] === 0 || !endsInReturn(opcodeAt(last))) continue;
    edges.push({
      from: at(exitOf, block),
      to: outside,
      weight: at(guessed.blocks, block),
      counting: 'if needed',
      place: { kind: 'return', block },
    });
  }
  const all = [...throws, ...edges];
  const { summed, fixed } = findSizedInstructions(file, code, graph, (block) => isReached[block] === 1);
  return {
    graph,
    throwing,
    isReached,
    nodes,
    edges: all,
    counters: chooseCountedEdges(nodes, all),
    sizes: summed,
    fixedSizes: fixed,
  };
}

export function endsInReturn(opcode: number): boolean {
  return opcode >= Opcode.ireturn && opcode <= Opcode.return;
}

/** The node of an instruction: its block's, or the last within the block that control got past. */
export function nodeOf({ graph, edges }: CountPlan, instruction: number): number {
  const block = blockHolding(graph, instruction);
  const from = at(graph.blocks, block).from;
  let node = block;
  for (const { to, place } of edges)
    if (place.kind === 'pass' && place.instruction >= from && place.instruction < instruction) node = to;
  return node;
}

function reachedBlocks(graph: BytecodeGraph): Uint8Array {
  const reached = new Uint8Array(graph.blocks.length);
  for (const block of reversePostorder(successorsOf(graph))) reached[block] = 1;
  return reached;
}

interface StaticFrequencies {
  readonly blocks: Float64Array;
  /** The runs of each edge, by its index in the graph. */
  readonly edges: Float64Array;
}

const roundsOfLoop = 10;
const chanceOfException = 0.01;
/** Loops in loops in loops: beyond this the order no longer matters, and numbers would overflow. */
const mostFrequent = 1e12;

/**
 * Guesses how often blocks and edges run for one run of their method, after Ball and Larus, "Branch prediction
 * for free" (1993): loops run ten rounds, and what only throws hardly runs. The guesses only help to choose
 * which edges to count; nothing that is shown rests on them.
 *
 * `throws`: by block, whether it ends in a throw.
 */
function guessFrequencies(graph: BytecodeGraph, throws: (block: number) => boolean): StaticFrequencies {
  const { blocks, edges, catches } = graph;
  const leaving: number[][] = blocks.map(() => []);
  edges.forEach(({ from }, edge) => leaving[from]?.push(edge));
  const successors = blocks.map((_, block) => [
    ...(leaving[block] ?? []).map((edge) => at(edges, edge).to),
    ...(catches[block] ?? []),
  ]);
  const { loops } = findLoops(successors);
  const innermost = new Int32Array(blocks.length).fill(-1);
  loops.forEach(({ blocks: body }, index) => {
    for (const block of body) innermost[block] = index;
  });
  const bodies = loops.map(({ blocks: body }) => new Set(body));
  const headers = new Set(loops.map(({ header }) => header));

  const frequency = new Float64Array(blocks.length);
  const ofEdge = new Float64Array(edges.length);
  if (blocks.length > 0) frequency[0] = 1;
  for (const block of reversePostorder(successors)) {
    let runs = at(frequency, block);
    if (headers.has(block)) runs = Math.min(mostFrequent, runs * roundsOfLoop);
    frequency[block] = runs;
    const out = leaving[block] ?? [];
    const loop = bodies[at(innermost, block)];
    const chances = out.map((edge) => {
      const to = at(edges, edge).to;
      if (throws(to)) return chanceOfException;
      return loop !== undefined && !loop.has(to) ? 1 / roundsOfLoop : 1;
    });
    const all = chances.reduce((sum, chance) => sum + chance, 0);
    out.forEach((edge, index) => {
      const share = (runs * at(chances, index)) / all;
      ofEdge[edge] = share;
      const to = at(edges, edge).to;
      frequency[to] = at(frequency, to) + share;
    });
    for (const handler of catches[block] ?? [])
      frequency[handler] = at(frequency, handler) + runs * chanceOfException;
  }
  return { blocks: frequency, edges: ofEdge };
}
