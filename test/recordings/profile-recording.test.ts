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
