/**
 * Finds the blocks that every way to a block passes: Cooper, Harvey and Kennedy, "A Simple, Fast
 * Dominance Algorithm" (2001).
 *
 * Sits in `flow/`. Works on any graph of numbered nodes whose entry is node 0.
 */
import { at } from '../../base/check';

/** The nodes that each node leads to. */
export type Successors = readonly (readonly number[])[];

/** Reachable nodes, each before those it leads to but along back edges. Cost: linear; no recursion. */
export function reversePostorder(successors: Successors): readonly number[] {
  const order: number[] = [];
  const next = new Int32Array(successors.length);
  const seen = new Uint8Array(successors.length);
  const path = successors.length > 0 ? [0] : [];
  seen[0] = 1;
  while (path.length > 0) {
    const node = at(path, path.length - 1);
    const place = at(next, node);
    next[node] = place + 1;
    const successor = successors[node]?.[place];
    if (successor === undefined) {
      order.push(node);
      path.pop();
    } else if (seen[successor] === 0) {
      seen[successor] = 1;
      path.push(successor);
    }
  }
  return order.reverse();
}

/** The closest dominator of each node. The entry's is the entry itself, an unreachable node's is -1. */
export function immediateDominators(successors: Successors): Int32Array {
  const order = reversePostorder(successors);
  const rank = new Int32Array(successors.length).fill(-1);
  order.forEach((node, index) => (rank[node] = index));
  const predecessors: number[][] = successors.map(() => []);
  for (const node of order) for (const to of successors[node] ?? []) predecessors[to]?.push(node);

  const dominators = new Int32Array(successors.length).fill(-1);
  if (order.length > 0) dominators[0] = 0;
  const meet = (one: number, other: number): number => {
    while (one !== other) {
      while (at(rank, one) > at(rank, other)) one = at(dominators, one);
      while (at(rank, other) > at(rank, one)) other = at(dominators, other);
    }
    return one;
  };
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const node of order) {
      if (node === 0) continue;
      let dominator = -1;
      for (const from of predecessors[node] ?? []) {
        if (at(dominators, from) < 0) continue;
        dominator = dominator < 0 ? from : meet(from, dominator);
      }
      if (dominators[node] === dominator) continue;
      dominators[node] = dominator;
      hasChanged = true;
    }
  }
  return dominators;
}

/** Cost: the depth of the tree. */
export function dominates(dominators: Int32Array, one: number, other: number): boolean {
  let node = other;
  for (;;) {
    if (node === one) return true;
    const up = at(dominators, node);
    if (up === node || up < 0) return false;
    node = up;
  }
}
