import type { MethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { childrenOf, editDistance, isAncestor, labelOf, nca, pathOf, smallTrees } from './small-trees';

const naming = { isApplication: () => false, extends: () => false };

/** Lemma 3.1 word for word, with all ways to match the children. */
function largestByLemma(one: MethodTree, other: MethodTree, alpha: number): number {
  const sizes = new Map<string, number>();
  const size = (v: number, w: number): number => {
    const key = `${v},${w}`;
    const known = sizes.get(key);
    if (known !== undefined) return known;
    let value = 0;
    if (editDistance(pathOf(one, v), pathOf(other, w)) <= alpha) {
      const [left, right] = [childrenOf(one, v), childrenOf(other, w)];
      const match = (index: number, free: readonly number[]): number => {
        const child = left[index];
        if (child === undefined) return 0;
        const taken = free.map(
          (each) =>
            size(child, each) +
            match(
              index + 1,
              free.filter((rest) => rest !== each),
            ),
        );
        return Math.max(match(index + 1, free), ...taken);
      };
      value = Math.max(
        match(0, right) + (labelOf(one, v) === labelOf(other, w) ? 1 : 0),
        ...right.map((each) => size(v, each)),
        ...left.map((each) => size(each, w)),
      );
    }
    sizes.set(key, value);
    return value;
  };
  return size(0, 0);
}

describe('the matching of two trees', () => {
  it('is as large as the lemma says', () => {
    fc.assert(
      fc.property(smallTrees, smallTrees, fc.nat(5), (one, other, alpha) => {
        const { partners } = matchTrees(one, other, naming, alpha);
        expect(partners.filter((partner) => partner >= 0).length).toBe(largestByLemma(one, other, alpha));
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps names, paths, ancestors and structure', () => {
    fc.assert(
      fc.property(smallTrees, smallTrees, fc.nat(5), (one, other, alpha) => {
        const { partners } = matchTrees(one, other, naming, alpha);
        const pairs = [...partners.entries()].filter(([, partner]) => partner >= 0);
        expect(new Set(pairs.map(([, partner]) => partner)).size).toBe(pairs.length);
        for (const [v, w] of pairs) {
          expect(labelOf(one, v)).toBe(labelOf(other, w));
          expect(editDistance(pathOf(one, v), pathOf(other, w))).toBeLessThanOrEqual(alpha);
          for (const [v2, w2] of pairs) {
            expect(isAncestor(one, v, v2)).toBe(isAncestor(other, w, w2));
            for (const [v3, w3] of pairs)
              expect(nca(one, v, v2) === nca(one, v, v3)).toBe(nca(other, w, w2) === nca(other, w, w3));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of a tree with itself is all of it, row by row', () => {
    fc.assert(
      fc.property(smallTrees, fc.nat(5), (tree, alpha) => {
        const { partners } = matchTrees(tree, tree, naming, alpha);
        expect([...partners]).toEqual([...tree.parents.keys()]);
      }),
    );
  });
});
