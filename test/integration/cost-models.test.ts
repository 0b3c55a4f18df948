/** Commands that make cost models, check them and show them: simulate, fit --samples, fit --application, evaluate, model-report. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordOf } from '../runs/measurement-records';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import type { Outcome } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';

const home = findJdks()[0]?.home;

function run(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return jouleline(args, { cwd: folder, environment: home === undefined ? {} : { JAVA_HOME: home } });
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const relativeError = (found: number, truth: number): number => Math.abs(found / truth - 1);

interface Truth {
  readonly costs: Readonly<Record<string, number>>;
  readonly lines: readonly { readonly energy: number }[];
  readonly pulses: readonly number[];
  readonly calls: Readonly<Record<string, { readonly energy: number; readonly tails: number }>>;
  readonly events: readonly { readonly kind: string; readonly energy: number }[];
}

interface TraceFit {
  readonly coefficients: Readonly<Record<string, number>>;
  readonly account: Readonly<Record<string, number>>;
  readonly calls: readonly { readonly call: string; readonly calls: number }[];
  readonly events: readonly { readonly kind: string }[];
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}

describe('a simulated program', () => {
  const simulate = ['simulate', '--tuples', '20000'];
  const files = ['trace.json', 'trace.tuples', 'samples.csv', 'tails.json', 'truth.json'];

  test('is the same for the same seed, and another for another', async () => {
    const folder = makeTemporaryFolder();
    for (const [out, seed] of Object.entries({ one: '7', again: '7', other: '8' }))
      expect(await run(folder, ...simulate, '--seed', seed, '--out', out)).toMatchObject({ status: 0 });
    const read = (out: string): readonly string[] =>
      files.map((name) => readFileSync(join(folder, out, name), 'latin1'));
    expect(read('again')).toEqual(read('one'));
    // Which calls leave components awake is the same for all programs.
    const same = files.filter((_, index) => read('other')[index] === read('one')[index]);
    expect(same).toEqual(['tails.json']);
  });

  test('is taken apart by a fit to its samples, and its model makes a page', async () => {
    const folder = makeTemporaryFolder();
    await run(folder, ...simulate, '--seed', '7', '--out', 'made');
    const truth = readJson(folder, 'made/truth.json') as Truth;
    const given = ['--samples', 'made/samples.csv', '--tails', 'made/tails.json'];
    const pulses = ['--pulses', truth.pulses.join(',')];
    const named = ['--out', 'model.json', '--id', 'made-up', '--title', 'A made-up machine'];
    const done = await run(folder, 'fit', 'made/trace.json', ...given, ...pulses, ...named);
    expect(done.status).toBe(0);
    const fit = JSON.parse(done.stdout) as TraceFit;
    const { total = NaN, operations = NaN, calls = NaN, tails = NaN, events = NaN, ...rest } = fit.account;
    expect(sum([operations, calls, tails, events, ...Object.values(rest)])).toBeCloseTo(total, 9);
    const [call] = Object.values(truth.calls);
    expect(relativeError(operations, sum(truth.lines.map(({ energy }) => energy)))).toBeLessThan(0.002);
    expect(relativeError(calls, call?.energy ?? NaN)).toBeLessThan(0.01);
    expect(tails).toBeCloseTo(call?.tails ?? NaN, 9);
    expect(relativeError(events, sum(truth.events.map(({ energy }) => energy)))).toBeLessThan(0.015);
    expect(fit.calls).toMatchObject([{ call: 'java.net.SocketOutputStream.write', calls: 27 }]);
    const eventsOf = (list: Truth['events'] | TraceFit['events'], kind: string): number =>
      list.filter((each) => each.kind === kind).length;
    expect([eventsOf(truth.events, 'switch'), eventsOf(fit.events, 'switch')]).toEqual([50, 50]);
    expect([eventsOf(truth.events, 'collection'), eventsOf(fit.events, 'collection')]).toEqual([50, 49]);
    expect(fit.checks.filter(({ passed }) => !passed)).toEqual([]);
    const costs = Object.keys(fit.coefficients).filter((name) => name !== fit.calls[0]?.call);
    expect(costs.filter((name) => truth.costs[name] === undefined)).toEqual([]);
    expect(costs.length).toBeGreaterThan(0.9 * Object.keys(truth.costs).length);

    expect(await run(folder, 'model-report', 'model.json', '--out', 'page.html')).toMatchObject({
      status: 0,
    });
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page).toContain('<title>A made-up machine</title>');
    expect(page).toContain('cases left out are predicted with R² = 0.981');
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  });
});

/** An addition takes 2 µJ, a multiplication 6 µJ. */
const cases = `case,Addition_int_int,Multi_int_int,y [J]
a,100,0,0.0002
b,0,100,0.0006
c,100,100,0.0008
d,300,100,0.0012
e,200,300,0.0022
f,500,200,0.0022
`;
const others = `case,Addition_int_int,Multi_int_int,y [mJ]
exact,1000,0,2
more,0,1000,6.6
less,500,500,3.6
`;

async function fitted(): Promise<string> {
  const folder = makeTemporaryFolder({ 'cases.csv': cases, 'others.csv': others });
  const named = ['--id', 'two', '--title', 'Two operations', '--machine', 'bench'];
  const done = await run(folder, 'fit', 'cases.csv', '--folds', '2', '--out', 'model.json', ...named);
  expect(done.status).toBe(0);
  return folder;
}

describe('a fitted model', () => {
  test('is evaluated on cases that it was not fitted to', async () => {
    const { status, stdout } = await run(await fitted(), 'evaluate', 'model.json', 'others.csv');
    expect(status).toBe(0);
    const close = (value: number): unknown => expect.closeTo(value, 9);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'jouleline-evaluation',
      model: { id: 'two', title: 'Two operations', machine: 'bench' },
      goodness: { nmae: close((0 + 0.6 / 6.6 + 0.4 / 3.6) / 3) },
      worstError: close(0.4 / 3.6),
      covered: close(1 / 3),
      cases: [
        { case: 'row 2 (exact)', measured: 0.002, predicted: close(0.002), isCovered: true },
        { case: 'row 3 (more)', predicted: close(0.006), error: close(-0.6 / 6.6), isCovered: false },
        { case: 'row 4 (less)', predicted: close(0.004), error: close(0.4 / 3.6), isCovered: false },
      ],
      unpriced: [],
    });
  });

  test('that has no cost for what ran evaluates that as a problem', async () => {
    const folder = await fitted();
    writeFileSync(join(folder, 'more.csv'), others.replace('Multi_int_int', 'Division_int_int'));
    const { status, stdout } = await run(folder, 'evaluate', 'model.json', 'more.csv');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ unpriced: ['Division_int_int'] });
  });

  test('makes a page that ranks its operations', async () => {
    const folder = await fitted();
    expect(await run(folder, 'model-report', 'model.json', '--out', 'page.html')).toMatchObject({
      status: 0,
    });
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page).toContain('multiplies ints: 6 µJ (6 µJ to 6 µJ)');
    expect(page).toContain('adds ints: 2 µJ (2 µJ to 2 µJ)');
    expect(page.indexOf('multiplies ints: 6 µJ')).toBeLessThan(page.indexOf('adds ints: 2 µJ'));
    expect(page).toContain('6 cases determine 2 costs');
  });

  test('is asked for in vain where the files are no models', async () => {
    const folder = makeTemporaryFolder({ 'model.json': '{}', 'cases.csv': cases });
    expect(await run(folder, 'model-report', 'model.json', '--out', 'page.html')).toMatchObject({
      status: 1,
    });
    expect(existsSync(join(folder, 'page.html'))).toBe(false);
    expect(await run(folder, 'evaluate', 'model.json', 'cases.csv')).toMatchObject({ status: 1 });
  });
});

const program = `public class Work {
  static long sum(int n) { long s = 0; for (int i = 0; i < n; i++) s += i * 7L; return s; }
  static int count(int n) { int c = 0; for (int i = 0; i < n; i++) if ((i & 3) == 0) c++; return c; }
  public static void main(String[] a) { System.out.println(sum(Integer.parseInt(a[0])) + count(Integer.parseInt(a[1]))); }
}
`;

interface ApplicationFit {
  readonly cases: number;
  readonly goodness: { readonly nmae: number };
  readonly places: readonly { readonly name: string; readonly energy: number }[];
  readonly checks: readonly { readonly passed: boolean }[];
}

/** A round of `sum` takes 20 nJ, one of `count` 50 nJ. */
const rounds = [
  [30_000, 100],
  [100, 30_000],
  [20_000, 10_000],
  [10_000, 20_000],
  [40_000, 5000],
] as const;

test.runIf(home !== undefined)('an application is fitted place by place to its measured runs', async () => {
  const folder = makeTemporaryFolder({ 'Work.java': program });
  runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Work.java')]);
  mkdirSync(join(folder, 'runs'));
  await Promise.all(
    rounds.map(async ([sums, counts], index) => {
      const name = `runs/case-${index}.json`;
      const counted = ['--runs', '0', '--class-path', 'classes', '--out', name, '--main', 'Work'];
      const given = [String(sums), String(counts)];
      expect(await run(folder, 'profile', ...counted, ...given)).toMatchObject({ status: 0 });
      const energy = 20e-9 * sums + 50e-9 * counts;
      const runs = [{ energy, user: energy / 10, system: 0 }];
      const measurement = recordOf({ runs, baseline: [], isProxy: true, mode: 'mixed mode' });
      const profile = { ...(readJson(folder, name) as object), measurement };
      writeFileSync(join(folder, name), JSON.stringify(profile));
    }),
  );
  const done = await run(folder, 'fit', 'runs', '--application', '--out', 'work.json', '--id', 'work');
  expect(done.status).toBe(0);
  const fit = JSON.parse(done.stdout) as ApplicationFit;
  expect(fit.cases).toBe(rounds.length);
  expect(fit.goodness.nmae).toBeLessThan(0.01);
  expect(fit.checks.filter(({ passed }) => !passed)).toEqual([]);
  const energyOf = (method: string): number =>
    sum(fit.places.filter(({ name }) => name.includes(method)).map(({ energy }) => energy));
  // The energy of a place is that of a case on average.
  const meanOf = (part: 0 | 1): number => sum(rounds.map((each) => each[part])) / rounds.length;
  expect(relativeError(energyOf('Work.sum('), 20e-9 * meanOf(0))).toBeLessThan(0.02);
  expect(relativeError(energyOf('Work.count('), 50e-9 * meanOf(1))).toBeLessThan(0.02);
  expect(readJson(folder, 'work.json')).toMatchObject({ kind: 'application', id: 'work', mode: 'jit' });
});

test.runIf(home !== undefined)('a recording beside a profile says how far methods are off', async () => {
  const stacks =
    'Work.main;Work.sum 600\nWork.main;Work.count 300\nWork.main;java.io.PrintStream.println 30\n';
  const folder = makeTemporaryFolder({ 'Work.java': program, 'runs/work.collapsed': stacks });
  runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Work.java')]);
  const counted = ['--runs', '0', '--class-path', 'classes', '--out', 'runs/work.json'];
  const profiled = await run(folder, 'profile', ...counted, '--main', 'Work', '5000', '5000');
  expect(profiled.status).toBe(0);
  const model = join(__dirname, '../../media/models/rpi5-openjdk21-xint.json');
  const done = await run(folder, 'evaluate', model, 'runs', '--out', 'own.json');
  expect(done.status).toBe(0);
  const { methods } = JSON.parse(done.stdout) as { readonly methods: unknown };
  const each = [expect.objectContaining({ name: 'work', methods: 3 })];
  expect(methods).toMatchObject({ ran: 'jit', methods: 3, each });
  const { transfer } = readJson(folder, 'own.json') as { readonly transfer: readonly object[] };
  expect(transfer.at(-1)).toMatchObject({ ran: 'jit', each: [{ name: 'work' }] });
  const report = await run(folder, 'evaluate', 'own.json', 'classes', '--out', 'other.json');
  expect([report.status, report.stderr]).toEqual([2, expect.stringContaining('needs recordings')]);
});
