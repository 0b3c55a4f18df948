import { type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { mergeTrees, type MergedTree } from '../../server/src/compare/trees/merged-tree';

const naming = { isApplication: () => false, extends: () => false };

function treeOf(rows: readonly (readonly [number, string])[]): MethodTree {
  return buildMethodTree(
    rows.map(([parent, name], index) => ({
      parent,
      method: { class: 'T', name, descriptor: '()V' },
      exclusive: 1 << index,
      calls: 1,
    })),
  );
}

const drawnTree = fc
  .array(fc.tuple(fc.nat(30), fc.constantFrom('a', 'b', 'c', 'd', 'e')), { maxLength: 16 })
  .map((drawn) => treeOf(drawn.map(([parent, name], index) => [(parent % (index + 1)) - 1, name] as const)));

type SideName = 'first' | 'second';

/** The nearest row above each row of one side, in the merged tree, that this side has. */
function parentsOf(merged: MergedTree, side: SideName, rows: number): number[] {
  const parents = new Array<number>(rows).fill(-2);
  for (const [at, row] of merged[side].entries()) {
    if (row < 0) continue;
    let above = merged.parents[at] ?? -1;
    while (above >= 0 && (merged[side][above] ?? -1) < 0) above = merged.parents[above] ?? -1;
    parents[row] = above < 0 ? -1 : (merged[side][above] ?? -1);
  }
  return parents;
}

/** Paths of names from the root, with `-` and `+` where one side has none, sorted. */
function print(merged: MergedTree, first: MethodTree, second: MethodTree): string[] {
  const nameAt = (at: number): string => {
    const [row, partner] = [merged.first[at] ?? -1, merged.second[at] ?? -1];
    const of = (tree: MethodTree, index: number): string => tree.names[tree.frames[index] ?? -1]?.name ?? '';
    return `${partner < 0 ? '-' : row < 0 ? '+' : ''}${row < 0 ? of(second, partner) : of(first, row)}`;
  };
  const pathOf = (at: number): string => (at <= 0 ? '' : `${pathOf(merged.parents[at] ?? 0)} ${nameAt(at)}`);
  return [...merged.parents.keys()]
    .slice(1)
    .map((at) => pathOf(at).trim())
    .sort();
}

describe('two trees as one', () => {
  it('is either of them without what only the other has, and has pairs once', () => {
    fc.assert(
      fc.property(drawnTree, drawnTree, fc.integer({ min: 0, max: 5 }), (first, second, alpha) => {
        const { partners } = matchTrees(first, second, naming, alpha);
        const merged = mergeTrees(first, second, partners);
        expect(parentsOf(merged, 'first', first.parents.length)).toEqual([...first.parents]);
        expect(parentsOf(merged, 'second', second.parents.length)).toEqual([...second.parents]);
        const pairs = [...merged.first].flatMap((row, at) => {
          const partner = merged.second[at] ?? -1;
          return row > 0 && partner > 0 ? [[row, partner]] : [];
        });
        expect(pairs.sort(([a = 0], [b = 0]) => a - b)).toEqual(
          [...partners].flatMap((partner, row) => (row > 0 && partner > 0 ? [[row, partner]] : [])),
        );
        // Preorder: each row lies below the one before it, or below one above that.
        for (const [at, parent] of merged.parents.entries()) expect(parent).toBeLessThan(at);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps both whatever it is told of pairs', () => {
    fc.assert(
      fc.property(drawnTree, drawnTree, fc.array(fc.nat(16), { maxLength: 16 }), (first, second, drawn) => {
        const taken = new Set([0]);
        const partners = Int32Array.from(first.parents, (_, row) => {
          const partner = row === 0 ? 0 : (drawn[row] ?? -1);
          if (row > 0 && (partner >= second.parents.length || taken.has(partner))) return -1;
          taken.add(partner);
          return partner;
        });
        const merged = mergeTrees(first, second, partners);
        expect(parentsOf(merged, 'first', first.parents.length)).toEqual([...first.parents]);
        expect(parentsOf(merged, 'second', second.parents.length)).toEqual([...second.parents]);
      }),
      { numRuns: 1000 },
    );
  });

  it('puts a wrapper of one side around what both have', () => {
    const plain = treeOf([[-1, 'run'], [0, 'read'], [0, 'write']]); // prettier-ignore
    const wrapped = treeOf([[-1, 'run'], [0, 'buffer'], [1, 'read'], [1, 'write'], [0, 'flush']]); // prettier-ignore
    const merged = mergeTrees(plain, wrapped, Int32Array.of(0, 1, 3, 4));
    expect(print(merged, plain, wrapped)).toEqual([
      'run',
      'run +buffer',
      'run +buffer read',
      'run +buffer write',
      'run +flush',
    ]);
    const back = mergeTrees(wrapped, plain, Int32Array.of(0, 1, -1, 2, 3, -1));
    expect(print(back, wrapped, plain)).toContain('run -buffer read');
  });

  it('is made of chains that no call stack holds, and can be stopped', () => {
    const deep = (name: string): MethodTree =>
      treeOf(Array.from({ length: 3000 }, (_, index) => [index - 1, `${name}${index}`] as const));
    const [first, second] = [deep('a'), deep('b')];
    const none = new Int32Array(first.parents.length).fill(-1);
    none[0] = 0;
    expect(mergeTrees(first, second, none).parents).toHaveLength(6001);
    const stop = (): never => {
      throw new Error('stopped');
    };
    expect(() => mergeTrees(first, second, none, stop)).toThrow('stopped');
  });
});
