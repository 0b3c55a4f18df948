/** The facts that the page of a comparison shows about a task beside its row of the list. */
import { classifyByMarks } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { createFigures, judge } from '../../client/webviews/comparison/figures';
import { createModel, listTasks, nameOfMethod, shortName } from '../../client/webviews/comparison/model';
import { listFacts } from '../../client/webviews/comparison/task-facts';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { describeComparison, describeWords } from '../../server/src/compare/pages/comparison-page';
import {
  decodeComparison,
  encodeComparison,
  type ComparisonPage,
} from '../../server/src/pages/comparison-file';
import { bundledModel } from '../cost/bundled-model';
import { importText } from '../recordings/import/import-file';

const marks = { application: [], framework: [] };
const isApplication = classifyByMarks(marks);

/** JoularJX's call trees, with what each row takes itself. */
function compare(...sides: readonly [readonly string[], readonly string[]]): ProfileComparison {
  const [a, b] = sides.map((rows, index) => {
    const name = 'joularJX-1-all-call-trees-energy.csv';
    return { name: `app${index}`, recording: importText(`${rows.join('\n')}\n`, { name }) };
  });
  if (a === undefined || b === undefined) throw new Error('there are two');
  return compareProfiles(a, b, bundledModel(), { alpha: 'auto', isApplication });
}

/** The comparison as the page gets it. */
function pageOf(comparison: ProfileComparison): ComparisonPage {
  const page = describeComparison(comparison, {
    details: ['', ''],
    wantedAlpha: 'auto',
    marks,
    isApplication,
    words: describeWords(),
    version: '0',
  });
  const read = decodeComparison(new Uint8Array(Buffer.concat(encodeComparison(page))).buffer);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

function factsOf(page: ComparisonPage, name: string): Readonly<Record<string, string>> {
  const model = createModel(page);
  const task = listTasks(model).find((each) => each.name.endsWith(name));
  if (task === undefined) throw new Error(`no task ${name}`);
  const facts = listFacts(model, task, createFigures(page.head));
  return Object.fromEntries(facts.map((fact) => [fact.name, fact.value]));
}

const a = [
  'android.os.Looper.loop,1',
  'android.os.Looper.loop;com.a.Ui.onClick,1',
  'android.os.Looper.loop;com.a.Ui.onClick;com.a.Store.put;android.content.Prefs.apply,4',
];
const b = [
  'android.os.Looper.loop,1',
  'android.os.Looper.loop;android.os.Handler.dispatch,2',
  'android.os.Looper.loop;android.os.Handler.dispatch;com.b.Ui.onClick,1',
  'android.os.Looper.loop;android.os.Handler.dispatch;com.b.Ui.onClick;android.content.Prefs.apply,3',
];

describe('a task whose paths differ', () => {
  const comparison = compare(a, b);
  const page = pageOf(comparison);

  test('has both of them, with their edits beside the α that let them differ', () => {
    expect(comparison.tasks?.alpha).toBe(1);
    expect(factsOf(page, 'Prefs.apply')).toEqual({
      'Path in A': 'Looper.loop › Ui.onClick › Prefs.apply',
      'Path in B': 'Looper.loop › Handler.dispatch › Ui.onClick › Prefs.apply',
      'Edits between the paths': '1 (α is 1)',
      // Of A the loop and the callback come first, of B the dispatcher, too.
      'Rank among all methods': 'A 3 with callees, 1 by itself · B 4 with callees, 1 by itself',
    });
  });

  test('stands in a comparison that says what both have in common, and what is theirs', () => {
    expect(page.head.split).toEqual([
      { applicationEnergy: 1, frameworkEnergy: 5 },
      { applicationEnergy: 1, frameworkEnergy: 6 },
    ]);
    expect(page.head.overlap).toEqual({ tasks: 1, methods: 1 });
  });
});

test('of a task on one path nothing is said of paths, and of one side nothing of the other', () => {
  const page = pageOf(compare(a, [...a, 'android.os.Looper.loop;com.a.Ui.onClick;java.io.Writer.write,9']));
  expect(Object.keys(factsOf(page, 'Prefs.apply'))).toEqual(['Rank among all methods']);
  expect(factsOf(page, 'Writer.write')).toEqual({
    'Rank among all methods': 'B 3 with callees, 1 by itself',
  });
});

test('sizes of what calls got are means, of the sides that recorded them', () => {
  const { tasks, ...others } = compare(a, a);
  if (tasks === undefined) throw new Error('there are tasks');
  const sized = (sizes: object): ComparisonPage =>
    pageOf({ ...others, tasks: { ...tasks, list: tasks.list.map((task) => ({ ...task, ...sizes })) } });
  const named = 'Mean size of the arguments of a call';
  expect(factsOf(sized({ sizeA: 10, sizeB: 12_345.5 }), 'Prefs.apply')[named]).toBe('A 10 · B 12,346');
  expect(factsOf(sized({ sizeB: 0 }), 'Prefs.apply')[named]).toBe('B 0');
  expect(factsOf(sized({}), 'Prefs.apply')[named]).toBeUndefined();
});

test('methods of one name are told apart by their parameters, others have their name alone', () => {
  const methods = [
    ['a.Words', 'join', '(Ljava/util/List;[[I)V'],
    ['a.Words', 'join', '(JLa/Words$Word;)V'],
    ['a.Words', 'count', '(I)I'],
    ['b.Words', 'join', '()V'],
    ['b.Words', '<init>', '(I)V'],
    ['b.Words', '<init>', '()V'],
    ['b.Word', '<init>', '()V'],
  ] as const;
  const page: ComparisonPage = {
    ...pageOf(compare(a, b)),
    classes: methods.map(([owner]) => owner),
    names: methods.map(([, name]) => name),
    descriptors: methods.map(([, , descriptor]) => descriptor),
  };
  expect(methods.map((_, method) => shortName(nameOfMethod(page, method)))).toEqual([
    'Words.join(List, int[][])',
    'Words.join(long, Word)',
    'Words.count',
    'Words.join',
    'new Words(int)',
    'new Words()',
    'new Word',
  ]);
});

test('the verdict on measured sides with one run each is that one run can’t tell', () => {
  const { head } = pageOf(compare(['a.Main.main,2'], ['a.Main.main,2']));
  const sentenceOf = (delta: number, isMeasured: boolean): string => {
    const totals = Float64Array.of(1, 1 + delta, delta, NaN, NaN, NaN, NaN);
    return judge({ head: { ...head, isMeasured }, totals }, createFigures(head)).sentence;
  };
  expect([sentenceOf(0, true), sentenceOf(1, true), sentenceOf(-0.5, true)]).toEqual([
    'One run can’t tell whether A and B differ',
    'One run can’t tell: B took 1 J more than A (+100.0 %)',
    'One run can’t tell: B took 500 mJ less than A (−50.0 %)',
  ]);
  // The same operations take the same energy by a model.
  expect([sentenceOf(0, false), sentenceOf(1, false)]).toEqual([
    'A and B take the same',
    'B takes 1 J more than A (+100.0 %)',
  ]);
});
