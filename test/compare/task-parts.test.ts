/** The parts that one side of a matched task does alone: they are listed, and add up to all that has no partner. */
import { type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import { expect, test } from 'vitest';
import { compareTasks } from '../../server/src/compare/match/tasks';
import { createPartLists } from '../../server/src/compare/match/task-parts';

/** Lines of paths, `class.method` by dots and `>`, with what each takes itself. */
function treeOf(lines: readonly (readonly [path: string, exclusive: number])[]): MethodTree {
  const rowOf = new Map<string, number>();
  return buildMethodTree(
    lines.map(([path, exclusive], row) => {
      const steps = path.split(' > ');
      rowOf.set(path, row);
      const [owner = '', name = ''] = (steps.at(-1) ?? '').split('.');
      const parent = rowOf.get(steps.slice(0, -1).join(' > ')) ?? -1;
      return { parent, method: { class: owner, name, descriptor: '' }, exclusive, calls: 2, sizes: 6 };
    }),
  );
}

test('parts are the greatest pieces without a partner, and each names where it hangs', () => {
  const head = [
    ['App.main', 1],
    ['App.main > View.draw', 2],
    ['App.main > View.draw > View.measure', 3],
  ] as const;
  const compared = compareTasks(
    treeOf([
      ...head,
      ['App.main > View.draw > View.layout', 10],
      ['App.main > View.draw > View.layout > Text.wrap', 5],
      ['App.main > View.draw > View.measure > Cache.look', 4],
    ]),
    treeOf([...head, ['App.main > View.draw > View.measure > Font.load', 7]]),
    { isApplication: (name) => name === 'App', extends: () => false },
    0,
  );
  const [task] = compared.matched;
  expect(task).toMatchObject({ missing: 3, extra: 1, first: { size: 3 } });
  const { missing, extra } = createPartLists(compared.trees, compared.partners)(
    task?.first.row ?? 0,
    task?.second.row ?? 0,
  );
  expect(missing).toMatchObject([
    { method: { name: 'layout' }, path: [], energy: 15, contexts: 2, calls: 2 },
    { method: { name: 'look' }, path: [{ name: 'measure' }], energy: 4, contexts: 1 },
  ]);
  expect(extra).toMatchObject([{ method: { name: 'load' }, path: [{ name: 'measure' }], energy: 7 }]);
});
