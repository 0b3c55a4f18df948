import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFileEnergy } from '../../server/src/cost/pricing/compute-file-energy';
import type { Energy } from '../../server/src/cost/model/cost-model';
import type { FileEnergy } from '../../server/src/cost/pricing/file-energy';
import type { CalleeEnergy } from '../../server/src/cost/pricing/inclusive-calls';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';
import type { Region } from '../../server/src/flow/source/region';
import { bundledModel, operation } from './bundled-model';
import {
  block,
  fileInput,
  synthesizeMember,
  synthesizeOperations,
  type SyntheticSite,
} from './synthetic-file';
import { listSites, packSites } from '../../server/src/operations/catalogue/site-table';

const model = bundledModel('Device 1');
const ADDITION = operation('Addition_int_int');
const MODULO = operation('Modulo_int_int');
const LIBRARY = operation('java.util.List.get', {
  family: 'LibraryFunction',
  group: 'library function',
  operands: ['int'],
});
const CALL = operation('MethodInvocation_static', { group: 'function', operands: [] });
/** Appendix A: operation + Load + int + Device 1. */
const ADDITION_MEAN = 2.95478e-8 + 2.972453e-10 + 9.716775e-11 + 6.739114e-9;

function energyOf(
  members: Record<string, readonly SyntheticSite[]>,
  region?: Region,
  overrides = {},
): FileEnergy {
  const list = Object.entries(members).map(([name, sites], i) =>
    synthesizeMember(name, synthesizeOperations(sites, region), i * 10_000),
  );
  return computeFileEnergy(fileInput(model, list, overrides));
}

/** Two blocks: one that runs once, one in a loop. */
const loop = (trips: number, basis: 'exact' | 'default' = 'exact'): Region => ({
  kind: 'sequence',
  regions: [block(0), { kind: 'loop', testFirst: true, body: block(1), trips, basis }],
});

describe('one line', () => {
  it('is what the published table says', () => {
    const file = energyOf({ m: [{ line: 3, key: ADDITION }] });
    const sd = [1.356665e-8, 4.479418e-10, 2.22376e-10, 7.562467e-11, 2.061548e-10];
    expect(file.lines).toHaveLength(1);
    expect(file.lines[0]).toMatchObject({
      line: 3,
      rank: 1,
      shareOfFile: 1,
      shareOfMethod: 1,
      method: 'Test.m()',
      blocks: ['Test.m()#entry'],
    });
    expect(file.lines[0]?.own.mean).toBeCloseTo(ADDITION_MEAN, 20);
    expect(file.lines[0]?.own.variance).toBeCloseTo(
      sd.reduce((sum, s) => sum + s * s, 0),
      24,
    );
  });

  it('merges operations by name, hottest first, not modeled last', () => {
    const constant = { ...ADDITION, size: 'constant' as const };
    const [line] = energyOf({
      m: [LIBRARY, ADDITION, MODULO, constant, LIBRARY].map((key) => ({ line: 0, key })),
    }).lines;
    expect(line?.operations.map(({ name, count }) => [name, count])).toEqual([
      ['Addition_int_int', 2],
      ['Modulo_int_int', 1],
      ['java.util.List.get', 2],
    ]);
    const [addition, modulo, library] = line?.operations ?? [];
    // Two sizes of operand in one row: the unit is the average of the two.
    expect(addition?.energy?.mean).toBeCloseTo(2 * ADDITION_MEAN - 2.972453e-10 + 5.287443e-11, 20);
    expect(addition?.unit?.mean).toBeCloseTo((addition?.energy?.mean ?? 0) / 2, 20);
    expect(modulo?.unit).toEqual(modulo?.energy);
    expect(library).not.toHaveProperty('energy');
    expect(line).toMatchObject({ modeledCount: 3, unmodeledCount: 2 });
  });

  it('of several methods belongs to the one that costs most there', () => {
    const members = ['a', 'b'].map((name, i) =>
      synthesizeMember(
        name,
        synthesizeOperations(Array.from({ length: i + 1 }, () => ({ line: 0, key: ADDITION }))),
      ),
    );
    const [line] = computeFileEnergy(fileInput(model, members)).lines;
    expect(line).toMatchObject({
      method: 'Test.b()',
      shareOfMethod: 1,
      blocks: ['Test.a()#entry', 'Test.b()#entry'],
    });
  });
});

describe('frequencies', () => {
  const sites: SyntheticSite[] = [
    { line: 0, key: ADDITION },
    { line: 1, key: ADDITION, block: 1 },
  ];

  it.each([
    ['estimated', loop(7), 7, 'exact'],
    ['estimated', loop(7, 'default'), 7, 'default'],
    ['one-execution', loop(7), 1, 'exact'],
    ['worst-case', loop(7), 7, 'exact'],
    ['worst-case', loop(7, 'default'), 1000, 'default'],
  ] as const)('%s', (mode, region, count, basis) => {
    const file = energyOf({ m: sites }, region, { mode });
    expect(file.lines[1]?.operations[0]?.count).toBe(count);
    expect(file.lines[1]?.basis).toBe(basis);
    expect(file.lines[1]?.own.mean).toBeCloseTo(count * ADDITION_MEAN, 16);
  });

  it('take the branch with the most energy in the worst case, where a library call takes energy', () => {
    const branch: Region = {
      kind: 'branch',
      basis: 'heuristic',
      alternatives: [
        { region: block(0), probability: 0.9 },
        { region: block(1), probability: 0.1 },
      ],
    };
    const either: SyntheticSite[] = [
      { line: 0, key: ADDITION },
      { line: 1, key: LIBRARY, block: 1 },
    ];
    const file = energyOf({ m: either }, branch, { mode: 'worst-case' });
    expect(file.lines.map((line) => line.operations[0]?.count)).toEqual([0, 1]);
    const estimate = energyOf({ m: either }, branch);
    expect(estimate.lines[0]?.own.mean).toBeCloseTo(0.9 * ADDITION_MEAN, 20);
    expect(estimate.unmodeledCount).toBeCloseTo(0.1, 12);
  });
});

describe('what is not modeled', () => {
  it('makes a line mostly not modeled once it may outweigh the rest', () => {
    const nominal = 7.577298e-8 + 9.362167e-9 + 6.739114e-9;
    const enough = Math.ceil(nominal / ADDITION_MEAN);
    const line = (additions: number): FileEnergy['lines'][number] | undefined =>
      energyOf({
        m: [
          { line: 0, key: LIBRARY },
          ...Array.from({ length: additions }, () => ({ line: 0, key: ADDITION })),
        ],
      }).lines[0];
    expect(line(enough - 1)?.mostlyUnmodeled).toBe(true);
    expect(line(enough)?.mostlyUnmodeled).toBe(false);
    expect(line(0)).toMatchObject({ mostlyUnmodeled: true, own: { mean: 0, variance: 0 } });
  });

  it('is counted for what an array holds after its first element', () => {
    const array = operation('NewArray_int', { group: 'allocation', size: 'reference' });
    const operations = synthesizeOperations([{ line: 0, key: array }]);
    const withAmount = (value: number): FileEnergy => {
      const sites = packSites(
        listSites(operations.sites).map((site) => ({ ...site, amount: { value, basis: 'constant' } })),
      );
      return computeFileEnergy(fileInput(model, [synthesizeMember('m', { ...operations, sites })]));
    };
    expect(withAmount(1)).toMatchObject({ modeledCount: 1, unmodeledCount: 0 });
    expect(withAmount(500)).toMatchObject({ modeledCount: 1, unmodeledCount: 1 });
    expect(withAmount(500).lines[0]?.operations[1]?.name).toBe('NewArray_int, elements after the first');
    expect(withAmount(500).total).toEqual(withAmount(1).total);
  });

  it('counts operations whose types are unknown by site', () => {
    const untyped = operation('Addition_?_int', { operands: ['?', 'int'] });
    const file = energyOf({
      m: [
        { line: 0, key: untyped },
        { line: 0, key: ADDITION },
      ],
    });
    expect(file).toMatchObject({ untypedCount: 1, modeledCount: 1, unmodeledCount: 1 });
    expect(file.lines[0]?.operations.find((row) => row.untyped)).toMatchObject({ name: 'Addition_?_int' });
  });
});

describe('callees', () => {
  const callee: CalleeEnergy = {
    vector: {
      parameters: [model.parameters.findIndex((p) => p.name === 'Operation: Modulo')],
      coefficients: [1],
      noise: 1,
    },
    energy: { mean: 3.355088e-8, variance: 0 },
    recursive: true,
    unanalyzed: 2,
  };
  const calleeEnergy = (key: string): CalleeEnergy | undefined =>
    key === 'Test.known()V' ? callee : undefined;

  it('are added to line and method, with what is shared', () => {
    const file = energyOf(
      {
        m: [
          { line: 0, key: CALL, callee: 'Test.known()V' },
          { line: 1, key: MODULO },
        ],
      },
      undefined,
      { calleeEnergy },
    );
    const [line, other] = file.lines;
    expect(line).toMatchObject({ recursive: true, unanalyzedCalls: 2 });
    expect((line?.inclusive?.mean ?? 0) - (line?.own.mean ?? 0)).toBeCloseTo(3.355088e-8, 20);
    expect(other?.inclusive).toBeUndefined();
    const [method] = file.methods;
    expect((method?.inclusive?.mean ?? 0) - (method?.energy.mean ?? 0)).toBeCloseTo(3.355088e-8, 20);
    // The modulo of the method and that of its callee have one parameter in common.
    const modulo = 7.609978e-10;
    const added = (method?.inclusive?.variance ?? 0) - (method?.energy.variance ?? 0);
    expect(added).toBeCloseTo(3 * modulo * modulo + model.noiseSd ** 2, 24);
  });

  it('without a body are said to be missing', () => {
    const file = energyOf({ m: [{ line: 0, key: CALL, callee: 'Test.abstract()V' }] }, undefined, {
      calleeEnergy,
    });
    expect(file.lines[0]).toMatchObject({ unanalyzedCalls: 1, recursive: false });
    expect(file.lines[0]?.inclusive).toBeUndefined();
    expect(file.methods[0]).toMatchObject({ unanalyzedCalls: 1 });
  });
});

describe('any file', () => {
  const keys: readonly OperationKey[] = [
    ADDITION,
    MODULO,
    LIBRARY,
    { ...ADDITION, size: '32-bit' },
    operation('Multi_long_long'),
  ];
  const site = fc.record({
    line: fc.integer({ min: 0, max: 8 }),
    key: fc.constantFrom(...keys),
    block: fc.integer({ min: 0, max: 1 }),
  });
  const file = fc
    .tuple(fc.array(fc.array(site, { maxLength: 20 }), { maxLength: 4 }), fc.integer({ min: 0, max: 20 }))
    .map(([members, trips]) =>
      energyOf(Object.fromEntries(members.map((sites, i) => [`m${i}`, sites])), loop(trips)),
    );
  const total = (energies: readonly Energy[]): number =>
    energies.reduce((sum, energy) => sum + energy.mean, 0);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

  it('loses no energy: lines, methods, rows and the total agree', () => {
    fc.assert(
      fc.property(file, (result) => {
        const close = (value: number): void => {
          expect(Math.abs(value - result.total.mean)).toBeLessThanOrEqual(1e-12 * result.total.mean);
        };
        close(total(result.lines.map((line) => line.own)));
        close(total(result.methods.map((method) => method.energy)));
        close(total(result.lines.flatMap((line) => line.operations.flatMap((row) => row.energy ?? []))));
        expect(sum(result.lines.map((line) => line.modeledCount))).toBeCloseTo(result.modeledCount, 8);
        expect(sum(result.lines.map((line) => line.unmodeledCount))).toBeCloseTo(result.unmodeledCount, 8);
      }),
    );
  });

  it('has shares that add up to 1, and ranks that count the lines that take more', () => {
    fc.assert(
      fc.property(file, (result) => {
        if (result.total.mean > 0) {
          expect(sum(result.lines.map((line) => line.shareOfFile))).toBeCloseTo(1, 10);
          expect(sum(result.methods.map((method) => method.shareOfFile))).toBeCloseTo(1, 10);
        }
        for (const { rank, own } of result.lines)
          expect(rank).toBe(1 + result.lines.filter((other) => other.own.mean > own.mean).length);
      }),
    );
  });

  it('has the same energies with and without what is not modeled', () => {
    fc.assert(
      fc.property(fc.array(site, { maxLength: 30 }), fc.nat(20), (sites, trips) => {
        const whole = energyOf({ m: sites }, loop(trips));
        const modeled = energyOf({ m: sites.filter(({ key }) => key !== LIBRARY) }, loop(trips));
        expect(whole.total).toEqual(modeled.total);
        for (const line of modeled.lines) {
          expect(whole.lines.find((other) => other.line === line.line)?.own).toEqual(line.own);
        }
      }),
    );
  });

  it('is never NaN or negative', () => {
    fc.assert(
      fc.property(file, (result) => {
        const energies = [
          result.total,
          ...result.lines.map((line) => line.own),
          ...result.methods.map((m) => m.energy),
        ];
        for (const { mean, variance } of energies) {
          expect(mean).toBeGreaterThanOrEqual(0);
          expect(variance).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
