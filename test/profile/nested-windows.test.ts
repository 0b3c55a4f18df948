/** Windows of traces made by hand: which lie in which, which are of one activation, and which are there by chance. */
import { describe, expect, test } from 'vitest';
import { type NestedWindows, nestWindows } from '../../server/src/profile/trace/nested-windows';
import { addOpenWindows, type OpenMethods } from '../../server/src/profile/trace/open-windows';
import {
  findActivations,
  findChanceWindows,
  type WindowPath,
} from '../../server/src/profile/trace/traced-activations';

/** In the order in which threads write them; a method's letter stands for its path, `sleep` for a call that waits. */
type Row = readonly [name: string, enter: number, exit: number, thread?: number];

const SLEEP = 7;
const subjectOf = (name: string): number => (name === 'sleep' ? SLEEP : 2 * name.charCodeAt(0));
const nameOf = (subject: number): string => (subject === SLEEP ? 'sleep' : String.fromCharCode(subject / 2));

function nest(rows: readonly Row[]): NestedWindows {
  return nestWindows(
    (visit) => {
      for (const [name, enter, exit, thread = 0] of rows) visit(thread, subjectOf(name), enter, exit);
    },
    (subject) => subject !== subjectOf('x'),
  );
}

/** `a 0-9 < b 0-20` for what lies in another one. */
function tell(nested: NestedWindows): readonly string[] {
  const one = (window: number): string =>
    `${nameOf(nested.subjects[window] ?? 0)} ${nested.enters[window] ?? 0}-${nested.exits[window] ?? 0}`;
  return Array.from({ length: nested.count }, (_, window) => {
    const parent = nested.parents[window] ?? -1;
    return parent < 0 ? one(window) : `${one(window)} < ${one(parent)}`;
  });
}

describe('windows of a thread', () => {
  test('lie in those that were open around them', () => {
    const nested = nest([
      ['c', 2, 5],
      ['c', 6, 8],
      ['b', 1, 9],
      ['c', 12, 15],
      ['a', 0, 20],
    ]);
    expect(tell(nested)).toEqual([
      'c 2-5 < b 1-9',
      'c 6-8 < b 1-9',
      'b 1-9 < a 0-20',
      'c 12-15 < a 0-20',
      'a 0-20',
    ]);
    expect(nested.crossing).toBe(0);
  });

  test('that only touch follow each other', () => {
    const rows: readonly Row[] = [
      ['a', 0, 5],
      ['b', 5, 9],
    ];
    expect(tell(nest(rows))).toEqual(['a 0-5', 'b 5-9']);
  });

  test('of the same times are called by what was written later', () => {
    const rows: readonly Row[] = [
      ['c', 3, 7],
      ['b', 3, 7],
      ['a', 3, 7],
    ];
    expect(tell(nest(rows))).toEqual(['c 3-7 < b 3-7', 'b 3-7 < a 3-7', 'a 3-7']);
  });

  test('stand at the root where what called them had not ended', () => {
    const rows: readonly Row[] = [
      ['b', 1, 4],
      ['c', 5, 9],
    ];
    expect(tell(nest(rows))).toEqual(['b 1-4', 'c 5-9']);
  });

  test('of several threads know nothing of each other, however they were written', () => {
    const nested = nest([
      ['b', 2, 5, 1],
      ['c', 3, 4, 2],
      ['a', 0, 9, 1],
      ['d', 0, 9, 2],
    ]);
    expect(tell(nested)).toEqual(['b 2-5 < a 0-9', 'a 0-9', 'c 3-4 < d 0-9', 'd 0-9']);
    expect([...nested.threads]).toEqual([1, 1, 2, 2]);
  });

  test('that were written in another order nest by their times', () => {
    const nested = nest([
      ['a', 0, 20],
      ['b', 1, 9],
      ['c', 2, 5],
      ['d', 12, 15],
    ]);
    expect(tell(nested)).toEqual(['c 2-5 < b 1-9', 'b 1-9 < a 0-20', 'd 12-15 < a 0-20', 'a 0-20']);
    expect(nested.crossing).toBe(0);
  });

  test('that cross each other are told, and stand beside each other', () => {
    const nested = nest([
      ['a', 0, 10],
      ['b', 5, 15],
    ]);
    expect(tell(nested)).toEqual(['a 0-10', 'b 5-15']);
    expect(nested.crossing).toBe(1);
  });

  test('that nobody asks for are left out, and calls may end after the coarse clock', () => {
    const nested = nest([
      ['x', 3, 4],
      ['sleep', 5, 11],
      ['a', 0, 10],
      ['b', 10, 20],
    ]);
    expect(tell(nested)).toEqual(['sleep 5-11 < a 0-10', 'a 0-10', 'b 10-20']);
    expect(nested.crossing).toBe(0);
  });

  test('of a trace without any are none', () => {
    expect(nest([])).toMatchObject({ count: 0, crossing: 0 });
  });
});

type Ends = Readonly<Record<string, Pick<WindowPath, 'start' | 'end'>>>;

/** Small and capital letters are paths of one method. */
function activationsOf(nested: NestedWindows, ends: Ends = {}): Int32Array {
  return findActivations(nested, (window) => {
    const name = nameOf(nested.subjects[window] ?? 0);
    const method = name.toLowerCase().charCodeAt(0);
    return name === 'sleep' ? undefined : { method, start: 'join', end: 'join', ...ends[name] };
  });
}

describe('activations', () => {
  test('go on where one window begins as the one before it ended', () => {
    const nested = nest([
      ['a', 0, 4],
      ['a', 4, 9],
      ['a', 9, 12],
    ]);
    expect([...activationsOf(nested)]).toEqual([0, 0, 0]);
  });

  test('are others behind a return, before an entry, after a while, and below another call', () => {
    const rows: readonly Row[] = [
      ['a', 0, 4],
      ['a', 4, 9],
    ];
    expect([...activationsOf(nest(rows), { a: { start: 'join', end: 'return' } })]).toEqual([0, 1]);
    expect([...activationsOf(nest(rows), { a: { start: 'entry', end: 'join' } })]).toEqual([0, 1]);
    const later: readonly Row[] = [
      ['a', 0, 4],
      ['a', 5, 9],
    ];
    expect([...activationsOf(nest(later))]).toEqual([0, 1]);
    const below: readonly Row[] = [
      ['a', 0, 4],
      ['b', 0, 4],
      ['a', 4, 9],
      ['b', 4, 9],
    ];
    expect([...activationsOf(nest(below))]).toEqual([0, 1, 2, 1]);
  });

  test('of a method that calls itself are several', () => {
    const nested = nest([
      ['a', 2, 6],
      ['a', 1, 8],
      ['a', 0, 9],
    ]);
    expect([...activationsOf(nested)]).toEqual([0, 1, 2]);
  });

  test('are not begun by calls that wait', () => {
    const nested = nest([
      ['sleep', 1, 3],
      ['a', 0, 4],
    ]);
    expect([...activationsOf(nested)]).toEqual([-1, 1]);
  });
});

describe('windows of methods that are too short for any', () => {
  const chance = (rows: readonly Row[], seldom: string): readonly string[] => {
    const nested = nest(rows);
    const found = findChanceWindows(nested, activationsOf(nested), (window) =>
      seldom.includes(nameOf(nested.subjects[window] ?? 0)),
    );
    return tell(nested).filter((_, window) => found[window] === 1);
  };

  test('are left to what called them', () => {
    expect(
      chance(
        [
          ['b', 2, 5],
          ['a', 0, 9],
        ],
        'b',
      ),
    ).toEqual(['b 2-5 < a 0-9']);
  });

  test('are left to it with all that led there', () => {
    const rows: readonly Row[] = [
      ['c', 2, 5],
      ['b', 2, 5],
      ['a', 0, 9],
    ];
    expect(chance(rows, 'bc')).toEqual(['c 2-5 < b 2-5', 'b 2-5 < a 0-9']);
  });

  test('stay where they call what is no chance, wait, or go on', () => {
    const calling: readonly Row[] = [
      ['c', 2, 5],
      ['b', 2, 5],
      ['a', 0, 9],
    ];
    expect(chance(calling, 'b')).toEqual([]);
    const waiting: readonly Row[] = [
      ['sleep', 2, 5],
      ['b', 2, 5],
      ['a', 0, 9],
    ];
    expect(chance(waiting, 'b')).toEqual([]);
    const going: readonly Row[] = [
      ['b', 2, 4],
      ['b', 4, 6],
      ['b', 6, 8],
      ['a', 0, 9],
    ];
    expect(chance(going, 'b')).toEqual([]);
  });
});

describe('activations that had not ended', () => {
  const numberOf = (name: string): number => name.charCodeAt(0);
  function close(
    rows: readonly Row[],
    open: string,
    {
      calls = {},
      unseen = '',
      returns = '',
    }: { calls?: Readonly<Record<string, string>>; unseen?: string; returns?: string },
  ): readonly string[] {
    const nested = nest(rows);
    const methodOf = (window: number): number => numberOf(nameOf(nested.subjects[window] ?? 0));
    const methods: OpenMethods = {
      methodOf,
      hasEnded: (window) => returns.includes(String.fromCharCode(methodOf(window))),
      isMainThread: (thread) => thread === 0,
      isOpen: (method) => open.includes(String.fromCharCode(method)),
      unseenMain: unseen === '' ? -1 : numberOf(unseen),
      calledBy: (method) => {
        const next = Array.from(calls[String.fromCharCode(method)] ?? '').find((each) => open.includes(each));
        return next === undefined ? -1 : numberOf(next);
      },
      mayCall: (method, called) =>
        (calls[String.fromCharCode(method)] ?? '').includes(String.fromCharCode(called)),
      isInitializer: (method) => method === numberOf('i'),
      subjectOf: (method) => 2 * method,
    };
    return tell(addOpenWindows(nested, activationsOf(nested), methods).nested);
  }

  test('hold what their thread ran behind their last window', () => {
    const rows: readonly Row[] = [
      ['b', 1, 3],
      ['m', 0, 5],
      ['c', 6, 9],
      ['c', 6, 9, 1],
    ];
    expect(close(rows, 'm', {})).toEqual(['b 1-3 < m 0-5', 'm 0-5', 'c 6-9 < m 6-9', 'c 6-9', 'm 6-9']);
    expect(close(rows, 'm', { returns: 'm' })).toEqual(tell(nest(rows)));
    expect(close(rows, '', {})).toEqual(tell(nest(rows)));
  });

  test('hold all of the first thread, and what they called themselves', () => {
    const rows: readonly Row[] = [
      ['i', 0, 2],
      ['b', 3, 5],
      ['c', 6, 9],
    ];
    expect(close(rows, 'mr', { unseen: 'm', calls: { m: 'br', r: 'c' } })).toEqual([
      'i 0-2',
      'b 3-5 < m 3-9',
      'c 6-9 < r 6-9',
      'r 6-9 < m 3-9',
      'm 3-9',
    ]);
    expect(close(rows, 'mr', { unseen: 'm', calls: { m: 'bcr' } })).toEqual([
      'i 0-2',
      'b 3-5 < m 3-9',
      'c 6-9 < m 3-9',
      'm 3-9',
    ]);
  });

  test('that call each other in a circle end', () => {
    const rows: readonly Row[] = [['b', 3, 5]];
    expect(close(rows, 'mr', { unseen: 'm', calls: { m: 'rb', r: 'm' } })).toEqual([
      'b 3-5 < m 3-5',
      'm 3-5',
    ]);
  });
});
