/** Profiles that hold the costs that were fitted to their own run. */
import { describe, expect, it } from 'vitest';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { ShownProfile } from '../../server/src/lsp/profiles/shown-profile';
import { libraryKey } from '../../server/src/operations/catalogue/catalogue';
import { describeOwnModel, modelFor } from '../../server/src/profile/account/own-model';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { bundledModel } from '../cost/bundled-model';

const read = libraryKey('java/io/InputStream', 'read', [], 'load');
const place = 'app/Main.run()V:7';

const model = {
  ...{ format: 'jouleline-cost-model', version: 1, kind: 'per-operation', id: 'own-run', title: 'own' },
  ...{ machine: 'a machine', mode: 'interpreter', source: 'a test' },
  operations: [
    { name: read.name, mean: 2e-3, sd: 0 },
    { name: read.name, place, mean: 5e-3, sd: 0 },
  ],
};

/** A method that reads once on line 7 and once on line 8. */
function profileWith(own?: ProfileDocument['model']): ProfileDocument {
  const method = { name: 'run', descriptor: '()V', calls: 1, lines: [], blocks: [], instructions: [] };
  const operations = [7, 8].map((line) => [0, line, 1] as const);
  return {
    ...{ format: 'jouleline-profile', version: 2, generator: { name: '', version: '' } },
    ...{
      started: '',
      record: 'trace',
      keys: [read],
      callees: [],
      ...(own === undefined ? {} : { model: own }),
    },
    program: { command: [], classPath: [], virtualMachines: [], exitCode: 0, signal: null, ended: '' },
    counting: { runs: 1, threads: 'shared', hasOtherThreads: false, isExact: true, running: [] },
    coverage: { instrumentedClasses: 1, loadedClasses: 1, differing: [], failed: [], leftOut: [] },
    classes: [
      {
        ...{ name: 'app/Main', supertypes: [], hash: 1, lines: [] },
        methods: [{ ...method, operations, invocations: [] }],
      },
    ],
  };
}

describe('the model of a profile', () => {
  it('prices it, each place by its own, until another is chosen', () => {
    const chosen = bundledModel();
    const profile = profileWith(model);
    const own = modelFor(profile, chosen);
    const costAt = (where: string): number | undefined => {
      const price = own.price({ ...read, place: where });
      return price && meanOf(price, own);
    };
    expect([costAt(place), costAt('app/Main.run()V:8')]).toEqual([5e-3, 2e-3]);
    expect(modelFor(profile, chosen)).toBe(own);
    const named = { ...chosen, id: 'mine' };
    expect(modelFor(profile, named)).toBe(named);
    expect(modelFor(profileWith(), chosen)).toBe(chosen);
  });

  it('colors lines in the editor', () => {
    const told: string[] = [];
    const shown = new ShownProfile(bundledModel, (problem) => told.push(problem));
    shown.show(profileWith(model));
    expect(shown.scale().model.id).toBe('own-run');
    expect(shown.programEnergy()).toBeCloseTo(7e-3, 12);
    expect(told).toEqual([]);
  });

  it('is told, and not used, if it is broken', () => {
    const broken = profileWith({ ...model, operations: [] });
    expect(modelFor(broken, bundledModel()).id).toBe(bundledModel().id);
    expect(describeOwnModel(broken).join()).toMatch(
      /^the model of the profile: operations .* at least one entry is expected: another model prices the profile$/,
    );
    const told: string[] = [];
    new ShownProfile(bundledModel, (problem) => told.push(problem)).show(broken);
    expect(told).toEqual(describeOwnModel(broken));
  });
});
