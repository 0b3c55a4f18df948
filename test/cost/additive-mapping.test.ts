import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  MAPPING,
  type MeasuredPattern,
  type MappingRule,
} from '../../server/src/cost/model/additive-mapping';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { CHANCES, DEFAULT_ASSUMPTIONS, ROUNDS } from '../../server/src/flow/source/assumptions';
import { CATALOGUE } from '../../server/src/operations/catalogue/catalogue';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';
import { BUNDLED_TEXT, bundledModel, operation } from './bundled-model';

/** `Operation, size, type` of each pattern that one execution runs; `none` where it is not modeled. */
function check(name: string, overrides: Partial<OperationKey>, expected: readonly string[] | 'none'): void {
  const cells = cellsOf(operation(name, overrides));
  const levels = ({ operation: level, size, type }: MeasuredPattern): string =>
    [level, size ?? '–', type ?? '–'].join(', ');
  expect(cells?.map(levels) ?? 'none').toEqual(expected);
}

describe('an operation is operation + data size + data type', () => {
  it.each<[string, Partial<OperationKey>, readonly string[] | 'none']>([
    ['Addition_int_int', {}, ['Addition, Load, int']],
    ['Addition_int_int', { size: '32-bit' }, ['Addition, 32-bit, int']],
    ['Addition_double_int', { size: '64-bit' }, ['Addition, 64-bit, double']],
    ['Addition_byte_char', { size: 'constant' }, ['Addition, Constant, int']],
    ['Addition_?_int', {}, 'none'],
    ['Multi_float_float', {}, ['Multiplication, Load, float']],
    ['UnsignedShiftRight_long_int', {}, ['Logical right bitshift, Load, long']],
    ['BitAnd_boolean_boolean', {}, ['Bit and, Load, int']],
    ['Increment_int', { size: 'constant' }, ['Increase, Constant, int']],
    ['Decrement_int', { size: 'constant' }, ['Increase, Constant, int']],
    // Section 6.3: if_icmp for two ints; if<cond> against zero, and after lcmp, fcmp and dcmp.
    ['Less_int_int', {}, ['if less (int), Load, int']],
    ['Less_int_0', { size: 'constant' }, ['if less (numerical data types), Load, int']],
    ['GreaterEqual_char_char', {}, ['if greater or equal (int), Load, int']],
    ['LessEqual_long_int', {}, ['if less or equal (numerical data types), Load, long']],
    ['Greater_double_double', {}, ['if greater (numerical data types), Load, double']],
    ['Equal_boolean_boolean', {}, ['if equal (int), Load, int']],
    ['Equal_Object_null', { size: 'constant' }, ['if null (references), Load, Reference']],
    ['NotEqual_?_null', {}, ['if non-null (references), Load, Reference']],
    ['NotEqual_String_String', {}, ['if non-equal (references), Load, Reference']],
    ['Equal_?_?', {}, 'none'],
    ['BooleanTest_boolean', {}, ['if non-equal (numerical data types), Load, int']],
    ['Conversion_int_long', {}, ['i2l, Load, int']],
    ['Conversion_double_float', {}, ['d2f, Load, double']],
    ['Conversion_char_double', {}, ['i2d, Load, int']],
    ['Conversion_int_byte', {}, ['i2b, Load, int']],
    ['Conversion_long_char', {}, ['l2i, Load, long', 'i2c, Load, int']],
    ['Conversion_float_short', {}, ['f2i, Load, float', 'i2s, Load, int']],
    ['Conversion_char_short', {}, ['i2s, Load, int']],
    ['Conversion_?_int', {}, 'none'],
    ['Declaration_int', { size: 'constant' }, ['Variable declaration, Constant, int']],
    ['Assign_double_double', {}, ['Variable declaration, Load, double']],
    ['Parameter_long', {}, ['Variable declaration, Load, long']],
    ['MethodInvocation_static', { operands: [] }, ['Static method call, Reference, –']],
    [
      'MethodInvocation_virtual',
      { operands: [], size: 'reference' },
      ['Non-static method call, Reference, –'],
    ],
    ['MethodInvocation_interface', { operands: [] }, ['Non-static method call, Reference, –']],
    ['MethodInvocation_special', { operands: [] }, ['Non-static method call, Reference, –']],
    ['MethodInvocation_?', {}, 'none'],
    ['Return_void', {}, []],
    ['Return_int', { size: 'constant' }, ['return statement, Constant, int']],
    ['Return_Object', {}, ['return statement, Load, Reference']],
    ['BlockGoto_for', { operands: [], size: 'constant' }, ['else branch, Load, int']],
    ['SwitchConsecutive_int', {}, ['Switch-case consecutive, Load, int']],
    ['FieldReference_boolean', { size: 'reference' }, ['Object get field, Load, int']],
    ['StaticFieldReference_String', {}, ['Object get static field, Load, Reference']],
    ['FieldStore_long', { size: '64-bit' }, ['Object put field, 64-bit, long']],
    ['ArrayReference_byte', {}, ['Array load, Load, int']],
    ['ArrayStore_Object', {}, ['Array store, Load, Reference']],
    ['ArrayLength', { operands: [] }, ['Array length, Load, Reference']],
    ['NewObject_Grid', { size: 'reference' }, ['Object allocation, Constant, Reference']],
    // Section 6.4: "an int array allocation has the following quadruple".
    ['NewArray_int', { size: 'reference' }, ['Array allocation, Constant, int']],
    ['java.util.List.get', { family: 'LibraryFunction' }, 'none'],
    ['Concatenation_String_int', {}, 'none'],
    ['InstanceOf_String', {}, 'none'],
  ])('%s %j', check);
});

describe('means of the published table', () => {
  /** Sums of Appendix A's means, in joules; the boards' own means are 6.739114e-09 and 5.074944e-11. */
  it.each([
    ['Device 1', 'Addition_int_int', 2.95478e-8 + 2.972453e-10 + 9.716775e-11 + 6.739114e-9],
    ['Device 2', 'Addition_int_int', 2.95478e-8 + 2.972453e-10 + 9.716775e-11 + 5.074944e-11],
    ['average', 'Addition_int_int', 2.95478e-8 + 2.972453e-10 + 9.716775e-11 + 3.39493172e-9],
    ['average', 'Modulo_double_double', 3.355088e-8 + 2.972453e-10 + 6.478463e-11 + 3.39493172e-9],
    [
      'average',
      'Conversion_long_byte',
      1.681959e-8 + 5.231769e-9 + 2 * 2.972453e-10 + 6.986588e-9 + 9.716775e-11 + 2 * 3.39493172e-9,
    ],
  ])('%s %s', (device, name, mean) => {
    const model = bundledModel(device);
    const price = model.price(operation(name));
    expect(price).toBeDefined();
    if (price !== undefined) expect(combineEnergies(model, [{ price, count: 1 }]).mean).toBeCloseTo(mean, 18);
  });

  it('adds half the distance of the boards as a deviation that all operations share', () => {
    const [average, first] = ['average', 'Device 1'].map((device) => {
      const model = bundledModel(device);
      const price = model.price(operation('Addition_int_int'));
      return price === undefined ? NaN : combineEnergies(model, [{ price, count: 1000 }]).variance;
    });
    const half = (6.739114e-9 - 5.074944e-11) / 2;
    const boards = (2.061548e-10 ** 2 + 3.596514e-11 ** 2) / 4 - 2.061548e-10 ** 2;
    expect((average ?? 0) - (first ?? 0)).toBeCloseTo(1e6 * (half * half + boards), 18);
  });

  it('are all reachable: no operation that was measured is left out', () => {
    const { parameters } = JSON.parse(BUNDLED_TEXT) as { parameters: { category: string; name: string }[] };
    const published = parameters
      .filter((parameter) => parameter.category === 'Operation')
      .map((parameter) => parameter.name);
    const types = [
      'boolean',
      'byte',
      'char',
      'short',
      'int',
      'long',
      'float',
      'double',
      'Object',
      'null',
      '0',
    ];
    const reached = new Set<string>();
    for (const { family } of CATALOGUE) {
      for (const a of types) {
        for (const b of types) {
          for (const cell of cellsOf(operation([family, a, b].join('_'))) ?? []) reached.add(cell.operation);
        }
      }
      for (const dispatch of ['static', 'virtual']) {
        for (const cell of cellsOf(operation([family, dispatch].join('_'))) ?? [])
          reached.add(cell.operation);
      }
    }
    expect(published.filter((name) => !reached.has(name))).toEqual([]);
  });
});

describe('docs/research/cost-model.md', () => {
  /** Each paragraph and each item of a list on one line. */
  const page = readFileSync(resolve(__dirname, '../../docs/research/cost-model.md'), 'utf8').replace(
    /(?<=\S)\n *(?=[^\n-])/g,
    ' ',
  );
  /** The levels that the page gives for each family: operation, size and type, less the remark in parentheses. */
  const rows = new Map(
    [
      ...page.matchAll(
        /^- `(\w+)`: ([^(\n]+?(?: \([^\n†]*\))??)(?:; ([^;\n]+); ([^;(\n]+?))?(?: \([^;\n]*\))?$/gm,
      ),
    ].map(([, family = '', level = '', size = 'operand', type = 'operand']) => [family, [level, size, type]]),
  );
  const [, notModeled = ''] = /has no cost for (.+?)\.$/m.exec(page) ?? [];
  const withoutCost = [...notModeled.matchAll(/`(\w+)`/g)].map(([, name]) => name);

  function describeRule(rule: MappingRule): readonly string[] {
    switch (rule.kind) {
      case 'cell':
        return [rule.operation, rule.size, rule.type];
      case 'comparison':
        return [`if ${rule.operation}`, 'operand', 'operand'];
      case 'conversion':
        return ['the instruction', 'Load', 'source type'];
      case 'call':
        return ['Static / Non-static method call', 'Reference', 'none'];
      case 'return':
        return ['return statement; nothing for `void`', 'operand', 'operand'];
    }
  }

  it('lists every family of the catalogue once, as the code models it', () => {
    expect([...rows.keys(), ...withoutCost].sort()).toEqual(CATALOGUE.map(({ family }) => family).sort());
    for (const { family } of CATALOGUE) {
      const rule = MAPPING.get(family);
      expect([family, ...(rows.get(family) ?? [])]).toEqual([
        family,
        ...(rule === undefined ? [] : describeRule(rule)),
      ]);
    }
  });

  it('states the assumptions that frequencies rest on', () => {
    const stated = new Map(
      [...page.matchAll(/^- .*\(`(\w+)`\): ([\d.]+)$/gm)].map((match) => [match[1], Number(match[2])]),
    );
    expect(Object.fromEntries(stated)).toEqual({ ...DEFAULT_ASSUMPTIONS, ...CHANCES, ...ROUNDS });
  });

  it('quotes figures that the code gives', () => {
    const model = bundledModel();
    const inNanojoules = (names: readonly string[], count = 1): string => {
      const executions = names.flatMap((name) => {
        const price = model.price(operation(name));
        return price === undefined ? [] : [{ price, count }];
      });
      expect(executions).toHaveLength(names.length);
      const { mean, variance } = combineEnergies(model, executions);
      return `${(mean * 1e9).toPrecision(3)} ± ${(Math.sqrt(variance) * 1e9).toPrecision(3)}`;
    };
    expect(page).toContain(`${inNanojoules(['Addition_int_int'])} nJ`);
    expect(inNanojoules(['Addition_int_int'], 10_000)).toBe('3.33e+5 ± 3.39e+4');
    expect(page).toContain('333 ± 34 µJ');
    const first = (text: string): string => text.split(' ')[0] ?? '';
    expect(page).toContain(`${first(inNanojoules(['MethodInvocation_static']))} nJ on the average board`);
    const sum = first(inNanojoules(['Addition_int_int', 'Declaration_int']));
    expect(page).toContain(
      `${Number(first(inNanojoules(['Declaration_int']))).toFixed(0)} nJ of ${Number(sum).toFixed(0)}`,
    );
    expect(page).toContain(`89 nJ of ${first(inNanojoules(['MethodInvocation_static', 'Return_int']))}`);
    expect(page).toContain(
      `100 nJ of ${Number(first(inNanojoules(['NewObject_Grid', 'MethodInvocation_special']))).toFixed(0)}`,
    );
  });

  it('is about families that exist', () => {
    const known = new Set(CATALOGUE.map(({ family }) => family));
    expect([...MAPPING.keys()].filter((family) => !known.has(family))).toEqual([]);
  });
});
