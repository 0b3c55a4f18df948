/** Prices of library calls by their bodies, against calls that a calibration measured. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { at, present } from '../../server/src/base/check';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { computeFileEnergy } from '../../server/src/cost/pricing/compute-file-energy';
import { intervalOf, type CostModel } from '../../server/src/cost/model/cost-model';
import { withLibraryPrices } from '../../server/src/cost/model/library-prices';
import { loadModel } from '../../server/src/cost/model/load-model';
import { loadBundledBodies, loadBundledCalls } from '../../server/src/tasks/load-model';
import { loadCallPrices } from '../../server/src/cost/model/call-prices';
import {
  CATALOGUE,
  libraryKey,
  operationKey,
  recordMethodKey,
} from '../../server/src/operations/catalogue/catalogue';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import { createEnergySession } from '../../server/src/lines/energy-session';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { bundledModel, compiledModel } from './bundled-model';
import { fileInput, synthesizeMember, synthesizeOperations } from './synthetic-file';

interface Measured {
  readonly model: object;
  readonly calls: readonly (readonly [name: string, cost: number, perElement: number])[];
}

const measured = JSON.parse(
  readFileSync(resolve(__dirname, '../fixtures/library/openjdk-17-xint.json'), 'utf8'),
) as Measured;
const media = resolve(__dirname, '../../media');
const bodies = loadBundledBodies(media);
const callsText = readFileSync(resolve(media, 'bodies/calls-25.json'), 'utf8');
const calls = loadBundledCalls(media);

function modelOf(file: object): CostModel {
  const loaded = loadModel(JSON.stringify(file), 'measured.json');
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.model;
}

/** `java.util.Map.get(Object)` as a key. */
function callOf(name: string): OperationKey {
  const [, owner = '', method = '', operands = ''] = /^([\w.]+)\.([\w<>]+)\((.*)\)$/.exec(name) ?? [];
  return libraryKey(owner, method, operands === '' ? [] : operands.split(','), 'reference');
}

const rpi = withLibraryPrices(bundledModel(), bodies);
const nanojoules = (model: CostModel, operation: OperationKey): number => {
  const price = model.price(operation);
  return price === undefined ? NaN : meanOf(price, model) * 1e9;
};

it('prices no method of a record by what makes it once', () => {
  const made = libraryKey('java/lang/runtime/ObjectMethods', 'bootstrap', ['Object'], 'load');
  expect(rpi.price(made)?.basis).toBe('typical');
  expect(rpi.price(recordMethodKey('hashCode', ['Object']))?.basis).toBe('typical');
});

describe('library calls priced by their bodies', () => {
  // The size of the benchmarks that have one is about this.
  const SIZE = 16;
  const model = withLibraryPrices(modelOf(measured.model), bodies);
  const predictions = measured.calls.flatMap(([name, cost, perElement]) => {
    const price = model.price(callOf(name));
    if (price?.basis !== 'body') return [];
    const element = model.elementPrice?.(callOf(name));
    const energy = combineEnergies(model, [
      { price, count: 1 },
      ...(element === undefined ? [] : [{ price: element, count: SIZE }]),
    ]);
    return [{ name, truth: cost + SIZE * perElement, mean: energy.mean, ...intervalOf(energy) }];
  });

  it('has a body of nearly all that a calibration measures', () => {
    expect(predictions.length / measured.calls.length).toBeGreaterThan(0.98);
  });

  it('predicts what was measured, within the stated error', () => {
    const errors = predictions.map(({ truth, mean }) => Math.abs(mean / truth - 1)).sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(0.4);
    const held = predictions.filter(({ truth, low, high }) => low <= truth && truth <= high);
    expect(held.length / predictions.length).toBeGreaterThan(0.85);
    expect(held.length / predictions.length).toBeLessThan(0.95);
  });
});

describe('library calls that were measured on another machine', () => {
  const scaled = withLibraryPrices(bundledModel(), bodies, calls);
  const size = libraryKey('java/util/ArrayList', 'size', [], 'reference');

  it('cost what was measured where operations cost as much as on that machine', () => {
    const file = JSON.parse(callsText) as {
      readonly operations: readonly (readonly [name: string, cost: number])[];
      readonly calls: readonly (readonly [name: string, cost: number, perElement?: number])[];
    };
    const there = withLibraryPrices(
      modelOf({
        ...measured.model,
        operations: file.operations.map(([name, cost]) => ({ name, mean: cost * 1e-9, sd: 0 })),
      }),
      bodies,
      calls,
    );
    for (const [name, cost, perElement = 0] of file.calls) {
      const element = there.elementPrice?.(callOf(name));
      const each = element === undefined ? 0 : meanOf(element, there) * 1e9;
      expect([name, (nanojoules(there, callOf(name)) + 16 * each) / (cost + 16 * perElement)]).toEqual([
        name,
        expect.closeTo(1, 6),
      ]);
    }
  });

  it('say so, come before bodies, and are surer than these', () => {
    expect(scaled.price(size)?.basis).toBe('call');
    expect(scaled.measuredCalls).toEqual({ machine: calls.machine, date: '2026-11-23' });
    const spread = (model: CostModel): number => {
      const { mean, variance } = combineEnergies(model, [
        { price: model.price(size) ?? { terms: [], noise: 0 }, count: 1 },
      ]);
      return Math.sqrt(variance) / mean;
    };
    expect(spread(scaled)).toBeLessThan(spread(rpi));
    const unmeasured = libraryKey('java/util/ArrayList', 'trimToSize', [], 'reference');
    expect(scaled.price(unmeasured)).toEqual(rpi.price(unmeasured));
  });

  it('are no prices of compiled code', () => {
    const compiled = withLibraryPrices({ ...bundledModel(), mode: 'jit' }, bodies, calls);
    expect([compiled.price(size)?.basis, compiled.measuredCalls]).toEqual(['body', undefined]);
  });

  it('predict the calls of another JVM within the stated error', () => {
    // The deviation is that of the calls alone: operations are as they were measured.
    const { operations } = measured.model as { readonly operations: readonly object[] };
    const exact = { ...measured.model, operations: operations.map((each) => ({ ...each, sd: 0 })) };
    const model = withLibraryPrices(modelOf(exact), bodies, calls);
    const predictions = measured.calls.flatMap(([name, cost, perElement]) => {
      const price = model.price(callOf(name));
      if (price?.basis !== 'call') return [];
      const element = model.elementPrice?.(callOf(name));
      const energy = combineEnergies(model, [
        { price, count: 1 },
        ...(element === undefined ? [] : [{ price: element, count: 16 }]),
      ]);
      return [{ truth: cost + 16 * perElement, mean: energy.mean, ...intervalOf(energy) }];
    });
    expect(predictions.length).toBeGreaterThan(200);
    const errors = predictions.map(({ truth, mean }) => Math.abs(mean / truth - 1)).sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(0.35);
    const held = predictions.filter(({ truth, low, high }) => low <= truth && truth <= high);
    expect(held.length / predictions.length).toBeGreaterThan(0.85);
    expect(held.length / predictions.length).toBeLessThan(0.95);
  });

  it.each([
    ['of another version', callsText.replace('"version": 1', '"version": 2'), 'version'],
    ['with a negative cost', callsText.replace('"Parameter_int", 7', '"Parameter_int", -7'), 'operations'],
    ['that ends early', callsText.slice(0, 4000), 'no JSON'],
  ])('are not read from a file %s', (_of, text, problem) => {
    const read = loadCallPrices(text);
    expect(read.ok ? '' : read.problem.message).toContain(problem);
  });
});

describe('a line whose energy comes from library calls', () => {
  const model = withLibraryPrices(modelOf(measured.model), bodies);

  it('has the uncertainty of their prices in its interval', () => {
    const calls = measured.calls.filter(([name]) => model.price(callOf(name))?.basis === 'body');
    const sites = calls.map(([name], line) => ({ line, key: callOf(name) }));
    const file = computeFileEnergy(
      fileInput(model, [synthesizeMember('calls', synthesizeOperations(sites))]),
    );
    // A line's size is what `size-hints` assumes, and that of most benchmarks.
    const held = file.lines.filter(({ line, own }) => {
      const [, cost = NaN, perElement = NaN] = calls[line] ?? [];
      const { low, high } = intervalOf(own);
      const truth = cost + 16 * perElement;
      return low <= truth && truth <= high;
    });
    expect(file.lines).toHaveLength(calls.length);
    expect(held.length / calls.length).toBeGreaterThan(0.85);
    expect(held.length / calls.length).toBeLessThan(0.95);
  });

  it('is the less certain the fewer bodies it rests on', () => {
    const spread = (names: readonly string[]): number => {
      const sites = names.map((name) => ({ line: 0, key: callOf(name) }));
      const input = fileInput(model, [synthesizeMember('calls', synthesizeOperations(sites))]);
      const own = computeFileEnergy(input).lines[0]?.own ?? { mean: NaN, variance: NaN };
      return Math.sqrt(own.variance) / own.mean;
    };
    const names = measured.calls
      .filter(([name, cost]) => cost > 1e-6 && cost < 3e-6 && model.price(callOf(name))?.basis === 'body')
      .map(([name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(spread(names)).toBeLessThan(spread(names.slice(0, 1)) / 2);
    // The same body again is wrong by the same factor.
    expect(spread([at(names, 0), at(names, 0)])).toBeGreaterThan(0.9 * spread([at(names, 0)]));
  });
});

describe('a model with library prices', () => {
  const plain = bundledModel();
  const list = libraryKey('java/util/ArrayList', 'get', ['int'], 'reference');

  it('keeps what the model was measured for', () => {
    const addition = operationKey('Addition', ['int', 'int'], 'load');
    expect(rpi.price(addition)).toEqual(plain.price(addition));
    expect(rpi.price(addition)?.basis).toBeUndefined();
  });

  it('says which guess a price rests on, and is less sure of it', () => {
    expect(plain.price(list)).toBeUndefined();
    const price = rpi.price(list);
    expect(price?.basis).toBe('body');
    const { mean, variance } = combineEnergies(rpi, [{ price: price ?? { terms: [], noise: 0 }, count: 1 }]);
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(0.9);
    expect(rpi.price(libraryKey('org/example/Client', 'send', ['Object'], 'reference'))?.basis).toBe(
      'typical',
    );
    expect(rpi.price(operationKey('CheckCast', ['Object'], 'load'))?.basis).toBe('kin');
  });

  it('orders calls as their bodies do', () => {
    const call = (owner: string, method: string, operands: readonly string[] = []): number =>
      nanojoules(rpi, libraryKey(owner, method, operands, 'reference'));
    expect(call('java/util/HashMap', 'put', ['Object', 'Object'])).toBeGreaterThan(nanojoules(rpi, list));
    expect(call('java/lang/String', 'format', ['String', 'Object[]'])).toBeGreaterThan(
      10 * call('java/lang/String', 'length'),
    );
  });

  it('finds a method of the platform by the class that inherits it', () => {
    const declared = libraryKey('java/util/AbstractCollection', 'containsAll', ['Object'], 'reference');
    const inherited = libraryKey('java/util/ArrayList', 'containsAll', ['Object'], 'reference');
    expect(nanojoules(rpi, inherited)).toBe(nanojoules(rpi, declared));
  });

  it('takes a method of which only the name is known for what such names mostly do', () => {
    const unknown = (method: string): number =>
      nanojoules(rpi, libraryKey('org/example/Client', method, [], 'reference'));
    expect(unknown('getName')).toBeLessThan(unknown('getaway'));
    expect(unknown('send')).toBeLessThan(unknown('parseAll'));
  });

  it('takes a call whose method was not found for one of the usual library method, and is most unsure of it', () => {
    const lost = { ...operationKey('MethodInvocation', ['?'], 'load'), name: 'MethodInvocation_?' };
    expect(plain.price(lost)).toBeUndefined();
    const price = present(rpi.price(lost), 'a price');
    expect(price.basis).toBe('typical');
    // The call, and some 40 operations of 10 to 300 nJ each.
    expect(nanojoules(rpi, lost)).toBeGreaterThan(1000);
    expect(nanojoules(rpi, lost)).toBeLessThan(6000);
    const { mean, variance } = combineEnergies(rpi, [{ price, count: 1 }]);
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(7);
  });

  it('leaves models of instructions as they are', () => {
    const instructions = { ...plain, hasInstructionCosts: true } as const;
    expect(withLibraryPrices(instructions, bodies)).toBe(instructions);
  });
});

describe('sizes that the text tells', () => {
  const analyzer = newAnalyzer();
  const lineMeans = (...statements: readonly string[]): readonly number[] => {
    const text = ['class A { void f(String s, String t, byte[] b) {', ...statements, '} }'].join('\n');
    const session = createEnergySession({ model: rpi, mode: 'estimated', ...analysisOptionsOf() });
    const energy = session.setFile('A.java', operationsOf(analyzer, 'A.java', text), indexLines(text));
    expect(energy.unmodeledCount).toBe(0);
    return statements.map((_, index) => energy.lines.find(({ line }) => line === index + 1)?.own.mean ?? NaN);
  };

  it('multiply the cost of what an array holds', () => {
    const [one = 0, thousand = 0, million = 0, wide = 0] = lineMeans(
      'int[] a = new int[1];',
      'int[] c = new int[1_000];',
      'int[] d = new int[1_000_000];',
      'long[] e = new long[1_000_000];',
    );
    expect(thousand).toBeGreaterThan(one);
    expect((million - one) / (thousand - one)).toBeCloseTo(999_999 / 999, 3);
    expect((wide - one) / (million - one)).toBeCloseTo(2, 2);
  });

  it.each([
    ['a filled array', 'java.util.Arrays.fill(new int[SIZE], 1);'],
    ['moved elements', 'System.arraycopy(new byte[SIZE], 0, b, 0, SIZE);'],
    ['a hashed text', `int h = "TEXT".hashCode();`],
    ['a joined text', 'String u = s + "TEXT";'],
    ['a cloned array', 'byte[] c = new byte[SIZE].clone();'],
  ])('multiply the cost of %s', (_of, statement) => {
    const sized = (size: number): string =>
      statement.replaceAll('SIZE', String(size)).replace('TEXT', 'a'.repeat(size));
    const [small = NaN, large = NaN, largest = NaN] = lineMeans(sized(10), sized(1010), sized(2010));
    expect(large).toBeGreaterThan(small);
    // Each element costs as much.
    expect((largest - small) / (large - small)).toBeCloseTo(2, 6);
  });

  it.each([
    ['elements that are moved', 'System.arraycopy(b, 0, b, 1, SIZE);'],
    ['a copy, whatever is copied', 'byte[] c = java.util.Arrays.copyOf(b, SIZE);'],
    ['a repeated text', 'String u = "ab".repeat(SIZE);'],
    ['an array of arrays', 'int[][] m = new int[SIZE][10];'],
    ['the room of a list', 'var l = new java.util.ArrayList<String>(SIZE);'],
    ['the room of a text', 'var l = new StringBuilder(SIZE);'],
  ])('multiply the cost of %s by the number that is written', (_of, statement) => {
    const sizes = [1_000, 2_000, 3_000];
    const means = lineMeans(...sizes.map((size) => statement.replace('SIZE', String(size))));
    const [small = NaN, large = NaN, largest = NaN] = means;
    expect(large).toBeGreaterThan(small);
    expect((largest - small) / (large - small)).toBeCloseTo(2, 6);
  });

  it('have casts, tests of types, boxes and lambdas cost what they do, whatever their size', () => {
    const [plain = NaN, cast = NaN, test = NaN, boxed = NaN, lambda = NaN] = lineMeans(
      'Object o = s;',
      'CharSequence c = (CharSequence) (Object) s;',
      'boolean i = (Object) s instanceof Integer;',
      'Integer n = b.length;',
      'Runnable r = () -> {};',
    );
    expect(cast).toBeGreaterThan(plain);
    expect(test).toBeGreaterThan(0);
    expect(test).toBeLessThan(cast);
    // Both make an object.
    expect(boxed).toBeGreaterThan(5 * cast);
    expect(lambda).toBeGreaterThan(5 * cast);
  });

  it('multiply the cost of a copy and of a joined text', () => {
    const [small = 0, large = 0, short = 0, long = 0] = lineMeans(
      'byte[] a = java.util.Arrays.copyOf(new byte[10], 10);',
      'byte[] c = java.util.Arrays.copyOf(new byte[100_000], 100_000);',
      'String u = s + "ab";',
      `String v = s + "${'ab'.repeat(500)}";`,
    );
    expect(large).toBeGreaterThan(2 * small);
    expect(long).toBeGreaterThanOrEqual(short);
  });
});

describe('the bundled model of compiled code', () => {
  const own = compiledModel();
  const model = withLibraryPrices(own, bodies);
  const call = callOf('java.util.HashMap.get(Object)');

  it('says that it stands for CPU time, and by how much programs are off', () => {
    expect(own).toMatchObject({ mode: 'jit', isLocal: false });
    for (const words of [own.title, own.machine, own.source]) expect(words).toContain('proxy');
    const addition = own.price(operationKey('Addition', ['int', 'int'], 'load'));
    const energy = combineEnergies(own, [{ price: present(addition, 'a price'), count: 1000 }]);
    expect(Math.sqrt(energy.variance)).toBeGreaterThan(energy.mean);
  });

  it('has costs of all families but library calls and concatenations, which have those of their bodies', () => {
    const missing = CATALOGUE.map(({ family }) => family).filter((family) => {
      const named = family === 'MethodInvocation' ? ['static'] : [];
      return own.price(operationKey(family, [], 'load', named)) === undefined;
    });
    expect(missing).toEqual(['Concatenation', 'LibraryFunction']);
    expect(model.price(call)?.basis).toBe('body');
    expect(nanojoules(model, call)).toBeGreaterThan(
      nanojoules(model, operationKey('Return', ['int'], 'load')),
    );
    expect(nanojoules(model, call)).toBeLessThan(nanojoules(rpi, call));
  });
});
