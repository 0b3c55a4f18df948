/** Contexts of hand-made profiles, where a library stands between a context and its parent. */
import { expect, test } from 'vitest';
import { creationInWords, nameOfMethod, tellOverloads } from '../../server/src/words/text-sections';
import { contextsOf } from '../../server/src/compare/trees/call-contexts';
import type { ProfileDocument, ProfiledTree } from '../../server/src/profile/document/profile-document';

const forEach = 'java/util/List.forEach(Ljava/util/function/Consumer;)V';

/** `main` calls `List.forEach` twice, which calls `body` 6 times; `body` adds 10 times. */
function treeWith(between: Pick<ProfiledTree, 'callbacks' | 'handOvers'>): readonly string[] {
  const keys = [
    { family: 'LibraryFunction', name: 'java.util.List.forEach', size: '', operands: ['Object'] },
    { family: 'Addition', name: 'Addition_int_int', size: '', operands: [] },
  ];
  const methods = ['main', 'body'].map((name) => ({ name, descriptor: '()V' }));
  const contexts = [
    [-1, 0, 0, -1, 0, 1, [[0, 2]], []],
    [0, 0, 1, 7, 3, 6, [[1, 10]], []],
  ];
  const profile = {
    keys,
    classes: [{ name: 'app/Main', methods }],
    tree: { contexts, beyond: 2, ...between },
  };
  const tree = contextsOf(profile as unknown as ProfileDocument, {
    unit: Float64Array.of(5, 1),
    element: new Float64Array(2),
  });
  if (tree === undefined) throw new Error('no tree');
  const paths: string[] = [''];
  return Array.from(tree.parents.keys())
    .slice(1)
    .map((row) => {
      const path = `${paths[tree.parents[row] ?? 0] ?? ''}/${tree.names[tree.frames[row] ?? -1]?.name ?? ''}`;
      paths[row] = path;
      return `${path}: ${tree.calls[row] ?? 0} calls, ${tree.exclusive[row] ?? 0} J`;
    })
    .sort();
}

const below = ['/main/forEach/body: 6 calls, 10 J', '/main/forEach: 2 calls, 10 J', '/main: 1 calls, 0 J'];

test('what a library calls back is below the one row of that call, which keeps its cost and its calls', () => {
  expect(treeWith({ callbacks: [[1, forEach]] })).toEqual(below);
});

test('it stands as what is handed over does, and in older profiles beside the call', () => {
  expect(treeWith({ handOvers: [[1, forEach]] })).toEqual(below);
  expect(treeWith({})).toEqual([
    '/main/body: 6 calls, 10 J',
    '/main/forEach: 2 calls, 10 J',
    '/main: 1 calls, 0 J',
  ]);
});

test('overloads of a library’s method are methods of their own, counted in the library or called alone', () => {
  const sort = (operands: readonly string[]) => ({
    ...{ family: 'LibraryFunction', name: 'java.util.Arrays.sort', size: '', operands },
  });
  const profile = {
    keys: [sort(['int[]']), sort(['int[]', 'int', 'int']), sort(['Object[]', 'Object'])],
    classes: [
      { name: 'app/Main', methods: [{ name: 'main', descriptor: '()V' }] },
      {
        ...{ name: 'java/util/Arrays', isFollowed: true },
        methods: [{ name: 'sort', descriptor: '([Ljava/lang/Object;Ljava/util/Comparator;)V' }],
      },
    ],
    tree: {
      contexts: [
        [
          ...[-1, 0, 0, -1, 0, 1],
          [
            [0, 2],
            [1, 3],
            [2, 4],
          ],
          [],
        ],
        [0, 1, 0, 7, 3, 4, [], []],
      ],
      beyond: 2,
    },
  };
  const costs = { unit: Float64Array.of(1, 1, 1), element: new Float64Array(3) };
  const namesOf = (hasDescriptors: boolean): readonly string[] =>
    (contextsOf(profile as unknown as ProfileDocument, costs, hasDescriptors)?.names ?? [])
      .map(({ name, descriptor }) => name + descriptor)
      .sort();
  // What was counted in the library is the method that the operation names.
  expect(namesOf(true)).toEqual(['main()V', 'sort([I)', 'sort([III)', 'sort([LObject;LObject;)']);
  expect(namesOf(false)).toEqual(['main', 'sort']);
});

test('names tell overloads apart where several are listed', () => {
  const method = (name: string, descriptor: string) => ({
    method: { class: 'java.util.Arrays', name, descriptor },
  });
  const given = [method('sort', '([I)'), method('sort', '([LObject;LObject;)'), method('fill', '([JJ)')];
  expect(tellOverloads(given).map((task) => nameOfMethod(task.method))).toEqual([
    'java.util.Arrays.sort(int[])',
    'java.util.Arrays.sort(Object[], Object)',
    'java.util.Arrays.fill',
  ]);
  const made = [method('<init>', '()'), method('<init>', '(I)')];
  expect(tellOverloads(made).map((task) => creationInWords(nameOfMethod(task.method)))).toEqual([
    'new java.util.Arrays()',
    'new java.util.Arrays(int)',
  ]);
});
