import { describe, expect, test } from 'vitest';
import { anyPlatform, extractText, withText } from './extract-text';
import { listSites } from '../../server/src/operations/catalogue/site-table';

/** The details that the operations of one family record beside their names, in order. */
function detailsOf(statements: string, family: string): readonly string[] {
  const text = `import java.util.*;
class Test {
  static final int SIZE = 7;
  static int f(int x) { return x; }
  void test(int a, long l, double d, float g, Object o, String s, int[] ints) { ${statements} }
}`;
  const member = extractText(text, anyPlatform()).find(({ name }) => name.startsWith('Test.test('));
  if (member === undefined) throw new Error('The method was not found');
  const { keys, sites, callees } = member.operations;
  return listSites(sites).flatMap((site) => {
    const key = keys[site.key];
    if (key?.family !== family) return [];
    const { amount, callee } = site;
    const parts = [key.operands.join(' '), key.size];
    if (amount !== undefined) parts.push(`${amount.value} ${amount.basis}`);
    if (callee !== undefined) parts.push(callees[callee] ?? '?');
    return [parts.join(', ')];
  });
}

describe('size classes', () => {
  test.each([
    ['a = a + a;', 'int int, load'],
    ['a = a + 1;', 'int int, constant'],
    ['a = a + 200;', 'int int, constant'],
    ['a = a + 30000;', 'int int, constant'],
    ['a = a + 40000;', 'int int, 32-bit'],
    ['l = l + 1;', 'long int, constant'],
    ['l = l + 2;', 'long int, 64-bit'],
    ['g = g + 2;', 'float int, constant'],
    ['g = g + 3;', 'float int, 32-bit'],
    ['d = d + 1.0;', 'double double, constant'],
    ['d = d + 2;', 'double int, 64-bit'],
    ['d = d + -0.0;', 'double double, 64-bit'],
    ['a = a + SIZE;', 'int int, constant'],
    ['a = a + f(1);', 'int int, load'],
  ])('follow table 2 of the probabilistic profiler: %s', (statement, expected) => {
    expect(detailsOf(statement, 'Addition')).toEqual([expected]);
  });

  test('of references', () => {
    expect(detailsOf('o = s; o = null; s = "x";', 'Assign')).toEqual([
      'Object String, load',
      'Object null, constant',
      'String String, reference',
    ]);
    expect(detailsOf('if (o == null) a = 1;', 'Equal')).toEqual(['Object null, constant']);
  });

  test('put the type worked in first', () => {
    expect(detailsOf('d = a * d; d = d * a; g = l * g;', 'Multi')).toEqual([
      'double int, load',
      'double int, load',
      'float long, load',
    ]);
    expect(detailsOf('if (a < 0) a = 1; if (l < 0) a = 1;', 'Less')).toEqual([
      'int 0, constant',
      'long int, constant',
    ]);
  });
});

describe('amounts', () => {
  test('of arrays come from constants before them, else are the default', () => {
    expect(detailsOf('ints = new int[100];', 'NewArray')).toEqual(['int, reference, 100 constant']);
    expect(detailsOf('int n = SIZE * 3; ints = new int[n];', 'NewArray')).toEqual([
      'int, reference, 21 constant',
    ]);
    expect(detailsOf('int n = 3; n++; ints = new int[n];', 'NewArray')).toEqual([
      'int, reference, 16 default',
    ]);
    expect(detailsOf('ints = new int[a];', 'NewArray')).toEqual(['int, reference, 16 default']);
    expect(detailsOf('int[] b = {1, 2, 3}; ints = new int[b.length];', 'NewArray')).toEqual([
      'int, reference, 3 constant',
      'int, reference, 3 constant',
    ]);
    expect(detailsOf('int[][] grid = new int[4][SIZE];', 'NewMultiArray')).toEqual([
      'int[][], reference, 28 constant',
    ]);
  });

  test('of library calls too, where size plays a part', () => {
    const library = (statement: string): readonly string[] => detailsOf(statement, 'LibraryFunction');
    expect(library('List<Integer> list = new ArrayList<>(50); list.clear();')).toEqual([
      'int, reference, 50 constant',
      ', reference, 50 constant',
    ]);
    expect(library('a = "four".hashCode();')).toEqual([', reference, 4 constant']);
    expect(library('a = s.hashCode();')).toEqual([', reference, 16 default']);
    expect(library('a = Math.max(a, 3);')).toEqual(['int int, load']);
  });

  test('of concatenations are characters', () => {
    expect(detailsOf('s = "abc" + \'d\' + "ef";', 'Concatenation')).toEqual([]);
    expect(detailsOf('s = "abc" + s;', 'Concatenation')).toEqual(['String, reference, 19 default']);
  });
});

test('calls of application code name their callee', () => {
  expect(detailsOf('f(a);', 'MethodInvocation')).toEqual([', load, Test.f(I)I']);
});

test('members of local and anonymous classes are listed, those inside them too', () => {
  const text = `class Test { void test() {
    class Local { int x = 1; void run(int... xs) { new Object() { public String toString() { return ""; } }; } }
    Runnable r = new Runnable() { { init(); } public void run() { } };
  } }`;
  expect(withText(extractText(text, anyPlatform())).map(({ key, name }) => `${name}: ${key}`)).toEqual([
    'Test.test(): Test.test()V',
    'Test.test() Local.x: Test$Test_test_$1Local.<init>@x',
    'Test.test() Local.run(): Test$Test_test_$1Local.run([I)V',
    'Test.test() toString(): Test$Test_test_$1Local$1.toString()Ljava/lang/String;',
    expect.stringMatching(/^Test\.test\(\) \{…\}: Test\$Test_test_\$1\.<init>@\d+$/),
    'Test.test() run(): Test$Test_test_$1.run()V',
  ]);
});
