/** Library calls of a counted profile: their sizes, bodies that were counted themselves, and a measured sum. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callPrice, withLibraryPrices } from '../../server/src/cost/model/library-prices';
import { scaleModel } from '../../server/src/cost/model/scale-model';
import { combineEnergies, createAccumulator } from '../../server/src/cost/pricing/combine-energies';
import {
  energyOfRow,
  listRowCosts,
  listRowPrices,
  partsOfRow,
} from '../../server/src/cost/pricing/counted-rows';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { listSites } from '../../server/src/operations/catalogue/site-table';
import { countedOperations } from '../../server/src/lines/counted-operations';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { withoutCountedBodies } from '../../server/src/profile/account/counted-bodies';
import type { OperationRow, ProfileDocument } from '../../server/src/profile/document/profile-document';
import { loadBundledBodies } from '../../server/src/tasks/load-model';
import { present } from '../../server/src/base/check';
import { bundledModel } from '../cost/bundled-model';

const model = withLibraryPrices(bundledModel(), loadBundledBodies(resolve(__dirname, '../../media')));
const copy = libraryKey('java/util/Arrays', 'copyOf', ['int[]', 'int'], 'load');
const next = libraryKey('java/util/Iterator', 'next', [], 'reference');
const more = libraryKey('java/util/Iterator', 'hasNext', [], 'reference');
const plus = operationKey('Addition', ['int', 'int'], 'load');

describe('rows of calls', () => {
  const keys = [copy, plus];
  const costs = listRowCosts(keys, model);

  it('cost more with the sizes that were counted, and those of 16 elements where none were', () => {
    const [small, large] = [energyOfRow(costs, 0, 10, 100), energyOfRow(costs, 0, 10, 1_000_000)];
    expect(large).toBeGreaterThan(20 * small);
    expect(energyOfRow(costs, 0, 10)).toBe(energyOfRow(costs, 0, 10, 160));
    expect(energyOfRow(costs, 1, 10, 1_000_000)).toBe(energyOfRow(costs, 1, 10));
  });

  it('become sites that work on as many elements together', () => {
    const method = { operations: [[0, 7, 10, 14] as OperationRow], invocations: [] };
    const { sites, region } = countedOperations(
      [method as unknown as Parameters<typeof countedOperations>[0][number]],
      { keys, callees: [], targetsOf: () => [], has: () => true },
      (line) => line,
    );
    const runs = region.kind === 'sequence' ? region.regions : [];
    const sizes = listSites(sites).map(({ block, amount }) => {
      const run = runs[block];
      return (run?.kind === 'deferred' ? run.times : 0) * (amount?.value ?? 0);
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(14);
  });
});

describe('a measured sum that is shared by lines', () => {
  const keys = [copy, next, plus];
  const rows = [
    [0, 40, 4000],
    [1, 500, undefined],
    [2, 900, undefined],
  ] as const;
  const parts = (of: typeof model): ReturnType<typeof partsOfRow>[] => {
    const prices = listRowPrices(keys, of);
    return rows.map(([key, count, sizes]) => [...partsOfRow(present(prices[key], 'a price'), count, sizes)]);
  };
  const sum = createAccumulator(model);
  for (const { price, count } of parts(model).flat()) sum.add(price, count);
  const { mean } = sum.energy();
  const scale = {
    factor: 3,
    deviation: 0.01,
    timed: new Map(),
    timedDeviation: 0.01,
    mode: 'interpreter' as const,
  };
  const scaled = scaleModel(
    {
      ...model,
      noiseSd: 0,
      parameters: model.parameters.map((each) => (each.isGuess ? each : { ...each, sd: 0 })),
    },
    { ...scale, title: '', machine: '', sum: { vector: sum.vector(), mean } },
  );
  const deviation = (
    of: readonly { readonly price: Parameters<typeof meanOf>[0]; readonly count: number }[],
  ): number => {
    const energy = combineEnergies(scaled, of);
    return Math.sqrt(energy.variance) / energy.mean;
  };

  it('is what was measured, and as certain', () => {
    const all = parts(scaled).flat();
    expect(combineEnergies(scaled, all).mean).toBeCloseTo(3 * mean, 12);
    expect(deviation(all)).toBeCloseTo(0.01, 6);
  });

  it('is shared less certainly where a part rests on the bodies of library methods', () => {
    const [copies = []] = parts(scaled);
    expect(deviation(copies)).toBeGreaterThan(0.3);
  });
});

describe('a library call whose body the profile counted', () => {
  const profileWith = (calls: number, executions = 10): Pick<ProfileDocument, 'keys' | 'classes'> =>
    ({
      keys: [next, more],
      classes: [
        {
          name: 'app/Steps',
          supertypes: ['java/lang/Object', 'java/util/Iterator'],
          methods: [
            {
              name: 'next',
              descriptor: '()Ljava/lang/Object;',
              calls,
              operations: [
                [0, 3, executions],
                [1, 3, executions],
              ],
            },
          ],
        },
      ],
    }) as unknown as Pick<ProfileDocument, 'keys' | 'classes'>;
  const meanIn = (of: typeof model, key: typeof next): number =>
    meanOf(present(of.price(key), 'a price'), model);
  const call = meanOf(present(callPrice(next, model), 'the price of a call'), model);

  it('costs only the call', () => {
    const counted = withoutCountedBodies(model, profileWith(10));
    expect(call).toBeLessThan(meanIn(model, next));
    expect(meanIn(counted, next)).toBeCloseTo(call, 15);
    expect(counted.price(next)?.basis).toBeUndefined();
    expect(counted.price(more)).toBe(model.price(more));
  });

  it('costs its body as often as none was counted', () => {
    const half = withoutCountedBodies(model, profileWith(5));
    expect(meanIn(half, next)).toBeCloseTo((meanIn(model, next) + call) / 2, 15);
    expect(half.price(next)?.basis).toBe('body');
  });

  it('keeps the model where no such body ran', () => {
    expect(withoutCountedBodies(model, profileWith(0))).toBe(model);
  });
});
