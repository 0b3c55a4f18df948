/** The pieces of a text that operations stand for: each line of Java beside what its operations are shown as. */
import { describe, expect, test } from 'vitest';
import { indexLines } from '../../server/src/base/line-index';
import { layOnPieces, piecesOf, rowsOfPieces, type SourcePiece } from '../../server/src/lsp/views/pieces';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { inWork } from '../support/marked-java';

/** "Less_int_int: i < n", for each operation of the one line of a method. */
function piecesIn(line: string): readonly string[] {
  const text = inWork(`
    int f; int[] a; String s; java.util.List<Integer> list; Work next;
    void all(int i, int k, long l, double d, int[][] b, Object o) {
      ${line}
    }
    static void helper(int i, long l, Work... w) { }
  `);
  const file = operationsOf(newAnalyzer(), '/nowhere/demo/Work.java', text);
  const lines = indexLines(text);
  return piecesOf(file, { text, lines })(4).map(({ name, fragment }) => `${name}: ${fragment}`);
}

describe('the pieces of', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'for (int j = i + 1; j < a.length; j++) helper(j, l);',
      [
        'Addition_int_int: i + 1',
        'Declaration_int: j = i + 1',
        'FieldReference_int[]: a',
        'ArrayLength: a.length',
        'Less_int_int: j < a.length',
        'Parameter_int: j',
        'Parameter_long: l',
        'NewArray_Object: helper(j, l)',
        'Parameter_Object[]: helper(j, l)',
        'MethodInvocation_static: helper(j, l)',
        'Increment_int: j++',
        'BlockGoto_for: j++',
      ],
    ],
    [
      'if (a[i] > this.next.f && !(o instanceof String t) || b[i][k] == 0) return;',
      [
        'FieldReference_int[]: a',
        'ArrayReference_int: a[i]',
        'FieldReference_Object: this.next',
        'FieldReference_int: this.next.f',
        'Greater_int_int: a[i] > this.next.f',
        'InstanceOf_String: o instanceof String t',
        'BooleanTest_boolean: o instanceof String t',
        'CheckCast_String: o instanceof String t',
        'Declaration_String: o instanceof String t',
        'ArrayReference_int[]: b[i]',
        'ArrayReference_int: b[i][k]',
        'Equal_int_0: b[i][k] == 0',
        'Return_void: return',
      ],
    ],
    [
      'd += l * a[k] / (double) 3;',
      [
        'FieldReference_int[]: a',
        'ArrayReference_int: a[k]',
        'Conversion_int_long: a[k]',
        'Multi_long_int: l * a[k]',
        'Conversion_long_double: l',
        'Division_long_double: l * a[k] / (double) 3',
        'Addition_double_double: d += l * a[k] / (double) 3',
        'Assign_double_double: d += l * a[k] / (double) 3',
      ],
    ],
    [
      'b[i + 1][k - 1] = i++;',
      [
        'Addition_int_int: i + 1',
        'ArrayReference_int[]: b[i + 1]',
        'Subtraction_int_int: k - 1',
        'Increment_int: i++',
        'ArrayStore_int: b[i + 1][k - 1] = i++',
      ],
    ],
    [
      'for (int x : a) list.add(x);',
      [
        'FieldReference_int[]: x : a',
        'Declaration_int[]: x : a',
        'ArrayLength: x : a',
        'Declaration_int: x : a',
        'Declaration_int: x : a',
        'Less_int_int: x : a',
        'ArrayReference_int: x : a',
        'Declaration_int: x : a',
        'FieldReference_Object: list',
        'java.lang.Integer.valueOf: x',
        'java.util.List.add: list.add(x)',
        'Increment_int: x : a',
        'BlockGoto_for: x : a',
      ],
    ],
    [
      's = "a" + i + o;',
      [
        'java.lang.String.valueOf: o',
        'Concatenation_int_String: "a" + i + o',
        'FieldStore_String: s = "a" + i + o',
      ],
    ],
    ['String z = (String) o;', ['CheckCast_String: (String) o', 'Declaration_String: z = (String) o']],
    [
      'throw new IllegalStateException("no more than " + i + " of these");',
      [
        'NewObject_Object: new IllegalStateException("no mor…',
        'Concatenation_int: "no more than " + i + " of these"',
        'java.lang.IllegalStateException.<init>: new IllegalStateException("no mor…',
        'Throw_Object: throw new IllegalStateException("…',
      ],
    ],
    [
      'while (i > 0 ? d < 1 : l != 2) i--;',
      [
        'Greater_int_0: i > 0',
        'Less_double_int: d < 1',
        'BlockGoto_conditional: 1',
        'NotEqual_long_int: l != 2',
        'Decrement_int: i--',
        'BlockGoto_while: ',
      ],
    ],
    [
      'switch (i) { case 1: break; default: i = 4; }',
      ['SwitchNonConsecutive_int: switch (i)', 'BlockGoto_switch: break', 'Assign_int_int: i = 4'],
    ],
    [
      'Runnable r = () -> next.all(1, 2, 3L, 4.0, null, new Work());',
      [
        'LambdaCreation: () ->',
        'FieldReference_Object: next',
        'Parameter_int: 1',
        'Parameter_int: 2',
        'Parameter_long: 3L',
        'Parameter_double: 4.0',
        'Parameter_int[][]: null',
        'NewObject_Object: new Work()',
        'MethodInvocation_special: new Work()',
        'Parameter_Object: new Work()',
        'MethodInvocation_virtual: next.all(1, 2, 3L, 4.0, null, new…',
        'Return_void: next.all(1, 2, 3L, 4.0, null, new…',
        'Declaration_Object: r = () -> next.all(1, 2, 3L, 4.0,…',
      ],
    ],
    [
      'Work[] ws = new Work[] { null, this };',
      [
        'NewArray_Object: new Work[] { null, this }',
        'ArrayStore_Object: null',
        'ArrayStore_Object: this',
        'Declaration_Object[]: ws = new Work[] { null, this }',
      ],
    ],
    [
      'int[][] m = new int[3][i];',
      ['NewMultiArray_int[][]: new int[3][i]', 'Declaration_int[][]: m = new int[3][i]'],
    ],
    [
      'synchronized (o) { boolean q = i == 3; }',
      [
        'Declaration_Object: synchronized (o)',
        'MonitorEnter_Object: synchronized (o)',
        'Equal_int_int: i == 3',
        'BlockGoto_boolean: i',
        'Declaration_boolean: q = i == 3',
        'MonitorExit_Object: }',
        'BlockGoto_synchronized: }',
      ],
    ],
    [
      'k = i > 2 ? list.get(i) : f << 2 >>> 1;',
      [
        'Greater_int_int: i > 2',
        'FieldReference_Object: list',
        'java.util.List.get: list.get(i)',
        'CheckCast_Object: list.get(i)',
        'java.lang.Integer.intValue: list.get(i)',
        'BlockGoto_conditional: ',
        'FieldReference_int: f',
        'ShiftLeft_int_int: f << 2',
        'UnsignedShiftRight_int_int: f << 2 >>> 1',
        'Assign_int_int: k = i > 2 ? list.get(i) : f << 2 …',
      ],
    ],
  ])('%s', (line, expected) => {
    expect(piecesIn(line)).toEqual(expected);
  });
});

describe('operations of a line that ran', () => {
  const piece = (name: string, fragment: string, block = '1'): SourcePiece => ({ name, fragment, block });

  test('share their executions over places that run together', () => {
    const placed = layOnPieces(
      [{ name: 'ArrayReference_int', count: 20, amount: 4 }],
      [piece('ArrayReference_int', 'a[i]'), piece('ArrayReference_int', 'b[i]')],
    );
    expect(placed).toEqual([
      { name: 'ArrayReference_int', fragment: 'a[i]', count: 10, amount: 2 },
      { name: 'ArrayReference_int', fragment: 'b[i]', count: 10, amount: 2 },
    ]);
  });

  test('stay together where places run on their own', () => {
    const pieces = [piece('Greater_int_0', 'x > 0', '1'), piece('Greater_int_0', 'y > 0', '2')];
    const placed = layOnPieces([{ name: 'Greater_int_0', count: 30, amount: 3 }], pieces);
    expect(placed).toEqual([{ name: 'Greater_int_0', fragment: 'x > 0, y > 0', count: 30, amount: 3 }]);
  });

  test('are one row where a fragment does them equally often', () => {
    const rows = rowsOfPieces([
      { name: 'Addition_int_int', fragment: 's += i', count: 10, amount: 3 },
      { name: 'Assign_int_int', fragment: 's += i', count: 10, amount: 1 },
      { name: 'Less_int_int', fragment: 'i < n', count: 11, amount: 5 },
    ]);
    expect(rows).toEqual([
      { fragment: 'i < n', words: ['compares ints with <'], count: 11, amount: 5 },
      { fragment: 's += i', words: ['adds ints', 'puts an int into a variable'], count: 10, amount: 4 },
    ]);
  });

  test('stand with the only call by a supertype’s name, where they were counted in the class that ran', () => {
    const contains = { name: 'java.util.ArrayList.contains, counted in the JDK', count: 3, amount: 1 };
    const call = piece('java.util.Collection.contains', 'all.contains(x)');
    const fragments = (...pieces: readonly SourcePiece[]): readonly string[] =>
      layOnPieces([contains], pieces).map(({ fragment }) => fragment);
    expect(fragments(call, piece('java.util.Collection.size', 'all.size()'))).toEqual(['all.contains(x)']);
    expect(fragments(call, piece('java.lang.String.contains', 't.contains("a")'))).toEqual(['']);
  });

  test('have words alone where the text has no place for them', () => {
    const placed = layOnPieces([{ name: 'garbage collection, by bytes allocated', count: 3, amount: 1 }], []);
    expect(rowsOfPieces(placed)).toEqual([
      { fragment: '', words: ['garbage collection, by bytes allocated'], count: 3, amount: 1 },
    ]);
  });
});

test('a piece that makes an object says that its constructor runs', () => {
  const wordsFor = (fragment: string): readonly string[] =>
    rowsOfPieces([{ name: 'MethodInvocation_special', count: 1, amount: 1, fragment }])[0]?.words ?? [];
  expect(wordsFor('new Work()')).toEqual(['runs its constructor']);
  expect(wordsFor('super.run()')).toEqual(['calls a constructor, super or private method']);
});
