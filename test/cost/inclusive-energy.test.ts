import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { createInclusiveEnergies, type CallGraphNode } from '../../server/src/cost/pricing/inclusive-energy';

/** One parameter of 1 J, so that a method's mean is its count of operations. */
const model: CostModel = {
  id: 'unit',
  title: 'Unit',
  machine: 'none',
  isLocal: false,
  mode: 'interpreter',
  version: '1',
  source: 'test',
  parameters: [{ name: 'operation', mean: 1, sd: 0.1 }],
  noiseSd: 0.5,
  price: () => ({ terms: [{ parameter: 0, coefficient: 1 }], noise: 1 }),
};

type Graph = Record<string, { readonly own: number; readonly calls?: Record<string, number> }>;

function energies(graph: Graph): ReturnType<typeof createInclusiveEnergies> {
  const nodes = new Map(
    Object.entries(graph).map(([key, { own, calls = {} }]): [string, CallGraphNode] => [
      key,
      {
        own: { parameters: [0], coefficients: [own], noise: own },
        callees: Object.entries(calls).map(([callee, count]) => ({ key: callee, count })),
      },
    ]),
  );
  return createInclusiveEnergies(model, (key) => nodes.get(key));
}

function check(
  graph: Graph,
  key: string,
  expected: { mean: number; recursive?: boolean; unanalyzed?: number },
): void {
  const result = energies(graph)(key);
  expect(result?.energy.mean).toBeCloseTo(expected.mean, 9);
  expect(result?.recursive).toBe(expected.recursive ?? false);
  expect(result?.unanalyzed).toBe(expected.unanalyzed ?? 0);
}

describe('a method with what it calls', () => {
  it.each<[string, Graph, string, { mean: number; recursive?: boolean; unanalyzed?: number }]>([
    ['alone', { f: { own: 3 } }, 'f', { mean: 3 }],
    [
      'with calls',
      { f: { own: 3, calls: { g: 10 } }, g: { own: 2, calls: { h: 0.5 } }, h: { own: 4 } },
      'f',
      { mean: 3 + 10 * (2 + 2) },
    ],
    [
      'by two ways',
      { f: { own: 1, calls: { g: 1, h: 1 } }, g: { own: 1, calls: { h: 2 } }, h: { own: 1 } },
      'f',
      { mean: 5 },
    ],
    ['of itself', { f: { own: 3, calls: { f: 2 } } }, 'f', { mean: 3, recursive: true }],
    [
      'above recursion',
      { m: { own: 1, calls: { f: 2 } }, f: { own: 3, calls: { f: 2 } } },
      'm',
      { mean: 7, recursive: true },
    ],
    [
      'in a circle, from f',
      { f: { own: 1, calls: { g: 3 } }, g: { own: 10, calls: { f: 5 } } },
      'f',
      { mean: 31, recursive: true },
    ],
    [
      'in a circle, from g',
      { f: { own: 1, calls: { g: 3 } }, g: { own: 10, calls: { f: 5 } } },
      'g',
      { mean: 15, recursive: true },
    ],
    ['below a circle', { f: { own: 1, calls: { f: 1, h: 4 } }, h: { own: 2 } }, 'h', { mean: 2 }],
    [
      'beside a circle',
      { f: { own: 1, calls: { f: 1, h: 4 } }, h: { own: 2 } },
      'f',
      { mean: 9, recursive: true },
    ],
    ['of an abstract method', { f: { own: 1, calls: { 'abstract()': 3 } } }, 'f', { mean: 1, unanalyzed: 3 }],
    [
      'of it indirectly',
      { f: { own: 1, calls: { g: 2 } }, g: { own: 1, calls: { 'abstract()': 3 } } },
      'f',
      { mean: 3, unanalyzed: 6 },
    ],
  ])('%s', (_, graph, key, expected) => {
    check(graph, key, expected);
  });

  it('is unknown without a body', () => {
    expect(energies({})('f')).toBeUndefined();
  });

  it('keeps what callers and callees share: deviations add, not squares', () => {
    const result = energies({ f: { own: 3, calls: { g: 2 } }, g: { own: 2 } })('f');
    expect(result?.energy.variance).toBeCloseTo((7 * 0.1) ** 2 + 7 * 0.25, 12);
  });

  it('survives 20,000 calls deep, in a row and in a circle', () => {
    const depth = 20_000;
    const graph: Graph = Object.fromEntries(
      Array.from({ length: depth }, (_, i) => [`m${i}`, { own: 1, calls: { [`m${i + 1}`]: 1 } }]),
    );
    check({ ...graph, [`m${depth}`]: { own: 1 } }, 'm0', { mean: depth + 1 });
    check({ ...graph, [`m${depth}`]: { own: 1, calls: { m0: 1 } } }, 'm0', {
      mean: depth + 1,
      recursive: true,
    });
  });

  it('stays a number where loops multiply down a chain', () => {
    const graph: Graph = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`m${i}`, { own: 1, calls: { [`m${i + 1}`]: 1000 } }]),
    );
    const energy = energies({ ...graph, m400: { own: 1 } })('m0')?.energy;
    expect(Number.isFinite(energy?.mean)).toBe(true);
    expect(Number.isFinite(energy?.variance)).toBe(true);
  });

  it('agrees with expanding the calls one by one, where nothing is recursive', () => {
    const size = 6;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 4 })), {
          maxLength: 12,
        }),
        (edges) => {
          const calls = Array.from({ length: size }, (): Record<string, number> => ({}));
          for (const [a, b, count] of edges) if (a < b) (calls[a] ?? {})[`m${b}`] = count;
          const graph: Graph = Object.fromEntries(
            calls.map((own, i) => [`m${i}`, { own: i + 1, calls: own }]),
          );
          const expand = (i: number): number =>
            i +
            1 +
            Object.entries(calls[i] ?? {}).reduce(
              (sum, [key, count]) => sum + count * expand(Number(key.slice(1))),
              0,
            );
          const energyOf = energies(graph);
          calls.forEach((_, i) => {
            expect(energyOf(`m${i}`)?.energy.mean).toBe(expand(i));
          });
        },
      ),
    );
  });

  it('says recursive exactly where a circle can be reached, and counts each method at most once per way', () => {
    const size = 5;
    const edge = fc.tuple(fc.nat(size - 1), fc.nat(size - 1));
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 10 }), (edges) => {
        const calls = Array.from({ length: size }, (): Record<string, number> => ({}));
        for (const [a, b] of edges) (calls[a] ?? {})[`m${b}`] = 1;
        const graph: Graph = Object.fromEntries(calls.map((own, i) => [`m${i}`, { own: 1, calls: own }]));
        const reach = (i: number, seen = new Set<number>()): Set<number> => {
          for (const key of Object.keys(calls[i] ?? {})) {
            const next = Number(key.slice(1));
            if (!seen.has(next)) reach(next, seen.add(next));
          }
          return seen;
        };
        const energyOf = energies(graph);
        calls.forEach((_, i) => {
          const reached = reach(i);
          const circle = [i, ...reached].some((node) => reach(node).has(node));
          const result = energyOf(`m${i}`);
          expect(result?.recursive).toBe(circle);
          expect(result?.energy.mean).toBeGreaterThanOrEqual(new Set([i, ...reached]).size);
        });
      }),
    );
  });
});
