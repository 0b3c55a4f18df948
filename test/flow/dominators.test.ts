/** Dominators and loops of random graphs against their definitions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dominates,
  immediateDominators,
  reversePostorder,
  type Successors,
} from '../../server/src/flow/paths/dominators';
import { findLoops } from '../../server/src/flow/paths/loops';

const graphs: fc.Arbitrary<Successors> = fc
  .integer({ min: 1, max: 14 })
  .chain((nodes) =>
    fc.array(fc.array(fc.nat(nodes - 1), { maxLength: 3 }), { minLength: nodes, maxLength: nodes }),
  );

/** The nodes that can be reached from a node without passing another. */
function reach(successors: Successors, from: number, without?: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const open = from === without ? [] : [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(successors[node] ?? []).filter((to) => to !== without));
  }
  return seen;
}

describe('dominators', () => {
  it('are the nodes without which a node is out of reach', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const dominators = immediateDominators(successors);
        const reachable = reach(successors, 0);
        expect([...reversePostorder(successors)].sort()).toEqual([...reachable].sort());
        for (const one of reachable)
          for (const other of reachable)
            expect(dominates(dominators, one, other)).toBe(!reach(successors, 0, one).has(other));
        for (const node of successors.keys()) if (!reachable.has(node)) expect(dominators[node]).toBe(-1);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('natural loops', () => {
  it('hold what can come back to their header without leaving it', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const { loops, depth } = findLoops(successors);
        const dominators = immediateDominators(successors);
        const reachable = reach(successors, 0);
        const headers = [...reachable].filter((header) =>
          [...reachable].some(
            (from) => (successors[from] ?? []).includes(header) && dominates(dominators, header, from),
          ),
        );
        expect(loops.map(({ header }) => header).sort()).toEqual(headers.sort());
        for (const { header, blocks } of loops) {
          const latches = [...reachable].filter(
            (from) => (successors[from] ?? []).includes(header) && dominates(dominators, header, from),
          );
          const body = [...reachable].filter(
            (node) =>
              node === header ||
              latches.some((latch) => latch === node || reach(successors, node, header).has(latch)),
          );
          expect([...blocks].sort()).toEqual(body.sort());
        }
        for (const node of reachable)
          expect(depth[node]).toBe(loops.filter(({ blocks }) => blocks.includes(node)).length);
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  it('leave out cycles that are entered at several places, and say so', () => {
    expect(findLoops([[1, 2], [2], [1]])).toMatchObject({ loops: [], isIrreducible: true });
    expect(findLoops([[1], [2], [1]])).toMatchObject({
      loops: [{ header: 1, blocks: [1, 2] }],
      isIrreducible: false,
    });
  });
});
