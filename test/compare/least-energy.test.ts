/** Which of several programs uses the least energy for a task: said where runs tell it, and not where they don't. */
import { findLeastEnergy } from '../../server/src/compare/deltas/shared-tasks';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { comparePrograms, type ProgramsComparison } from '../../server/src/compare/deltas/compare-programs';
import { formatProgramsJson } from '../../server/src/compare/pages/comparison-json';
import { formatProgramsText } from '../../server/src/compare/pages/programs-text';
import { bundledModel } from '../cost/bundled-model';
import { makeProgram, profileOf, profileOfEnergies } from './noisy-profiles';

const [five, six, seven] = [5, 6, 7].map((energy, program) => ({ program, energy }));
if (five === undefined || six === undefined || seven === undefined) throw new Error('there are three');

describe('of three that do a task', () => {
  const told = (...chances: readonly number[]) => {
    const left = [...chances];
    return findLeastEnergy([[five, six, seven]], () => left.shift() ?? NaN)[0];
  };

  test('one uses the least energy if both others use more for certain', () => {
    expect(told(0.01, 0.001, 0.9)).toEqual({ leastEnergy: 0 });
    expect(told(0.2, 0.001, 0.01)).toEqual({ alike: [0, 1] });
    expect(told(0.2, 0.3, 0.001)).toEqual({ alike: [0, 1, 2] });
  });

  test('figures alone tell where nothing is known of chance, and the same is alike', () => {
    expect(told(NaN, NaN, NaN)).toEqual({ leastEnergy: 0 });
    const twice = { program: 3, energy: 5 * (1 + 1e-12) };
    expect(findLeastEnergy([[five, six, twice]], () => NaN)).toEqual([{ alike: [0, 3] }]);
    // Runs that all took the same differ for certain, by what adding up in another order makes too.
    expect(findLeastEnergy([[five, twice]], () => 0)).toEqual([{ alike: [0, 3] }]);
  });

  test('one alone is not said to use the least', () => {
    expect(findLeastEnergy([[six], []], () => 0)).toEqual([{}, {}]);
  });

  test('so many are looked at that a chance of 4 in 100 comes up', () => {
    expect(findLeastEnergy([[five, six]], () => 0.04)).toEqual([{ leastEnergy: 0 }]);
    const others = Array.from({ length: 30 }, () => [five, six]);
    const left = [0.04];
    const many = findLeastEnergy([[five, six], ...others], () => left.shift() ?? 0.5);
    expect(many[0]).toEqual({ alike: [0, 1] });
  });
});

/** The simulated programs' first method has some methods of a framework work. */
const options = { alpha: 0, isApplication: applicationClasses(['android.app', 'app']) } as const;

function compareRuns(energies: readonly number[], seed: number, executions = makeProgram(seed).executions) {
  const programs = energies.map((energy, index) => {
    const meter = { noise: 'heavy-tailed', deviation: 0.04, runs: 10, isProxy: false };
    const profile = profileOf({ executions, energy }, meter, 100 * seed + index);
    return { name: `app${index}`, profile };
  });
  return comparePrograms(programs, bundledModel(), options);
}

describe('ten simulated runs of each of three programs', () => {
  const trials = 60;
  const namesLeast = ({ tasks, inAll }: ProgramsComparison): boolean =>
    inAll.leastEnergy !== undefined || tasks.some(({ leastEnergy }) => leastEnergy !== undefined);

  test('that are one and the same: none is said to use the least energy but by chance', () => {
    const wrong = Array.from({ length: trials }, (_, seed) => compareRuns([2, 2, 2], seed)).filter(
      namesLeast,
    );
    expect(wrong.length).toBeLessThanOrEqual(0.09 * trials);
  });

  test('of which one takes less, by four deviations of a run, for the same operations: it is found', () => {
    const found = Array.from({ length: trials }, (_, seed) => compareRuns([2, 1.84, 2], seed)).filter(
      ({ tasks, inAll }) =>
        inAll.leastEnergy === 1 && tasks.length === 10 && tasks.every(({ leastEnergy }) => leastEnergy === 1),
    );
    expect(found.length).toBeGreaterThanOrEqual(0.9 * trials);
  });
});

describe('bounds', () => {
  // Of two runs of 10 and 12 joules: 11, and by Student's t with one degree of freedom 12.706 times 1.
  const runs = [10, 12];
  const profile = profileOfEnergies([100, 100, 200], runs, [], false);
  const one = { name: 'one', profile };
  const compared = comparePrograms([one, { name: 'other', profile }, one], bundledModel(), options);

  test('of a program are those of the mean of its runs; nothing takes less than nothing', () => {
    const [first] = compared.programs;
    expect(first?.energy).toBeCloseTo(11, 9);
    expect(first?.low).toBe(0);
    expect(first?.high).toBeCloseTo(11 + 12.7062, 3);
  });

  test('of tasks are as wide as those of their runs, and are told', () => {
    const [task] = compared.tasks;
    const [side] = task?.sides ?? [];
    expect((side?.high ?? 0) / (side?.energy ?? 1)).toBeCloseTo(1 + 12.7062 / 11, 4);
    expect(side?.low).toBe(0);
    expect(task).toMatchObject({ alike: [0, 1, 2], delta: 0, p: 1 });
    expect(formatProgramsText(compared)).toMatch(
      /; chance alone may decide which of these uses the least energy: one, other, one\n/,
    );
    const json = JSON.parse(formatProgramsJson(compared, '1')) as ProgramsComparison;
    expect(json.inAll).toEqual({ alike: [0, 1, 2] });
    expect(json.tasks[0]).toMatchObject({ cheapest: null, alike: [0, 1, 2], delta: 0 });
    expect(json.tasks[0]?.sides[0]?.low).toBe(side?.low);
  });

  test('are absent where programs were only counted, which is said', () => {
    const [counted, more] = [100, 300].map((executions) => {
      const measured = profileOfEnergies([executions, 100, 200], [], [], false);
      Reflect.deleteProperty(measured, 'measurement');
      return measured;
    });
    if (counted === undefined || more === undefined) throw new Error('there are two');
    const sides = [counted, more, more].map((each, index) => ({ name: `app${index}`, profile: each }));
    const result = comparePrograms(sides, bundledModel(), options);
    expect(result.notes.join('\n')).toContain('the figures alone tell which program uses the least energy');
    const json = JSON.parse(formatProgramsJson(result, '1')) as ProgramsComparison;
    expect(json.inAll).toEqual({ cheapest: 0 });
    expect(Object.keys(json.programs[0] ?? {})).not.toContain('low');
    expect(json.tasks.flatMap(({ sides: all }) => all.map((side) => side?.low))).not.toContainEqual(
      expect.anything(),
    );
    expect(formatProgramsText(result)).not.toContain(' to ');
  });
});

test('a task is no surer than the programs that it is a part of', () => {
  // Each program does another task of two most of the time, and their runs take as much.
  const runs = [1.9, 2, 2.1, 2.2];
  const programs = [
    [100_000, 10, 10, 1_000],
    [1_000, 10, 10, 100_000],
  ].map((executions, index) => ({
    name: `app${index}`,
    profile: profileOfEnergies(executions, runs, [], false),
  }));
  const { inAll, tasks } = comparePrograms(programs, bundledModel(), options);
  expect(inAll).toEqual({ alike: [0, 1] });
  expect(tasks).toHaveLength(2);
  for (const { alike, leastEnergy, p, low, high } of tasks) {
    expect({ alike, leastEnergy }).toEqual({ alike: [0, 1], leastEnergy: undefined });
    expect(p).toBe(1);
    expect(low).toBeLessThanOrEqual(0);
    expect(high).toBeGreaterThan(0);
  }
});

test('whose operations took more than chance tells apart are named, each two of them', () => {
  const { notes } = compareRuns([2, 4, 8], 7);
  const [note = ''] = notes.filter((each) => each.includes('the same operations took'));
  const told = [...note.matchAll(/([\d.]+) times as much in (app\d) as in (app\d)/g)];
  const pairs = told.map(
    ([, ratio, second = '', first = '']) => [`${first} ${second}`, Number(ratio)] as const,
  );
  // The furthest apart first: runs took 8, 4 and 2 J for the same counts.
  expect(pairs.map(([names]) => names)[0]).toBe('app0 app2');
  const ratios = new Map(pairs);
  expect(ratios.get('app0 app2')).toBeCloseTo(4, 0);
  expect(ratios.get('app0 app1')).toBeCloseTo(2, 0);
  expect(ratios.get('app1 app2')).toBeCloseTo(2, 0);
});
