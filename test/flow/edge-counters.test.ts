/** Counts of chosen edges against walks through random graphs, whose counts are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCountedEdges,
  deriveEdgeCounts,
  type MeasurableEdge,
} from '../../server/src/flow/paths/edge-counters';

/** A strongly connected graph, so that walks return to where they began, and numbers that choose their ways. */
const walks = fc.integer({ min: 2, max: 12 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    ring: fc.shuffledSubarray([...Array(nodes).keys()], { minLength: nodes }),
    more: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 15 }),
    counting: fc.array(fc.constantFrom('always', 'if needed', 'if needed'), { minLength: 30, maxLength: 30 }),
    weights: fc.array(fc.nat(100), { minLength: 30, maxLength: 30 }),
    choices: fc.array(fc.nat(1000), { maxLength: 60 }),
  }),
);

describe('counted edges', () => {
  it('give the counts of all others, and are as few as can be', () => {
    fc.assert(
      fc.property(walks, ({ nodes, ring, more, counting, weights, choices }) => {
        const pairs = [
          ...ring.map((from, index) => [from, ring[(index + 1) % nodes] ?? 0] as const),
          ...more,
        ];
        const edges = pairs.map(([from, to], index): MeasurableEdge => ({
          from,
          to,
          weight: weights[index] ?? 0,
          counting: counting[index] ?? 'if needed',
        }));
        const known = walk(edges, ring, choices);
        const chosen = chooseCountedEdges(nodes, edges);
        const derived = deriveEdgeCounts(
          nodes,
          edges,
          new Map(chosen.map((edge) => [edge, known[edge] ?? 0])),
        );
        expect([...derived]).toEqual(known);
        if (!edges.some((edge) => edge.counting === 'always'))
          expect(chosen).toHaveLength(edges.length - nodes + 1);
      }),
      { numRuns: 1000, seed: 3 },
    );
  });

  it('are the lightest', () => {
    const edge = (from: number, to: number, weight: number): MeasurableEdge => ({
      from,
      to,
      weight,
      counting: 'if needed',
    });
    // entry, header, body; the way around the loop is heavy.
    const edges = [edge(0, 1, 1), edge(1, 2, 10), edge(2, 1, 10), edge(1, 0, 1)];
    expect(chooseCountedEdges(3, edges)).toEqual([2, 3]);
  });
});

/** Counts of a closed walk: by choice, then home along the ring. */
function walk(
  edges: readonly MeasurableEdge[],
  ring: readonly number[],
  choices: readonly number[],
): number[] {
  const counts = edges.map(() => 0);
  const start = ring[0] ?? 0;
  let at = start;
  const take = (index: number): void => {
    counts[index] = (counts[index] ?? 0) + 1;
    at = edges[index]?.to ?? start;
  };
  for (const choice of choices) {
    const out = edges.flatMap(({ from }, index) => (from === at ? [index] : []));
    take(out[choice % out.length] ?? 0);
  }
  while (at !== start) take(ring.indexOf(at));
  return counts;
}
