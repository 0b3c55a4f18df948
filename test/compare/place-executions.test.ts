/** Executions are laid on the calls that were open when they ran: windows and counts made by hand. */
import { describe, expect, test } from 'vitest';
import { type CountedPaths, placeExecutions } from '../../server/src/compare/match/place-executions';
import { placeWindows } from '../../server/src/compare/trees/seen-contexts';
import type { CountWindows } from '../../server/src/profile/read/captured-windows';
import { nestWindows } from '../../server/src/profile/trace/nested-windows';
import { UNSEEN, WAITING, findActivations } from '../../server/src/profile/trace/traced-activations';

/** Milliseconds. A method's letter stands for its path, a capital one for another of its paths; `-` waits, `?` is unseen. */
type Row = readonly [name: string, enter: number, exit: number, thread?: number];
/** How often paths ended up to a time, from the one before on. */
type Counts = readonly (readonly [end: number, counts: Readonly<Record<string, number>>])[];

const MILLI = 1e6;
const methods = 'abcdefgh';
const counterOf = (name: string): number => name.charCodeAt(0);
const methodOf = (counter: number): number => methods.indexOf(String.fromCharCode(counter).toLowerCase());

function countsOf(counts: Counts): CountWindows {
  const rows = counts.map(([, row]) => Object.entries(row));
  return {
    ends: Float64Array.from(counts, ([end]) => end / 1e3),
    starts: Uint32Array.from([
      0,
      ...rows.map((_, index) => rows.slice(0, index + 1).reduce((sum, row) => sum + row.length, 0)),
    ]),
    counters: Uint32Array.from(rows.flat(), ([name]) => counterOf(name)),
    added: Float64Array.from(rows.flat(), ([, added]) => added),
  };
}

interface Placed {
  /** `a > b`: calls seen, those of them while it ran. */
  readonly contexts: Readonly<Record<string, readonly [number, number]>>;
  /** The executions by path and context; those of nobody are at ''. */
  readonly executions: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

function place(
  rows: readonly Row[],
  counts: Counts | undefined,
  given: Partial<CountedPaths> & { readonly total?: Readonly<Record<string, number>> } = {},
): Placed {
  const nested = nestWindows(
    (visit) => {
      for (const [name, enter, exit, thread = 0] of rows)
        visit(thread, 2 * counterOf(name), enter * MILLI, exit * MILLI);
    },
    () => true,
  );
  const subjects = Array.from(nested.subjects, (subject) => subject / 2);
  const own = Int32Array.from(subjects, (counter) =>
    counter === counterOf('-') ? WAITING : counter === counterOf('?') ? UNSEEN : methodOf(counter),
  );
  const activations = findActivations(nested, (window) =>
    (own[window] ?? -1) < 0 ? undefined : { method: own[window] ?? 0, start: 'join', end: 'join' },
  );
  const names = Array.from(methods, (name) => ({ class: '', name, descriptor: '' }));
  const seen = placeWindows([{ nested, methods: own, activations }], names);
  const executions = new Map<number, number>();
  for (const [name, count] of [
    ...(counts ?? []).flatMap(([, row]) => Object.entries(row)),
    ...Object.entries(given.total ?? {}),
  ])
    executions.set(counterOf(name), (executions.get(counterOf(name)) ?? 0) + count);
  const placed = placeExecutions(seen, [{ windows: counts && countsOf(counts), slack: 2 * MILLI }], {
    executions,
    methodOf,
    isWhole: () => false,
    mayCall: [],
    ...given,
  });
  const { tree, rowOf } = seen.builder.finish();
  const pathAt = (row: number): string => {
    const parent = tree.parents[row] ?? -1;
    const name = tree.names[tree.frames[row] ?? -1]?.name ?? '';
    return parent <= 0 ? name : `${pathAt(parent)} > ${name}`;
  };
  const paths = Array.from(rowOf, pathAt);
  return {
    contexts: Object.fromEntries(
      paths
        .slice(1, seen.methodOf.length)
        .map((path, index) => [path, [seen.calls[index + 1] ?? 0, seen.recursive[index + 1] ?? 0]]),
    ),
    executions: Object.fromEntries(
      Array.from(placed, ([counter, byContext]) => [
        String.fromCharCode(counter),
        Object.fromEntries(Array.from(byContext, ([context, count]) => [paths[context] ?? '', count])),
      ]),
    ),
  };
}

describe('contexts of a trace', () => {
  test('are the calls that were open, each path once, whichever thread took it', () => {
    const { contexts } = place(
      [
        ['c', 2, 5],
        ['b', 1, 9],
        ['a', 0, 20],
        ['c', 31, 35],
        ['b', 31, 36],
        ['a', 30, 40],
        ['b', 0, 9, 1],
        ['a', 0, 20, 1],
      ],
      [],
    );
    expect(contexts).toEqual({ a: [3, 0], 'a > b': [3, 0], 'a > b > c': [2, 0] });
  });

  test('fold where a method calls itself, or two call each other in a circle', () => {
    const itself = place(
      [
        ['b', 2, 4],
        ['b', 2, 6],
        ['b', 1, 9],
        ['a', 0, 20],
      ],
      [],
    );
    expect(itself.contexts).toEqual({ a: [1, 0], 'a > b': [1, 2] });
    const circle = place(
      [
        ['c', 4, 6],
        ['b', 3, 7],
        ['c', 2, 8],
        ['b', 1, 9],
        ['a', 0, 20],
      ],
      [],
    );
    // As where every call is recorded: c is called by what folds onto the first b.
    expect(circle.contexts).toEqual({ a: [1, 0], 'a > b': [1, 1], 'a > b > c': [2, 0] });
  });

  test('pass by what waits, and what is too short', () => {
    const { contexts } = place(
      [
        ['c', 2, 5],
        ['-', 1, 6],
        ['?', 7, 9],
        ['a', 0, 20],
      ],
      [],
    );
    expect(contexts).toEqual({ a: [1, 0], 'a > c': [1, 0] });
  });
});

describe('executions', () => {
  const two: readonly Row[] = [
    ['c', 0, 10],
    ['a', 0, 10],
    ['c', 10, 20],
    ['b', 10, 20],
  ];

  test('belong to the context of their method that was open', () => {
    const { executions } = place(two, [
      [10, { c: 5, a: 1 }],
      [20, { c: 7 }],
      [30, { b: 1 }],
    ]);
    // The last one ended with its window, a moment before it was counted.
    expect(executions).toEqual({ c: { 'a > c': 5, 'b > c': 7 }, a: { a: 1 }, b: { b: 1 } });
  });

  test('are divided by time where several were', () => {
    const { executions } = place(two, [
      [16, { c: 8 }],
      [30, { c: 2 }],
    ]);
    expect(executions).toEqual({ c: { 'a > c': 5, 'b > c': 5 } });
  });

  test('of a loop that is counted when it is left belong to the whole of what ended', () => {
    // C has no window of its own: it is counted where c ends, and the second c has not.
    const { executions } = place(two, [
      [16, { C: 8 }],
      [30, { C: 2 }],
    ]);
    expect(executions).toEqual({ C: { 'a > c': 8, 'b > c': 2 } });
  });

  test('of a path that was too short belong to its method, whatever that called', () => {
    const { executions } = place(
      [
        ['-', 0, 10],
        ['b', 0, 10],
        ['a', 0, 10],
      ],
      [[11, { A: 1, b: 1 }]],
    );
    expect(executions).toEqual({ A: { a: 1 }, b: { 'a > b': 1 } });
  });

  test('of what was too short to be seen stay with what ran then, and may have called it', () => {
    const rows: readonly Row[] = [
      ['b', 0, 4],
      ['c', 4, 10],
      ['a', 0, 10],
    ];
    const counts: Counts = [[10, { d: 10 }]];
    expect(place(rows, counts).executions).toEqual({ d: { 'a > b': 4, 'a > c': 6 } });
    const calls = (method: number, called: number): boolean =>
      methodOf(counterOf('b')) === method && called === methodOf(counterOf('d'));
    expect(place(rows, counts, { mayCall: [calls] }).executions).toEqual({ d: { 'a > b': 10 } });
  });

  test('are not of what only waits', () => {
    const rows: readonly Row[] = [
      ['-', 1, 9],
      ['b', 0, 10],
      ['c', 0, 10, 1],
    ];
    const { executions } = place(rows, [[10, { d: 12 }]]);
    expect(executions).toEqual({ d: { b: 2, c: 10 } });
  });

  test("are nobody's where nothing was open", () => {
    expect(
      place(two, [
        [100, {}],
        [110, { d: 3 }],
      ]).executions,
    ).toEqual({ d: { '': 3 } });
  });

  test('that no window counted are divided by the time of the whole run', () => {
    expect(place(two, undefined, { total: { c: 6, a: 2 } }).executions).toEqual({
      c: { 'a > c': 3, 'b > c': 3 },
      a: { a: 2 },
    });
    expect(place(two, [[10, { c: 5 }]], { total: { c: 4 } }).executions).toEqual({
      c: { 'a > c': 7, 'b > c': 2 },
    });
  });

  test('of all contexts add up to what was counted', () => {
    const names = ['a', 'b', 'c', 'd', 'C'];
    const counts: Counts = [7, 13, 18, 22, 40].map((end, index) => [
      end,
      Object.fromEntries(names.map((name, at) => [name, index * 3 + at])),
    ]);
    const { executions } = place(two, counts);
    for (const [at, name] of names.entries()) {
      const all = Object.values(executions[name] ?? {}).reduce((sum, each) => sum + each, 0);
      expect(all).toBeCloseTo(30 + 5 * at, 9);
    }
  });
});
