/**
 * Natural loops: the blocks from which an edge back to a block that dominates
 * them can be reached without leaving it (Aho, Lam, Sethi, Ullman, 9.6).
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
   * True if some cycle is entered at several places, so that no header dominates it. Such cycles are
   * not among the loops.
   */
  readonly isIrreducible: boolean;
}

/** Cost: the sizes of the loops together. */
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

/** Adds the blocks that reach `from` without passing what the body holds. */
function collect(from: number, predecessors: readonly (readonly number[])[], body: Set<number>): void {
  const open = [from];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (body.has(block)) continue;
    body.add(block);
    open.push(...(predecessors[block] ?? []));
  }
}
