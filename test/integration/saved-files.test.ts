/** Commands take whatever Jouleline saved: counted profiles, imports, and merges. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { runCommand, runProcess } from '../support/run-command';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';

const program = `package app;
public class Work {
  static String join(int n) {
    String all = "";
    for (int i = 0; i < n; i++)
      all += i;
    return all;
  }
  public static void main(String[] arguments) {
    System.out.println(join(300).length());
  }
}
`;

/** Lines 6 and 10, in joules. */
const JOINED = 7;
const PRINTED = 3;

let folder = '';

function jouleline(...args: readonly string[]) {
  const env = { ...process.env, JAVA_HOME: home };
  return runCommand(cli, args, { cwd: folder, env });
}

/** As {@link jouleline}, on a terminal that shows the error stream. */
function onTerminal(...args: readonly string[]) {
  const asTerminal = ['--import', 'data:text/javascript,process.stderr.isTTY=true;process.stderr.columns=80'];
  const env = { ...process.env, JAVA_HOME: home };
  return runProcess(process.execPath, [...asTerminal, cli, ...args], { cwd: folder, env });
}

/** The words after `Next: jouleline`, which have to be the end of what is told. */
function nextOf({ stderr }: { readonly stderr: string }): readonly string[] {
  return (/(?:^|\n|\u001b\[K)Next: jouleline (.+)\n$/.exec(stderr)?.[1] ?? '').split(' ');
}

async function importTable(name: string, factor: number): Promise<void> {
  const row = (method: string, line: number, energy: number): string =>
    `src/app/Work.java,${line},app.Work.${method},${energy * factor}\n`;
  writeFileSync(
    join(folder, `${name}.csv`),
    `file,line,method,energy [J]\n${row('join', 6, JOINED)}${row('main', 10, PRINTED)}`,
  );
  const { status, stderr } = await jouleline(
    'import',
    `${name}.csv`,
    '--source',
    'src',
    '--out',
    `${name}.json`,
  );
  expect([status, stderr]).toEqual([0, expect.any(String)]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-saved-'));
  mkdirSync(join(folder, 'src/app'), { recursive: true });
  mkdirSync(join(folder, 'classes'));
  writeFileSync(join(folder, 'src/app/Work.java'), program);
  const budgets = [{ method: 'app.Work.join', energy: 1 }];
  writeFileSync(
    join(folder, 'budget.json'),
    JSON.stringify({ format: 'jouleline-budget', version: 1, unit: 'uJ', budgets }),
  );
  if (home === '') return;
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'src/app/Work.java')]);
  const counted = ['--runs', '0', '--class-path', 'classes', '--main', 'app.Work'];
  expect((await jouleline('profile', ...counted, '--out', 'profile.json')).status).toBe(0);
  await importTable('import', 1);
  await importTable('double', 2);
  expect((await jouleline('merge', 'import.json', 'double.json', '--out', 'merge.json')).status).toBeLessThan(
    2,
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Advice {
  readonly per: string;
  readonly hints: readonly { readonly line: number; readonly saving: { readonly mean: number } | null }[];
}

async function adviceBy(file: string): Promise<Advice> {
  const { status, stdout, stderr } = await jouleline('advise', 'src', '--profile', file, '--format', 'json');
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Advice;
}

interface Comparison {
  readonly totals: { readonly energyA: number; readonly energyB: number };
  readonly methods: readonly {
    readonly methodA?: string;
    readonly methodB?: string;
    readonly energyA: number;
    readonly energyB: number;
  }[];
}

const files = ['profile.json', 'import.json', 'merge.json'];

describe.skipIf(home === '').each(files)('%s', (file) => {
  test('report lists its lines', async () => {
    const { status, stdout } = await jouleline('report', 'src', '--profile', file);
    expect(status).toBe(0);
    expect(stdout).toMatch(/src\/app\/Work\.java:6\b/);
    expect(stdout).not.toMatch(/^sum: +0 J/m);
  });

  test('advise says what a change of its lines saves of the run', async () => {
    const { per, hints } = await adviceBy(file);
    expect(per).toBe('run');
    const saving = hints.find(({ line }) => line === 6)?.saving?.mean ?? 0;
    expect(saving).toBeGreaterThan(0);
    // No change of a line saves more than the line has: the merge averages 7 and 14 J.
    expect(saving).toBeLessThanOrEqual(JOINED * (file === 'merge.json' ? 1.5 : 1));
  });

  test('check finds the method over its budget', async () => {
    const { status, stdout } = await jouleline('check', file, '--budget', 'budget.json', '--strict');
    expect([status, stdout]).toEqual([3, expect.stringMatching(/(over|maybe) +method app\.Work\.join/)]);
  });

  test.each(files)('diff compares it with %s', async (other) => {
    const { status, stdout } = await jouleline('diff', file, other, '--format', 'json');
    expect(status).toBe(0);
    const { methods, totals } = JSON.parse(stdout) as Comparison;
    if (file === other) expect(totals.energyA).toBe(totals.energyB);
    if (file === other) return;
    const joined = methods.find(({ methodA }) => methodA === 'app.Work.join');
    expect(joined?.methodB).toBe('app.Work.join');
    // Seven tenths are recorded there; what the counted profile has is modeled.
    if (file !== 'profile.json') expect((joined?.energyA ?? NaN) / totals.energyA).toBeCloseTo(0.7, 9);
    if (other !== 'profile.json') expect((joined?.energyB ?? NaN) / totals.energyB).toBeCloseTo(0.7, 9);
  });
});

test.skipIf(home === '')('entry points are of estimates: a counted run has its calls', async () => {
  const { status, stderr } = await jouleline(
    'report',
    'src',
    '--profile',
    'profile.json',
    '--entry',
    'app.Work',
  );
  expect([status, stderr]).toEqual([2, expect.stringContaining('--entry makes no sense with --profile')]);
});

test.skipIf(home === '')('twice the energy recorded is twice the saving', async () => {
  const savingBy = async (file: string): Promise<number> =>
    (await adviceBy(file)).hints.find(({ line }) => line === 6)?.saving?.mean ?? NaN;
  expect((await savingBy('double.json')) / (await savingBy('import.json'))).toBeCloseTo(2, 9);
});

test.skipIf(home === '')('advice needs energies: samples alone are refused, with the way out', async () => {
  writeFileSync(join(folder, 'samples.txt'), 'app.Work.main:10;app.Work.join:6 70\n');
  await jouleline('import', 'samples.txt', '--source', 'src', '--lines', '--out', 'samples.json');
  const { status, stderr } = await jouleline('advise', 'src', '--profile', 'samples.json');
  expect([status, stderr]).toEqual([1, expect.stringContaining('import it again with --energy or --power')]);
});

describe.skipIf(home === '')('what to do next', () => {
  test('leads from a run to its lines, to advice, and to a change of a source', async () => {
    const run = ['--runs', '0', '--class-path', 'classes', '--source', 'src', '--main', 'app.Work'];
    const profiled = await onTerminal('profile', '--out', 'next.json', ...run);
    expect([profiled.status, nextOf(profiled)]).toEqual([0, ['report', '--profile', 'next.json', 'src']]);
    const reported = await onTerminal(...nextOf(profiled));
    expect([reported.status, reported.stdout]).toEqual([0, expect.stringContaining('Work.java:6')]);
    const advised = await onTerminal(...nextOf(reported));
    expect([advised.status, advised.stdout]).toEqual([0, expect.stringContaining('Work.java:6')]);
    expect(nextOf(advised)).toEqual(['measure-change', '--after', 'FILE', '--main', 'CLASS']);
  });

  test('leads from what is over its budget to its lines', async () => {
    const checked = await onTerminal('check', 'import.json', '--budget', 'budget.json', '--source', 'src');
    expect([checked.status, nextOf(checked)]).toEqual([3, ['report', '--profile', 'import.json', 'src']]);
    const reported = await onTerminal(...nextOf(checked));
    expect([reported.status, reported.stdout]).toEqual([0, expect.stringContaining('Work.java:6')]);
    expect(nextOf(reported)).toEqual(['diff', 'import.json', 'OTHER.json']);
  });

  test('leaves the output as it is, and is not told to files, nor after a failure', async () => {
    const report = ['report', 'src', '--profile', 'import.json', '--format', 'csv'];
    const shown = await onTerminal(...report);
    const piped = await jouleline(...report);
    expect(shown.stdout).toBe(piped.stdout);
    expect(nextOf(shown)).toEqual(['diff', 'import.json', 'OTHER.json']);
    expect(piped.stderr).toBe('');
    for (const wrong of [
      ['report'],
      ['report', 'nowhere'],
      ['check', 'gone.json', '--budget', 'budget.json'],
    ])
      expect((await onTerminal(...wrong)).stderr).not.toContain('Next:');
  });
});

test.skipIf(home === '')(
  'advise says of a method that was recorded as a whole that its lines are modeled',
  async () => {
    writeFileSync(
      join(folder, 'whole.csv'),
      `file,method,energy [J]\nsrc/app/Work.java,app.Work.join,${JOINED}\n`,
    );
    expect((await jouleline('import', 'whole.csv', '--source', 'src', '--out', 'whole.json')).status).toBe(0);
    const words = 'the recording has the method as a whole: the model divided its energy over the lines';
    const { stdout } = await jouleline('advise', 'src', '--profile', 'whole.json');
    expect(stdout).toContain(words);
    expect((await jouleline('advise', 'src', '--profile', 'import.json')).stdout).not.toContain(words);
    const advised = async (file: string): Promise<readonly unknown[]> =>
      ((await adviceBy(file)).hints as readonly { readonly isDivided?: boolean }[]).map(
        ({ isDivided }) => isDivided,
      );
    expect(await advised('whole.json')).toContain(true);
    expect(await advised('import.json')).not.toContain(true);
  },
);

test.skipIf(home === '')(
  'a line of an import has operations, which add up to it, in every format',
  async () => {
    const reportOf = async (file: string, ...args: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await jouleline('report', 'src', '--profile', file, ...args);
      expect([status, stderr]).toEqual([0, '']);
      return stdout;
    };
    const report = (...args: readonly string[]): Promise<string> => reportOf('import.json', ...args);
    const basis = 'modeled division of a measured total';
    const text = await report();
    expect(text).toContain(`Operations of lines: ${basis}, in the proportions of `);
    expect(text).toMatch(/Work\.java:6 {2}7 J .*\n.*\n +joins text \(String, int\) [\d.]+ %, /);
    const page = await report('--format', 'html');
    expect(page).toContain(`Operations: ${basis}, in the proportions of `);
    expect(page).toContain('<th>operations</th>');

    const { divisions } = JSON.parse(await report('--format', 'json')) as {
      readonly divisions: readonly {
        readonly measure: number;
        readonly basis: string;
        readonly operations: readonly (readonly [string, number, string, number | null])[];
      }[];
    };
    expect(divisions.map(({ measure, basis: of }) => [measure, of])).toEqual([[0, basis]]);
    const sums = new Map<number, number>();
    for (const [, line, , value] of divisions.flatMap(({ operations }) => operations))
      sums.set(line, (sums.get(line) ?? 0) + (value ?? 0));
    expect([...sums.keys()].sort((a, b) => a - b)).toEqual([6, 10]);
    expect(Math.abs((sums.get(6) ?? NaN) / JOINED - 1)).toBeLessThan(1e-9);
    expect(Math.abs((sums.get(10) ?? NaN) / PRINTED - 1)).toBeLessThan(1e-9);

    const table = await report('--format', 'csv');
    const rows = table.split('\r\n').filter((row) => row.endsWith(`,${basis}`));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const values = [...row.matchAll(/(?:[,"]|; )([\d.e-]+) [A-Za-z]/g)].map(([, value]) => Number(value));
      const energy = /,6,/.test(row) ? JOINED : PRINTED;
      expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / energy - 1)).toBeLessThan(1e-9);
    }
    // What is read again is the same, whatever stands in the columns of operations.
    writeFileSync(join(folder, 'divided.csv'), table);
    expect(
      (await jouleline('import', 'divided.csv', '--source', 'src', '--lines', '--out', 'again.json')).status,
    ).toBe(0);
    expect(await reportOf('again.json', '--format', 'csv')).toBe(table);
  },
);
