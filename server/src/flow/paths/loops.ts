/**
 * Natural loops (Aho, Lam, Sethi, Ullman, 9.6). An edge back to a block through which all ways to its start lead makes
 * one: that block, the header, and all blocks from which the edge can be reached without passing the header.
 *
 * Sits in `flow/` over `dominators.ts`.
 */
import { at } from '../../base/check';
import { dominates, immediateDominators, reversePostorder, type Successors } from './dominators';

export interface NaturalLoop {
  /** The block that is entered. */
  readonly header: number;
  /** The header first, then by number. */
  readonly blocks: readonly number[];
}

interface Loops {
  /** The loops, one for each header. Outer loops come before the loops inside them. */
  readonly loops: readonly NaturalLoop[];
  /** The number of loops that each block lies in. */
  readonly depth: Int32Array;
  /**
   * True if some cycle can be entered at several of its blocks, so that none of them is its header. Such
   * cycles are not among the loops.
   */
  readonly isIrreducible: boolean;
}

/** The natural loops of a graph whose entry is block 0. Takes as long as the sizes of the loops together. */
export function findLoops(successors: Successors): Loops {
  const dominators = immediateDominators(successors);
  const order = reversePostorder(successors);
  const rank = new Int32Array(successors.length).fill(-1);
  order.forEach((node, index) => (rank[node] = index));
  const predecessors: number[][] = successors.map(() => []);
  for (const node of order) for (const to of successors[node] ?? []) predecessors[to]?.push(node);

  let isIrreducible = false;
  const bodies = new Map<number, Set<number>>();
  for (const from of order) {
    for (const to of successors[from] ?? []) {
      if (at(rank, to) > at(rank, from)) continue;
      if (!dominates(dominators, to, from)) {
        isIrreducible = true;
        continue;
      }
      const body = bodies.get(to) ?? new Set([to]);
      bodies.set(to, body);
      collect(from, predecessors, body);
    }
  }
  const depth = new Int32Array(successors.length);
  const loops = [...bodies].map(([header, body]) => {
    for (const block of body) depth[block] = at(depth, block) + 1;
    return {
      header,
      blocks: [header, ...[...body].filter((block) => block !== header).sort((a, b) => a - b)],
    };
  });
  loops.sort((one, other) => at(depth, one.header) - at(depth, other.header) || one.header - other.header);
  return { loops, depth, isIrreducible };
}

/** Adds `from` and the blocks that lead to it to the body, which holds the header already. */
function collect(from: number, predecessors: readonly (readonly number[])[], body: Set<number>): void {
  const open = [from];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (body.has(block)) continue;
    body.add(block);
    open.push(...(predecessors[block] ?? []));
  }
}
