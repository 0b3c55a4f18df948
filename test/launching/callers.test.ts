/** Ways from programs and tests to a method, by graphs drawn by hand. */
import { expect, test } from 'vitest';
import { findCallers } from '../../server/src/launching/profile-targets';

/** `A.main()V > A.run()V B.run()V` a line. */
function callers(target: string, graph: string): readonly string[] {
  const methods = graph.split('\n').map((line) => {
    const [key = '', callees = ''] = line.split(' > ').map((part) => part.trim());
    return { key, callees: callees.split(' ').filter((name) => name !== '') };
  });
  const isWanted = (key: string): boolean => /\.(?:main|test\w*)\(/.test(key);
  return findCallers(target, methods, isWanted).map(
    ({ key, distance, certain }) => `${key} ${distance}${certain ? '' : ' maybe'}`,
  );
}

test('nearest first, each once, also around a cycle', () => {
  const graph = `A.main()V > A.run()V
A.run()V > B.work(I)I
B.work(I)I > B.work(I)I A.run()V
T.testWork()V > B.work(I)I
T.testOther()V > C.other()V`;
  expect(callers('B.work(I)I', graph)).toEqual(['T.testWork()V 1', 'A.main()V 2']);
});

test('a method that is a program or test itself is at no distance', () => {
  expect(callers('A.main()V', 'A.main()V > A.main()V')).toEqual(['A.main()V 0']);
});

test('calls that may end in an overriding method come after those that name it', () => {
  const graph = `T.testShape()V > Shape.area()Ljava/lang/Number;
U.testCircle()V > U.help()V
U.help()V > Circle.area()Ljava/lang/Integer;`;
  expect(callers('Circle.area()Ljava/lang/Integer;', graph)).toEqual([
    'U.testCircle()V 2',
    'T.testShape()V 1 maybe',
  ]);
});

test('constructors are reached by their own name only', () => {
  expect(callers('A.<init>()V', 'A.main()V > B.<init>()V')).toEqual([]);
  expect(callers('A.<init>()V', 'A.main()V > A.<init>()V')).toEqual(['A.main()V 1']);
});

test('nothing reaches what nobody calls', () => {
  expect(callers('A.idle()V', 'A.main()V > A.run()V')).toEqual([]);
});

test('a chain of a hundred thousand calls is followed to its end', () => {
  const methods = Array.from({ length: 100_000 }, (_, at) => ({
    key: `A.m${at}()V`,
    callees: [`A.m${at + 1}()V`],
  }));
  expect(findCallers('A.m100000()V', methods, (key) => key === 'A.m0()V')).toEqual([
    { key: 'A.m0()V', distance: 100_000, certain: true },
  ]);
});
