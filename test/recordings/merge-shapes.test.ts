/** A merge of a recording and a counted profile of one run has the recording's total, whatever shape the recording has. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecordingPlacer, makeEnergy } from '../../server/src/recordings/import/import-profile';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import { type ImportedRecording, sumOf } from '../../server/src/recordings/model/imported-profile';
import type { PlacedRecording } from '../../server/src/recordings/place/placed-values';
import { importText } from './import/import-file';

const feed = `package app;
class Feed {
  void load() {
    int a = 1;
    int b = 2;
  }
  void show() { }
}
`;
const shop = 'package shop;\nclass Shop {\n  void sell() {\n    int a = 1;\n  }\n}\n';
const place = createRecordingPlacer(
  [
    { path: 'app/Feed.java', text: feed },
    { path: 'shop/Shop.java', text: shop },
  ],
  true,
);

const table = (rows: readonly string[], name = 'table.csv', tool?: string): ImportedRecording => {
  const recording = importText(
    `file,line,class,method,level,component,api,energy (J)\n${rows.join('\n')}\n`,
    {
      name,
    },
  );
  return tool === undefined ? recording : { ...recording, source: { ...recording.source, tool } };
};
const stacks = (name: string, text: string, energy: number): ImportedRecording =>
  makeEnergy(importText(text, { name }), { total: { energy } });

/** A counted profile of the same program: its lines, what a library took, and the runtime. */
function counted(name = 'profile.json', energy = 1.75): ImportedRecording {
  const rows = 'app/Feed.load:4 30\napp/Feed.load:5;java/util/List.sort 20\napp/Feed.show:7 10\n[gc] 40\n';
  const recording = stacks(name, rows, energy);
  return { ...recording, source: { ...recording.source, format: 'counted' } };
}

const lines = ['app/Feed.java,4,,,line,,,2', 'app/Feed.java,7,,,line,,,1.1'];
const methods = [',,app.Feed,load,method,,,2', ',,app.Feed,show,method,,,1.1'];
const total = ',,,,total,,,3.1';

/** All take 3.1 J. */
const shapes: Readonly<Record<string, ImportedRecording>> = {
  lines: table(lines),
  'lines with their total': table([...lines, total]),
  'some lines, before their total': table([...lines.slice(1), total]),
  'lines after a total that leaves more': table([total, 'app/Feed.java,4,,,line,,,0.4']),
  methods: table(methods),
  'methods with their total': table([...methods, total]),
  'lines, methods and a total': table([...lines.slice(0, 1), ...methods, total]),
  'lines with calls of APIs': table([...lines, 'app/Feed.java,4,,,api,,java.util.List.sort,0.5']),
  'a total': table([total]),
  'stacks with a total': stacks('stacks.txt', 'app/Feed.load:4 20\napp/Feed.show:7;C::b 11\n', 3.1),
  components: table([
    'app/Feed.java,4,,,line,CPU,,1.5',
    'app/Feed.java,4,,,line,display,,0.5',
    'app/Feed.java,7,,,line,CPU,,1.1',
  ]),
  'components with their totals': table([
    'app/Feed.java,4,,,line,CPU,,1.5',
    ',,,,total,CPU,,2.6',
    'app/Feed.java,4,,,line,display,,0.5',
    ',,,,total,display,,0.5',
  ]),
  'components with a total of all': table([
    'app/Feed.java,4,,,line,CPU,,1.5',
    'app/Feed.java,4,,,line,display,,0.5',
    total,
  ]),
  'components without a processor': table([
    'app/Feed.java,4,,,line,display,,2.6',
    'app/Feed.java,4,,,line,network,,0.5',
  ]),
};

/** The energies of the merge that no component has for itself, and those that are shown, in joules. */
function totalsOf(given: readonly PlacedRecording[]): readonly number[] {
  const merged = recordMerge(mergeRecordings(given, []));
  const sums = merged.flatMap(({ recording }) =>
    recording.measures.flatMap((measure, index) =>
      measure.component === undefined ? [measure.total, sumOf(recording, index)] : [],
    ),
  );
  return [...sums, putSideBySide(given, { order: [] })?.measure.total ?? NaN];
}

const problemsOf = (...given: readonly ImportedRecording[]): readonly string[] =>
  recordMerge(mergeRecordings(given.map(place), [])).flatMap(({ recording: { problems } }) =>
    problems.map(({ message }) => message),
  );

test.each(Object.entries(shapes))('%s: the total is 3.1 J', (_, recording) => {
  for (const isLibraryApart of [false, true]) {
    const given = [recording, counted()].map((each) => ({ ...place(each), isLibraryApart }));
    expect(totalsOf(given).map((each) => Number(each.toPrecision(9)))).toEqual([3.1, 3.1, 3.1]);
    expect(totalsOf([...given].reverse()).map((each) => Number(each.toPrecision(9)))).toEqual([
      3.1, 3.1, 3.1,
    ]);
  }
});

test('a table has its total, whichever of its places a profile has', () => {
  const energies = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(energies, fc.double({ min: 0, max: 5, noNaN: true }), fc.boolean(), (of, more, isStated) => {
      const rows = [4, 5, 7].map((line, index) => `app/Feed.java,${line},,,line,,,${of[index] ?? 0}`);
      const sum = of.reduce((all, each) => all + each, 0);
      const stated = isStated ? [`,,,,total,,,${sum + more}`] : [];
      const expected = isStated ? sum + more : sum;
      for (const figure of totalsOf([table([...rows, ...stated]), counted()].map(place)))
        expect(Math.abs(figure - expected)).toBeLessThanOrEqual(1e-9 * expected);
    }),
  );
});

describe('a stated total', () => {
  const placesOf = (...given: readonly ImportedRecording[]): readonly string[] =>
    mergeRecordings(given.map(place), []).flatMap(({ places }) =>
      places.map(({ place: { placement, name }, amount, isAside }) => {
        const where = placement.kind === 'line' ? `line ${placement.line}` : name || placement.kind;
        return `${where} ${Number(amount.mean.toPrecision(6))}${isAside ? ' aside' : ''}`;
      }),
    );

  test('leaves a row of what no line has', () => {
    const recording = table(['app/Feed.java,4,,,line,,,2', total]);
    expect(placesOf(recording)).toEqual(['line 4 2', '[rest of the total] 1.1']);
    expect(problemsOf(recording)).toEqual([
      '1.1 J of the 3.1 J that table.csv says are on no line: they are a row [rest of the total]',
    ]);
    expect(placesOf(table([total]))).toEqual(['[whole program] 3.1']);
  });

  test('is divided as a profile says, as far as lines leave it', () => {
    const recording = table(['app/Feed.java,4,,,line,,,2.6', total]);
    // The profile has 10 and 40 of 100 on places of which the table has nothing; line 5 is of a method that it has.
    expect(placesOf(recording, counted())).toEqual(['line 4 2.6', 'line 7 0.1', '[gc] 0.4']);
    expect(problemsOf(recording, counted())).toContain(
      '0.5 J of the 3.1 J that table.csv says are on no line: they are divided as profile.json says',
    );
  });

  test('is not exceeded by its lines, which is said', () => {
    const recording = table(['app/Feed.java,4,,,line,,,4', 'app/Feed.java,7,,,line,,,2.2', total]);
    expect(placesOf(recording)).toEqual(['line 4 2', 'line 7 1.1']);
    expect(problemsOf(recording)).toEqual([
      'table.csv says 6.2 J in all, more than the 3.1 J of its whole: its energies are scaled down to it',
    ]);
  });
});

describe('other programs, inputs and devices', () => {
  const sell = 'shop/Shop.java,4,,,line,,,0.36';

  test('are told, and not summed or averaged, of one tool or several', () => {
    for (const tool of [undefined, 'other tool']) {
      const other = table([sell], 'shop.csv', tool);
      expect(totalsOf([table(lines), other].map(place)).map((each) => Number(each.toPrecision(9)))).toEqual([
        3.1, 3.1, 3.1,
      ]);
      expect(problemsOf(table(lines), other)).toEqual([
        'table.csv says 3.1 J, but shop.csv says 0.36 J of other code: were these the same program and input? The latter stands beside the first, in no sum',
      ]);
    }
  });

  test('share no profile: it is of one of them', () => {
    const on = (recording: ImportedRecording, device: string): ImportedRecording => ({
      ...recording,
      source: { ...recording.source, device },
    });
    const given = [on(table(lines), 'phone'), on(table([sell], 'shop.csv'), 'tablet'), counted()];
    const merged = recordMerge(mergeRecordings(given.map(place), []));
    expect(
      merged.map(({ recording: { source, measures } }) => [
        source.device,
        Number((measures[0]?.total ?? NaN).toPrecision(9)),
      ]),
    ).toEqual([
      ['phone', 3.1],
      ['tablet', 0.36],
    ]);
  });

  test('of 0.1 and 10 J have no mean; of 2 and 4 J they have one, which is said', () => {
    const run = (energy: number, name: string): ImportedRecording =>
      table([`app/Feed.java,4,,,line,,,${energy}`], name);
    expect(totalsOf([run(0.1, 'a.csv'), run(10, 'b.csv')].map(place))).toEqual([0.1, 0.1, 0.1]);
    expect(problemsOf(run(0.1, 'a.csv'), run(10, 'b.csv'))).toEqual([
      'a.csv says 0.1 J, but b.csv says 10 J: were these the same program and input? The latter stands beside the first, in no sum',
    ]);
    expect(totalsOf([run(2, 'a.csv'), run(4, 'b.csv')].map(place))).toEqual([3, 3, 3]);
    expect(problemsOf(run(2, 'a.csv'), run(4, 'b.csv'))).toEqual([
      'a.csv says 2 J, but b.csv says 4 J, and their mean counts: were these the same program and input?',
    ]);
    expect(problemsOf(run(2, 'a.csv'), run(2.5, 'b.csv'))).toEqual([]);
  });
});
