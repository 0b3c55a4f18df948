/** Counted profiles as recordings: a run has one energy, whether its lines are scaled to it or not. */
import { describe, expect, it } from 'vitest';
import { checkBudgets } from '../../server/src/recordings/document/check-budgets';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { recordingOfProfile } from '../../server/src/recordings/model/profile-recording';
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

  it('is over the budget that it is over', () => {
    const placed = createRecordingPlacer([], true)(recording);
    const program = { subject: 'program' as const, name: '', isOptional: false, at: { start: 0, end: 0 } };
    const [over, within] = checkBudgets(placed, [
      { ...program, energy: mean / 2 },
      { ...program, energy: mean * 20 },
    ]);
    expect([over?.verdict === 'within', within?.verdict]).toEqual([false, 'within']);
  });
});
