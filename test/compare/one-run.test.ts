/** A run that several files tell: a profile and its exports, a merge and its source. They have one energy, part by part. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, withDefined } from '../../server/src/base/check';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import type { ComparedSide } from '../../server/src/compare/sides/compared-side';
import { compareProfiles } from '../../server/src/compare/deltas/compare-profiles';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { formatRecordingCsv } from '../../server/src/cli/format/recording-csv';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import { recordingOfProfile } from '../../server/src/recordings/model/profile-recording';
import { sideOfPlaced } from '../../server/src/tasks/compare/load-compared-side';
import { bundledModel } from '../cost/bundled-model';
import { FIXTURES, importFixture, importText } from '../recordings/import/import-file';
import { compareExports, compareMerges, ofOneRun } from './contradictions';
import { makeProgram, noises, profileOf, profileOfEnergies } from './noisy-profiles';

const model = bundledModel();
const isApplication = applicationClasses(['app']);

/** The profile with samples by which line 7 of `app.Part1` calls a jar for three of four seconds. */
function callingJar(profile: ProfileDocument): ProfileDocument {
  const measurement = profile.measurement as MeasurementRecord;
  const call = { class: 'app.Part1', method: 'work', line: 7, callee: 'jar.Other.burn' };
  const sampled = {
    ...{ counted: 1, uncounted: 3, unknown: 0, start: 0, samples: 400, largest: [] },
    called: [{ ...call, seconds: 2.9, samples: 290 }],
  };
  return { ...profile, measurement: { ...measurement, sampled } };
}

/** The profile whose methods join text on a line of their own. */
function joiningText(profile: ProfileDocument): ProfileDocument {
  const join = operationKey('Concatenation', ['String', 'int'], 'load');
  const classes = profile.classes.map((owner) => ({
    ...owner,
    methods: owner.methods.map((method) => ({
      ...method,
      operations: [...method.operations, [profile.keys.length, 8, 1_000] as const],
    })),
  }));
  return { ...profile, keys: [...profile.keys, join], classes: classes };
}

it('a comparison says which of the classes ran uncounted on one side', () => {
  const energies = [[5_000_000, 15_000_000], [2.4, 2.5, 2.6], [0.5], true] as const;
  const a = { name: 'a', profile: callingJar(profileOfEnergies(...energies)) };
  const profile = profileOfEnergies(...energies);
  const [first] = profile.classes;
  if (first === undefined) throw new Error('the profile has classes');
  const b = {
    name: 'b',
    profile: { ...profile, classes: [...profile.classes, { ...first, name: 'jar/Other' }] },
  };
  const notesOf = (...sides: readonly [ComparedSide, ComparedSide]): readonly string[] =>
    compareProfiles(...sides, model, { alpha: 0, isApplication }).notes.filter((note) =>
      note.includes('did not count'),
    );
  expect(notesOf(a, b)).toEqual([expect.stringMatching(/^a did not count jar\.Other, which ran there too:/)]);
  expect(notesOf(b, a)).toEqual(notesOf(a, b));
  expect(notesOf(a, a)).toEqual([]);
  const { work, totals } = compareProfiles(a, b, model, { alpha: 0, isApplication });
  expect([work.energyA, work.energyB]).toEqual([expect.closeTo(2, 9), expect.closeTo(2, 9)]);
  expect(totals.energyA).toBeCloseTo(2.5, 9);
});

describe('a profile and its own export', () => {
  it('say alike that lines call what joins text', () => {
    const { tree, ...flat } = joiningText(
      profileOf(makeProgram(1), { noise: 'normal', deviation: 0.1, runs: 5, isProxy: false }, 1),
    );
    expect(tree).toBeDefined();
    const profile = flat as ProfileDocument;
    const price: typeof model.price = (operation) =>
      operation.family === 'Concatenation'
        ? { terms: [{ parameter: 0, coefficient: 100 }], noise: 0 }
        : model.price(operation);
    const joining = { ...model, price };
    const side = { name: 'export', recording: recordingOfProfile(profile, joining, 'export') };
    const { methods } = compareProfiles({ name: 'profile', profile }, side, joining, {
      alpha: 0,
      isApplication,
    });
    expect(methods.map(({ delta }) => delta)).toEqual(methods.map(() => 0));
    expect(methods.map(({ methodA }) => methodA?.name)).toContain('makeConcatWithConstants');
  });

  it.each(Object.keys(noises))('have one energy, whatever the noise (%s)', (noise) => {
    for (let seed = 1; seed <= 4; seed++) {
      const meter = { noise, deviation: 0.1, runs: 5, isProxy: seed % 2 === 0 };
      const profile = profileOf(makeProgram(seed), meter, seed);
      expect(compareExports(profile)).toEqual([]);
      expect(compareExports(callingJar(profile))).toEqual([]);
      const { tree, ...flat } = callingJar(profile);
      expect(tree).toBeDefined();
      expect(compareExports(flat as ProfileDocument)).toEqual([]);
    }
  });

  it.each([1, 2, 3])('have one energy in merges with tables of other tools, too (%s)', (seed) => {
    const meter = { noise: 'normal', deviation: 0.1, runs: 5, isProxy: true };
    const profile = callingJar(profileOf(makeProgram(seed), meter, seed));
    const classes = profile.classes.map((owner) => ({
      ...owner,
      source: `${owner.name.replace(/^.*[/]/, '')}.java`,
    }));
    const sources = classes.map(({ name }) => {
      const [folder, own] = [name.replace(/[/][^/]*$/, ''), name.replace(/^.*[/]/, '')];
      const text = `package ${folder.replaceAll('/', '.')};\nclass ${own} {\n  void work() {\n\n\n\n    run();\n  }\n}\n`;
      return { path: `${name}.java`, text };
    });
    const { texts } = createRecordingPlacer(sources, true)(recordingOfProfile(profile, model, 'profile'));
    const known = { ...profile, classes, ...(texts === undefined ? {} : { sources: texts }) };
    expect(compareMerges(known, sources)).toEqual([]);
    const { tree, ...flat } = known;
    expect(tree).toBeDefined();
    expect(compareMerges(flat as ProfileDocument, sources)).toEqual([]);
  });

  it('have no energy for lines where the run leaves none', () => {
    for (const startUp of [0.5, 0.6])
      expect(
        compareExports(
          profileOfEnergies([5_000_000, 15_000_000], [0.5, 0.5, 0.6], [startUp, startUp, startUp], true),
        ),
      ).toEqual([]);
  });

  it('name the rest of the run, and are another run where a last digit is another', () => {
    const profile = callingJar(profileOfEnergies([5_000_000, 15_000_000], [2.4, 2.5, 2.6], [0.5], true));
    const recording = recordingOfProfile(profile, model, 'export');
    const compare = (times: number): string => {
      const values = recording.tree.values.map((column) => column.map((value) => value * times));
      const run = recording.run && { energy: recording.run.energy * times };
      const scaled = times === 1 ? recording : { ...recording, ...withDefined({ run }) };
      const side = { name: 'export', recording: { ...scaled, tree: { ...recording.tree, values } } };
      const sides = [{ name: 'profile', profile }, side] as const;
      return formatComparisonText(compareProfiles(...sides, model, { alpha: 0, isApplication }));
    };
    const text = compare(1);
    expect(text).toMatch(/^profile 2\.5 J, export 2\.5 J a run, measured by CPU time, a proxy: ±0\n/);
    expect(text).toMatch(/not counted +50 mJ +50 mJ\n +runtime: start-up +500 mJ +500 mJ\n +a run +2\.5 J/);
    expect(text).toContain('note: export tells the run of profile again');
    const other = compare(1 + 1e-6);
    expect(other).toMatch(/shares of each total \(profile 2\.5 J, export 2\.5 J\)/);
    expect(other).not.toContain('tells the run of');
  });

  it.each(['caller', 'apart', 'renamed'] as const)(
    'are one run by the run that both keep, however the parts are told (%s)',
    (how) => {
      const profile = joiningText(
        callingJar(profileOfEnergies([5_000_000, 15_000_000], [2.4, 2.5, 2.6], [0.5], true)),
      );
      const exported = recordingOfProfile(profile, model, 'export', how === 'apart' ? how : 'caller');
      const frames = exported.frames.map((frame) =>
        how === 'renamed' && frame.kind === 'runtime' ? { ...frame, name: '[starting the JVM]' } : frame,
      );
      const read = readImport(
        [...formatImport([{ recording: { ...exported, frames }, placements: [] }], 'test')].join(''),
      );
      if (!read.ok) throw new Error('an export is read');
      const sides = read.value.recordings.map(({ recording }) => ({ name: 'export', recording }));
      const { unit, notes } = compareProfiles({ name: 'profile', profile }, at(sides, 0), model, {
        alpha: 0,
        isApplication,
      });
      expect(unit).toBe('joules');
      expect(notes.join()).toContain('export tells the run of profile again');
    },
  );
});

it('an export without a tree tells no callers, and what it notes of its costs is no loss', () => {
  const { tree, ...flat } = callingJar(profileOfEnergies([5_000_000, 15_000_000], [2.4, 2.6], [0.5], true));
  expect(tree).toBeDefined();
  const [, , called] = flat.classes;
  // The application's main, and what it calls: stacks of the export have either, and no call.
  const classes = flat.classes.map((owner) =>
    owner === called
      ? {
          ...owner,
          methods: owner.methods.flatMap((own) => [own, { ...own, name: 'main', descriptor: '()V' }]),
        }
      : owner,
  );
  const recording = recordingOfProfile({ ...flat, classes }, model, 'export');
  expect(recording.problems.map(({ message }) => message).join()).toContain(
    'may be off by 97 % (measured on 12 other programs, JDK 25,',
  );
  const csv = [...formatRecordingCsv({ recording, placements: [] })].join('');
  for (const each of [recording, importText(csv, { name: 'export.csv' })]) {
    const side = { name: 'export', recording: each };
    const { notes } = compareProfiles(side, side, model, { alpha: 0, isApplication });
    expect(notes.filter((note) => /no 'main'|as it was imported|off by/.test(note))).toEqual([]);
  }
});

describe('a merge and its source', () => {
  const path = 'feed/Feed.java';
  const text = readFileSync(join(FIXTURES, 'program', path), 'utf8');
  const place = createRecordingPlacer([{ path, text }], true);
  const [vlens, elens] = ['vlens', 'elens'].map((each) =>
    place(importFixture(`energy/feed-${each}.jouleline-energy.json`)),
  );
  if (vlens === undefined || elens === undefined) throw new Error();

  it.each([
    ['alone', [vlens]],
    ['with components of another tool', [vlens, elens]],
  ])('of lines with library calls have one energy, %s', (_, sources) => {
    const [merged] = recordMerge(mergeRecordings(sources, []));
    if (merged === undefined) throw new Error();
    const sides = [sideOfPlaced('merge', merged), sideOfPlaced('source', vlens)] as const;
    // The paper's whole program, of which the collector and thread switches have 37.74 mJ.
    expect(ofOneRun(...sides, model, 0.361178)).toEqual([]);
    const { parts, methods } = compareProfiles(...sides, model, { alpha: 0, isApplication });
    expect(parts.map(({ part, energyA }) => `${part} ${((energyA ?? NaN) * 1000).toFixed(6)}`)).toEqual([
      'methods 323.438000',
      'runtime 37.740000',
    ]);
    const read = methods.find(({ methodA }) => methodA?.name === 'read');
    expect([read?.energyA, read?.energyB]).toEqual([expect.closeTo(0.0902, 9), expect.closeTo(0.0902, 9)]);
  });
});

it('a line has what its calls take, as in its report, also where no source is known', () => {
  const recording = importText(
    [
      'class,method,line,api,level,energy (mJ)',
      'app.Feed,load,4,,line,10',
      'app.Feed,load,4,java.util.List.add,api,25',
      'app.Feed,load,5,java.util.List.get,api,5',
    ].join('\n'),
    { name: 'table.csv' },
  );
  const placed = createRecordingPlacer([], true)(recording);
  expect(placed.recording.problems.map(({ message }) => message).join('\n')).toContain(
    'app.Feed.load:4, app.Feed.load:5: library calls take 0.03 J there, more than the 0.01 J',
  );
  const side = sideOfPlaced('table', placed);
  const { totals, methods } = compareProfiles(side, side, model, { alpha: 0, isApplication });
  expect(totals.energyA).toBeCloseTo(0.03, 12);
  expect(methods.map(({ methodA, energyA }) => [methodA?.name, energyA]).sort()).toEqual([
    ['add', expect.closeTo(0.025, 12)],
    ['get', expect.closeTo(0.005, 12)],
    ['load', 0],
  ]);
});
