import { describe, expect, it } from 'vitest';
import { matchLeftovers } from '../../server/src/compare/match/match-leftovers';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { buildTaskTree } from '../../server/src/compare/trees/task-tree';
import { compareTasks } from '../../server/src/compare/match/tasks';
import { type KnownPrograms, likenesses, makeKnownPrograms } from './known-programs';
import { namingOf, scoreTrees, treeOf } from './known-trees';

describe('tasks that two programs share by construction', () => {
  describe.each(Object.entries(likenesses))('%s', (_, likeness) => {
    // The first of those that test/bench/diff-truth.mjs makes.
    const pairs = Array.from({ length: 40 }, (__, at) => 10_001 + at).map((seed) =>
      makeKnownPrograms(seed, 20 + ((seed * 7) % 101), likeness),
    );
    const sum = (alpha: number | 'auto'): { readonly recall: number; readonly precision: number } => {
      const scores = pairs.map((pair) => scoreTrees(pair, alpha));
      const total = (of: 'shared' | 'matched' | 'right'): number =>
        scores.reduce((all, score) => all + score[of], 0);
      return { recall: total('right') / total('shared'), precision: total('right') / total('matched') };
    };

    it('are found, and no others, at dynamic α', () => {
      const found = sum('auto');
      expect(found.recall).toBeGreaterThanOrEqual(0.95);
      expect(found.precision).toBeGreaterThanOrEqual(0.99);
    });

    it('are found in part by exact matching, which errs in none', () => {
      const found = sum(0);
      expect(found.recall).toBeLessThan(0.9);
      expect(found.precision).toBe(1);
    });
  });

  it('match one to one, each within what its α allows', () => {
    const known = makeKnownPrograms(77, 60, likenesses['two authors'] ?? expect.fail());
    const compared = compareTasks(
      treeOf(known.programs[0]),
      treeOf(known.programs[1]),
      namingOf(known),
      'auto',
    );
    const seconds = compared.matched.map(({ second }) => second.row);
    expect(new Set(seconds).size).toBe(seconds.length);
    const partners = [...compared.partners].filter((partner) => partner >= 0);
    expect(new Set(partners).size).toBe(partners.length);
    for (const { first, second } of compared.matched)
      expect(Math.abs(first.path.length - second.path.length)).toBeLessThanOrEqual(5);
  });

  it('are given up where they are told to be', () => {
    const known: KnownPrograms = makeKnownPrograms(5, 40, likenesses['two authors'] ?? expect.fail());
    const naming = namingOf(known);
    const trees = [
      buildTaskTree(treeOf(known.programs[0]), naming),
      buildTaskTree(treeOf(known.programs[1]), naming),
    ] as const;
    const whole = matchTrees(trees[0], trees[1], naming, 0);
    const stop = (): never => {
      throw new Error('stopped');
    };
    const every = trees.map(({ parents }) => [...parents.keys()].slice(1).map((row) => ({ row })));
    expect(() =>
      matchLeftovers(trees, [every[0] ?? [], every[1] ?? []], naming, whole, {
        leastAlpha: 0,
        greatestAlpha: 5,
        check: stop,
      }),
    ).toThrow('stopped');
  });
});
