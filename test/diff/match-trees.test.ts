import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildContextTree } from '../../server/src/diff/context-builder';
import type { ContextTree } from '../../server/src/diff/context-tree';
import { matchTrees } from '../../server/src/diff/match-trees';

const naming = { isApplication: () => false, extends: () => false };

/** Rows as ⟨parent, letter⟩; equal paths merge. */
function treeOf(rows: readonly (readonly [number, string])[]): ContextTree {
  return buildContextTree(
    rows.map(([parent, name]) => ({
      parent,
      method: { class: 'T', name, descriptor: '()V' },
      exclusive: 1,
      calls: 1,
    })),
  );
}

const labelOf = (tree: ContextTree, row: number): string => tree.names[tree.methods[row] ?? -1]?.name ?? '';
const pathOf = (tree: ContextTree, row: number): string[] =>
  row <= 0 ? [] : [...pathOf(tree, tree.parents[row] ?? 0), labelOf(tree, row)];
const childrenOf = (tree: ContextTree, row: number): number[] =>
  [...tree.parents.keys()].filter((other) => tree.parents[other] === row);
const isAncestor = (tree: ContextTree, above: number, row: number): boolean =>
  row > above && (tree.parents[row] === above || isAncestor(tree, above, tree.parents[row] ?? -1));
const nca = (tree: ContextTree, one: number, other: number): number =>
  one === other || isAncestor(tree, one, other) ? one : nca(tree, tree.parents[one] ?? 0, other);

function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = [...other.keys(), other.length];
  for (const [i, a] of one.entries())
    row = row.reduce<number[]>(
      (next, above, j) => [
        ...next,
        j === 0
          ? i + 1
          : Math.min(above + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a === other[j - 1] ? 0 : 1)),
      ],
      [],
    );
  return row[other.length] ?? 0;
}

/** Lemma 3.1 word for word, with all ways to match the children. */
function largestByLemma(one: ContextTree, other: ContextTree, alpha: number): number {
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

const rows = fc
  .array(fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 9 })
  .map((drawn) =>
    treeOf(
      drawn.map(([parent, name], index) => [index === 0 ? -1 : (parent % (index + 1)) - 1, name] as const),
    ),
  );

describe('the matching of two trees', () => {
  it('is as large as the lemma says', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(5), (one, other, alpha) => {
        const { partners } = matchTrees(one, other, naming, alpha);
        expect(partners.filter((partner) => partner >= 0).length).toBe(largestByLemma(one, other, alpha));
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps names, paths, ancestors and structure', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(5), (one, other, alpha) => {
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
      fc.property(rows, fc.nat(5), (tree, alpha) => {
        const { partners } = matchTrees(tree, tree, naming, alpha);
        expect([...partners]).toEqual([...tree.parents.keys()]);
      }),
    );
  });
});
