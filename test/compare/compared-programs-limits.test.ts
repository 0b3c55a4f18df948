/** More than two programs of which not all is known: shares, tasks that are not modeled, no trees of calls, failures. Each format says so. */
import type { ComparedSide } from '../../server/src/compare/sides/compared-side';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { formatProgramsHtml } from '../../server/src/cli/format/programs-html';
import { comparePrograms, type ProgramsComparison } from '../../server/src/compare/deltas/compare-programs';
import { formatProgramsJson } from '../../server/src/compare/pages/comparison-json';
import { formatProgramsMarkdown, formatProgramsText } from '../../server/src/compare/pages/programs-text';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';
import { importText } from '../recordings/import/import-file';

const options = { alpha: 0, isApplication: applicationClasses(['android.app', 'app']) } as const;

function compare(...profiles: readonly ProfileDocument[]): ProgramsComparison {
  const sides = profiles.map((profile, index) => ({ name: `app${index}`, profile }));
  return comparePrograms(sides, bundledModel(), options);
}

interface WrittenProgram {
  readonly energy?: number;
  readonly failure?: string;
  readonly tasks?: number;
}

interface WrittenTask {
  readonly cheapest: number | null;
  readonly alike?: readonly number[];
  readonly delta?: number;
  readonly sides: readonly ({
    readonly energy?: number;
    readonly ranks?: object;
    readonly isAtLeast?: boolean;
  } | null)[];
}

interface Written {
  readonly unit: string;
  readonly inAll: object;
  readonly programs: readonly WrittenProgram[];
  readonly tasks?: readonly WrittenTask[];
}

function writeAll(compared: ProgramsComparison) {
  const assets = { style: '', script: '', hashOf: () => '' };
  return {
    text: formatProgramsText(compared),
    markdown: formatProgramsMarkdown(compared),
    html: [...formatProgramsHtml(compared, '1', assets)].join(''),
    json: JSON.parse(formatProgramsJson(compared, '1')) as Written,
  };
}

/** 10 J and 12 J in two runs, of three methods of which the first is a framework's. */
const measured = (executions: readonly number[]): ProfileDocument =>
  profileOfEnergies(executions, [10, 12], [], false);

function without(profile: ProfileDocument, ...fields: readonly (keyof ProfileDocument)[]): ProfileDocument {
  const left = { ...profile };
  for (const field of fields) Reflect.deleteProperty(left, field);
  return left;
}

/** So many calls of a framework's that are not modeled, in the place of its own operations or beside them. */
function unmodeled(executions: number, beside = 0): ProfileDocument {
  const profile = measured(beside === 0 ? [executions, 100, 200] : [executions, 100, 200, 300]);
  const keys = [operationKey('Addition', ['int', 'int'], 'load'), operationKey('Odd', ['int'], 'load')];
  const [first, ...contexts] = profile.tree?.contexts ?? [];
  const [framework, ...others] = contexts.map((row): unknown[] => [...row]);
  if (first === undefined || framework === undefined) throw new Error('there are contexts');
  framework[6] =
    beside === 0
      ? [[1, executions]]
      : [
          [0, executions],
          [1, beside],
        ];
  const text = JSON.stringify({
    ...profile,
    keys,
    tree: { ...profile.tree, contexts: [first, framework, ...others] },
  });
  return JSON.parse(text) as ProfileDocument;
}

describe('programs that compare as shares', () => {
  const collapsed = (name: string, text: string): ComparedSide => ({
    name,
    recording: importText(text, { name }),
  });
  const compared = comparePrograms(
    [
      collapsed(
        'a.collapsed',
        'app.Main.main;java.util.List.get 20\napp.Main.main;java.lang.String.split 80\n',
      ),
      collapsed(
        'b.collapsed',
        'app.Main.main;java.util.List.get 2\napp.Main.main;java.lang.String.split 3\n',
      ),
      collapsed(
        'c.collapsed',
        'app.Main.main;java.util.List.get 3\napp.Main.main;java.lang.String.split 1\n',
      ),
    ],
    bundledModel(),
    { alpha: 'auto', isApplication: applicationClasses([]) },
  );
  const { text, markdown, html, json } = writeAll(compared);

  test('have none with the least energy in any format, which is said', () => {
    expect(json.unit).toBe('share');
    expect(json.inAll).toEqual({});
    expect(json.tasks?.length).toBe(2);
    for (const task of json.tasks ?? []) {
      expect(task.cheapest).toBeNull();
      expect(task.alike).toBeUndefined();
    }
    for (const written of [text, markdown]) {
      expect(written).toContain('no program is said to use the least energy');
      expect(written).not.toMatch(/[Tt]ask.*least energy.*difference/);
    }
    expect(html).not.toContain('▼ least energy');
    expect(html).not.toContain('>Least energy<');
    expect(html).toContain('no program is said to use the least energy');
  });

  test('have each share once', () => {
    expect(html).not.toMatch(/(\d+\.\d %), \1/);
    expect(html).not.toMatch(/(\d+\.\d %)<span class="note">\1</);
    expect(text).toMatch(/java\.util\.List\.get +20\.0 % +40\.0 % +75\.0 % +55\.0 %/);
  });
});

describe('a task that is not modeled', () => {
  const compared = compare(unmodeled(10), unmodeled(20), unmodeled(40));
  const { text, markdown, html, json } = writeAll(compared);

  test('is listed without a difference, and has no place among the hottest', () => {
    expect(text).toMatch(
      /Service0\.work +not modeled, 10 calls +not modeled, 10 calls +not modeled, 10 calls +– +– +–/,
    );
    expect(text).toMatch(/A app0 .* 100\.0 % +not modeled +1 +1 \(not modeled\) +0 \(0 %\)/);
    expect(markdown).toMatch(/Service0\.work \| not modeled, 10 calls \|/);
    const row = /<tr data-who="">.*Service0.*<\/tr>/.exec(html)?.[0] ?? '';
    expect(row).toContain('not modeled');
    expect(row).not.toMatch(/\b0 J|rank/);
    const [task] = (json.tasks ?? []).filter(({ sides }) =>
      sides.every((side) => side?.energy === undefined),
    );
    expect(task).toBeDefined();
    expect(task?.delta).toBeUndefined();
    expect(task?.sides.map((side) => side?.ranks)).toEqual([undefined, undefined, undefined]);
  });
});

test('a task that is not all modeled takes at least so much, has no verdict, and stands last', () => {
  const { text, markdown, html, json } = writeAll(
    compare(unmodeled(5000, 20), unmodeled(50, 20), unmodeled(5000, 90)),
  );
  const [last] = (json.tasks ?? []).slice(-1);
  expect(json.tasks).toHaveLength(2);
  // The third program runs more that is not modeled than the others, which run as much of it.
  expect(last?.sides.map((side) => side?.isAtLeast)).toEqual([undefined, undefined, true]);
  expect(last).toMatchObject({ cheapest: null });
  expect([last?.alike, last?.delta]).toEqual([undefined, undefined]);
  for (const told of [text, markdown]) {
    expect(told).toMatch(
      /Service0\.work.*10 calls.*10 calls.*at least [\d.]+ m?J, 10 calls.*– .*not comparable/,
    );
    expect(told.match(/at least/g)).toHaveLength(1);
  }
  expect(html).toMatch(/≥ [\d.]+ m?J.*not comparable/);
});

test('tasks that take the same in all programs are said to be in no table', () => {
  // Service0 has the same energy for each execution: 11 J for 700, 17.3 J for 1,000.
  const [same, more] = [measured([100, 100, 200, 300]), measured([100, 100, 200, 600])];
  const { text, json } = writeAll(compare(same, more, more));
  expect(json.tasks).toHaveLength(2);
  expect(text).toContain('1 task was counted alike in all programs');
  expect(text).toMatch(/Service3\.work/);
  expect(text).not.toMatch(/Service0\.work/);
});

describe('a program without a tree of calls', () => {
  const [one, other] = [measured([100, 100, 200]), measured([300, 100, 200])];
  const treeless = without(other, 'tree', 'measurement');

  test('is left out, and changes nothing of the others', () => {
    const [two, three] = [compare(one, other), compare(one, other, treeless)];
    expect({ ...three, notes: [] }).toEqual({ ...two, notes: [] });
    expect(three.notes).toEqual([expect.stringContaining('app2 is left out: it has no tree'), ...two.notes]);
    expect(three.isMeasured).toBe(true);
  });

  test('beside others without one has its total, and no tasks', () => {
    const counted = without(one, 'tree', 'measurement');
    const { text, markdown, html, json } = writeAll(compare(counted, treeless, counted));
    for (const written of [text, markdown, html]) {
      expect(written).toContain('app0');
      expect(written).toContain('Energy of 3 programs'.slice(written === text ? 20 : 0));
      expect(written).toContain('--record tree');
      expect(written).not.toContain('Overlap');
    }
    expect(text).toMatch(/app0 .*J, app1 .*J, app2 .*J a run, by the model/);
    expect(json.programs).toHaveLength(3);
    expect(json.programs[0]?.energy).toBeGreaterThan(0);
    expect(json.programs[0]?.tasks).toBeUndefined();
    expect(json.tasks).toBeUndefined();
    expect(json.inAll).toEqual({ alike: [0, 2] });
  });

  test('leaves nothing to lay beside the only one that has one', () => {
    const result = compare(one, treeless, treeless);
    expect(result.programs.map(({ name }) => name)).toEqual(['app0', 'app1', 'app2']);
    expect(result.notes[0]).toContain('only app0 has a tree of calls');
  });
});

describe('a program that failed', () => {
  type Ended = Pick<ProfileDocument['program'], 'exitCode' | 'signal' | 'ended'>;
  const ends: readonly (readonly [string, Ended])[] = [
    ['ended with 1', { exitCode: 1, signal: null, ended: 'exited with code 1' }],
    ['was ended by SIGKILL', { exitCode: null, signal: 'SIGKILL', ended: 'was ended by SIGKILL' }],
    ['was canceled', { exitCode: null, signal: null, ended: 'was canceled' }],
    [
      'did not end within the time limit',
      { exitCode: null, signal: null, ended: 'did not end within the time limit' },
    ],
  ];
  const counted = (executions: number): ProfileDocument =>
    without(measured([executions, 100, 200]), 'measurement');
  const ended = (profile: ProfileDocument, end: Ended): ProfileDocument => ({
    ...profile,
    program: { ...profile.program, ...end },
  });

  test.each(ends)('and %s has the least energy for nothing, and its name says why', (how, end) => {
    const { text, markdown, html, json } = writeAll(
      compare(counted(300), ended(counted(10), end), counted(200)),
    );
    expect(json.inAll).toEqual({ cheapest: 2 });
    expect(json.tasks?.map(({ cheapest }) => cheapest)).toEqual([2]);
    expect(json.programs.map(({ failure }) => failure)).toEqual([undefined, how, undefined]);
    for (const written of [text, markdown]) {
      expect(written).toContain('; least energy: app2');
      expect(written).toMatch(new RegExp(`app1 \\\\?\\(${how}: not ranked by energy`));
    }
    expect(html).toMatch(new RegExp(`app1</span> <span class="note">${how}: not ranked by energy`));
  });

  test('leaves none to be called so beside a single other one', () => {
    const [[, end] = []] = ends;
    if (end === undefined) throw new Error('there are ends');
    const failed = ended(counted(10), end);
    const { text, json } = writeAll(compare(counted(300), failed, failed));
    expect(json.inAll).toEqual({});
    expect(json.tasks?.[0]).toMatchObject({ cheapest: null });
    expect(json.tasks?.[0]?.delta).toBeUndefined();
    expect(text).toContain('; none is said to use the least energy: all but one failed');
  });

  test('is none of those that can not be told apart, either', () => {
    const [[, end] = []] = ends;
    if (end === undefined) throw new Error('there are ends');
    const alike = measured([100, 100, 200]);
    const { text, json } = writeAll(compare(alike, ended(alike, end), alike));
    expect(json.inAll).toEqual({ alike: [0, 2] });
    expect(json.tasks?.[0]).toMatchObject({ cheapest: null, alike: [0, 2] });
    expect(text).toContain('which of these uses the least energy: app0, app2\n');
  });
});
