/** Recordings of other tools are compared by calls, in the amounts that both have, and with nothing lost. */
import type { ComparedSide } from '../../server/src/compare/sides/compared-side';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import type { ImportedRecording } from '../../server/src/recordings/model/imported-profile';
import { formatComparisonJson } from '../../server/src/compare/pages/comparison-json';
import {
  formatComparisonMarkdown,
  formatComparisonText,
} from '../../server/src/compare/pages/comparison-text';
import { chooseRecordedTree } from '../../server/src/compare/trees/recorded-contexts';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { present } from '../../server/src/base/check';
import { modelOfBytes } from '../../server/src/profile/account/allocated-bytes';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';
import { importText } from '../recordings/import/import-file';

const model = bundledModel();

const record = (name: string, rows: readonly string[], device?: string): ImportedRecording =>
  importText(`${rows.join('\n')}\n`, { name, ...(device === undefined ? {} : { device }) });

/** JoularJX's call trees: joules. */
const joules = (rows: readonly string[], device?: string): ImportedRecording =>
  record('joularJX-1-all-call-trees-energy.csv', rows, device);

const compare = (a: ComparedSide, b: ComparedSide): ProfileComparison =>
  compareProfiles(a, b, model, { alpha: 'auto', isApplication: applicationClasses([]) });

const taskNames = ({ tasks }: ProfileComparison): readonly string[] =>
  (tasks?.list ?? []).map(({ method, matched }) => `${method.class}.${method.name}${matched ? ' =' : ''}`);

const shop = [
  'com.shop.Main.main,0.5',
  'com.shop.Main.main;com.shop.Store.save;java.io.ObjectOutputStream.writeObject,3.5',
  'com.shop.Main.main;com.shop.Store.save;java.io.ObjectOutputStream.writeObject;java.io.Bits.put,1.5',
  'com.shop.Main.main;java.util.ArrayList.sort,1.0',
];
const other = [
  'org.other.App.main;org.other.Db.put;org.other.Db.put;java.io.RandomAccessFile.write,0.7',
  'org.other.App.main;org.other.Db.put;java.util.ArrayList.sort,1.1',
];

/** A table of energies, in millijoules. */
const table = (title: string, rows: readonly string[]): ImportedRecording =>
  record('table.csv', [`${title},energy (mJ)`, ...rows]);

/** The rows of methods: "name 10 → 20". */
const rowsOf = ({ methods }: ProfileComparison, times = 1000): readonly string[] =>
  methods
    .map(({ methodA, methodB, energyA, energyB }) => {
      const [before, after] = [energyA, energyB].map((energy) => String(Math.round(energy * times)));
      const name = [(methodA ?? methodB)?.class, (methodA ?? methodB)?.name]
        .filter((each) => each !== '')
        .join('.');
      return `${name} ${before ?? ''} → ${after ?? ''}${methodA === undefined ? ' new' : ''}${methodB === undefined ? ' gone' : ''}`;
    })
    .sort();

test('bytes are compared only of recordings that hold some', () => {
  const [a, b] = [shop, other].map((rows, index) => ({ name: `${index}.csv`, recording: joules(rows) }));
  const compared = (): ProfileComparison =>
    compareProfiles(present(a, 'a'), present(b, 'b'), modelOfBytes(), {
      alpha: 0,
      isApplication: applicationClasses([]),
    });
  expect(compared).toThrow('0.csv does not say how many bytes were allocated');
});

describe('tables of energies', () => {
  const compareTables = (title: string, a: readonly string[], b: readonly string[]): ProfileComparison =>
    compare({ name: 'a', recording: table(title, a) }, { name: 'b', recording: table(title, b) });

  test('are compared by lines, though totals and paths tell the same energy again', () => {
    const rows = (first: number): readonly string[] => [
      `,,total,,${first + 500}`,
      `Shop.java,4,line,,${first}`,
      'Shop.java,5,line,,20',
      `,,path,shop.Shop.sell:4 -> shop.Shop.sell:5,${first + 20}`,
    ];
    const compared = compareTables('file,line,level,path', rows(10), rows(20));
    // The stated total is the program's energy, and lines have a part of it.
    expect(compared.totals.energyA).toBeCloseTo(0.51, 12);
    expect(compared.totals.energyB).toBeCloseTo(0.52, 12);
    const parts = compared.parts.map(
      ({ part, energyA }) => `${part} ${((energyA ?? NaN) * 1000).toFixed(6)}`,
    );
    expect(parts).toEqual(['methods 30.000000', 'rest of the total 480.000000']);
    expect(rowsOf(compared)).toEqual(['Shop.java:4 10 → 20', 'Shop.java:5 20 → 20']);
    expect(compared.notes.join()).toContain("'jouleline import --source' finds the methods");
    expect(formatComparisonText(compared)).not.toContain('empty');
  });

  test('are compared by methods where lines name none, and by the whole program where nothing else is told', () => {
    const rows = (energy: number): readonly string[] => [
      `Shop.java,4,,,${energy}`,
      `,,shop.Shop,sell,${energy}`,
      ',,shop.Shop,buy,5',
    ];
    expect(rowsOf(compareTables('file,line,class,method', rows(10), rows(20)))).toEqual([
      'shop.Shop.buy 5 → 5',
      'shop.Shop.sell 10 → 20',
    ]);
    expect(rowsOf(compareTables('level', ['total,10'], ['total,20']))).toEqual(['[whole program] 10 → 20']);
  });

  test('are compared by all components that both have, and say which one has not', () => {
    const title = 'class,method,component';
    const both = ['shop.Shop,sell,CPU,10', 'shop.Shop,sell,memory,3', 'shop.Shop,buy,memory,7'];
    const compared = compareTables(title, both, ['shop.Shop,sell,CPU,20', ...both.slice(1)]);
    expect(rowsOf(compared)).toEqual(['shop.Shop.buy 7 → 7', 'shop.Shop.sell 13 → 23']);
    expect(compared.notes.join()).toContain('(CPU, memory together)');
    const less = compareTables(title, both, ['shop.Shop,sell,CPU,20', 'shop.Shop,buy,CPU,1']);
    expect(rowsOf(less)).toEqual(['shop.Shop.buy 0 → 1 new', 'shop.Shop.sell 10 → 20']);
    expect(less.notes.join()).toContain(
      'a: the energy of memory is in no figure, because another side does not tell it apart',
    );
  });

  test('have the methods of a counted profile, in shares', () => {
    const profile = profileOfEnergies([3000, 1000], [4, 4.1], [], true);
    const recording = table('class,method,line', ['app.Part1,work,7,30', 'android.part.Service0,work,7,10']);
    const compared = compare({ name: 'a', profile }, { name: 'b', recording });
    expect(compared.unit).toBe('share');
    expect(rowsOf(compared, 100).filter((row) => !row.includes('NaN'))).toEqual([
      'android.part.Service0.work 75 → 25',
      'app.Part1.work 25 → 75',
    ]);
  });
});

describe('recordings of one tool', () => {
  test('are compared in joules, task by task', () => {
    const compared = compare({ name: 'a', recording: joules(shop) }, { name: 'b', recording: joules(other) });
    expect(compared.unit).toBe('joules');
    expect(compared.totals).toMatchObject({ energyA: 6.5, isMeasured: true });
    expect(compared.totals.energyB).toBeCloseTo(1.8);
    expect(taskNames(compared)).toEqual([
      'java.io.ObjectOutputStream.writeObject',
      'java.io.RandomAccessFile.write',
      'java.util.ArrayList.sort =',
    ]);
    expect(compared.tasks?.list[0]).toMatchObject({ energyA: 5, energyB: 0, matched: false });
    expect(compared.tasks?.list[0]).not.toHaveProperty('callsA');
  });

  test('name the method and the path that the other side has instead', () => {
    const loop = (rows: readonly string[]): readonly string[] =>
      rows.map((row) => `android.os.Looper.loop;${row}`);
    const compared = compare(
      { name: 'a', recording: joules(loop(['com.a.Ui.onClick;android.content.Prefs.apply,4'])) },
      { name: 'b', recording: joules(loop(['com.b.Ui.onItemClick;android.content.Prefs.apply,1'])) },
    );
    expect(compared.tasks).toMatchObject({ alpha: 1, overlap: { tasks: 1, methods: 1 } });
    const [task] = compared.tasks?.list ?? [];
    expect(task?.path.map(({ name }) => name)).toEqual(['loop', 'onClick']);
    expect(task?.inB?.path.map(({ name }) => name)).toEqual(['loop', 'onItemClick']);
    expect(formatComparisonText(compared)).toContain(
      'loop > onClick > android.content.Prefs.apply = loop > onItemClick > android.content.Prefs.apply',
    );
  });

  test('with names that are markup, or hold what moves a terminal, stay text in Markdown', () => {
    const name = 'com.a.Ui.<b>|`x`\u001b[31m\nnext';
    const recording = joules(['com.a.Ui.main,1', 'com.a.Ui.main;java.util.List.sort,2']);
    const frames = recording.frames.map((frame) =>
      frame.method === 'sort' ? { ...frame, class: 'java/util/<img src=x>', method: name } : frame,
    );
    const compared = compare(
      { name: 'a', recording: { ...recording, frames } },
      { name: '<script>', recording },
    );
    const markdown = formatComparisonMarkdown(compared);
    expect(markdown).not.toMatch(/[^\\][<>]/);
    // A line break in a name does not end a row.
    expect(markdown.split('\n').filter((line) => line.startsWith('next'))).toEqual([]);
    expect(formatComparisonJson(compared, '1')).toContain('\\u001b');
  });

  test('of different devices are compared as shares, and it is said', () => {
    const compared = compare(
      { name: 'a', recording: joules(shop, 'laptop') },
      { name: 'b', recording: joules(shop, 'phone') },
    );
    expect(compared.unit).toBe('share');
    expect(compared.totals).toMatchObject({ energyA: 1, energyB: 1 });
    expect(compared.notes[0]).toMatch(/shares of each total .*laptop; phone/);
  });

  test('are compared in one unit from files of two formats, and what these do not name is said', () => {
    const speedscope = JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'com.shop.Main.main' }, { name: 'java.util.ArrayList.sort' }] },
      profiles: [
        {
          ...{ type: 'sampled', name: 't', unit: 'milliseconds', startValue: 0, endValue: 170 },
          ...{ samples: [[0], [0, 1]], weights: [60, 110] },
        },
      ],
    });
    const timed = importText(speedscope, { name: 'b.speedscope.json' });
    const [measure] = timed.measures;
    const sameIn = (format: string, device?: string): ImportedRecording => ({
      ...timed,
      source: { format, name: format, ...(device === undefined ? {} : { device }) },
    });
    expect(measure?.unit).toBe('seconds');
    const compared = compare(
      { name: 'a', recording: sameIn('pprof', 'laptop') },
      { name: 'b', recording: timed },
    );
    expect(compared.unit).toBe('seconds');
    expect(compared.totals.energyB).toBeCloseTo(0.17);
    expect(compared.notes.join('\n')).toMatch(/a of laptop, and b of a device that is not named/);
    const energies = compare(
      { name: 'a', recording: joules(shop) },
      { name: 'b', recording: { ...joules(shop), source: { format: 'pprof', name: 'b' } } },
    );
    expect(energies.unit).toBe('joules');
    expect(energies.notes.join('\n')).toMatch(/joularjx.* and pprof don't name their meters/);
    expect(energies.notes.join('\n')).not.toContain('device');
  });

  test('that are empty, or have nothing in common, say so', () => {
    const compared = compare(
      { name: 'a', recording: joules(shop) },
      {
        name: 'b',
        recording: record('b.collapsed', [
          '[GC tid=2];GCTaskThread::run 10',
          '[C2 tid=3];Compile::Compile 3',
        ]),
      },
    );
    expect(compared.unit).toBe('share');
    expect(compared.notes.join('\n')).toMatch(/b is empty/);
    expect(compared.tasks?.list.every(({ matched }) => !matched)).toBe(true);
    expect(compared.parts.find(({ part }) => part === 'methods')).toMatchObject({ energyA: 1, energyB: 0 });
  });
});

describe('stacks of samples', () => {
  const stacks = [
    '[main tid=1];java/lang/Thread.run;com/shop/Main.run_[j];java/util/ArrayList.sort_[j];[unknown] 60',
    '[pool tid=9];java/lang/Thread.run;com/shop/Main.run_[j];com/shop/Main$$Lambda/0x0123.run_[j];java/util/ArrayList.sort_[j] 20',
    'java/lang/Thread.run;com/shop/Main.run_[j];java/util/ArrayList.sort_[j];com/shop/Order.compare_[j];java/util/ArrayList.sort_[j] 15',
    '[GC tid=2];GCTaskThread::run 5',
  ];

  test('merge over threads and generated classes, fold recursion, and leave out what no Java method did', () => {
    const recording = record('a.collapsed', stacks);
    const compared = compare({ name: 'a', recording }, { name: 'b', recording });
    expect(compared.unit).toBe('share');
    const sort = compared.tasks?.list.find(({ method }) => method.name === 'sort');
    expect(sort).toMatchObject({ matched: true, energyA: 0.95, energyB: 0.95 });
    expect(compared.tasks?.list).toHaveLength(1);
    expect(compared.notes.join('\n')).toMatch(/a: 5 samples \(5\.0 %\) of it is idling/);
  });

  test('are compared with energies as shares', () => {
    const compared = compare(
      { name: 'a', recording: record('a.collapsed', stacks) },
      { name: 'b', recording: joules(other) },
    );
    expect(compared.unit).toBe('share');
    expect(compared.notes[0]).toMatch(/100 samples.*1\.8 J.*samples and joules/);
  });
});

describe('a counted profile beside a recording', () => {
  const key = { name: 'java.util.ArrayList.sort', family: 'LibraryFunction', group: 'library function' };
  const profile = {
    program: { exitCode: 0, virtualMachines: [] },
    counting: { isExact: true },
    keys: [{ ...key, operands: [], size: 'load' }],
    classes: [
      {
        name: 'com/shop/Main',
        supertypes: [],
        lines: [],
        methods: [
          {
            name: 'main',
            descriptor: '([Ljava/lang/String;)V',
            calls: 1,
            operations: [[0, 3, 4]],
            lines: [],
          },
        ],
      },
    ],
    tree: { contexts: [[-1, 0, 0, -1, 0, 1, [[0, 4]], []]], beyond: 1 },
    // What of a profile comparisons are made of.
  } as unknown as ProfileDocument;

  test('has methods without descriptors, as the recording has', () => {
    const compared = compare({ name: 'a', profile }, { name: 'b', recording: joules(shop) });
    expect(compared.unit).toBe('share');
    expect(taskNames(compared)).toContain('java.util.ArrayList.sort =');
    expect(compared.methods.find(({ methodA }) => methodA?.name === 'main')?.methodB).toBeDefined();
  });

  test('without a tree is compared by methods alone', () => {
    const { tree, ...flat } = profile;
    const compared = compare(
      { name: 'a', profile: tree === undefined ? profile : flat },
      { name: 'b', recording: joules(shop) },
    );
    expect(compared.tasks).toBeUndefined();
    expect(compared.notes.join('\n')).toMatch(/a has no tree of calls/);
    expect(
      compared.methods.some(({ methodA, methodB }) => methodA?.name === 'sort' && methodB?.name === 'sort'),
    ).toBe(true);
  });
});

test('of several recordings in one import the one with calls and energies is compared', () => {
  const flat = record('joularJX-1-all-methods-energy.csv', ['com.shop.Main.main,0.5']);
  const stacks = record('a.collapsed', ['java/lang/Thread.run;com/shop/Main.run_[j] 60']);
  const tree = joules(shop);
  expect(chooseRecordedTree([flat, stacks, tree])).toBe(tree);
  expect(chooseRecordedTree([flat, stacks])).toBe(stacks);
  expect(chooseRecordedTree([])).toBeUndefined();
});
