/** What runs have taught: read, merged, moved to edited texts, and used by estimates. */
import { describe, expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import { alignBlocks, shapesOf } from '../../server/src/lines/learned/block-shapes';
import {
  formatFrequencies,
  type Frequencies,
  type LearnedRow,
  readFrequencies,
} from '../../server/src/lines/learned/frequencies-document';
import { LearnedFrequencies } from '../../server/src/lines/learned/learned-frequencies';
import { mergeFrequencies } from '../../server/src/lines/learned/merge-frequencies';
import type { MemberRecord } from '../../server/src/analysis/file-operations';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

const TEXT = `package demo;
public class Work {
    static int sum(int[] values, boolean squared) {
        int sum = 0;
        for (int value : values) {
            if (squared) sum += value * value;
            else sum += value;
        }
        return sum;
    }
    static int fresh(int a) {
        return a * a;
    }
    static int idle(int a) {
        return fresh(a) + 1;
    }
}
`;

function membersOf(text: string): readonly MemberRecord[] {
  return operationsOf(newAnalyzer(), 'Work.java', text).members;
}

function memberNamed(text: string, name: string): MemberRecord {
  const found = membersOf(text).find(({ key }) => key.includes(`.${name}(`));
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Frequencies in which `sum` runs its blocks as `countOf` says, by the names of blocks. */
function taught(
  calls: number,
  countOf: (name: string) => number | null,
  id = 'a',
  operations = 1e9,
): Frequencies {
  const { operations: known } = memberNamed(TEXT, 'sum');
  const row: LearnedRow = [
    1,
    calls,
    shapesOf(known).join(' '),
    known.blocks.map(({ name }) => countOf(name)),
  ];
  return {
    runs: [{ id, date: '2026-03-12', operations }],
    classes: new Map([
      ['demo/Work', { runs: 1, methods: new Map([['sum([IZ)I', row]]), idle: new Set(['idle(I)I']) }],
    ]),
  };
}

function sessionWith(text: string, frequencies: Frequencies): EnergySession {
  const learned = new LearnedFrequencies(frequencies);
  const session = createEnergySession({
    ...{ model: bundledModel(), mode: 'estimated', learned },
    ...analysisOptionsOf(),
  });
  const analyzer = newAnalyzer();
  analyzer.setHeaders('Work.java', text);
  session.addCallees('Work.java', operationsOf(analyzer, 'Work.java', text), indexLines(text));
  session.solveCalls();
  return session;
}

function callsOf(session: EnergySession): Readonly<Record<string, number | undefined>> {
  const methods = session.priceFile('Work.java')?.methods ?? [];
  return Object.fromEntries(methods.map(({ name, expectedCalls }) => [name, expectedCalls]));
}

const LOOP = (name: string): number =>
  name === 'if_1.then' ? 0 : name === 'for_1' || name === 'if_1.else' ? 50 : 1;

/** How often the operations of a line run in one call. */
function countOn(session: EnergySession, line: number): number {
  const found = session.priceFile('Work.java')?.lines.find((each) => each.line === line - 1);
  return Math.max(0, ...(found?.operations ?? []).map(({ count }) => count));
}

describe('estimates with learned frequencies', () => {
  const session = sessionWith(TEXT, taught(1000, LOOP));

  it('call methods as often as the runs did', () => {
    const calls = callsOf(session);
    expect(calls['Work.sum(int[], boolean)']).toBeCloseTo(1000);
    // There, and never called: rarer than once. No run knows fresh, which idle alone calls.
    expect(calls['Work.idle(int)']).toBeLessThan(0.1);
    expect(calls['Work.fresh(int)']).toBeLessThan(0.1);
  });

  it('run blocks as often as the runs did, and say so', () => {
    expect(countOn(session, 7)).toBeCloseTo(50, 0);
    expect(countOn(session, 6)).toBeCloseTo(50, 0);
    const energy = session.priceFile('Work.java');
    expect(energy?.learned).toEqual({ count: 1, last: '2026-03-12' });
    expect(energy?.lines.find(({ line }) => line === 6)?.basis).toBe('learned');
  });

  it('run what no run reached less than once, however often its method was called', () => {
    const line = sessionWith(TEXT, taught(1e6, LOOP))
      .priceFile('Work.java')
      ?.lines.find((each) => each.line === 5);
    const products = line?.operations.filter(({ name }) => name === 'Multi_int_int') ?? [];
    expect(products).toHaveLength(1);
    expect(1e6 * (products[0]?.count ?? 1)).toBeLessThan(0.01);
  });

  it('say nothing of runs where no run knew any method of the file', () => {
    const other = sessionWith(TEXT.replace('class Work', 'class Other'), taught(1000, LOOP));
    expect(other.priceFile('Work.java')?.learned).toBeUndefined();
    const learned = new LearnedFrequencies(taught(1000, LOOP));
    expect(learned.runsOf([{ key: 'demo/Work.fresh(I)I' }])).toBeUndefined();
    // That a method is never called is taught, too.
    expect(learned.runsOf([{ key: 'demo/Work.idle(I)I' }])).toEqual({ count: 1, last: '2026-03-12' });
  });

  it('keep what still fits when the text is edited', () => {
    const edited = TEXT.replace(
      'int sum = 0;',
      'int sum = 0;\n        if (values == null) return -1;',
    ).replace('else sum += value;', 'else sum += value + 1;');
    const later = sessionWith(edited, taught(1000, LOOP));
    expect(callsOf(later)['Work.sum(int[], boolean)']).toBeCloseTo(1000);
    expect(countOn(later, 8)).toBeGreaterThan(40);
    const line = later.priceFile('Work.java')?.lines.find((each) => each.line === 4);
    // The new branch is a guess beside learned neighbors.
    expect(line?.blocks.length).toBeGreaterThan(0);
  });

  it('leave worst cases and single executions as they are', () => {
    const options = { model: bundledModel(), ...analysisOptionsOf() };
    const learned = new LearnedFrequencies(taught(1000, LOOP));
    for (const mode of ['worst-case', 'one-execution'] as const) {
      const [with_, without] = [learned, undefined].map((each) => {
        const made = createEnergySession({ ...options, mode, learned: each });
        made.addCallees('Work.java', operationsOf(newAnalyzer(), 'Work.java', TEXT), indexLines(TEXT));
        return made.priceFile('Work.java')?.total.mean;
      });
      expect(with_).toBe(without);
    }
  });
});

describe('the file', () => {
  const json = [...formatFrequencies(taught(1000, LOOP))].join('');

  it('is read as it was written, with a line for each method and nothing of the text', () => {
    const read = readFrequencies(json);
    if (!read.ok) throw new Error(read.problem.message);
    expect([...formatFrequencies(read.value.frequencies)].join('')).toBe(json);
    expect(json.split('\n').filter((line) => line.startsWith('"sum([IZ)I"'))).toHaveLength(1);
    expect(json).not.toContain('squared');
  });

  it.each<readonly [text: string, message: RegExp]>([
    ['<<<<<<< ours\n', /has marks of a merge in line 1: keep one side/],
    [json.replace('"version": 1', '"version": 9'), /version 9; this Jouleline reads up to 1/],
    [json.slice(0, 200), /is no JSON.*remove it/s],
    [json.replace('1000000000', 'NaN'), /is no JSON.*remove it/s],
    ['[]', /is no file of learned frequencies/],
    [json.replace(/"runs": \[[^\]]*\]/, '"runs": []'), /has no list of runs.*remove it/],
    ...['1e300', '1e-300', '0', '-5', '"many"'].map(
      (operations) =>
        [
          json.replace('1000000000', operations),
          /no run that can be used: runs\[0\]\.operations is .*, and no number from 1 to 1e18\. To repair/,
        ] as const,
    ),
    ...['2999-99-99', '2026-02-30', '1999-01-01', 'today'].map(
      (date) =>
        [
          json.replace('2026-03-12', date),
          /runs\[0\]\.date is ".*", and no day of this century such as 2026-03-12\. To repair/,
        ] as const,
    ),
    [json.replace('"id":"a"', '"name":"a"'), /runs\[0\] is no run with id, date and operations/],
  ])('is refused with a way out: %#', (text, message) => {
    const read = readFrequencies(text);
    expect(read.ok ? '' : read.problem.message).toMatch(message);
  });

  it.each(['-1', '1e300', '1e-300', '"many"', 'null', '[[[[]]]]'])(
    'leaves out a method called %s times',
    (calls) => {
      const read = readFrequencies(json.replace('[1,1000,', `[1,${calls},`));
      if (!read.ok) throw new Error(read.problem.message);
      expect(read.value.problems).toEqual([
        'has an entry that is ignored: classes["demo/Work"].methods["sum([IZ)I"] is no [runs, calls, shapes, counts] with numbers from 0 to 1e18, a count for each shape and at most 1 runs. ' +
          "To repair the file, remove it and run 'jouleline learn' on its profiles again",
      ]);
      expect(read.value.frequencies.classes.get('demo/Work')?.idle.has('idle(I)I')).toBe(true);
    },
  );

  it('counts a run that it lists several times once, and says so', () => {
    const run = '{"id":"a","date":"2026-03-12","operations":1000000000}';
    expect(json).toContain(run);
    const read = readFrequencies(json.replace(run, [run, run, run, run.replace('"a"', '"b"')].join(',')));
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.frequencies.runs.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(read.value.problems[0]).toMatch(/^lists the run a 3 times: each run counts once\. To repair/);
  });

  it('has no method of more runs than it lists', () => {
    const read = readFrequencies(json.replace('[1,1000,', '[1000000,1000,'));
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.problems[0]).toContain('at most 1 runs');
  });

  it('is read in a moment, however deep or wide it is', () => {
    const deep = json.replace('"idle":[', `"idle":${'['.repeat(100_000)}${']'.repeat(100_000)},"x":[`);
    const read = readFrequencies(deep);
    expect(read.ok && read.value.problems[0]).toContain('classes["demo/Work"].idle');
    const wide = json.replace('[1,1000,', `[1,1000,"${'ab '.repeat(200_000)}",[],`);
    expect(readFrequencies(wide).ok).toBe(true);
  });
});

describe('several runs', () => {
  it('count alike, however long they took', () => {
    const merged = mergeFrequencies(taught(1000, LOOP), taught(3000, LOOP, 'b', 1e12));
    expect(merged.runs).toHaveLength(2);
    expect(merged.classes.get('demo/Work')?.methods.get('sum([IZ)I')?.slice(0, 2)).toEqual([2, 2000]);
    const learned = new LearnedFrequencies(merged);
    const key = 'demo/Work.sum([IZ)I';
    // 2000 in a billion operations, in a run of 10^10.5.
    expect(learned.callsOf({ key })).toBeCloseTo(2000 * 10 ** 1.5, 0);
  });

  it('count once', () => {
    const one = taught(1000, LOOP);
    expect(mergeFrequencies(one, one)).toBe(one);
  });

  it('weigh blocks by their calls, and know nothing of blocks that none tells of', () => {
    const merged = mergeFrequencies(
      taught(1000, LOOP),
      taught(3000, (name) => (name === 'if_1.else' ? null : 2 * LOOP(name)), 'b'),
    );
    const { blocks } = memberNamed(TEXT, 'sum').operations;
    const counts = merged.classes.get('demo/Work')?.methods.get('sum([IZ)I')?.[3];
    const countOf = (wanted: string): number | null | undefined =>
      counts?.[blocks.findIndex(({ name }) => name === wanted)];
    expect(countOf('for_1')).toBeCloseTo((1000 * 50 + 3000 * 100) / 4000);
    expect(countOf('if_1.else')).toBe(50);
  });
});

describe('blocks of two versions', () => {
  it('are matched in their order; edited ones between them keep their place', () => {
    const then = ['en111', 'lo222', 'bo333', 'ex444'];
    expect(alignBlocks(then, then)).toEqual([0, 1, 2, 3]);
    expect(alignBlocks(then, ['en111', 'if999', 'lo222', 'bo333', 'ex444'])).toEqual([0, undefined, 1, 2, 3]);
    expect(alignBlocks(then, ['en111', 'lo222', 'bo999', 'ex444'])).toEqual([0, 1, 2, 3]);
    expect(alignBlocks(then, ['en111', 'lo222', 'if999', 'ex444'])).toEqual([0, 1, undefined, 3]);
    expect(alignBlocks([], ['en111'])).toEqual([undefined]);
  });
});
