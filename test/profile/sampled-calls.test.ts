/** What calls of the JDK took, by stacks whose shares are known: they outweigh the model where a call is long. */
import { describe, expect, it } from 'vitest';
import { operationKey, libraryKey } from '../../server/src/operations/catalogue/catalogue';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../server/src/cost/pricing/counted-rows';
import { scaleToProfile } from '../../server/src/profile/account/measured-profile';
import { withSampledCalls } from '../../server/src/profile/account/sampled-calls';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import type { SampledCall } from '../../server/src/runs/sampled-work';
import { recordOf } from '../runs/measurement-records';

const sort = libraryKey('java/util/Arrays', 'sort', ['int[]'], 'load');
const get = libraryKey('java/util/Map', 'get', ['Object'], 'load');
const sleep = libraryKey('java/lang/Thread', 'sleep', ['long'], 'load');
const plus = operationKey('Addition', ['int', 'int'], 'load');
const call = operationKey('MethodInvocation', ['static'], 'load');

/** By this model 100 calls of sort take 9 J of 10 J, and additions 1 J. */
const model: CostModel = {
  ...({} as CostModel),
  title: 'of this test',
  mode: 'interpreter',
  noiseSd: 0,
  parameters: [{ name: 'all', mean: 1, sd: 0 }],
  price: ({ name }) => {
    const costs: Readonly<Record<string, number>> = {
      [sort.name]: 0.09,
      [get.name]: 5e-7,
      [sleep.name]: 3,
      [plus.name]: 1e-6,
    };
    const cost = costs[name];
    return cost === undefined ? undefined : { terms: [{ parameter: 0, coefficient: cost }], noise: 0 };
  },
};

const rows = {
  sorting: [
    [0, 5, 100],
    [1, 6, 1_000_000],
  ],
  getting: [
    [2, 5, 2_000_000],
    [1, 6, 1_000_000],
  ],
  sleeping: [
    [3, 5, 1],
    [1, 6, 1_000_000],
  ],
} as const;

/** The sampled runs have 400 samples of counted code in 4 s, and these within calls of the JDK. */
function profiled(
  operations: readonly (readonly [number, number, number])[],
  within: readonly Pick<SampledCall, 'callee' | 'samples'>[],
  samples = 400,
): ProfileDocument {
  const measurement = recordOf({
    ...{ runs: [8, 8].map((energy) => ({ energy, user: 4, system: 0 })), baseline: [] },
    ...{ isProxy: false, mode: 'interpreted mode' },
    sampled: {
      ...{ counted: 4, uncounted: 0, unknown: 0, start: 0, samples, largest: [] },
      within: within.map(({ callee, samples: seen }) => {
        return { class: 'app.Main', method: 'main', line: 5, callee, seconds: seen / 100, samples: seen };
      }),
    },
  });
  const method = { name: 'main', descriptor: '()V', calls: 1, lines: [], blocks: [], operations };
  const classes = [
    { name: 'app/Main', supertypes: [], methods: [{ ...method, instructions: [], invocations: [] }] },
  ];
  return {
    ...({} as ProfileDocument),
    ...{
      keys: [sort, plus, get, sleep],
      classes: classes as unknown as ProfileDocument['classes'],
      measurement,
    },
  };
}

/** The energies of the rows by a model, and their relative deviations. */
function energiesBy(
  by: CostModel,
  { keys, classes }: ProfileDocument,
): readonly (readonly [number, number])[] {
  const prices = listRowPrices(keys, by);
  return classes.flatMap(({ methods }) =>
    methods.flatMap(({ operations }) =>
      operations.map(([key, , count]) => {
        const price = prices[key];
        const { mean, variance } = combineEnergies(by, price === undefined ? [] : partsOfRow(price, count));
        return [mean, Math.sqrt(variance) / mean] as const;
      }),
    ),
  );
}

describe('a long call', () => {
  it('has its share of the samples, whatever the model says, and the run stays whole', () => {
    const profile = profiled(rows.sorting, [{ callee: 'java.util.Arrays.sort', samples: 100 }]);
    const scaled = scaleToProfile(model, profile);
    const [[ofSort, deviation] = [NaN, NaN], [ofRest] = [NaN]] = energiesBy(scaled.model, profile);
    // A quarter of 8 J, by a hundred samples.
    expect(ofSort).toBeCloseTo(2, 9);
    expect(ofRest).toBeCloseTo(6, 9);
    expect(deviation).toBeGreaterThanOrEqual(0.1);
    const { lines = NaN, library = NaN, total } = scaled.measured?.account ?? { total: NaN };
    expect([lines, library, total].map((each) => Number(each.toPrecision(10)))).toEqual([6, 2, 8]);
    expect(scaled.measured?.notes.join()).toContain('calls of java.util.Arrays.sort by the stacks');
    // Comparisons have one cost of each operation.
    expect(scaled.measured?.factorOfModel).toBeCloseTo(8 / 10, 9);
  });

  it('that no sample saw has hardly more than nothing', () => {
    const profile = profiled(rows.sorting, [{ callee: 'java.io.PrintStream.println', samples: 1 }]);
    const [[ofSort] = [NaN], [ofRest] = [NaN]] = energiesBy(scaleToProfile(model, profile).model, profile);
    // One sample of another call on the line, which has one operation of a library, is taken for that one.
    expect(ofSort).toBeCloseTo((8 * 2) / 402, 9);
    expect(ofSort + ofRest).toBeCloseTo(8, 9);
  });

  it('keeps what the model says where samples are too few to gainsay it', () => {
    const profile = profiled(rows.sorting, [{ callee: 'java.util.Arrays.sort', samples: 3 }], 9);
    const [[ofSort] = [NaN]] = energiesBy(scaleToProfile(model, profile).model, profile);
    expect(ofSort).toBeCloseTo(8 * 0.9, 9);
  });
});

it('a short call, which the JVM can hardly stop in, keeps what the model says', () => {
  for (const samples of [0, 300]) {
    const profile = profiled(rows.getting, [{ callee: 'java.util.HashMap.get', samples }]);
    expect(withSampledCalls(model, profile).names).toEqual([]);
    const [[ofGet] = [NaN]] = energiesBy(scaleToProfile(model, profile).model, profile);
    expect(ofGet).toBeCloseTo(4, 9);
  }
});

describe('many short calls of a method that runs long', () => {
  /** A method that takes 2 J of 11 J by the model, with the calls in it, and another that takes all else. */
  const profile = (samples: number, calls: number): ProfileDocument => {
    const given = profiled(rows.getting, [{ callee: 'java.util.HashMap.get', samples }]);
    const [owner = { methods: [] }] = given.classes;
    const [method] = owner.methods;
    const other = { ...method, name: 'other', calls: 1, operations: [[1, 9, 9_000_000]] };
    const methods = [{ ...method, calls }, other] as unknown as (typeof owner)['methods'];
    return { ...given, classes: [{ ...owner, methods }] as ProfileDocument['classes'] };
  };
  const ofGet = (given: ProfileDocument): number =>
    energiesBy(scaleToProfile(model, given).model, given)[0]?.[0] ?? NaN;

  it('have the samples that nothing beside them explains', () => {
    expect(ofGet(profile(280, 1))).toBeCloseTo((8 * 280) / 400, 9);
  });

  it.each([
    ['what the method does besides may have them', 200, 1],
    ['the method ends before the JVM can stop in it', 280, 1_000_000],
  ])('keep what the model says where %s', (_, samples, calls) => {
    expect(ofGet(profile(samples, calls))).toBeCloseTo(8 / 11, 9);
  });
});

it('a method that waits takes the energy of its call alone', () => {
  const profile = profiled(rows.sleeping, []);
  const withCalls: CostModel = {
    ...model,
    price: (operation) =>
      operation.name === call.name
        ? { terms: [{ parameter: 0, coefficient: 1e-6 }], noise: 0 }
        : model.price(operation),
  };
  const [[ofSleep] = [NaN], [ofRest] = [NaN]] = energiesBy(scaleToProfile(withCalls, profile).model, profile);
  expect(ofSleep).toBeLessThan(0.001);
  expect(ofRest).toBeGreaterThan(7.99);
});
