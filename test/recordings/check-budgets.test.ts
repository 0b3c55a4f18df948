/** Budgets: what is over, what may be, what never ran, and what must not pass. */
import { readBudgets } from '../../server/src/recordings/document/budget-file';
import { checkBudgets } from '../../server/src/recordings/document/check-budgets';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer, makeEnergy } from '../../server/src/recordings/import/import-profile';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import type { PlacedRecording } from '../../server/src/recordings/place/placed-values';
import { recordingOfProfile } from '../../server/src/recordings/model/profile-recording';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { bundledModel } from '../cost/bundled-model';
import { importText } from './import/import-file';

const root = resolve(__dirname, '../..');
const place = createRecordingPlacer([], true);

const stacks = `app/Main.main;app/Feed.load;lib/Net.read 40
app/Main.main;app/Feed.load 30
app/Main.main;app/Feed.load;app/Feed.lambda$load$0 5
app/Main.main;app/Feed.load;app/Feed.load 5
app/Main.main;app/Feed$Item.show 20
`;
const run = place(makeEnergy(importText(stacks), { total: { energy: 10, deviation: 1 } }));

const file = (budgets: readonly object[], head: object = {}): string =>
  JSON.stringify({ format: 'jouleline-budget', version: 1, ...head, budgets });

function check(...budgets: readonly object[]): readonly string[] {
  const read = readBudgets(file(budgets));
  if (!read.ok) throw new Error(read.message);
  const checked = checkBudgets(run, read.budgets);
  return checked.map(({ verdict, energy }) => `${verdict} ${Number(energy.toPrecision(6))}`);
}

describe('a budget', () => {
  it('of a method is of its own code, lambdas in it too', () => {
    expect(check({ method: 'app.Feed.load', energy: 5 })).toEqual(['within 4']);
    expect(check({ method: 'app.Feed.load', energy: 2 })).toEqual(['over 4']);
  });

  it('is over for certain only where its whole interval is', () => {
    // 4 J ± 0.66 J, by a total of 10 J ± 1.64 J.
    expect(check({ method: 'app.Feed.load', energy: 3.9 })).toEqual(['maybe 4']);
    expect(check({ method: 'app.Feed.load', energy: 3.3 })).toEqual(['over 4']);
    expect(check({ method: 'app.Feed.load', energy: 3.4 })).toEqual(['maybe 4']);
  });

  it('is kept for certain only where its whole interval is', () => {
    // 4 J ± 0.66 J, as above: the upper end is 4.66 J.
    expect(check({ method: 'app.Feed.load', energy: 4.6 })).toEqual(['maybe 4']);
    expect(check({ method: 'app.Feed.load', energy: 4.7 })).toEqual(['within 4']);
  });

  it('of a class is of nested classes, too, and of packages', () => {
    expect(
      check({ class: 'app.Feed', energy: 6 }, { class: 'app.*', energy: 6 }, { class: 'lib.*', energy: 3 }),
    ).toEqual(['maybe 6', 'maybe 6', 'over 4']);
    expect(check({ class: 'app.Fee', energy: 6 })).toEqual(['absent 0']);
  });

  it('of lines is of the hottest of a method, a class or packages', () => {
    const table =
      'class,method,line,energy (J),deviation (J)\napp.Feed,load,7,2,0\napp.Feed,load,8,3,0\napp.Feed,show,9,4,0\n';
    const lines = place(importText(table));
    const verdicts = (...budgets: readonly object[]): readonly string[] => {
      const read = readBudgets(file(budgets));
      const checked = checkBudgets(lines, read.ok ? read.budgets : []);
      return checked.map(({ verdict, energy }) => `${verdict} ${energy}`);
    };
    expect(verdicts({ line: 'app.Feed.load', energy: 3 }, { line: 'app.Feed', energy: 3 })).toEqual([
      'within 3',
      'over 4',
    ]);
    expect(verdicts({ line: '*', energy: 4 }, { line: 'app.Food', energy: 1 })).toEqual([
      'within 4',
      'absent 0',
    ]);
    // Samples without lines took something there, and do not say where.
    expect(check({ line: 'app.Feed.load', energy: 1 })).toEqual(['unknown 0']);
  });

  it('of a task is of a method with all that it calls, itself once', () => {
    expect(check({ task: 'app.Feed.load', energy: 9 })).toEqual(['maybe 8']);
    expect(check({ task: 'app.Main.main', energy: 9 }, { program: true, energy: 9 })).toEqual([
      'maybe 10',
      'maybe 10',
    ]);
  });

  it('of what did not run is not kept, it is absent', () => {
    expect(check({ method: 'app.Feed.lod', energy: 4 })).toEqual(['absent 0']);
  });
});

describe('a file of budgets', () => {
  it.each([
    ['{', 'is no JSON'],
    ['['.repeat(200_000), 'has too many levels'],
    [JSON.stringify({ format: 'other' }), 'is not of the format'],
    [file([], {}), 'has no list of budgets'],
    [file([{ method: 'a.B.c', energy: 1 }], { version: 9 }), 'is of version 9'],
    [file([{ method: 'a.B.c', energy: -1 }]), 'budgets[0] has no energy of at least 0'],
    [file([{ method: 'a.B.c', energy: 1, unit: 'W' }]), 'budgets[0] has the unit W'],
    [file([{ method: 'a.B.c', energy: 1, unit: { a: 1 } }]), 'budgets[0] has the unit {"a":1}'],
    [file([{ method: 'a.B.c', class: 'a.B', energy: 1 }]), 'budgets[0] needs one of'],
    [file([{ metod: 'a.B.c', energy: 1 }]), 'budgets[0] has a field metod'],
    [file([{ energy: 1 }]), 'budgets[0] needs one of'],
  ])('%s %s', (text, message) => {
    const read = readBudgets(text);
    expect(read.ok ? '' : read.message).toContain(message);
    // Where it says, what is wrong stands; a key that is missing, in what should have it.
    const wrong = read.ok ? '' : text.slice(read.at.start, read.at.end);
    const [, field] = /has (?:a field|the|a|no) (\w+)/.exec(message) ?? [];
    expect(wrong).toContain(field === undefined || !text.includes(`"${field}"`) ? '' : field);
  });

  it('is as the documentation and the schema say', () => {
    const document = readFileSync(resolve(root, 'docs/guide/budgets.md'), 'utf8');
    const example = /```json\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
    const schema = JSON.parse(
      readFileSync(resolve(root, 'media/schemas/jouleline-budget.schema.json'), 'utf8'),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(JSON.parse(example)) ? [] : validate.errors).toEqual([]);
    const read = readBudgets(example);
    expect(read.ok && read.budgets.map(({ energy }) => energy)).toEqual([0.2, 0.05, 0.02, 0.5, 3, 2, 10]);
    expect(validate(JSON.parse(file([{ metod: 'a', energy: 1 }])))).toBe(false);
  });
});

it.each(['counted', 'speedscope', 'pprof', 'callgrind'])(
  'a task is unknown where lines have what they call, and no callers (%s)',
  (format) => {
    const profile = profileOfEnergies([5_000_000, 15_000_000], [2.4, 2.5, 2.6], [0.5], true);
    const { tree, ...flat } = profile;
    expect(tree).toBeDefined();
    const verdictOf = (counted: ProfileDocument): string | undefined => {
      const recording = recordingOfProfile(counted, bundledModel(), 'export');
      const read = readBudgets(file([{ task: 'app.Part1.work', energy: 1e-9 }]));
      const told = { ...recording, source: { ...recording.source, format } };
      return checkBudgets(place(told), read.ok ? read.budgets : [])[0]?.verdict;
    };
    expect([verdictOf(profile), verdictOf(flat as ProfileDocument)]).toEqual(['over', 'unknown']);
  },
);

it('a class has what its lines took by component, and no less than a path through them', () => {
  const table = 'class,method,line,energy (J),component,level\n';
  const rows = 'app.Feed,load,7,3,CPU,line\napp.Feed,load,7,2,display,line\napp.Feed,load,,4,,path\n';
  const read = readBudgets(file([{ class: 'app.Feed', energy: 4.5 }]));
  const [checked] = checkBudgets(place(importText(table + rows)), read.ok ? read.budgets : []);
  expect([checked?.verdict, checked?.energy]).toEqual(['over', 5]);
});

describe('the verdict of a measured run', () => {
  const sources = [1, 2, 3].map((part) => ({
    path: `app/Part${part}.java`,
    text: `package app;\nclass Part${part} {\n  void work() {\n\n\n\n    run();\n  }\n}\n`,
  }));
  const placed = (energies: readonly number[], name: string): PlacedRecording => {
    const { tree, ...flat } = profileOfEnergies([5_000_000, 15_000_000], energies, [0.5, 0.5], true);
    expect(tree).toBeDefined();
    const profile = flat as ProfileDocument;
    return createRecordingPlacer(sources, true)(recordingOfProfile(profile, bundledModel(), name));
  };
  const verdicts = (of: PlacedRecording): readonly string[] => {
    // The run takes 2.5 J, and its lines 2 J.
    const budgets = [
      { program: true, energy: 2.4 },
      { program: true, energy: 3 },
      { class: 'app.Part1', energy: 0.5 },
    ];
    const read = readBudgets(file(budgets));
    return checkBudgets(of, read.ok ? read.budgets : []).map(({ verdict }) => verdict);
  };
  const mergeOf = (...all: readonly PlacedRecording[]): PlacedRecording => {
    const [merged = placed([1], '')] = recordMerge(mergeRecordings(all, []));
    return merged;
  };
  const one = placed([2.48, 2.5, 2.52], 'one');

  it('is that of its saved export', () => {
    const read = readImport([...formatImport([one], 'test')].join(''));
    const [saved = run] = read.ok ? read.value.recordings : [];
    expect(verdicts(one).slice(0, 2)).toEqual(['over', 'within']);
    expect(verdicts(saved)).toEqual(verdicts(one));
  });

  it('is that of a merge with another run, and with a copy without intervals', () => {
    const { recording } = one;
    const variances = recording.tree.variances.map(() => undefined);
    const copy = { ...recording, source: { ...recording.source, format: 'callgrind', name: 'copy' } };
    const { run: of, deviationOf, ...bare } = { ...copy, tree: { ...copy.tree, variances } };
    expect([of, deviationOf]).not.toContain(undefined);
    expect(verdicts(mergeOf(one, { ...one, recording: bare }))).toEqual(verdicts(one));
    expect(verdicts(mergeOf(one, placed([2.49, 2.51, 2.53], 'other')))).toEqual(verdicts(one));
  });
});

it('methods that ran with another text are in no verdict but the one that the others exceed without them', () => {
  const profile = profileOfEnergies([5_000_000, 15_000_000], [2.48, 2.5, 2.52], [0.5, 0.5], true);
  const [one] = profile.classes.filter(({ name }) => name === 'app/Part1');
  const [method] = one?.methods ?? [];
  if (one === undefined || method === undefined) throw new Error('app.Part1 has a method');
  const other = { ...method, name: 'changed' };
  const classes = profile.classes.map((each) => (each === one ? { ...one, methods: [method, other] } : each));
  const { tree, ...flat } = { ...profile, classes };
  expect(tree).toBeDefined();
  const verdicts = (...changed: readonly string[]): readonly string[] => {
    const now = { leftOut: new Set(changed.map((name) => `app/Part1.${name}`)), moved: new Map() };
    const placed = createRecordingPlacer(
      [],
      true,
    )(recordingOfProfile(flat, bundledModel(), 'p', 'caller', now));
    const read = readBudgets(
      file([
        { class: 'app.Part1', energy: 9 },
        { line: 'app.Part1', energy: 9 },
        { method: 'app.Part1.changed', energy: 9 },
        { class: 'app.*', energy: 0.01 },
        { program: true, energy: 9 },
      ]),
    );
    return checkBudgets(placed, read.ok ? read.budgets : []).map(
      ({ verdict, reason = '' }) => `${verdict}${reason.replace(/:.*/, '').replace(/^/, ' ')}`,
    );
  };
  const key = `changed${other.descriptor}`;
  const left = 'unknown app.Part1.changed ran with another text, and is left out';
  expect(verdicts()).toEqual(['within ', 'within ', 'within ', 'over ', 'within ']);
  expect(verdicts(key)).toEqual([left, left, left, 'over ', 'within ']);
});

it('what has no energy, no stacks, or not the component is said', () => {
  const messageOf = (text: string, budget: object): string => {
    const read = readBudgets(file([budget]));
    const checked = checkBudgets(place(importText(text)), read.ok ? read.budgets : []);
    return checked.map(({ verdict, reason }) => `${verdict}: ${reason ?? ''}`).join('');
  };
  const table = 'class,method,energy (J),component\na.B,c,1,CPU\na.B,c,2,network\n';
  const read = readBudgets(
    file([
      { method: 'a.B.c', energy: 0.5, component: 'cpu' },
      { task: 'a.B.c', energy: 1, component: 'cpu' },
    ]),
  );
  const checked = checkBudgets(place(importText(table)), read.ok ? read.budgets : []);
  expect(checked.map(({ verdict }) => verdict)).toEqual(['over', 'unknown']);
  expect(messageOf(stacks, { program: true, energy: 1 })).toContain('has no energy');
  expect(messageOf(table, { task: 'a.B.c', energy: 1, component: 'cpu' })).toContain('no stacks');
  expect(messageOf(table, { method: 'a.B.c', energy: 1, component: 'GPS' })).toContain('no energy of GPS');
});

it('a budget has what its code calls of libraries, unless that stands apart', () => {
  const sources = [{ path: 'app/Feed.java', text: 'package app;\nclass Feed {\n  void load() {}\n}\n' }];
  const placed = createRecordingPlacer(sources, true)(run.recording);
  const budgets = [{ subject: 'method', name: 'app.Feed.load', energy: 9, isOptional: false }] as const;
  const of = (isLibraryApart: boolean): number | undefined =>
    checkBudgets(
      { ...placed, isLibraryApart },
      budgets.map((budget) => ({ ...budget, at: { start: 0, end: 0 } })),
    )[0]?.energy;
  // 30 + 5 + 5 of 100 samples are its own, and 40 those of Net.read.
  expect(of(false)).toBeCloseTo(8, 9);
  expect(of(true)).toBeCloseTo(4, 9);
});

describe('an import', () => {
  const work = `package app;
class Work {
  void join() {
    int a = 1;
    int b = 2;
  }
  void spin() { }
  void spin(int n) { }
}
`;
  const placeWork = createRecordingPlacer([{ path: 'src/app/Work.java', text: work }], true);
  const title = 'file,line,class,method,level,component,api,energy (J)';
  const imported = (...rows: readonly string[]) => placeWork(importText([title, ...rows, ''].join('\n')));
  const verdicts = (of: typeof run, ...budgets: readonly object[]): readonly string[] => {
    const read = readBudgets(file(budgets));
    if (!read.ok) throw new Error(read.message);
    return checkBudgets(of, read.budgets).map(
      ({ verdict, energy, reason }) => `${verdict} ${reason ?? Number(energy.toPrecision(6))}`,
    );
  };
  const [join, spin] = [
    { method: 'app.Work.join', energy: 1 },
    { method: 'app.Work.spin', energy: 1 },
  ];
  const [ofClass, line, program] = [
    { class: 'app.Work', energy: 2.5 },
    { line: '*', energy: 1 },
    { program: true, energy: 3 },
  ];

  it('of lines has the methods that its lines lie in', () => {
    const lines = imported('app/Work.java,4,,,,,,0.5', 'app/Work.java,5,,,,,,1.5', 'app/Work.java,7,,,,,,1');
    expect(verdicts(lines, join, ofClass, line, { line: 'app.Work.spin', energy: 1 }, program)).toEqual([
      'over 2',
      'over 3',
      'over 1.5',
      'within 1',
      'within 3',
    ]);
    expect(verdicts(lines, { method: 'app.Work.stop', energy: 1 })).toEqual(['absent 0']);
  });

  it('of lines without sources does not say that nothing ran', () => {
    const lines = place(importText('file,line,energy (J)\napp/Work.java,4,2\n'));
    const reason =
      'the recording does not say of which methods all its lines are: name the sources with --source';
    expect(verdicts(lines, join, line, program)).toEqual([`unknown ${reason}`, 'over 2', 'within 2']);
  });

  it('of several levels has each subject by the level that knows it, once', () => {
    const levels = imported(
      'app/Work.java,4,,,line,,,2',
      ',,app.Work,join,method,,,2',
      ',,app.Work,spin,method,,,1.1',
      ',,,,total,,,3.5',
    );
    expect(verdicts(levels, join, spin, ofClass, line, program)).toEqual([
      'over 2',
      'over 1.1',
      'over 3.1',
      'over 2',
      'over 3.5',
    ]);
    const methods = imported(',,app.Work,join,method,,,2');
    expect(verdicts(methods, line)).toEqual(['unknown the recording tells no lines, but methods only']);
    expect(verdicts(imported(',,,,total,,,2'), join, program)).toEqual([
      'unknown the recording tells no methods, but other parts of the program only',
      'within 2',
    ]);
    expect(verdicts(methods, { method: 'app.Work.join()V', energy: 1 })).toEqual([
      'unknown the recording does not tell overloads apart: leave out the descriptor',
    ]);
  });

  it('of components has their sum, unless one is named; a whole beside them counts once', () => {
    const rows = [
      'app/Work.java,4,,,line,CPU,,1.5',
      'app/Work.java,4,,,line,memory,,0.5',
      'app/Work.java,7,,,line,CPU,,1.8',
    ];
    const all = ['over 2', 'over 3.8', 'over 2'];
    expect(verdicts(imported(...rows), join, ofClass, line, program)).toEqual([...all, 'over 3.8']);
    expect(verdicts(imported(...rows, ',,,,total,,,4'), join, ofClass, line, program)).toEqual([
      ...all,
      'over 4',
    ]);
    const totals = [',,,,total,CPU,,3.3', ',,,,total,memory,,0.6'];
    expect(verdicts(imported(...rows, ...totals), join, program)).toEqual(['over 2', 'over 3.9']);
    expect(verdicts(imported(...rows), { ...join, component: 'memory' })).toEqual(['within 0.5']);
    expect(verdicts(imported(...rows), { ...join, component: 'GPS' })).toEqual([
      'unknown the recording has no energy of GPS, but of CPU, memory',
    ]);
  });

  it('of single calls of APIs is over, or not known', () => {
    const calls = imported('app/Work.java,4,,,api,,java.util.List.sort,2');
    expect(verdicts(calls, join, { ...join, energy: 3 })).toEqual([
      'over 2',
      'unknown the recording tells single calls or paths of it, and not all that it took',
    ]);
  });

  it('has what library code took with the line that calls it, or apart', () => {
    const text = 'app/Work.join:4;java/util/List.sort 30\napp/Work.join:5 10\n';
    const calls = placeWork(makeEnergy(importText(text), { total: { energy: 4 } }));
    const list = { class: 'java.util.List', energy: 9 };
    expect(verdicts(calls, join, line, list, program)).toEqual(['over 4', 'over 3', 'within 3', 'over 4']);
    expect(verdicts({ ...calls, isLibraryApart: true }, join, line, list)).toEqual([
      'within 1',
      'within 1',
      'within 3',
    ]);
  });

  it('of two devices is not added up', () => {
    const devices = 'class,method,device,energy (J)\napp.Work,join,phone,1\napp.Work,join,tablet,1\n';
    expect(verdicts(placeWork(importText(devices)), join)).toEqual([
      "unknown the recording has energies of phone, tablet, which are never added up: 'jouleline merge' tells devices apart",
    ]);
  });
});
