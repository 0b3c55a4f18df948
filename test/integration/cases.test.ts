/** Execution cases on the command line: one program, several inputs, real JVMs. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home;
const environment = { ...process.env, ...(home === undefined ? {} : { JAVA_HOME: home }) };

const program = `public class Sum {
  public static void main(String[] a) {
    if (a.length > 2) System.exit(7);
    long sum = 0;
    for (int i = 0; i < Integer.parseInt(a[1].trim()); i++) sum += i % 7 * (i ^ 3);
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
  execFileSync(join(home ?? '', 'bin/javac'), [
    '-g',
    '-d',
    join(folder, 'classes'),
    join(folder, 'Sum.java'),
  ]);
  return folder;
}

const CASES = ['cases', '--main', 'Sum', '--class-path', 'classes', '--inputs', 'inputs.txt', '--out', 'out'];
const QUICK = ['--runs', '1', '--power', 'cpu-time:10', 'first'];

function jouleline(
  folder: string,
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8', env: environment });
}

interface Profile {
  readonly program: { readonly command: readonly string[] };
  readonly measurement: { readonly energy: { readonly mean: number } };
}

const readCase = (folder: string, name: string): Profile =>
  JSON.parse(readFileSync(join(folder, 'out', name), 'utf8')) as Profile;

describe.runIf(home !== undefined)('jouleline cases', () => {
  test('saves a measured profile for each line of arguments, and none of what failed', () => {
    const folder = compiled();
    const { status, stderr, stdout } = jouleline(folder, ...CASES, ...QUICK);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/case 5 of 5 \(400 too-many\): the program ended with 7/);
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
    const table = jouleline(folder, 'fit', 'out', '--cases', 'cases.csv', '--folds', '2');
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
    const { stderr } = jouleline(folder, ...CASES, ...QUICK);
    expect(stderr).toContain(`${before.length} of 5 cases are in out already`);
    expect(readdirSync(out)).toHaveLength(4);
    for (const [name, changed] of before) expect(statSync(join(out, name)).mtimeMs).toBe(changed);
  });

  test('says what is wrong with what it was given', () => {
    const folder = makeTemporaryFolder({
      'none.txt': '# nothing\n',
      'open.txt': 'a "b\n',
      'list.txt': '["a", 1]\n',
    });
    const run = (...args: readonly string[]): string => {
      const { status, stderr } = jouleline(folder, 'cases', ...args);
      return `${status} ${stderr}`;
    };
    const main = ['--main', 'Sum', '--class-path', 'none', '--out', 'out'];
    expect(run('--out', 'out', '--inputs', 'none.txt')).toMatch(/^2 .*--main is needed/);
    expect(run(...main)).toMatch(/^2 .*--inputs is needed/);
    expect(run(...main, '--inputs', 'none.txt')).toMatch(/^1 .*none\.txt: has no line with arguments/);
    expect(run(...main, '--inputs', 'open.txt')).toMatch(/^1 .*open\.txt: line 1 is no list of arguments/);
    expect(run(...main, '--inputs', 'list.txt')).toMatch(/^1 .*list\.txt: line 1 is no list of arguments/);
    expect(run(...main, '--inputs', 'list.txt', '--runs', '0')).toMatch(/^2 .*a case needs an energy/);
  });
});
