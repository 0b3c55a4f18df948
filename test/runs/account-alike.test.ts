/** That sides that tell differently much of what is not a program's own work are accounted for in one way. */
import { describe, expect, it } from 'vitest';
import { tellAlike } from '../../server/src/runs/account-alike';
import { accountForRuns } from '../../server/src/runs/account-for-runs';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { recordOf, type RunValues } from './measurement-records';

/** A second of processor time takes 10 J. */
const run: RunValues = { energy: 20, user: 1.8, system: 0.2, paused: 0.01, compiling: 0.6 };
const start: RunValues = { energy: 2, user: 0.15, system: 0.05, paused: 0, compiling: 0 };
const seen = { seen: 2, switches: 10, compilers: { user: 0.3, system: 0 } };

function recorded(values: RunValues, baseline: readonly RunValues[] = [start]): MeasurementRecord {
  return recordOf({ runs: [values, values], baseline, isProxy: false });
}

function accounts(...records: readonly MeasurementRecord[]): {
  readonly compilation: readonly (number | undefined)[];
  readonly collections: readonly (number | undefined)[];
  readonly startUp: readonly (number | undefined)[];
  readonly notes: string;
} {
  const alike = tellAlike(records.map((record, index) => ({ name: 'abc'[index] ?? '', record })));
  const runtimes = alike.records.map((record) => accountForRuns(record)?.runtime);
  return {
    compilation: runtimes.map((runtime) => runtime?.compilation),
    collections: runtimes.map((runtime) => runtime?.garbageCollection),
    startUp: runtimes.map((runtime) => runtime?.startUp),
    notes: alike.notes.join('\n'),
  };
}

describe('compilation is taken off all sides', () => {
  it('by threads, where these were seen in every run', () => {
    const { compilation, notes } = accounts(
      recorded({ ...run, threads: seen }),
      recorded({ ...run, threads: seen }),
    );
    expect(compilation.map((each) => each?.toFixed(6))).toEqual(['3.000000', '3.000000']);
    expect(notes).toBe('');
  });

  it('by the clock, where those of one were not seen', () => {
    const { compilation, notes } = accounts(recorded({ ...run, threads: seen }), recorded(run));
    expect(compilation.map((each) => each?.toFixed(6))).toEqual(['6.000000', '6.000000']);
    expect(notes).toMatch(/^compilation is taken off all sides by the time that it took.*every run of b$/);
  });

  it('of no side, where by the clock it would leave nothing of one', () => {
    const { compilation, notes } = accounts(
      recorded({ ...run, threads: seen }),
      recorded({ ...run, compiling: 1.9 }),
    );
    expect(compilation).toEqual([undefined, undefined]);
    expect(notes).toMatch(/^compilation is taken off no side.*every run of b, and by the time .* left of b$/);
  });

  it('by the clock, where processor time would leave nothing of one', () => {
    const busy = { ...seen, compilers: { user: 1.9, system: 0 } };
    const { compilation } = accounts(
      recorded({ ...run, threads: seen }),
      recorded({ ...run, threads: busy }),
    );
    expect(compilation.map((each) => each?.toFixed(6))).toEqual(['6.000000', '6.000000']);
  });

  it('of no side, where one says nothing of it', () => {
    const { energy, user, system } = run;
    const { compilation, collections, notes } = accounts(recorded(run), recorded({ energy, user, system }));
    expect([...compilation, ...collections]).toEqual([undefined, undefined, undefined, undefined]);
    expect(notes).toMatch(/^collections are taken off no side.*every run of b$/m);
    expect(notes).toMatch(/^compilation is taken off no side.*not known of every run of b$/m);
  });
});

it('runs that were set aside have no say', () => {
  const [first, second] = [recorded({ ...run, threads: seen }), recorded({ ...run, threads: seen })];
  const [broken] = recorded(run).runs;
  if (broken === undefined) throw new Error('two runs were recorded');
  const aside = { ...second, runs: [...second.runs, { ...broken, setAside: 'it was canceled' }] };
  expect(accounts(first, aside).compilation.map((each) => each?.toFixed(6))).toEqual([
    '3.000000',
    '3.000000',
  ]);
});

it('collections and start-up are taken off all, or off none', () => {
  const collecting = { ...seen, collectors: { user: 0.1, system: 0 } };
  const byPauses = accounts(recorded({ ...run, threads: collecting }), recorded(run), recorded(run));
  expect(byPauses.collections.map((each) => each?.toFixed(6))).toEqual(['0.100000', '0.100000', '0.100000']);
  expect(byPauses.notes).toMatch(/^collections are taken off all sides by the time .* paused: .* of b, c$/m);
  const unstarted = accounts(recorded(run), recorded(run, []));
  expect(unstarted.startUp).toEqual([undefined, undefined]);
  expect(unstarted.notes).toMatch(/^start-up is taken off no side.*not measured of b$/m);
});

it('one side alone is told as well as it can be', () => {
  const record = recorded({ ...run, threads: seen });
  expect(tellAlike([{ name: 'a', record }])).toEqual({ records: [record], notes: [] });
});
