/** Execution cases on the command line: one program, several inputs, real JVMs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home;
const environment = { ...process.env, ...(home === undefined ? {} : { JAVA_HOME: home }) };

/** Its work takes more than the JVM's start-up varies by, so that energy is left of every case. */
const program = `public class Sum {
  public static void main(String[] a) {
    if (a.length > 2) System.exit(7);
    long sum = 0;
    int rounds = 300_000 * Integer.parseInt(a[1].trim());
    for (int i = 0; i < rounds; i++) sum += i % 7 * (i ^ 3);
    System.out.println(a[0] + sum);
  }
}
`;

const inputs = `# rounds
100

"200 "
["300"]
100
400 too-many
`;

function compiled(): string {
  const folder = makeTemporaryFolder({ 'Sum.java': program, 'inputs.txt': inputs });
  runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Sum.java')]);
  return folder;
}

const CASES = ['cases', '--main', 'Sum', '--class-path', 'classes', '--inputs', 'inputs.txt', '--out', 'out'];
const QUICK = ['--runs', '1', '--power', 'cpu-time:10', 'first'];

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd: folder, env: environment });
}

interface Profile {
  readonly program: { readonly command: readonly string[] };
  readonly measurement: { readonly energy: { readonly mean: number } };
}

const readCase = (folder: string, name: string): Profile =>
  JSON.parse(readFileSync(join(folder, 'out', name), 'utf8')) as Profile;

describe.runIf(home !== undefined)('jouleline cases', () => {
  test('saves a measured profile for each line of arguments, and none of what failed', async () => {
    const folder = compiled();
    const { status, stderr, stdout } = await jouleline(folder, ...CASES, ...QUICK);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/case 5 of 5 \(400 too-many\): Sum failed \(exit code 7\)/);
    expect(stderr).toMatch(/4 of 5 cases are in out/);
    const saved = readdirSync(join(folder, 'out'));
    expect(saved.map((name) => readCase(folder, name).program.command.slice(-2)).sort()).toEqual([
      ['first', '100'],
      ['first', '100'],
      ['first', '200 '],
      ['first', '300'],
    ]);
    for (const name of saved) expect(readCase(folder, name).measurement.energy.mean).toBeGreaterThan(0);
    // What fit makes of it: a row each.
    const table = await jouleline(folder, 'fit', 'out', '--cases', 'cases.csv', '--folds', '2');
    expect(table.stderr).not.toContain('no energy');
    expect(readFileSync(join(folder, 'cases.csv'), 'utf8').trim().split('\n')).toHaveLength(5);
  });

  test.runIf(process.platform !== 'win32')('goes on after Ctrl-C with what is left', async () => {
    const folder = compiled();
    const out = join(folder, 'out');
    const started = spawn(process.execPath, [cli, ...CASES, ...QUICK], { cwd: folder, env: environment });
    let said = '';
    started.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(started, 'exit');
    while (!existsSync(out) || readdirSync(out).every((name) => !name.endsWith('.json'))) await delay(20);
    started.kill('SIGINT');
    const [code] = (await ended) as [number | null];
    expect(code).toBe(1);
    expect(said).toMatch(/ended in case \d of 5 .*; the same command goes on with it/);
    const before = readdirSync(out).map((name) => [name, statSync(join(out, name)).mtimeMs] as const);
    expect(before.length).toBeLessThan(4);
    const { stderr } = await jouleline(folder, ...CASES, ...QUICK);
    expect(stderr).toContain(`${before.length} of 5 cases are in out already`);
    expect(readdirSync(out)).toHaveLength(4);
    for (const [name, changed] of before) expect(statSync(join(out, name)).mtimeMs).toBe(changed);
  });

  test('varies the program by leaving blocks out, in a scratch copy, where that is asked for', async () => {
    const varied = `public class Sum {
  public static void main(String[] a) {
    long sum = 0;
    for (int i = 0; i < Integer.parseInt(a[1]); i++) sum += i % 7;
    for (int i = 0; i < Integer.parseInt(a[1]); i++) {
      if (i % 2 == 0) sum += i * 3L;
      else sum -= value(i);
    }
    System.out.println(sum);
  }
  static int value(int i) {
    if (i > 5) return i / 3; else return 1;
  }
}
`;
    const folder = makeTemporaryFolder({ 'Sum.java': varied, 'inputs.txt': '500\n' });
    runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Sum.java')]);
    const { status, stderr } = await jouleline(
      folder,
      ...CASES,
      ...QUICK,
      '--source',
      'Sum.java',
      '--leave-out',
      '3',
    );
    expect(status).toBe(0);
    const variants = [...stderr.matchAll(/cases …(-without-\w+) leave out (.*)/g)];
    expect(variants.length).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'out'))).toHaveLength(1 + variants.length);
    expect(readFileSync(join(folder, 'Sum.java'), 'utf8')).toBe(varied);
    // Both arms return: javac misses a value without one of them.
    for (const [, , blocks = ''] of variants) expect(blocks).not.toContain('Sum.value(int)#if_1');
    const countOf = (name: string): number => {
      const profile = JSON.parse(readFileSync(join(folder, 'out', name), 'utf8')) as {
        readonly coverage: { readonly differing: readonly string[] };
        readonly classes: readonly {
          readonly methods: readonly { readonly operations: readonly (readonly number[])[] }[];
        }[];
      };
      expect(profile.coverage.differing).toEqual([]);
      return profile.classes
        .flatMap(({ methods }) => methods.flatMap(({ operations }) => operations))
        .reduce((sum, [, , count = 0]) => sum + count, 0);
    };
    const whole = readdirSync(join(folder, 'out')).filter((name) => !name.includes('without'));
    for (const name of whole)
      for (const [, variant = ''] of variants)
        expect(countOf(name.replace('.json', `${variant}.json`))).toBeLessThan(countOf(name));
    expect((await jouleline(folder, ...CASES, ...QUICK, '--leave-out', '3')).stderr).toMatch(
      /--leave-out needs --source/,
    );
  });

  test('tries a variant that failed with no further inputs', async () => {
    const needing = `public class Sum {
  public static void main(String[] a) {
    long[] sums = null;
    if (a.length > 1) sums = new long[1];
    for (int i = 0; i < 300_000 * Integer.parseInt(a[1]); i++) sums[0] += i % 7;
    System.out.println(sums[0]);
  }
}
`;
    const folder = makeTemporaryFolder({ 'Sum.java': needing, 'inputs.txt': '100\n200\n300\n' });
    runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Sum.java')]);
    const varied = ['--source', 'Sum.java', '--leave-out', '1'];
    const { status, stderr } = await jouleline(folder, ...CASES, ...varied, ...QUICK);
    expect(status).toBe(1);
    expect(stderr.match(/Sum failed/g)).toHaveLength(1);
    expect(stderr).toMatch(/cases …-without-\w+ failed once and were not tried with further inputs\n/);
    expect(stderr).toContain('3 of 6 cases are in out');
  });

  test('says what is wrong with what it was given', async () => {
    const folder = makeTemporaryFolder({
      'none.txt': '# nothing\n',
      'open.txt': 'a "b\n',
      'list.txt': '["a", 1]\n',
    });
    const run = async (...args: readonly string[]): Promise<string> => {
      const { status, stderr } = await jouleline(folder, 'cases', ...args);
      return `${status} ${stderr}`;
    };
    const main = ['--main', 'Sum', '--class-path', 'none', '--out', 'out'];
    expect(await run('--out', 'out', '--inputs', 'none.txt')).toMatch(/^2 .*--main is needed/);
    expect(await run(...main)).toMatch(/^2 .*--inputs is needed/);
    expect(await run(...main, '--inputs', 'none.txt')).toMatch(/^1 .*none\.txt: has no line with arguments/);
    expect(await run(...main, '--inputs', 'open.txt')).toMatch(
      /^1 .*open\.txt: line 1 is no list of arguments/,
    );
    expect(await run(...main, '--inputs', 'list.txt')).toMatch(
      /^1 .*list\.txt: line 1 is no list of arguments/,
    );
    expect(await run(...main, '--inputs', 'list.txt', '--runs', '0')).toMatch(/^2 .*a case needs an energy/);
  });
});
