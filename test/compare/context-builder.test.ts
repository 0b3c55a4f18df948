/** Trees of contexts from calls: equal paths merge, recursion folds, nothing is lost, whatever order rows are in. */
import { inclusiveOf } from '../../server/src/base/context-tree';
import { type CallRow, type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf } from './small-trees';

const call = (parent: number, name: string, rest: Partial<CallRow> = {}): CallRow => ({
  parent,
  method: { class: 'T', name, descriptor: '' },
  exclusive: 1,
  calls: 1,
  ...rest,
});

/** Each path with what it takes, its calls, and those that it was called again while it ran. */
function described(tree: MethodTree): readonly string[] {
  return [...tree.parents.keys()]
    .slice(1)
    .map(
      (row) =>
        `${pathOf(tree, row).join('>')} ${tree.exclusive[row]} ${tree.calls[row]} ${tree.recursive[row]}`,
    );
}

test('equal paths are one context, and a method that is running is entered again', () => {
  const tree = buildMethodTree([
    call(-1, 'main'),
    call(0, 'sort'),
    call(1, 'compare', { calls: 5 }),
    call(0, 'sort', { calls: 2 }),
    call(3, 'compare', { calls: 7 }),
    call(4, 'sort', { calls: 3 }),
    call(5, 'swap'),
  ]);
  // What the inner sort calls hangs on the outer one.
  expect(described(tree)).toEqual([
    'main 1 1 0',
    'main>sort 3 3 3',
    'main>sort>compare 2 12 0',
    'main>sort>swap 1 1 0',
  ]);
});

test('calls that were not recorded are not 0', () => {
  const { method, exclusive, parent } = call(-1, 'main');
  const tree = buildMethodTree([{ method, exclusive, parent }, call(0, 'a', { sizes: 4 })]);
  expect(tree.calls[1]).toBeNaN();
  expect(tree.sizes?.[1]).toBeNaN();
  expect(tree.sizes?.[2]).toBe(4);
});

test('rows that lead back to themselves hang on the root', () => {
  const tree = buildMethodTree([call(1, 'a'), call(2, 'b'), call(0, 'c'), call(3, 'd')]);
  expect(described(tree)).toEqual(['a 1 1 0', 'a>c 1 1 0', 'b 1 1 0', 'd 1 1 0']);
});

const rows = fc
  .array(fc.tuple(fc.integer({ min: -2, max: 40 }), fc.constantFrom('a', 'b', 'c'), fc.nat(9)), {
    maxLength: 30,
  })
  .map((drawn) => drawn.map(([parent, name, exclusive]) => call(parent, name, { exclusive })));

test('no energy is lost, no path has a method twice, and no two contexts are the same path', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const tree = buildMethodTree(given);
      const total = given.reduce((sum, { exclusive }) => sum + exclusive, 0);
      expect(inclusiveOf(tree.parents, tree.exclusive)[0]).toBe(total);
      const paths = [...tree.parents.keys()].map((row) => pathOf(tree, row));
      for (const path of paths) expect(new Set(path).size).toBe(path.length);
      expect(new Set(paths.map((path) => path.join('>'))).size).toBe(paths.length);
      const entered = [...tree.calls].reduce((sum, calls) => sum + (Number.isNaN(calls) ? 0 : calls), 0);
      const again = [...tree.recursive].reduce((sum, calls) => sum + calls, 0);
      expect(entered + again).toBe(given.length);
      // In preorder: what lies below a row follows it.
      for (const [row, parent] of tree.parents.entries()) expect(parent).toBeLessThan(row);
    }),
  );
});
