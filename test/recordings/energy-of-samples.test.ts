/** Samples become energy: nothing is lost, waiting threads take nothing, and clocks must fit. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEnergy } from '../../server/src/recordings/import/import-profile';
import { sharePower, shareTotal } from '../../server/src/recordings/model/energy-of-samples';
import { type ImportedRecording, sumOf } from '../../server/src/recordings/model/imported-profile';
import type { PowerTrace } from '../../server/src/power/power-trace';
import { importText, valuesByName } from './import/import-file';

const stacks = 'app/Main.main;app/Main.work 30\napp/Main.main;java/lang/Thread.sleep 50\napp/Main.main 10\n';

describe('a measured total', () => {
  it('is shared by those who do not wait, with its uncertainty', () => {
    const shared = shareTotal(importText(stacks), { energy: 8, deviation: 0.4 });
    expect(Object.fromEntries(valuesByName(shared, 1))).toEqual({ 'app.Main.work': 6, 'app.Main.main': 2 });
    expect(shared.measures[1]).toMatchObject({ unit: 'joules', provenance: 'modeled', total: 8 });
    const deviations = [...(shared.tree.variances[1] ?? [])].map(Math.sqrt);
    expect(deviations.reduce((sum, each) => sum + each)).toBeCloseTo(0.4, 12);
  });

  it('of threads that all wait is nobody’s, and said', () => {
    const shared = shareTotal(importText('a/B.c;java/lang/Thread.sleep 5\n'), { energy: 8 });
    expect(shared.measures).toHaveLength(1);
    expect(shared.problems.at(-1)?.message).toContain('threads that wait');
  });
});

const trace = (start: number, ends: readonly number[], watts: readonly number[]): PowerTrace => ({
  channel: 'watts',
  inTotal: true,
  from: 'reading',
  start,
  ends,
  watts,
});

describe('energies that a file tells itself', () => {
  const table = 'class,method,energy (J)\napp.Main,work,3\n';

  it.each([
    ['a total', { total: { energy: 10 } }],
    ['power', { power: { traces: [trace(0, [1], [10])], clock: 'calendar' } }],
  ] as const)('stay as they are, and it is said that %s is not used', (_, given) => {
    const made = makeEnergy(importText(table), given);
    expect(made.measures.map(({ total }) => total)).toEqual([3]);
    expect(made.problems.map(({ message, isDoubt }) => [isDoubt, message])).toEqual([
      [true, expect.stringMatching(/^it tells energies itself.*is not used: give one only for samples/)],
    ]);
    expect(makeEnergy(importText(table), {}).problems).toEqual([]);
  });
});

/** Samples of a second each, in the stacks above. */
function timed(times: readonly number[]): ImportedRecording {
  const recording = importText(stacks);
  const contexts = times.map((_, index) => 1 + (index % (recording.tree.parents.length - 1)));
  return {
    ...recording,
    timed: {
      measure: 0,
      times,
      contexts: Int32Array.from(contexts),
      weights: new Float64Array(times.length).fill(1),
    },
  };
}

const steps = fc.array(fc.record({ length: fc.double({ min: 0.01, max: 5, noNaN: true }), watts: fc.double({ min: 0, max: 100, noNaN: true }) }), { minLength: 1, maxLength: 40 }); // prettier-ignore

describe('power over time', () => {
  it('is all there, as long as samples were taken: theirs, or idle', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 2, maxLength: 60 }), (given, times) => {
        let at = 0;
        const ends = given.map(({ length }) => (at += length));
        const power = trace(0, ends, given.map(({ watts }) => watts));
        const [first, last] = [Math.min(...times), Math.max(...times)];
        const expected = ends.reduce((sum, end, index) => {
          const begin = Math.max(first, ends[index - 1] ?? 0);
          return sum + Math.max(0, Math.min(last, end) - begin) * (given[index]?.watts ?? 0);
        }, 0);
        const withEnergy = sharePower(timed(times), { traces: [power], clock: 'calendar' });
        const measure = withEnergy.measures.findIndex(({ unit }) => unit === 'joules');
        if (measure < 0) return expected === 0;
        const total = withEnergy.measures[measure]?.total ?? 0;
        return Math.abs(total - expected) <= 1e-9 * (1 + expected) && Math.abs(sumOf(withEnergy, measure) - total) <= 1e-9 * (1 + total);
      }),
    ); // prettier-ignore
  });

  it('that is no part of the total is not added up', () => {
    const core = { ...trace(0, [10], [3]), inTotal: false };
    const withEnergy = sharePower(timed([1, 2, 3]), {
      traces: [trace(0, [10], [5]), core],
      clock: 'calendar',
    });
    expect(withEnergy.measures[1]?.total).toBeCloseTo(10, 12);
  });

  it('of another time or clock gives nothing, and says why', () => {
    const none = sharePower(timed([1, 2]), { traces: [trace(100, [110], [5])], clock: 'calendar' });
    expect(none.measures).toHaveLength(1);
    expect(none.problems.at(-1)?.message).toContain('same clock and zone');
    const own = sharePower(timed([1, 2]), { traces: [trace(0, [10], [5])], clock: 'own' });
    expect(own.problems.at(-1)?.message).toContain('say when the meter began');
  });
});
