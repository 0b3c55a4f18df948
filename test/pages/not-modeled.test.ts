/** Operations that are not modeled are never told as 0, as the same, or as less: in JSON, in text, and on the page. */
import { classifyByMarks } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { createFigures } from '../../client/webviews/comparison/figures';
import { changeOfRow, createModel, listTasks, sumOfTasks } from '../../client/webviews/comparison/model';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { formatComparisonJson } from '../../server/src/compare/pages/comparison-json';
import { describeComparison, describeWords } from '../../server/src/compare/pages/comparison-page';
import {
  formatComparisonMarkdown,
  formatComparisonText,
} from '../../server/src/compare/pages/comparison-text';
import { formatChangedShare } from '../../server/src/words/energy-text';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import type { ComparisonPage } from '../../server/src/pages/comparison-file';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from '../compare/noisy-profiles';

const marks = { application: [], framework: [] };
const isApplication = classifyByMarks(marks);
const steady = [2, 2.02, 1.98, 2.01, 1.99];
const noisy = [2, 2.9, 1.6, 2.2, 2.7];

/** Its methods are called by one of the application. */
function below(profile: ProfileDocument): ProfileDocument {
  return JSON.parse(JSON.stringify(profile).replaceAll('android/app/Main', 'app/Main')) as ProfileDocument;
}

/** Every third method is a framework's, and is not modeled where it executed nothing that is. */
function compare(
  executions: readonly [readonly number[], readonly number[]],
  energies: readonly [readonly number[], readonly number[]] = [steady, steady],
): ProfileComparison {
  const [a, b] = [0, 1].map((side) => ({
    name: side === 0 ? 'one' : 'other',
    profile: below(profileOfEnergies(executions[side] ?? [], energies[side] ?? [], [0.5, 0.5, 0.5], false)),
  }));
  if (a === undefined || b === undefined) throw new Error();
  return compareProfiles(a, b, bundledModel(), { alpha: 0, isApplication });
}

function pageOf(comparison: ProfileComparison): ComparisonPage {
  return describeComparison(comparison, {
    ...{ details: ['', ''], wantedAlpha: 0, words: describeWords(), version: '1', isApplication, marks },
  });
}

interface TaskOfJson {
  readonly method: string;
}

const taskOf = (comparison: ProfileComparison, method: string): object | undefined =>
  (JSON.parse(formatComparisonJson(comparison, '1')) as { tasks: readonly TaskOfJson[] }).tasks.find(
    (task) => task.method === method,
  );

const rowOf = (text: string, method: string): string =>
  text.slice(text.indexOf('Tasks')).match(new RegExp(`^.*${method}.*$`, 'm'))?.[0] ?? '';

const second = 'android.part.Service3.work';
const unknown = ['delta', 'low', 'high', 'p', 'smallest'];

describe('a task that is modeled in A alone', () => {
  const comparison = compare([
    [1000, 10, 10, 500],
    [1000, 10, 10, 0],
  ]);

  test('has no energy of B in JSON, no difference, and nothing that follows of one', () => {
    const task = taskOf(comparison, second);
    expect(task).toMatchObject({ isPriced: false, isSignificant: false, matched: true });
    expect(task).toHaveProperty('energyA');
    for (const key of ['energyB', ...unknown]) expect(task).not.toHaveProperty(key);
  });

  test('is not comparable in text and Markdown, and no share of what it was', () => {
    for (const text of [formatComparisonText(comparison), formatComparisonMarkdown(comparison)]) {
      const row = rowOf(text, 'Service3');
      expect(row).toMatch(/not modeled.*not comparable: not modeled in B/);
      expect(row).not.toMatch(/100|[ |]0 J/);
    }
  });

  test('neither uses less energy nor is the same on the page, and in no sum', () => {
    const page = pageOf(comparison);
    const model = createModel(page);
    const tasks = listTasks(model);
    const task = tasks.find(({ name }) => name === second);
    expect(task).toMatchObject({ change: 'unmodeled', energyB: NaN, chance: NaN });
    expect(changeOfRow(model, task?.row ?? 0)).toBe('unmodeled');
    const figures = createFigures(page.head);
    expect(figures.energy(task?.energyB ?? 0)).toBe('not modeled');
    expect(figures.difference(task?.energyA ?? 0, task?.energyB ?? 0)).toBe('not modeled in B');
    const others = tasks.filter((each) => each !== task);
    expect(sumOfTasks(model, tasks)).toBe(sumOfTasks(model, others));
  });
});

describe('what is modeled on neither side', () => {
  const comparison = compare([
    [0, 10],
    [0, 20],
  ]);

  test('has no energy in JSON at all', () => {
    const task = taskOf(comparison, 'android.part.Service0.work');
    expect(task).toMatchObject({ callsA: 10, callsB: 10, isPriced: false });
    for (const key of ['energyA', 'energyB', ...unknown]) expect(task).not.toHaveProperty(key);
  });

  test('makes no sum of 0 of tasks, nor of packages', () => {
    const page = pageOf(comparison);
    const model = createModel(page);
    expect(sumOfTasks(model, listTasks(model))).toBeNaN();
    const [unmodeled, none] = ['android.part', 'app'].map((name) =>
      page.head.packages.find((each) => each.name === name),
    );
    expect(unmodeled).toMatchObject({ energyA: 'unmodeled', energyB: 'unmodeled' });
    expect(none?.energyA).toBeGreaterThan(0);
  });

  test('of a package that one side does not call is a dash there', () => {
    const page = pageOf(compare([[], [10]]));
    expect(page.head.packages.find(({ name }) => name === 'android.part')).toMatchObject({ energyA: 'none' });
  });
});

test('the flame graph and trees have nothing changed that the runs can’t tell from chance', () => {
  const comparison = compare([[1000], [100]], [steady, noisy]);
  expect(comparison.totals.p).toBeGreaterThan(0.05);
  const model = createModel(pageOf(comparison));
  const rows = Array.from(model.page.rowParent, (_, row) => changeOfRow(model, row));
  expect(new Set(rows)).toEqual(new Set(['same']));
  // Where they can, what plainly uses less energy does.
  const told = createModel(pageOf(compare([[1000], [1000]], [noisy, noisy.map((each) => each * 4)])));
  expect(changeOfRow(told, 0)).toBe('moreEnergy');
});

test('calls that are not told are no dash, which is for what is gone', () => {
  const figures = createFigures(pageOf(compare([[1], [1]])).head);
  expect(figures.calls(15_000, NaN)).toBe('15,000 → unknown');
  expect(figures.calls(15_000, NaN, true, false)).toBe('15,000 → –');
  expect(figures.calls(NaN, NaN)).toBe('unknown');
});

test('a change of less than what is written is not written as none', () => {
  expect([-0.0002, 0.0002, -0.00001, -0.2, -0.9999, -1, 0].map(formatChangedShare)).toEqual([
    '−0.02 %',
    '+0.02 %',
    '< 0.01 %',
    '−20.0 %',
    '−99.9 %',
    '−100.0 %',
    '+0.0 %',
  ]);
});

test('a change to many times as much says how many', () => {
  expect([9.99, 6001, Infinity].map(formatChangedShare)).toEqual(['+999.0 %', '6,002 times', '+Infinity %']);
});
