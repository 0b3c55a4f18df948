/** Fits as a whole: what is identified, how good it is, bad input in words, and the model file. */
import { REGRESSION_METHODS } from '../../server/src/models/fit/estimate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatModelProblem, loadModel } from '../../server/src/cost/model/load-model';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { evaluateModel } from '../../server/src/models/evaluate/evaluate-model';
import { fitCases, type FitRequest } from '../../server/src/models/fit/fit-cases';
import { fitRegression, type RegressionFit } from '../../server/src/models/fit/fit-regression';
import type { RegressionData } from '../../server/src/models/fit/regression-data';
import { operation } from '../cost/bundled-model';
import { casesOf, expected, referenceCases, referenceText, relativeError } from './reference';

function fit(data: RegressionData, method: RegressionFit['method'] = 'ols'): RegressionFit {
  const outcome = fitRegression(data, { method, folds: 4, seed: 1 });
  if (!('fit' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join());
  return outcome.fit;
}

const request = (text: string, more: Partial<FitRequest> = {}): FitRequest => ({
  text,
  fileName: 'cases.csv',
  method: 'nnls',
  folds: 4,
  seed: 1,
  ...more,
});
const identity = { id: 'mine', title: 'Mine', machine: 'Mine', mode: 'interpreter', isLocal: true } as const;

describe('what the data can tell', () => {
  const collinear = referenceCases('counts_collinear.csv');

  it('has the rank, condition number and variance inflation of R', () => {
    const reference = expected('collinear.json') as { rank: number; singular_values_unit_columns: number[] };
    const found = fit(collinear);
    expect(found.rank).toBe(reference.rank);
    const [largest = 0, , , , , smallest = 0] = reference.singular_values_unit_columns;
    expect(found.conditionNumber / (largest / smallest)).toBeCloseTo(1, 8);
    const { vif_no_intercept } = expected('ols.json') as { vif_no_intercept: number[] };
    const inflation = fit(referenceCases('counts_clean.csv')).varianceInflation;
    expect(
      relativeError(
        inflation.map((value) => value ?? Number.NaN),
        vif_no_intercept,
      ),
    ).toBeLessThan(1e-9);
  });

  it('says dependencies in words', () => {
    expect(fit(collinear).groups.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'exact: op5 = op2 + op4 in every case: run something that separates them',
      'exact: op3 = op1 in every case: run something that separates them',
      expect.stringMatching(/^weak: op6, op7 hardly vary apart/),
    ]);
  });

  it.each(REGRESSION_METHODS)('gives no twin a silent 0: %s', (method) => {
    const { costs } = fit(collinear, method);
    const [one, , other] = costs;
    expect(one?.cost).toBeGreaterThan(0.5);
    expect((one?.cost ?? 0) / (other?.cost ?? 1)).toBeCloseTo(1, 6);
    // Anything from none to all of their sum.
    if (method !== 'ridge')
      expect(one?.standardError).toBeGreaterThan(0.2 * ((one?.cost ?? 0) + (other?.cost ?? 0)));
  });

  it('knows the sum of twins as well as if they were one', () => {
    const separate = fit(casesOf('a,y [J]\n1,2.1\n2,3.9\n3,6.2\n5,9.8\n8,16.1\n'));
    const twins = fit(casesOf('a,b,y [J]\n1,1,2.1\n2,2,3.9\n3,3,6.2\n5,5,9.8\n8,8,16.1\n'));
    const sum = (twins.costs[0]?.cost ?? 0) + (twins.costs[1]?.cost ?? 0);
    expect(sum).toBeCloseTo(separate.costs[0]?.cost ?? 0, 10);
    const variance = twins.covariance.reduce((total, value) => total + value, 0);
    expect(Math.sqrt(variance)).toBeCloseTo(separate.costs[0]?.standardError ?? 0, 10);
  });

  it('has leverages from 0 to 1 that add up to the rank', () => {
    const leverages = fit(collinear).cases.map(({ leverage }) => leverage);
    expect(leverages.reduce((sum, value) => sum + value, 0)).toBeCloseTo(6, 9);
    for (const leverage of leverages) expect(leverage).toBeLessThanOrEqual(1 + 1e-12);
  });
});

describe('how good it is', () => {
  it('predicts each case left out without having seen it', () => {
    const data = referenceCases('counts_clean.csv');
    const { crossValidation, goodness } = fit(data);
    expect(crossValidation?.rounds.map(({ cases }) => cases)).toEqual([30, 30, 30, 30]);
    expect(crossValidation?.overall.nmae).toBeGreaterThan(goodness.nmae ?? 1);
    expect(crossValidation?.overall.nmae).toBeLessThan(0.03);
    for (const { training, validation } of crossValidation?.rounds ?? []) {
      expect(training.r).toBeGreaterThan(0.97);
      expect(validation.r).toBeGreaterThan(0.95);
    }
    // Energies that nothing explains are not predicted.
    const noise = { ...data, energies: data.energies.map((_, i) => 500 + ((i * 7919) % 101)) };
    expect(fit(noise).checks.find(({ name }) => name === 'prediction')?.passed).toBe(false);
  });

  it('judges robust fits without the cases that they reject, and names those', () => {
    const robust = fit(referenceCases('counts_outliers.csv'), 'bisquare');
    const { outlier_rows_1based } = expected('robust.json') as { outlier_rows_1based: number[] };
    expect(robust.outliers.map((place) => place + 1)).toEqual(outlier_rows_1based);
    expect(robust.goodness.nmae).toBeLessThan(0.03);
    expect(robust.crossValidation?.overall.nmae).toBeLessThan(0.03);
  });

  it('ranks by unit cost and by share, and shares add up', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 24, maxLength: 24 }), (counts) => {
        const rows = Array.from({ length: 8 }, (_, i) => counts.slice(3 * i, 3 * i + 3));
        const text = rows
          .map((row) => [...row, row.reduce((sum, n, j) => sum + n * (j + 1), 0)].join(','))
          .join('\n');
        const { ranking } = fit(casesOf(`a,b,c,y [J]\n${text}\n`), 'nnls');
        expect(ranking.byShare.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(ranking.topTenShare).toBeCloseTo(1, 9);
      }),
      { numRuns: 30 },
    );
  });
});

describe('bad input', () => {
  it.each([
    ['', /cases\.csv: is empty/],
    ['a,a,y\n1,1,1\n', /row 1: there are two columns a/],
    ['a,,y\n1,1,1\n', /row 1: column 2 has no name/],
    ['a,b\n1,2\n', /has no column y/],
    ['a,y\n1,2,3\n', /row 2: has 3 values, and there are 2 columns/],
    ['a,y [J]\n1,2\n\n3,x\n', /row 4, column y \[J\]: "x" stands where an energy/],
    ['a,y\nNaN,2\n', /row 2, column a: "NaN" stands where a count/],
    ['a,y\n1,Infinity\n', /row 2, column y: "Infinity" stands where an energy/],
    ['a,y\n-1,2\n', /row 2, column a: -1 executions/],
    ['a,y\n1,-2\n', /row 2, column y: a run can't give back 2 J/],
    ['a,y\n0,2\n0,1\n', /no case executes any operation/],
    ['y\n2\n', /no column of counts/],
    ['a,y\n', /no case/],
    ['a,y [V]\n1,2\n', /"V", which is no unit of energy/],
    ['a,y [ms]\n1,2\n', /a time: --watts/],
    ['a,"y\n1,2\n', /row 1: a quoted text has no end/],
    ['a,y\n1,2\n2,"3\n', /row 3: a quoted text has no end/],
    ['a,y\n1,2\n1e200,3\n', /row 3, column a: 1e\+200 executions; no run is that long/],
    ['a,y\n1,2\n1,3e200\n', /row 3, column y: 3e\+200 is no energy/],
    ['a,y\n1,0\n2,0\n', /column y: every case took 0 J/],
    ['a,weight,y\n1,-1,2\n', /column weight: -1 is below 0/],
  ])('is refused in words: %j', (text, message) => {
    const outcome = fitCases(request(text));
    expect(outcome).not.toHaveProperty('account');
    expect(outcome.problems.map((problem) => problem.message).join('\n')).toMatch(message);
  });

  it.each([
    ['a,b,c,y [J]\n1,2,3,4\n2,1,1,3\n', /2 cases are fewer than 3 operations/],
    ['a,b,y [J]\n1,0,4\n2,0,3\n3,0,9\n', /b: executed in no case/],
    ['a,b,y [J]\n1,5,4\n2,5,3\n3,5,9\n', /b: executed equally often in all cases/],
    ['a,y\n1,4\n2,3\n3,9\n', /names no unit, so joules are assumed/],
  ])('is fitted with a word: %j', (text, message) => {
    const outcome = fitCases(request(text));
    expect(outcome).toHaveProperty('account');
    expect(outcome.problems.map((problem) => problem.message).join('\n')).toMatch(message);
  });

  it('has an answer to any numbers at all', () => {
    const count = fc.oneof(fc.constant(0), fc.nat(5), fc.nat(1e9));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(count, count, count, fc.double({ min: 0, max: 1e6, noNaN: true })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom(...REGRESSION_METHODS),
        (rows, method) => {
          const text = `a,b,c,y [J]\n${rows.map((row) => row.join(',')).join('\n')}\n`;
          const outcome = fitCases(request(text, { method }));
          if ('account' in outcome) JSON.parse(outcome.toModelFile(identity));
          else expect(outcome.problems.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the model file', () => {
  const written = (text: string, method: FitRequest['method']): string => {
    const outcome = fitCases(request(text, { method }));
    if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join());
    return outcome.toModelFile(identity);
  };
  const clean = referenceText('counts_clean.csv');

  it('finds costs of operations by name, and sums over a line with the full covariance', () => {
    const text = written(clean.replace('op1,op2', 'Addition_int_int,Multi_int_int'), 'nnls');
    const loaded = loadModel(text, 'mine.json');
    if ('problems' in loaded) throw new Error(loaded.problems.map(formatModelProblem).join());
    const { model } = loaded;
    const [add, multiply] = ['Addition_int_int', 'Multi_int_int'].map((name) => model.price(operation(name)));
    if (add === undefined || multiply === undefined) throw new Error('not modeled');
    const energy = combineEnergies(model, [
      { price: add, count: 2 },
      { price: multiply, count: 3 },
    ]);
    const size = model.parameters.length;
    const [a, b, ab] = [
      model.covariance?.[0] ?? 0,
      model.covariance?.[size + 1] ?? 0,
      model.covariance?.[1] ?? 0,
    ];
    expect(energy.variance).toBeCloseTo(4 * a + 9 * b + 12 * ab, 12);
    expect(ab).not.toBe(0);
  });

  it('is refused where a check failed, with the reason, and still evaluated', () => {
    const text = written(clean, 'ols');
    const loaded = loadModel(text, 'mine.json');
    expect('problems' in loaded ? loaded.problems.map(formatModelProblem) : []).toEqual([
      'mine.json: checks[0] failed when the model was fitted: op3 costs less than nothing: fit with nnls, or measure more cases',
    ]);
    const outcome = evaluateModel({
      model: { text, fileName: 'mine.json' },
      data: { text: clean, fileName: 'cases.csv' },
    });
    if (!('evaluation' in outcome)) throw new Error('not evaluated');
    expect(outcome.evaluation.goodness.nmae).toBeLessThan(0.03);
    expect(outcome.evaluation.covered).toBeGreaterThan(0.8);
    expect(outcome.problems.map(({ message }) => message)).toContain(
      'mine.json: checks[0] failed when the model was fitted: op3 costs less than nothing: fit with nnls, or measure more cases',
    );
  });

  it('is held against other cases in their own unit, with what is not modeled named', () => {
    const text = written('a,b,y [J]\n1,2,5\n2,1,4\n3,3,9\n5,1,7\n', 'nnls');
    const outcome = evaluateModel({
      model: { text, fileName: 'mine.json' },
      data: { text: 'a,b,c,y [mJ]\n1,1,4,3000\n4,4,0,12000\n', fileName: 'others.csv' },
    });
    if (!('evaluation' in outcome)) throw new Error('not evaluated');
    expect(outcome.evaluation.goodness.nmae).toBeCloseTo(0, 9);
    expect(outcome.evaluation.unpriced).toEqual(['c']);
    expect(outcome.problems.map(({ message }) => message).join()).toMatch(
      /others\.csv: c: executed, and not modeled/,
    );
  });
});
