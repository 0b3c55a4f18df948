/** `jouleline advise` on the command line: what it prints, and what it writes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');

function advise(folder: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'advise', '--no-build-files', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, JAVA_HOME: '', XDG_CACHE_HOME: join(folder, 'cache') },
  });
}

function prepare(): string {
  const folder = makeTemporaryFolder();
  copyFileSync(join(root, 'test/fixtures/advice/Advice.java'), join(folder, 'Advice.java'));
  return folder;
}

interface Advice {
  readonly per: string;
  readonly hints: readonly {
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly endLine: number;
    readonly saving: { readonly mean: number; readonly low: number; readonly high: number } | null;
    readonly fixable: boolean;
  }[];
}

test('is JSON with savings, the largest first, and null where nothing is modeled', () => {
  const folder = prepare();
  const { status, stdout } = advise(folder, 'Advice.java', '--java-home', 'bundled', '--format', 'json');
  expect(status).toBe(0);
  const { per, hints } = JSON.parse(stdout) as Advice;
  expect(per).toBe('call');
  const means = hints.map(({ saving }) => saving?.mean ?? 0);
  expect(means).toEqual(means.toSorted((one, other) => other - one));
  const bulk = hints.find(({ rule, line }) => rule === 'bulk-copy' && line === 43);
  expect(bulk).toMatchObject({ path: 'Advice.java', endLine: 43, fixable: false });
  expect(bulk?.saving?.low).toBeLessThan(bulk?.saving?.mean ?? 0);
  expect(bulk?.saving?.high).toBeGreaterThan(bulk?.saving?.mean ?? 0);
  expect(hints.some(({ saving }) => saving === null)).toBe(true);
});

test('is a listing, the largest savings of it if asked', () => {
  const folder = prepare();
  const { status, stdout } = advise(folder, '.', '--java-home', 'bundled', '--top', '2');
  expect(status).toBe(0);
  expect(stdout).toMatch(/Advice\.java:181 {2}compiled-pattern .*\n.*is compiled in every round/);
  expect(stdout).toMatch(/\d+ more; --top N shows them\n$/);
});

test('changes files only when asked, and then says how much', () => {
  const folder = prepare();
  const path = join(folder, 'Advice.java');
  const before = readFileSync(path, 'utf8');
  advise(folder, 'Advice.java', '--java-home', 'bundled');
  expect(readFileSync(path, 'utf8')).toBe(before);
  const { status, stderr } = advise(folder, 'Advice.java', '--java-home', 'bundled', '--fix');
  expect(status).toBe(0);
  expect(stderr).toMatch(/Advice\.java: \d+ changes made/);
  expect(readFileSync(path, 'utf8')).toContain('System.arraycopy(from, 0, to, 0, from.length);');
});

test('says what is missing, and that there is no Java', () => {
  const folder = makeTemporaryFolder({ 'a.txt': 'no Java' });
  expect(advise(folder).status).toBe(2);
  expect(advise(folder, 'a.java').status).toBe(1);
  const { status, stdout, stderr } = advise(folder, '.');
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('no Java file was found')]);
});

test('of a broken file is of what can be read of it', () => {
  const folder = makeTemporaryFolder({
    'B.java':
      'class B { int a(String s) { int n = 0; for (int i = 0; i < s.length(); i++) n++; return n; } int b( { } ',
  });
  const { stdout } = advise(folder, 'B.java', '--java-home', 'bundled');
  expect(stdout).toContain('s.length() gives the same in every round');
});
