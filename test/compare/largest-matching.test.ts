/**
 * Lemma 3.1 beside what it is to find: the greatest of all matchings that keep ancestors, structure and paths
 * (Equations 2 to 4), found by trying them all.
 */
import type { MethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { editDistance, isAncestor, labelOf, nca, pathOf, smallTrees, treeOf } from './small-trees';

type Pair = readonly [v: number, w: number];

const naming = { isApplication: () => false, extends: () => false };

/** How many rows all matchings of the equations may have at most, the roots among them or not. */
function largestOfAll(one: MethodTree, other: MethodTree, alpha: number): number {
  const candidates: Pair[] = [[0, 0]];
  for (let v = 1; v < one.parents.length; v++)
    for (let w = 1; w < other.parents.length; w++)
      if (labelOf(one, v) === labelOf(other, w) && editDistance(pathOf(one, v), pathOf(other, w)) <= alpha)
        candidates.push([v, w]);
  const keeps = ([v, w]: Pair, taken: readonly Pair[]): boolean =>
    taken.every(
      ([v2, w2], index) =>
        v !== v2 &&
        w !== w2 &&
        isAncestor(one, v, v2) === isAncestor(other, w, w2) &&
        isAncestor(one, v2, v) === isAncestor(other, w2, w) &&
        taken.every(([v3, w3], at) => at <= index || keepsStructure([v, v2, v3], [w, w2, w3])),
    );
  const keepsStructure = (
    vs: readonly [number, number, number],
    ws: readonly [number, number, number],
  ): boolean =>
    (
      [
        [0, 1, 2],
        [1, 0, 2],
        [2, 0, 1],
      ] as const
    ).every(
      ([a, b, c]) =>
        (nca(one, vs[a], vs[b]) === nca(one, vs[a], vs[c])) ===
        (nca(other, ws[a], ws[b]) === nca(other, ws[a], ws[c])),
    );
  let most = 0;
  const extend = (from: number, taken: readonly Pair[]): void => {
    most = Math.max(most, taken.length);
    if (taken.length + candidates.length - from <= most) return;
    for (let next = from; next < candidates.length; next++) {
      const pair = candidates[next];
      if (pair !== undefined && keeps(pair, taken)) extend(next + 1, [...taken, pair]);
    }
  };
  extend(0, []);
  return most;
}

const sizeOf = (one: MethodTree, other: MethodTree, alpha: number): number =>
  matchTrees(one, other, naming, alpha).partners.filter((partner) => partner >= 0).length;

test('the lemma finds the greatest of all matchings of small trees', () => {
  fc.assert(
    fc.property(smallTrees, smallTrees, fc.nat(5), (one, other, alpha) => {
      expect(sizeOf(one, other, alpha)).toBe(largestOfAll(one, other, alpha));
    }),
    { numRuns: 1000 },
  );
});

/** Paths by their letters. */
function treeOfPaths(...paths: readonly string[]): MethodTree {
  const rows: (readonly [number, string])[] = [];
  const known = new Map([['', -1]]);
  for (const path of paths)
    for (let end = 1; end <= path.length; end++) {
      const [above, here] = [path.slice(0, end - 1), path.slice(0, end)];
      if (known.has(here)) continue;
      known.set(here, rows.length);
      rows.push([known.get(above) ?? -1, here.slice(-1)]);
    }
  return treeOf(rows);
}

test('where what leads to rows is further apart than they are, it finds less than the equations allow', () => {
  // Each leaf is one edit from its partner; ab, where they part in the first, is two from the root, where they do in the second.
  const [one, other] = [treeOfPaths('abc', 'abd', 'abe', 'abf'), treeOfPaths('ac', 'bd', 'xbe', 'ybf')];
  expect(largestOfAll(one, other, 1)).toBe(4);
  expect(sizeOf(one, other, 1)).toBe(3);
  expect(sizeOf(one, other, 3)).toBe(largestOfAll(one, other, 3));
});
