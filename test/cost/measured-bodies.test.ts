/** Prices of library calls by their bodies, against measured calls that no guess was fitted to. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platformBodies } from '../../scripts/bodies/platform-bodies';
import { at } from '../../server/src/base/check';
import { type CallPrices, loadCallPrices } from '../../server/src/cost/model/call-prices';
import { type CostModel, intervalOf } from '../../server/src/cost/model/cost-model';
import { withLibraryPrices } from '../../server/src/cost/model/library-prices';
import { loadModel } from '../../server/src/cost/model/load-model';
import { measuredBodies, measuredBody } from '../../server/src/cost/model/measured-bodies';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { type BodyTable, hashName } from '../../server/src/operations/bodies/body-table';
import { kindNamed, KINDS } from '../../server/src/operations/bodies/kinds';
import { findMethod } from '../../server/src/operations/bodies/declared-methods';
import { summarizeBodies } from '../../server/src/operations/bodies/summarize-bodies';
import { operandsOfMethod } from '../../server/src/operations/bytecode/stack-values';
import { libraryKey } from '../../server/src/operations/catalogue/catalogue';
import { jdks, must, openModules } from '../classfile/jdk-modules';

interface CallsFile {
  readonly operations: readonly (readonly [name: string, cost: number])[];
  readonly calls: readonly (readonly [name: string, cost: number, perElement?: number])[];
}

const file = JSON.parse(
  readFileSync(resolve(__dirname, '../../media/bodies/calls-25.json'), 'utf8'),
) as CallsFile;

function pricesOf(calls: CallsFile['calls']): CallPrices {
  return must(loadCallPrices(JSON.stringify({ ...file, calls })));
}

/** A model of what operations cost where the calls were measured. */
function modelThere(bodies: BodyTable): CostModel {
  const text = JSON.stringify({
    ...{ format: 'jouleline-cost-model', version: 1, kind: 'per-operation', mode: 'interpreter' },
    ...{ id: 'there', title: 'There', machine: 'There', source: 'measured', noiseSd: 0 },
    operations: file.operations.map(([name, cost]) => ({ name, mean: cost * 1e-9, sd: 0 })),
  });
  const loaded = loadModel(text, 'there.json');
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return withLibraryPrices(loaded.model, bodies);
}

/** `get` of `java.util.Map.get(Object)`: methods of one name are fitted together, or not at all. */
function partsOf(call: string): {
  readonly owner: string;
  readonly method: string;
  readonly operands: string;
} {
  const [, owner = '', method = '', operands = ''] = /^([\w.]+)\.([\w<>]+)\((.*)\)$/.exec(call) ?? [];
  return { owner, method, operands };
}

/** The guesses were fitted to the calls of which this is true. */
function isFitted(call: string): boolean {
  const { owner, method } = partsOf(call);
  return hashName(method === '<init>' ? owner.slice(owner.lastIndexOf('.') + 1) : method) % 2 === 0;
}

const jdk = jdks.find(({ version }) => version === 25);

describe.runIf(jdk !== undefined)('library calls that no guess was fitted to', () => {
  it('cost what their bodies say, within the stated error', () => {
    if (jdk === undefined) return;
    const source = platformBodies(openModules(jdk), (module) => module === 'java.base');
    const unseen = file.calls.flatMap(([name, cost, perElement = 0]) => {
      const { owner, method, operands } = partsOf(name);
      const declared = findMethod(
        source,
        owner.replaceAll('.', '/'),
        (each) => each.name === method && operandsOfMethod(each.descriptor).parameters.join() === operands,
      );
      if (declared === undefined || isFitted(name)) return [];
      const key = `${owner.replaceAll('.', '/')}.${method}${declared.method.descriptor}`;
      return [{ name, key, truth: (cost + 16 * perElement) * 1e-9 }];
    });
    expect(unseen.length).toBeGreaterThan(150);
    const summaries = summarizeBodies(
      unseen.map(({ key }) => key),
      { ...source, measured: measuredBodies(pricesOf(file.calls.filter(([name]) => isFitted(name)))) },
    );
    const keys = new Map(unseen.map(({ name, key }) => [name, key]));
    const model = modelThere({
      ...{ platform: 'JDK 25', methodCount: summaries.size },
      find: ({ name, operands }) => summaries.get(keys.get(`${name}(${operands.join(',')})`) ?? ''),
    });
    const predictions = unseen.flatMap(({ name, truth }) => {
      const { owner, method, operands } = partsOf(name);
      const key = libraryKey(owner, method, operands === '' ? [] : operands.split(','), 'reference');
      const [price, element] = [model.price(key), model.elementPrice?.(key)];
      if (price?.basis !== 'body') return [];
      const energy = combineEnergies(model, [
        { price, count: 1 },
        ...(element === undefined ? [] : [{ price: element, count: 16 }]),
      ]);
      return [{ truth, mean: energy.mean, ...intervalOf(energy) }];
    });
    expect(predictions.length).toBe(unseen.length);
    const errors = predictions.map(({ truth, mean }) => Math.abs(mean / truth - 1)).sort((a, b) => a - b);
    expect(at(errors, errors.length >> 1)).toBeLessThan(0.26);
    const held = predictions.filter(({ truth, low, high }) => low <= truth && truth <= high);
    expect(held.length / predictions.length).toBeGreaterThan(0.85);
    expect(held.length / predictions.length).toBeLessThan(0.95);
  });
});

describe('a body whose calls were measured', () => {
  const addition = kindNamed('Addition_int_int');
  const bodyOf = (fixed: number, sized: number): { fixed: Float64Array; sized: Float64Array } => {
    const counts = (count: number): Float64Array =>
      Float64Array.from(KINDS, (_, kind) => (kind === addition ? count : 0));
    return { fixed: counts(fixed), sized: counts(sized) };
  };
  const calls = pricesOf([
    ['java.util.List.get(int)', 1000],
    ['java.util.List.hashCode()', 1000, 50],
  ]);
  const costOf = (counts: Float64Array, operation = addition): number =>
    at(counts, operation) * (calls.costOf(at(KINDS, operation)) ?? NaN) * 1e9;

  it('keeps its mix, and runs as many operations as the measured cost pays for', () => {
    const get = libraryKey('java/util/List', 'get', ['int'], 'reference');
    for (const body of [bodyOf(10, 0), bodyOf(1000, 0), bodyOf(10, 5)]) {
      const { fixed, sized } = measuredBody(get, body, calls) ?? bodyOf(NaN, NaN);
      // The call and its argument take the rest.
      expect(costOf(fixed) + 16 * costOf(sized)).toBeGreaterThan(850);
      expect(costOf(fixed) + 16 * costOf(sized)).toBeLessThanOrEqual(1000);
      expect(at(sized, addition) / at(fixed, addition)).toBeCloseTo(
        at(body.sized, addition) / at(body.fixed, addition),
        6,
      );
    }
  });

  it('has the measured cost of an element, also where its loop is not seen', () => {
    const hash = libraryKey('java/util/List', 'hashCode', [], 'reference');
    for (const body of [bodyOf(10, 3), bodyOf(10, 0)])
      expect(costOf(measuredBody(hash, body, calls)?.sized ?? bodyOf(0, NaN).sized)).toBeCloseTo(50, 6);
  });

  it('is found by the key of its method; others stay as they are', () => {
    const adjust = measuredBodies(calls);
    const body = bodyOf(10, 0);
    expect(costOf(adjust('java/util/List.get(I)Ljava/lang/Object;', body).fixed)).toBeGreaterThan(850);
    expect(adjust('java/util/List.size()I', body)).toBe(body);
  });
});
