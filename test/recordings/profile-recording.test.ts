/** Counted profiles as recordings: a run has one energy, whether its lines are scaled to it or not. */
import { describe, expect, it } from 'vitest';
import { REACH_OF_90 } from '../../server/src/base/distributions';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../server/src/cost/pricing/counted-rows';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { readBudgets } from '../../server/src/recordings/document/budget-file';
import { type BudgetResult, checkBudgets } from '../../server/src/recordings/document/check-budgets';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import type { ImportedRecording } from '../../server/src/recordings/model/imported-profile';
import { recordingOfProfile } from '../../server/src/recordings/model/profile-recording';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { listAccount } from '../../server/src/profile/account/account-text';
import { scaleToProfile, withLeftOut } from '../../server/src/profile/account/measured-profile';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { bundledModel } from '../cost/bundled-model';

describe.each([
  ['nothing is left of for lines', [0.4, 0.41, 0.42], [0.41, 0.41, 0.41]],
  ['something is left of for lines', [2.4, 2.41, 2.42], [0.41, 0.41, 0.41]],
])('a run that %s', (_, energies, startUp) => {
  const profile = {
    ...profileOfEnergies([1000, 500], energies, startUp, false),
    generator: { name: 'jouleline', version: '1' },
  };
  const recording = recordingOfProfile(profile, bundledModel(), 'run.json');
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / energies.length;

  it('has the energy that was measured', () => {
    expect(recording.measures[0]?.total).toBeCloseTo(mean, 9);
    const values = Array.from(recording.tree.values[0] ?? []);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(mean, 9);
  });

  it('has the interval of its runs, and is over the budget that all of that is over', () => {
    const { low, high } = profile.measurement?.energy?.interval ?? {};
    const [over, maybe, within] = check(
      recording,
      { program: true, energy: (low ?? 0) * 0.99 },
      { program: true, energy: mean },
      { program: true, energy: (high ?? 0) * 1.01 },
    );
    expect([over, maybe, within].map((each) => each?.verdict)).toEqual(['over', 'maybe', 'within']);
    expect(over?.interval).toMatchObject({ low, high });
    expect(over?.energy).toBeCloseTo(mean, 9);
  });
});

function check(recording: ImportedRecording, ...budgets: readonly object[]): readonly BudgetResult[] {
  const file = { format: 'jouleline-budget', version: 1, budgets };
  const read = readBudgets(JSON.stringify(file));
  if (!read.ok) throw new Error(read.message);
  return checkBudgets(createRecordingPlacer([], true)(recording), read.budgets);
}

it('lines whose costs have errors of their own vary less together than one by one', () => {
  const counts = profileOfEnergies([1000, 1000], [1], [0], false);
  const keys = [...counts.keys, operationKey('Subtraction', ['int', 'int'], 'load')];
  const { program, counting } = counts;
  const methods = [
    { ...counts.classes[2]?.methods[0], operations: [0, 1].map((key) => [key, 7 + key, 1000]) },
  ];
  const profile = {
    ...{ program, counting, keys, generator: { name: 'jouleline', version: '1' } },
    classes: [{ ...counts.classes[2], methods }],
  } as unknown as ProfileDocument;
  const model = bundledModel();
  const recording = recordingOfProfile(profile, model, 'counts.json');
  const [both] = check(recording, { class: 'app.Part1', energy: 1 });
  const prices = listRowPrices(keys, model).flatMap((price) => (price ? [price] : []));
  expect(prices).toHaveLength(2);
  const whole = combineEnergies(
    model,
    prices.flatMap((price) => partsOfRow(price, 1000, undefined)),
  );
  const reach = REACH_OF_90 * Math.sqrt(whole.variance);
  expect(both?.energy).toBeCloseTo(whole.mean, 15);
  expect(both?.interval?.high).toBeCloseTo(whole.mean + reach, 15);
  const apart = Array.from(recording.tree.variances[0] ?? [], Math.sqrt);
  expect(reach).toBeLessThan(REACH_OF_90 * apart.reduce((sum, each) => sum + each, 0) * 0.999);
});

it('a task has what its lines call of code that was not counted', () => {
  const profile = profileOfEnergies([5_000_000, 15_000_000], [2.5, 2.5], [0.5, 0.5], true);
  const call = { class: 'app.Part1', method: 'work', line: 7, callee: 'jar.Other.burn' };
  const measurement = {
    ...(profile.measurement as MeasurementRecord),
    sampled: {
      ...{ counted: 1, uncounted: 3, unknown: 0, start: 0, samples: 400, largest: [] },
      called: [{ ...call, seconds: 3, samples: 300 }],
    },
  };
  const sampled = { ...profile, measurement, generator: { name: 'jouleline', version: '1' } };
  const recording = recordingOfProfile(sampled, bundledModel(), 'run.json');
  const budgets = [
    { class: '*' },
    { class: 'app.Part1' },
    { task: 'app.Part1.work' },
    { task: 'android.app.Main.main' },
  ];
  const energies = check(recording, ...budgets.map((each) => ({ ...each, energy: 9 }))).map(
    ({ energy }) => energy,
  );
  // 2 J are the program's, and 1.5 J of them the jar's.
  expect(energies.map((each) => each.toFixed(9))).toEqual([
    '2.000000000',
    '1.875000000',
    '1.875000000',
    '2.000000000',
  ]);
});

/** What each row of a recording took, by its name. */
function rowsOf({ frames, tree }: ImportedRecording): Readonly<Record<string, number>> {
  const rows: Record<string, number> = {};
  tree.frames.forEach((frame, context) => {
    const { name = '', line } = frames[frame] ?? {};
    const key = line === undefined ? name : `${name}:${line}`;
    rows[key] = (rows[key] ?? 0) + (tree.values[0]?.[context] ?? 0);
  });
  return rows;
}

describe('the rows of a recording', () => {
  const generator = { name: 'jouleline', version: '1' };
  const counted = {
    ...profileOfEnergies([1000, 500], [2.4, 2.41, 2.42], [0.41, 0.41, 0.41], false),
    generator,
  };
  const keys = counted.classes.map(
    ({ name, methods: [method] }) => `${name}.${method?.name ?? ''}${method?.descriptor ?? ''}`,
  );
  const [, first = '', second = ''] = keys;
  const plain = rowsOf(recordingOfProfile(counted, bundledModel(), 'run.json'));

  it('have one of its own for a method whose text is another, and the lines of a method that moved', () => {
    const now = { leftOut: new Set([first]), moved: new Map([[second, 5]]) };
    const rows = rowsOf(recordingOfProfile(counted, bundledModel(), 'run.json', 'caller', now));
    const { 'app.Part1.work:7': moved, 'android.part.Service0.work:7': left, ...rest } = plain;
    expect(moved).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
    expect(Object.keys(rows).sort()).toEqual(
      ['[left out: android.part.Service0.work]', 'app.Part1.work:12', ...Object.keys(rest)].sort(),
    );
    expect(rows['[left out: android.part.Service0.work]']).toBeCloseTo(left ?? 0, 12);
    expect(rows['app.Part1.work:12']).toBeCloseTo(moved ?? 0, 12);
  });

  it('are those of the account, where a method is left out, too', () => {
    const scaled = scaleToProfile(bundledModel(), counted);
    const { measured } = withLeftOut(scaled, counted, new Set([first]));
    const of = (name: string): number | undefined =>
      (measured === undefined ? [] : listAccount(measured)).find((part) => part.name === name)?.energy;
    expect(of('methods left out')).toBeCloseTo(plain['android.part.Service0.work:7'] ?? 0, 9);
    expect(of('lines')).toBeCloseTo(plain['app.Part1.work:7'] ?? 0, 9);
  });

  it('hold no modeled joules where lines are no part of the measured total, and tell apart what is not counted', () => {
    const { measurement, ...rest } = profileOfEnergies(
      [1e9, 5e8],
      [0.41, 0.41, 0.41],
      [0.41, 0.41, 0.41],
      false,
    );
    const sampled = {
      runs: 1,
      counted: 1,
      uncounted: 3,
      unknown: 0,
      start: 0,
      samples: 100,
      called: [],
      largest: [],
    };
    const profile = {
      ...rest,
      generator,
      ...(measurement === undefined ? {} : { measurement: { ...measurement, sampled } }),
    };
    const model = bundledModel();
    const { measured } = scaleToProfile(model, profile);
    expect(measured?.account.lines).toBeUndefined();
    const rows = rowsOf(recordingOfProfile(profile, model, 'run.json'));
    expect(Object.entries(rows).filter(([name, energy]) => name.includes('work') && energy > 0)).toEqual([]);
    expect(Object.values(rows).reduce((sum, energy) => sum + energy, 0)).toBeCloseTo(0.41, 9);
    const account = measured?.account;
    expect(rows['[not counted]'] ?? 0).toBeCloseTo(account?.uncounted ?? 0, 12);
    expect(rows['[unattributed]']).toBeCloseTo(account?.unattributed ?? Number.NaN, 9);
  });

  it('tell what is not counted from what is not attributed', () => {
    const { measurement, ...rest } = counted;
    const sampled = {
      runs: 1,
      counted: 1,
      uncounted: 3,
      unknown: 0,
      start: 0,
      samples: 100,
      called: [],
      largest: [],
    };
    const profile = {
      ...rest,
      ...(measurement === undefined ? {} : { measurement: { ...measurement, sampled } }),
    };
    const account = scaleToProfile(bundledModel(), profile).measured?.account;
    const rows = rowsOf(recordingOfProfile(profile, bundledModel(), 'run.json'));
    expect(account?.uncounted).toBeGreaterThan(1);
    expect(rows['[not counted]']).toBeCloseTo(account?.uncounted ?? Number.NaN, 12);
    expect(rows['[unattributed]']).toBeCloseTo(account?.unattributed ?? Number.NaN, 9);
  });
});
