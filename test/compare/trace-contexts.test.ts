/** Comparisons of profiles whose traces were made by hand: what tasks are known of them, and what is said of the rest. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import type { MachineTrace, ProfileDocument } from '../../server/src/profile/document/profile-document';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { createTraceWriter } from '../../server/src/profile/trace/trace-file';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';

/** Milliseconds, of `main` (0) or of what it calls (from 1 on). */
type Row = readonly [method: number, enter: number, exit: number];

const EXECUTIONS = [3000, 5000, 7000];
/** Parts 0 and 3 of the program are a framework's: here the first of its methods. */
const CALLED: readonly Row[] = [
  [1, 0, 40],
  [2, 40, 60],
  [3, 60, 100],
];

function tracedProfile(rows: readonly Row[], machine: Partial<MachineTrace> = {}): ProfileDocument {
  const counted = profileOfEnergies(EXECUTIONS, [2.4, 2.5, 2.6, 2.5], [0.5, 0.5], false);
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter(0, (piece) => pieces.push(piece));
  for (const [method, enter, exit] of rows) writer.add(2 * method, enter * 1e6, exit * 1e6);
  writer.flush();
  const others = Object.fromEntries(
    Object.entries(counted).filter(([name]) => name !== 'tree'),
  ) as unknown as ProfileDocument;
  return {
    ...others,
    record: 'trace',
    classes: counted.classes.map((each, index) => ({
      ...each,
      methods: each.methods.map((method) => ({
        ...method,
        calls: 1,
        blocks: [[0, 0, 7, 1]],
        code: index === 0 ? [] : [[0, 0, 7, EXECUTIONS[index - 1] ?? 0]],
        paths: [[0, 1, 'entry', 'return', [0]]],
      })),
    })),
    trace: {
      methods: counted.classes.map((_, index) => [index, index, 0]),
      calls: [],
      machines: [
        {
          ...{ tuples: rows.length, dropped: 0, resolution: 1e6, longestTick: 1e6, probe: 0, overhead: null },
          threads: ['main'],
          data: Buffer.concat(pieces).toString('base64'),
          ...machine,
        },
      ],
    },
  };
}

function compare(a: ProfileDocument, b: ProfileDocument): ProfileComparison {
  return compareProfiles({ name: 'a', profile: a }, { name: 'b', profile: b }, bundledModel(), {
    alpha: 'auto',
    isApplication: applicationClasses(['android.app']),
  });
}

const whole = tracedProfile([...CALLED, [0, 0, 100]]);
const tree = profileOfEnergies(EXECUTIONS, [2.4, 2.5, 2.6, 2.5], [0.5, 0.5], false);

describe('two traces', () => {
  test('have the tasks of the tree, with its energies, calls that were all seen, and no bounds', () => {
    const { tasks, totals } = compare(whole, tree);
    expect(tasks?.list.length).toBeGreaterThan(0);
    for (const { matched, energyA, energyB, callsA, p, low } of tasks?.list ?? []) {
      expect(matched).toBe(true);
      expect(energyA / energyB).toBeCloseTo(1, 9);
      expect([callsA, low]).toEqual([1, NaN]);
      // No surer than their runs, which hardly differ.
      expect(p).toBeGreaterThan(0.9);
    }
    expect(totals.p).toBeGreaterThan(0.9);
  });

  test('have tasks that take at least so much where not all is modeled, and last', () => {
    const keys = [...whole.keys, operationKey('example.Store.find', ['int'], 'load')];
    const rewritten = {
      ...whole,
      keys,
      classes: whole.classes.map((each, index) => ({
        ...each,
        methods: each.methods.map((method) => ({
          ...method,
          operations: index === 1 ? [...method.operations, [1, 7, 500] as const] : method.operations,
        })),
      })),
    };
    const { tasks } = compare(whole, rewritten);
    const last = tasks?.list.at(-1);
    expect(last?.method.class).toBe('android.part.Service0');
    expect(last).toMatchObject({ atLeast: 'B', delta: NaN, isSignificant: false });
    expect(tasks?.list.filter(({ atLeast }) => atLeast !== undefined)).toHaveLength(1);
  });

  test('say which of both has every call, and what a trace shows', () => {
    const notes = compare(whole, tree).notes.join('\n');
    expect(notes).toContain(
      'a: its calls are those of a trace that took a millisecond or more, of 4 of 4 methods',
    );
    expect(notes).toContain('a shows calls of a millisecond or more, b every call that was recorded');
    expect(compare(whole, whole).notes.join('\n')).not.toContain('every call that was recorded');
  });

  test('tell no calls where there was no room for some, and say so', () => {
    const { tasks, notes } = compare(tracedProfile([...CALLED, [0, 0, 100]], { dropped: 9 }), whole);
    expect(tasks?.list.every(({ callsA, callsB }) => callsA === undefined && callsB === 1)).toBe(true);
    expect(notes.join('\n')).toContain('a: its trace had no room for 9 of 13 times');
  });

  test('say that times lie across each other, where a trace is damaged', () => {
    const damaged = tracedProfile([...CALLED, [1, 90, 110], [0, 0, 100]]);
    expect(compare(damaged, whole).notes.join('\n')).toContain('a: its trace is damaged: 1 time lies');
  });

  test("of which one can't be read have no tasks, which is said, and all else", () => {
    // A piece of one byte, which says that another one follows.
    const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0x80]).toString('base64');
    const broken = tracedProfile([], { data });
    const { tasks, notes, methods, totals } = compare(broken, whole);
    expect(tasks).toBeUndefined();
    expect(notes.join('\n')).toContain('a: its trace is damaged: A tuple of a trace ends early');
    expect(methods.length).toBeGreaterThan(0);
    expect(totals.p).toBeGreaterThan(0.9);
    const linesOf = (profile: ProfileDocument): ReturnType<typeof compareLines> =>
      compareLines({ name: 'a', profile }, { name: 'b', profile: whole }, bundledModel());
    expect(linesOf(broken)).toEqual(linesOf(whole));
  });

  test('of which one shows nothing have no tasks, which is said', () => {
    const { tasks, notes, methods } = compare(tracedProfile([]), whole);
    expect(tasks).toBeUndefined();
    expect(notes.join('\n')).toContain('a: no call in its trace took a millisecond');
    expect(notes.join('\n')).toContain('a has no tree of calls');
    expect(methods.length).toBeGreaterThan(0);
  });

  test('of which one lies in a file of its own have no tasks, which is said', () => {
    const apart = tracedProfile([], { file: 'long.trace' });
    expect(compare(apart, whole).notes.join('\n')).toContain('a: its trace is in long.trace');
  });

  test('say that time of the whole run divides, where nothing was counted by window', () => {
    const { tasks, notes, work } = compare(tracedProfile(CALLED.slice(0, 1)), tree);
    expect(notes.join('\n')).toContain('a: its trace does not say how often each path ran when');
    // What was not seen is in what was.
    const known = tasks?.list.reduce((sum, { energyA }) => sum + energyA, 0) ?? 0;
    expect(known).toBeCloseTo(work.energyA, 9);
  });

  test('have no bounds of tasks where runs were made in turn either', () => {
    const turns = (place: number): ProfileDocument['measurement'] =>
      profileOfEnergies(EXECUTIONS, [2.4, 2.5, 2.6, 2.5], [0.5, 0.5], false, {
        series: 1,
        place,
        programs: 2,
      }).measurement;
    const [a, b] = [1, 2].map((place): ProfileDocument => {
      const measurement = turns(place);
      return measurement === undefined ? whole : { ...whole, measurement };
    });
    const { tasks, totals } = compare(a ?? whole, b ?? whole);
    expect(totals.p).not.toBeNaN();
    expect(tasks?.list.map(({ low }) => low)).toEqual(tasks?.list.map(() => NaN));
  });
});
