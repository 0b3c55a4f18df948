/** Trees with too many rows: the hottest stay, and no energy is lost. */
import { pruneTree } from '../../server/src/compare/trees/task-tree';
import { inclusiveOf } from '../../server/src/base/context-tree';
import {
  type MethodTree,
  MethodTreeBuilder,
  buildMethodTree,
} from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from './seeded-random';

const trees = fc
  .array(fc.tuple(fc.nat(30), fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(5)), { maxLength: 40 })
  .map((drawn) =>
    buildMethodTree(
      drawn.map(([parent, name, exclusive], index) => ({
        parent: index === 0 ? -1 : (parent % (index + 1)) - 1,
        method: { class: 'T', name, descriptor: '' },
        exclusive,
        calls: 1,
      })),
    ),
  );

const sum = (values: Float64Array): number => values.reduce((all, each) => all + each, 0);
const methodOf = (tree: MethodTree, row: number): string => tree.names[tree.frames[row] ?? -1]?.name ?? '';

test('what is left out stands in what calls it', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 0, max: 20 }), (tree, most) => {
      const { tree: rest, kept, pruned } = pruneTree(tree, most);
      expect(rest.parents.length).toBeLessThanOrEqual(Math.max(most + 1, 1));
      expect(rest.parents.length + (pruned?.rows ?? 0)).toBe(tree.parents.length);
      expect(sum(rest.exclusive)).toBe(sum(tree.exclusive));
      const [before, after] = [
        inclusiveOf(tree.parents, tree.exclusive),
        inclusiveOf(rest.parents, rest.exclusive),
      ];
      for (const [row, from] of kept.entries()) {
        expect(after[row]).toBe(before[from]);
        expect(methodOf(rest, row)).toBe(methodOf(tree, from));
        const parent = rest.parents[row] ?? -1;
        expect(parent < 0 ? -1 : kept[parent]).toBe(tree.parents[from]);
      }
      if (pruned === undefined) return;
      // Nothing that is left out took more than what is said, and nothing that stays took less.
      const isKept = new Set(kept);
      for (const [row, energy] of before.entries())
        if (row > 0) expect(energy > pruned.most).toBe(isKept.has(row));
      const left = [...tree.exclusive].filter((_, row) => !isKept.has(row));
      expect(left.reduce((all, each) => all + each, 0)).toBe(pruned.amount);
    }),
  );
});

test('a tree of half a million contexts is built and pruned', () => {
  const { next, below } = createRandom(3);
  const builder = new MethodTreeBuilder();
  const methods = Array.from({ length: 3000 }, (_, index) =>
    builder.numberOf({ class: 'C', name: `m${index}`, descriptor: '' }),
  );
  const contexts: number[] = [0];
  let total = 0;
  for (let row = 0; row < 500_000; row++) {
    const caller = contexts[Math.floor(next() ** 2 * contexts.length)] ?? 0;
    const context = builder.enter(caller, methods[below(3000)] ?? 0, 1, 0);
    const energy = below(1000);
    builder.take(context, energy);
    total += energy;
    if (contexts.length < 100_000) contexts.push(context);
  }
  const { tree } = builder.finish();
  expect(tree.parents.length).toBeGreaterThan(400_000);
  const { tree: rest, pruned } = pruneTree(tree, 60_000);
  expect(rest.parents.length).toBeLessThanOrEqual(60_001);
  expect(sum(rest.exclusive)).toBe(total);
  expect(rest.parents.length + (pruned?.rows ?? 0)).toBe(tree.parents.length);
});
