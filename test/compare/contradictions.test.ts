/** Simulated runs of one program, and of one that was changed by a known amount: nothing said contradicts the rest. */
import { describe, expect, it } from 'vitest';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { formatComparisonJson } from '../../server/src/compare/pages/comparison-json';
import { compareAll } from './contradictions';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { makeProgram, noises, profileOf, profileOfEnergies } from './noisy-profiles';

describe.each(Object.keys(noises))('twenty programs with noise that is %s', (noise) => {
  it.each([
    ['itself', 1],
    ['itself with a tenth more work', 1.1],
    ['itself with half of the work', 0.5],
  ])('compared with %s', (_, factor) => {
    for (let seed = 1; seed <= 20; seed++) {
      const program = makeProgram(seed);
      const { executions, energy } = program;
      const changed = {
        executions: executions.map((count) => Math.round(count * factor)),
        energy: energy * factor,
      };
      const meter = { noise, deviation: [0.04, 0.4][seed % 2] ?? 0, runs: 5, isProxy: true };
      const [a, b] = [profileOf(program, meter, 2 * seed), profileOf(changed, meter, 2 * seed + 1)];
      const { contradictions, comparison } = compareAll(a, b);
      expect(contradictions).toEqual([]);
      // What is far beyond the noise is found, with the sign that it was given.
      if (factor === 0.5 && meter.deviation < 0.1) {
        expect(comparison.totals.isSignificant).toBe(true);
        expect(comparison.totals.delta).toBeLessThan(0);
      }
    }
  });
});

it('rows without bounds claim no chance, where counts explain the runs by no means and no difference was found', () => {
  // A twentieth of the operations in runs that took as much: scales are twenty times apart.
  const energies = [2, 2.9, 1.6, 2.2, 2.7];
  const { contradictions, comparison } = compareAll(
    profileOfEnergies([100_000, 50_000], energies, [], true),
    profileOfEnergies([5_000, 2_500], energies, [], true),
  );
  expect(comparison.totals).toMatchObject({ delta: 0, isSignificant: false });
  expect(comparison.methods.some(({ p }) => Number.isNaN(p))).toBe(true);
  expect(formatComparisonText(comparison)).not.toContain('NaN');
  expect(contradictions).toEqual([]);
});

it.each([2, 6, 10])('%s equal readings of a clock tell no difference of a step', (runs) => {
  const read = (energy: number, place: number): ProfileDocument =>
    profileOfEnergies(
      [100_000, 50_000],
      Array<number>(runs).fill(energy),
      Array<number>(runs).fill(0.1),
      true,
      { series: 1, place, programs: 2 },
      0.1,
    );
  // Steps of 10 ms at 10 W: 40 of them, 41 or 80.
  const chanceOf = (energy: number): ReturnType<typeof compareAll> => compareAll(read(4, 1), read(energy, 2));
  for (const energy of [4, 4.1]) {
    const { comparison, contradictions } = chanceOf(energy);
    const { totals, work } = comparison;
    expect(totals.isSignificant).toBe(false);
    expect(work.isSignificant).toBe(false);
    expect(totals.high - totals.low).toBeGreaterThan(0.1);
    expect(contradictions).toEqual([]);
  }
  expect(chanceOf(8).comparison.totals.isSignificant).toBe(true);
});

it('a row does not exceed its run where little is left beside the program’s own work', () => {
  // One scale of 1.5 J for both would lay 1.5 J on the run of 1 J.
  const [a, b] = [
    [0.2, 1.8],
    [1, 3],
  ].map((energies) => profileOfEnergies([1000, 500], energies, [], true));
  if (a === undefined || b === undefined) throw new Error();
  const { contradictions, comparison } = compareAll(a, b);
  expect(comparison.totals).toMatchObject({ energyA: 1, energyB: 2, isSignificant: false });
  expect(contradictions).toEqual([]);
});

/** The profile with executions of an operation that no model has, in line 7 of each class: how many, by its index. */
function withUnmodeled(profile: ProfileDocument, counts: readonly number[]): ProfileDocument {
  const countOf = (index: number): number => counts[index - 1] ?? 0;
  const changed = {
    ...profile,
    keys: [...profile.keys, operationKey('example.Store.find', ['int'], 'load')],
    classes: profile.classes.map((each, index) => ({
      ...each,
      methods: each.methods.map((method) => ({
        ...method,
        operations: [...method.operations, ...(countOf(index) > 0 ? [[1, 7, countOf(index)] as const] : [])],
      })),
    })),
    tree: profile.tree && {
      ...profile.tree,
      contexts: profile.tree.contexts.map((context, index) => {
        const [parent, owner, method, line, instruction, calls, operations, back] = context;
        const more = countOf(index) > 0 ? [[1, countOf(index)] as const] : [];
        return [parent, owner, method, line, instruction, calls, [...operations, ...more], back];
      }),
    },
  };
  return changed as unknown as ProfileDocument;
}

it('a task, method or line with more that is not modeled than on the other side is at least, and has no difference', () => {
  const runs = [1, 1.02, 0.98, 1.01];
  // Classes 0, 3, 6 and 9 are a framework's, which are tasks.
  const executions = [9000, 0, 0, 7000, 0, 0, 5000, 0, 0, 3000];
  const doubled = executions.map((count) => 2 * count);
  const a = withUnmodeled(profileOfEnergies(executions, runs, [], false), [0, 0, 0, 4, 0, 0, 4, 0, 0, 8]);
  const b = withUnmodeled(
    profileOfEnergies(
      doubled,
      runs.map((each) => 2 * each),
      [],
      false,
    ),
    [0, 0, 0, 4, 0, 0, 6, 0, 0, 2],
  );
  const { contradictions, comparison } = compareAll(a, b);
  expect(contradictions).toEqual([]);
  const known = (comparison.tasks?.list ?? []).map(({ method, atLeast, delta, isSignificant }) => ({
    class: method.class,
    atLeast,
    isUnknown: Number.isNaN(delta),
    isSignificant,
  }));
  const whole = { atLeast: undefined, isUnknown: false, isSignificant: true };
  expect(known).toEqual([
    { class: 'android.part.Service0', ...whole },
    // As often on both sides: what is not modeled is in no difference.
    { class: 'android.part.Service3', ...whole },
    { class: 'android.part.Service6', atLeast: 'B', isUnknown: true, isSignificant: false },
    { class: 'android.part.Service9', atLeast: 'A', isUnknown: true, isSignificant: false },
  ]);
  const lines = comparison.methods.flatMap(({ methodA, lines: ofMethod }) =>
    ofMethod.map(({ atLeast }) => `${methodA?.class ?? ''} ${atLeast ?? 'whole'}`),
  );
  expect(lines).toEqual(expect.arrayContaining(['android.part.Service3 whole', 'android.part.Service6 B']));
  const text = formatComparisonText(comparison);
  const rows = text.split('\n').filter((line) => line.startsWith('  ') || line.includes('Service'));
  expect(rows.filter((line) => line.includes('at least') && line.includes('Service6'))).toHaveLength(2);
  const json = JSON.parse(formatComparisonJson(comparison, '1')) as {
    readonly tasks: readonly object[];
  };
  expect(json.tasks[2]).toMatchObject({ atLeast: 'B' });
  expect(json.tasks[2]).not.toHaveProperty('delta');
});
