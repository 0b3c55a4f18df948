/** Models of one application: profiles of a program whose costs are known, and what its reports make of the model. */
import { describe, expect, it } from 'vitest';
import { formatModelProblem, loadModel } from '../../server/src/cost/model/load-model';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { transferErrorOf } from '../../server/src/cost/model/transfer-error';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { fitApplication } from '../../server/src/models/fit/fit-application';
import { scaleToProfile, inTermsOf } from '../../server/src/profile/account/measured-profile';
import type { NamedProfile } from '../../server/src/models/fit/profile-cases';
import { renderModelReport } from '../../server/src/models/report/model-report';
import { createRandom } from '../../server/src/models/solve/random';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { bundledModel } from '../cost/bundled-model';
import { recordOf } from '../runs/measurement-records';

const base = bundledModel();
const keys = ['Addition', 'Multi', 'Division'].map((family) => operationKey(family, ['int', 'int'], 'load'));

/** The energies of compiled loops, relative to what the base model says of them. */
const TRUE_FACTORS = [0.02, 0.1, 0.06];

const unitCosts = keys.map((key) => {
  const price = base.price(key);
  return price === undefined ? 0 : combineEnergies(base, [{ price, count: 1 }]).mean;
});

interface CaseOptions {
  readonly hash?: number;
  readonly mode?: string;
}

/** Three loops of one class, each of all operations on two lines, that run as often as told. */
function profileOf(
  rounds: readonly number[],
  { hash = 7, mode = 'mixed mode' }: CaseOptions = {},
): ProfileDocument {
  const methods = rounds.map((count, loop) => ({
    name: `loop${loop}`,
    descriptor: '()V',
    calls: 1,
    lines: [],
    blocks: [],
    instructions: [],
    invocations: [],
    operations: keys.flatMap((_, key) => [1, 2].map((line) => [key, 10 * loop + line, count * (key + line)])),
  }));
  const energy = methods.reduce(
    (sum, { operations }, loop) =>
      sum +
      operations.reduce(
        (all, [key = 0, , count = 0]) => all + count * (unitCosts[key] ?? 0) * (TRUE_FACTORS[loop] ?? 0),
        0,
      ),
    0,
  );
  const runs = [{ energy, user: energy / 10, system: 0 }];
  const measurement = recordOf({ runs, baseline: [], isProxy: true, mode });
  const document = {
    keys,
    callees: [],
    classes: [{ name: 'app/Main', hash, supertypes: [], lines: [], methods }],
    measurement,
    program: { virtualMachines: [] },
  };
  // What of a profile a fit and an account read.
  return document as unknown as ProfileDocument;
}

function makeProfiles(count: number): readonly NamedProfile[] {
  const random = createRandom(4);
  return Array.from({ length: count }, (_, i) => ({
    name: `case ${i}`,
    profile: profileOf(TRUE_FACTORS.map(() => Math.round(1e6 * 10 ** random.uniform()))),
  }));
}

const identity = { id: 'app', title: 'App', machine: 'here', mode: 'jit', isLocal: true } as const;

function fitted(): { readonly model: CostModel; readonly text: string; readonly account: object } {
  const outcome = fitApplication({ profiles: makeProfiles(8), folder: 'cases', base });
  if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  expect(outcome.checks.every(({ passed }) => passed)).toBe(true);
  const text = outcome.toModelFile(identity);
  const loaded = loadModel(text, 'app.json');
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatModelProblem).join('\n'));
  return { model: loaded.model, text, account: outcome.account };
}

describe('a model of one application', () => {
  it('predicts the energy of a run that it has not seen, where the base model’s relations are far off', () => {
    const { model } = fitted();
    const profile = profileOf([9e6, 1e5, 1e6]);
    const placed = inTermsOf(model, profile);
    const rows = placed.classes.flatMap(({ methods }) => methods.flatMap(({ operations }) => operations));
    const energy = combineEnergies(
      model,
      rows.flatMap(([key, , count]) => {
        const operation = placed.keys[key];
        const price = operation === undefined ? undefined : model.price(operation);
        return price === undefined ? [] : [{ price, count }];
      }),
    );
    const measured = profile.measurement?.energy?.mean ?? 0;
    expect(Math.abs(energy.mean / measured - 1)).toBeLessThan(0.05);
    const sd = Math.sqrt(energy.variance);
    expect(Math.abs(energy.mean - measured)).toBeLessThan(3 * sd);
    expect(sd / energy.mean).toBeLessThan(0.2);
    expect(model).toMatchObject({ isLocal: true, mode: 'jit' });
  });

  it('needs no allowance for costs of other programs, as long as it is this program as it was compiled', () => {
    const { model } = fitted();
    const ofOthers = transferErrorOf(base, 'jit').off;
    const errorOf = (profile: ProfileDocument): number | undefined =>
      scaleToProfile(model, inTermsOf(model, profile)).measured?.transferError;
    expect(errorOf(profileOf([1e6, 2e6, 3e6]))).toBeUndefined();
    expect(errorOf(profileOf([1e6, 2e6, 3e6], { hash: 8 }))).toBe(ofOthers);
    expect(errorOf(profileOf([1e6, 2e6, 3e6], { mode: 'interpreted mode' }))).toBe(1);
    const changed = scaleToProfile(model, inTermsOf(model, profileOf([1e6, 2e6, 3e6], { hash: 8 })));
    expect(changed.measured?.notes.join('\n')).toMatch(
      /"App" was fitted to other classes than ran \(app\.Main\)/,
    );
    const other = scaleToProfile(base, profileOf([1e6, 2e6, 3e6]));
    expect(other.measured?.transferError).toBe(ofOthers);
  });

  it('has for named jumps the cost of those that no source told apart', () => {
    const file = JSON.parse(fitted().text) as { readonly operations: readonly object[] };
    const jumps = { name: 'BlockGoto|constant|BlockGoto_?', mean: 2e-9 };
    const text = JSON.stringify({ ...file, operations: [...file.operations, jumps] });
    const loaded = loadModel(text, 'app.json');
    const priceOf = (construct: string): unknown =>
      'model' in loaded && loaded.model.price(operationKey('BlockGoto', [], 'constant', [construct]));
    expect(priceOf('for')).toEqual(priceOf('?'));
    expect(priceOf('for')).toHaveProperty('terms');
  });

  it('knows loops well, and the lines within one no better than they can be told apart', () => {
    const { model } = fitted();
    const placed = inTermsOf(model, profileOf([3e6, 3e6, 3e6]));
    const relativeSd = (loop: number, line?: number): number => {
      const operations = placed.classes[0]?.methods[loop]?.operations ?? [];
      const { mean, variance } = combineEnergies(
        model,
        operations.flatMap(([key, at, count]) => {
          const operation = line === undefined || at === line ? placed.keys[key] : undefined;
          const price = operation === undefined ? undefined : model.price(operation);
          return price === undefined ? [] : [{ price, count }];
        }),
      );
      return Math.sqrt(variance) / mean;
    };
    for (const loop of [1, 2]) {
      expect(relativeSd(loop)).toBeLessThan(0.3);
      expect(relativeSd(loop, 10 * loop + 1)).toBeGreaterThan(1.5 * relativeSd(loop));
    }
  });

  it('is reported on, and refused with a reason where it is broken', () => {
    const { text } = fitted();
    const report = renderModelReport(text, 'app.json', { nonce: 'abc' });
    expect('html' in report ? report.html : '').toContain('app/Main.loop1()V:11');
    const file = JSON.parse(text) as Record<string, unknown> & {
      places: Record<string, unknown>[];
      told: number[][];
    };
    const problemsOf = (change: Record<string, unknown>): string => {
      const loaded = loadModel(JSON.stringify({ ...file, ...change }), 'app.json');
      return 'problems' in loaded ? loaded.problems.map(formatModelProblem).join('\n') : 'loads';
    };
    expect(problemsOf({})).toBe('loads');
    expect(problemsOf({ classes: [] })).toMatch(/classes is a list of 0/);
    expect(problemsOf({ classes: [{ name: 'A', hash: 'x' }] })).toMatch(/classes\[0\]\.hash is the text "x"/);
    expect(problemsOf({ told: [[1]] })).toMatch(/told\[0\] is a list of 1; a row of \d+ finite numbers/);
    expect(problemsOf({ told: file.told.map((row) => row.map((cell) => 10 * cell)) })).toMatch(
      /places\[\d+\]\.prior is less than what "told" takes/,
    );
    expect(problemsOf({ places: file.places.map((place) => ({ ...place, base: 0 })) })).toMatch(
      /places\[0\]\.base is 0/,
    );
    expect(problemsOf({ checks: [{ name: 'prediction', passed: false, message: 'too far off' }] })).toMatch(
      /failed when the model was fitted: too far off/,
    );
  });

  it('says what is missing for one', () => {
    const messages = (profiles: readonly NamedProfile[]): string => {
      const outcome = fitApplication({ profiles, folder: 'cases', base });
      expect(outcome).not.toHaveProperty('account');
      return outcome.problems.map(({ message }) => message).join('\n');
    };
    expect(messages(makeProfiles(3))).toMatch(/cases: 3 measured cases; at least 4/);
    const [first, ...others] = makeProfiles(6);
    const { measurement, ...unmeasured } = first?.profile ?? profileOf([1, 1, 1]);
    expect(measurement).toBeDefined();
    const without = [{ name: 'bare', profile: unmeasured }, ...others.slice(0, 2)];
    expect(messages(without)).toMatch(/bare: no energy was measured.*\n.*2 measured cases/);
    expect(messages([{ name: 'new', profile: profileOf([1e6, 1e6, 1e6], { hash: 9 }) }, ...others])).toMatch(
      /app\/Main is not the same class in all profiles/,
    );
  });
});
