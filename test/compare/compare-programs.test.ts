/** More than two programs: which uses the least energy for what, what how many have, and where tasks stand in plain lists. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { comparePrograms, type ProgramsComparison } from '../../server/src/compare/deltas/compare-programs';
import { formatProgramsJson } from '../../server/src/compare/pages/comparison-json';
import { formatProgramsMarkdown, formatProgramsText } from '../../server/src/compare/pages/programs-text';
import { bundledModel } from '../cost/bundled-model';
import { importText } from '../recordings/import/import-file';

/** JoularJX's call trees below a loop of the framework, with what each takes itself. */
function compare(...programs: readonly (readonly string[])[]): ProgramsComparison {
  const sides = programs.map((rows, index) => {
    const lines = ['android.os.Looper.loop,1', ...rows.map((row) => `android.os.Looper.loop;${row}`)];
    const name = 'joularJX-1-all-call-trees-energy.csv';
    return { name: `app${index}`, recording: importText(`${lines.join('\n')}\n`, { name }) };
  });
  const options = { alpha: 'auto', isApplication: applicationClasses([]) } as const;
  return comparePrograms(sides, bundledModel(), options);
}

const a = [
  'com.a.Ui.onClick,1',
  'com.a.Ui.onClick;com.a.Store.put;android.content.Prefs.apply,4',
  'com.a.Ui.onClick;android.view.View.draw,1',
  'com.a.Ui.onClick;android.view.View.draw;com.a.Ui.onDraw;android.text.Text.wrap,2',
  'com.a.Ui.onClick;java.lang.Thread.getStackTrace,3',
];
const b = ['com.b.Ui.onClick;android.content.Prefs.apply,1', 'com.b.Ui.onClick;android.view.View.draw,7'];
const c = ['com.c.Ui.onClick;android.content.Prefs.apply,2', 'com.c.Ui.onClick;java.io.Writer.write,5'];

describe('three programs', () => {
  const compared = compare(a, b, c);
  const task = (name: string): ProgramsComparison['tasks'][number] | undefined =>
    compared.tasks.find(({ method }) => method.name === name);

  test('are told which uses the least energy for each task, those with most to gain first', () => {
    expect(compared.tasks.map(({ method, delta, leastEnergy }) => [method.name, delta, leastEnergy])).toEqual(
      [
        ['write', 5, undefined],
        ['draw', 4, 0],
        ['apply', 3, 1],
        ['getStackTrace', 3, undefined],
        ['wrap', 2, undefined],
      ],
    );
    expect(task('apply')?.sides.map((side) => side?.energy)).toEqual([4, 1, 2]);
    expect(task('draw')?.sides.map((side) => side?.energy)).toEqual([3, 7, undefined]);
    expect(task('wrap')?.isNested).toBe(true);
  });

  test('have tasks by how many others do them, and sums that count nothing twice', () => {
    const shared = compared.programs.map(({ inTree }) => inTree?.shared.map(({ tasks }) => tasks));
    expect(shared).toEqual([
      [1, 1, 2],
      [1, 1, 0],
      [1, 0, 1],
    ]);
    const [first] = compared.programs;
    expect(first?.inTree?.shared.map(({ energy }) => energy)).toEqual([4, 1, 5]);
    expect(first).toMatchObject({
      energy: 12,
      inTree: { applicationEnergy: 1, frameworkEnergy: 11, tasks: 4, unmatchedExactly: 2 },
    });
  });

  test('overlap in tasks and in framework methods', () => {
    expect(compared.overlaps).toEqual([
      { programs: [0, 1], alpha: 0, tasks: 1, methods: 1 },
      { programs: [0, 2], alpha: 0, tasks: 0.5, methods: 2 / 3 },
      { programs: [1, 2], alpha: 0, tasks: 0.5, methods: 2 / 3 },
    ]);
  });

  test('have tasks that stand far down in plain lists', () => {
    // By inclusive energy the loop, the callback, put and apply come first; put takes nothing itself.
    expect(task('getStackTrace')?.sides[0]?.ranks).toEqual({ inclusive: 5, exclusive: 2 });
    expect(task('apply')?.sides[0]?.ranks).toEqual({ inclusive: 3, exclusive: 1 });
  });

  test('are told in text, Markdown and JSON', () => {
    const text = formatProgramsText(compared);
    expect(text).toMatch(/task +A +B +C +least energy/);
    expect(text).toMatch(/loop > onClick > android\.content\.Prefs\.apply +4 J +1 J +2 J +B +3 J/);
    expect(formatProgramsMarkdown(compared)).toContain('| A app0 | 12 J | 8.3 % |');
    // A total that was measured may be far off from what counts make.
    const off = compared.programs.map((program) => ({ ...program, energy: program.energy / 100 }));
    expect(formatProgramsMarkdown({ ...compared, programs: off })).toContain('| A app0 | 120 mJ | 8.3 % |');
    const json = JSON.parse(formatProgramsJson(compared, '1')) as ProgramsComparison;
    expect(json).toMatchObject({ format: 'jouleline-programs', version: 1, unit: 'J' });
    expect(json.tasks[0]).toMatchObject({
      method: 'java.io.Writer.write',
      sides: [null, null, { energy: 5 }],
    });
    expect(json.programs[0]).toMatchObject({
      energy: 12,
      applicationEnergy: 1,
      frameworkEnergy: 11,
      tasks: 4,
    });
  });
});

test('a task is in one group, and no group has two of a program', () => {
  const twice = [
    'com.d.Ui.onClick;android.content.Prefs.apply,1',
    'com.d.Ui.onKey;android.content.Prefs.apply,2',
  ];
  const { tasks, programs } = compare(twice, b, c, twice);
  const done = tasks.flatMap(({ sides }) => sides.filter((side) => side !== undefined));
  expect(done).toHaveLength(programs.reduce((sum, { inTree }) => sum + (inTree?.tasks ?? 0), 0));
});
