/** Profiles as execution cases: counts that were taken, energies that were measured. */
import { describe, expect, it } from 'vitest';
import { evaluateModel, type EvaluationOutcome } from '../../server/src/models/evaluate/evaluate-model';
import { fitCases } from '../../server/src/models/fit/fit-cases';
import {
  COLLECTIONS_COLUMN,
  tabulateProfiles,
  type NamedProfile,
} from '../../server/src/models/fit/profile-cases';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';

const keys = ['Addition', 'Multi'].map((family) => operationKey(family, ['int', 'int'], 'load'));

/** Makes the profile of a program that took 2 nJ an addition and 5 nJ a product. */
function profileOf(name: string, additions: number, products: number, measured = true): NamedProfile {
  const energy = additions * 2e-9 + products * 5e-9;
  const summary = { runs: 1, mean: energy, minimum: energy, maximum: energy, median: energy };
  const document = {
    keys,
    classes: [
      {
        name: 'App',
        methods: [
          {
            operations: [
              [0, 3, additions / 2],
              [0, 4, additions / 2],
              [1, 5, products],
            ],
          },
          { operations: [] },
        ],
      },
    ],
    ...(measured
      ? {
          measurement: {
            source: { name: 'cpu-time', description: 'proxy', isProxy: true },
            requested: 1,
            runs: [{ start: 0, end: 1, ended: '', energy, total: energy, channels: {}, problems: [] }],
            baseline: [],
            energy: {
              ...summary,
              quartiles: { low: energy, high: energy, confidence: 0.5 },
              headline: { kind: 'minimum', energy, because: '' },
            },
            channels: [],
            java: { mode: 'mixed mode', pauses: 3, paused: 0.01 },
            machine: { warnings: [] },
            cores: '',
            problems: [],
          },
        }
      : {}),
  };
  // What of a profile execution cases are made of.
  return { name, profile: document as unknown as ProfileDocument };
}

const profiles = [
  profileOf('a', 1000, 200),
  profileOf('b', 400, 900),
  profileOf('c', 5000, 100),
  profileOf('d', 800, 800),
];

describe('a model and a folder of profiles', () => {
  // The general name of an addition, and the sized one of a product, as a calibration has them.
  const model = JSON.stringify({
    ...{ format: 'jouleline-cost-model', version: 1, kind: 'per-operation', id: 'mine', title: 'Mine' },
    ...{ machine: 'Mine', mode: 'interpreter', source: 'a test', relativeSd: 0.1 },
    operations: [
      { name: 'Addition', mean: 2e-9, sd: 0 },
      { name: 'Multi_int_int:load', mean: 5e-9, sd: 0 },
    ],
  });
  const evaluate = (named: readonly NamedProfile[]): EvaluationOutcome =>
    evaluateModel({
      model: { text: model, fileName: 'mine.json' },
      data: { profiles: named, fileName: 'profiles' },
    });

  it('are held against each other by the names that a report would use', () => {
    const outcome = evaluate(profiles);
    if (!('evaluation' in outcome)) throw new Error(JSON.stringify(outcome.problems));
    const { unpriced, goodness, covered, isProxy, cases } = outcome.evaluation;
    expect(unpriced).toEqual([]);
    expect(goodness.nmae).toBeCloseTo(0, 9);
    expect(covered).toBe(1);
    expect(isProxy).toBe(true);
    expect((cases[0]?.sd ?? 0) / (cases[0]?.predicted ?? 1)).toBeCloseTo(0.1, 9);
    expect(outcome.problems.map(({ message }) => message)).toEqual([
      'profiles: 4 of 4 profiles are of compiled code, and mine.json has the costs of interpreted code, which are others',
    ]);
  });

  it('that holds none is said', () => {
    expect(evaluate([profileOf('a', 1, 1, false)]).problems.map(({ message }) => message)).toEqual([
      'a: no energy was measured; profile it again with --runs',
      'profiles: holds no profile with measured runs',
    ]);
  });
});

describe('a folder of profiles', () => {
  it('is a table that the costs are found from', () => {
    const { text, cases, isProxy, problems } = tabulateProfiles(profiles, false);
    expect(problems).toEqual([]);
    expect(cases).toBe(4);
    expect(isProxy).toBe(true);
    const outcome = fitCases({ text, fileName: 'profiles', method: 'nnls', folds: 2, seed: 1, isProxy });
    if (!('account' in outcome)) throw new Error(JSON.stringify(outcome.problems));
    const { coefficients, ...account } = outcome.account as {
      readonly coefficients: Readonly<Record<string, number>>;
      readonly isProxy: boolean;
    };
    expect(account.isProxy).toBe(true);
    expect((coefficients['Addition_int_int'] ?? 0) / 2e-9).toBeCloseTo(1, 6);
    expect((coefficients['Multi_int_int'] ?? 0) / 5e-9).toBeCloseTo(1, 6);
  });

  it('says which profile has no measured energy', () => {
    const { cases, problems } = tabulateProfiles([...profiles, profileOf('e', 1, 1, false)], false);
    expect(cases).toBe(4);
    expect(problems).toEqual(['e: no energy was measured; profile it again with --runs']);
  });

  it('has collections as a column where that is asked for', () => {
    const [head = '', first = ''] = tabulateProfiles(profiles, true).text.split('\n');
    expect(head.split(',')).toContain(COLLECTIONS_COLUMN);
    expect(first.split(',')[head.split(',').indexOf(COLLECTIONS_COLUMN)]).toBe('3');
    expect(tabulateProfiles(profiles, false).text).not.toContain(COLLECTIONS_COLUMN);
  });
});
