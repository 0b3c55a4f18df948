/** Operations of methods of two profiles: which ran otherwise, in a run, in a call, and each. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { compareProfiles } from '../../server/src/compare/deltas/compare-profiles';
import { formatComparisonJson } from '../../server/src/compare/pages/comparison-json';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { MethodDelta } from '../../server/src/compare/deltas/compare-methods';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { bundledModel, operation } from '../cost/bundled-model';

const model = bundledModel();
const keys = ['Addition_int_int', 'Multi_int_int'].map((name) => operation(name));
const [addition = NaN, multiplication = NaN] = keys.map((key) => {
  const price = model.price(key);
  return price === undefined ? NaN : meanOf(price, model);
});

/** Line, key, executions. */
type Row = readonly [line: number, key: number, count: number];
function profileOf(calls: number, rows: readonly Row[]): ProfileDocument {
  const method = {
    name: 'run',
    descriptor: '()V',
    calls,
    lines: rows.map(([line, , count]) => [line, count]),
    blocks: [],
    operations: rows.map(([line, key, count]) => [key, line, count]),
    instructions: [],
    invocations: [],
  };
  const classes = [
    { name: 'demo/Work', source: 'Work.java', supertypes: [], hash: 0, lines: [], methods: [method] },
  ];
  // What of a profile comparisons are made of.
  return {
    program: { exitCode: 0, virtualMachines: [] },
    counting: { isExact: true },
    keys,
    callees: [],
    classes,
  } as unknown as ProfileDocument;
}

function compare(a: ProfileDocument, b: ProfileDocument): ReturnType<typeof compareProfiles> {
  const options = { alpha: 0, isApplication: applicationClasses([]) };
  return compareProfiles({ name: 'a', profile: a }, { name: 'b', profile: b }, model, options);
}

function methodOf(a: ProfileDocument, b: ProfileDocument): MethodDelta | undefined {
  return compare(a, b).methods[0];
}

describe('operations', () => {
  test('are the same jumps, whether or not a source told their statements', () => {
    const jumps = (construct: string, calls: number): ProfileDocument => ({
      ...profileOf(calls, [[4, 0, 100]]),
      keys: [operationKey('BlockGoto', [], 'constant', [construct])],
    });
    expect(methodOf(jumps('?', 10), jumps('for', 10))).toMatchObject({ operations: [], workDelta: 0 });
  });

  test('are those whose counts differ, with counts of a run and of a call, and energies of a run and of each', () => {
    const method = methodOf(
      profileOf(10, [
        [4, 0, 100],
        [4, 1, 20],
        [5, 0, 7],
      ]),
      profileOf(5, [
        [4, 0, 40],
        [4, 1, 20],
        [5, 0, 7],
      ]),
    );
    expect(method?.operations).toHaveLength(1);
    const [changed] = method?.operations ?? [];
    expect(changed).toMatchObject({
      ...{
        operation: 'Addition_int_int',
        lineA: 4,
        lineB: 4,
        countA: 100,
        countB: 40,
        perCallA: 10,
        perCallB: 8,
      },
    });
    expect(changed?.delta).toBeCloseTo(-60 * addition, 15);
    expect(changed?.eachA).toBeCloseTo(addition, 15);
    expect(changed?.eachB).toBeCloseTo(addition, 15);
  });

  test('add up to what their lines, and their method, differ by', () => {
    const method = methodOf(
      profileOf(1, [
        [4, 0, 100],
        [5, 1, 20],
      ]),
      profileOf(1, [
        [4, 0, 90],
        [5, 1, 35],
      ]),
    );
    const sum = method?.operations.reduce((total, { delta }) => total + delta, 0) ?? NaN;
    expect(sum).toBeCloseTo(15 * multiplication - 10 * addition, 15);
    expect(sum).toBeCloseTo(method?.delta ?? NaN, 15);
  });

  test('of methods that ran alike are none, and of a new line all', () => {
    const before = profileOf(1, [[4, 0, 100]]);
    expect(methodOf(before, before)?.operations).toEqual([]);
    const method = methodOf(
      before,
      profileOf(1, [
        [4, 0, 100],
        [5, 1, 3],
      ]),
    );
    expect(method?.operations).toMatchObject([
      { operation: 'Multi_int_int', lineA: 0, lineB: 5, countA: 0, countB: 3 },
    ]);
    expect(method?.operations[0]).not.toHaveProperty('eachA');
  });
});

test('text and JSON say what counts and energies are of, and JSON has no figure that is none', () => {
  const comparison = compare(profileOf(10, [[4, 0, 100]]), profileOf(10, [[4, 0, 40]]));
  const text = formatComparisonText(comparison);
  expect(text).toMatch(/operation +method +line +in a run +in a call +one takes +difference of a run/);
  expect(text).toMatch(/adds ints +demo\.Work\.run +4 +100 → 40 +10 → 4 +[\d.]+ .J +−/);
  const { methods } = JSON.parse(formatComparisonJson(comparison, '1')) as {
    readonly methods: readonly { readonly operations: readonly object[] }[];
  };
  expect(methods[0]?.operations).toMatchObject([{ operation: 'Addition_int_int', countA: 100, countB: 40 }]);
  expect(Object.values(methods[0]?.operations[0] ?? {})).not.toContain(null);
});
