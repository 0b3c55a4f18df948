/**
 * Guesses how often blocks and edges run for one run of their method, from the shape of the graph. The
 * guesses only help to choose which edges to count; nothing that is shown rests on them.
 *
 * Sits in `flow/`. After Ball and Larus, "Branch prediction for free" (1993):
 * loops run ten rounds, and what only throws hardly runs.
 */
import { at } from '../../base/check';
import { reversePostorder } from './dominators';
import type { BytecodeGraph } from '../bytecode/bytecode-graph';
import { findLoops } from './loops';

interface StaticFrequencies {
  readonly blocks: Float64Array;
  /** The runs of each edge, by its index in the graph. */
  readonly edges: Float64Array;
}

const roundsOfLoop = 10;
const chanceOfException = 0.01;
/** Loops in loops in loops: beyond this the order no longer matters, and numbers would overflow. */
const mostFrequent = 1e12;

/** `throws`: by block, whether it ends in a throw. */
export function guessFrequencies(
  graph: BytecodeGraph,
  throws: (block: number) => boolean,
): StaticFrequencies {
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
