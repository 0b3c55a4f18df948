/** Small trees, and what the equations of DiffProf ask of them, by the book: slow, and plain to see. */
import { type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';

/** Rows as ⟨parent, letter⟩; equal paths merge. */
export function treeOf(rows: readonly (readonly [number, string])[]): MethodTree {
  return buildMethodTree(
    rows.map(([parent, name]) => ({
      parent,
      method: { class: 'T', name, descriptor: '()V' },
      exclusive: 1,
      calls: 1,
    })),
  );
}

export const labelOf = (tree: MethodTree, row: number): string =>
  tree.names[tree.frames[row] ?? -1]?.name ?? '';
export const pathOf = (tree: MethodTree, row: number): string[] =>
  row <= 0 ? [] : [...pathOf(tree, tree.parents[row] ?? 0), labelOf(tree, row)];
export const childrenOf = (tree: MethodTree, row: number): number[] =>
  [...tree.parents.keys()].filter((other) => tree.parents[other] === row);
export const isAncestor = (tree: MethodTree, above: number, row: number): boolean =>
  row > above && (tree.parents[row] === above || isAncestor(tree, above, tree.parents[row] ?? -1));
export const nca = (tree: MethodTree, one: number, other: number): number =>
  one === other || isAncestor(tree, one, other) ? one : nca(tree, tree.parents[one] ?? 0, other);

export function editDistance(one: readonly string[], other: readonly string[]): number {
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

/** Trees of up to nine contexts, with four names. */
export const smallTrees = fc
  .array(fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 9 })
  .map((drawn) =>
    treeOf(
      drawn.map(([parent, name], index) => [index === 0 ? -1 : (parent % (index + 1)) - 1, name] as const),
    ),
  );
