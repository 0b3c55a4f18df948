/** Operations in words for people who read Java: every family of the catalogue, and what else rows are named by. */
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../server/src/operations/catalogue/catalogue';
import { wordsOfOperation } from '../../server/src/operations/catalogue/operation-words';

describe('an operation in words', () => {
  test.each(CATALOGUE.map(({ family, template }) => [family, template]))(
    '%s has words of its own, without its name',
    (family, template) => {
      const types = ['int', 'double', 'Object', 'String', 'int[]', 'boolean', 'null', '0', '?', 'char'];
      for (const type of types) {
        const name = template.replaceAll(/(?<=_)T(?=_|$)/g, type).replace(/(?<=_)…$/, type);
        const words = wordsOfOperation(name);
        expect(words, name).toMatch(/^[a-z]/);
        expect(words, name).not.toMatch(new RegExp(`${family}|_|\\{|undefined`));
      }
    },
  );

  test('has an object and an article', () => {
    const names = [
      'Addition_int_int',
      'Addition_int_long',
      'Equal_Object_null',
      'Equal_int_0',
      'ArrayReference_Object',
      'FieldReference_int[]',
      'NewArray_int[]',
      'Conversion_int_double',
      'Return_void',
      'BlockGoto_for',
      'MethodInvocation_?',
      'Parameter_?',
      'Addition',
      'Return',
      'Conversion',
      'Addition_int_int:constant',
      'java.util.List.get(int)',
      'Concatenation_String_int',
      'java.util.ArrayList.<init>',
      'java.util.Map$Entry.getKey',
      'java.lang.Integer.valueOf',
      'java.lang.Integer.intValue',
      'java.util.Arrays.fill per element',
      'java.util.Arrays.fill, elements after the first',
      'lib.Tool.twice, not counted',
      'garbage collection, by bytes allocated',
      'ireturn',
    ];
    expect(names.map((name) => `${name}: ${wordsOfOperation(name)}`)).toMatchInlineSnapshot(`
      [
        "Addition_int_int: adds ints",
        "Addition_int_long: adds an int and a long",
        "Equal_Object_null: compares an object and null with ==",
        "Equal_int_0: compares an int and 0 with ==",
        "ArrayReference_Object: reads an object from an array",
        "FieldReference_int[]: reads an int[] from a field",
        "NewArray_int[]: creates an array of int[] arrays",
        "Conversion_int_double: turns an int into a double",
        "Return_void: returns",
        "BlockGoto_for: goes back to the loop’s test",
        "MethodInvocation_?: calls a method that was not found",
        "Parameter_?: passes a value of unknown type",
        "Addition: adds values",
        "Return: returns a value",
        "Conversion: turns a value into another type",
        "Addition_int_int:constant: adds ints (a small constant)",
        "java.util.List.get(int): calls List.get(int)",
        "Concatenation_String_int: joins text (String, int)",
        "java.util.ArrayList.<init>: runs ArrayList’s constructor",
        "java.util.Map$Entry.getKey: calls Map.Entry.getKey",
        "java.lang.Integer.valueOf: boxes an int",
        "java.lang.Integer.intValue: unboxes an int",
        "java.util.Arrays.fill per element: calls Arrays.fill, for each element",
        "java.util.Arrays.fill, elements after the first: calls Arrays.fill, elements after the first",
        "lib.Tool.twice, not counted: calls Tool.twice, not counted",
        "garbage collection, by bytes allocated: garbage collection, by bytes allocated",
        "ireturn: ireturn",
      ]
    `);
  });

  test('differs from those of all others of the catalogue', () => {
    const all = CATALOGUE.map(({ template }) =>
      wordsOfOperation(template.replaceAll(/(?<=_)T(?=_|$)/g, 'int')),
    );
    expect(all.filter((words, index) => all.indexOf(words) !== index)).toEqual([]);
  });
});
