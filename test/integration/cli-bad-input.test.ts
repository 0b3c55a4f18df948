/** The built command on input and places that nobody would choose: what is wrong is named, the rest is shown, nothing stays behind. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function jouleline(cwd: string, args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd });
}

/** Root may do anything: what a plain user may not do is tried as `nobody`, from a copy that anyone may read. */
function asPlainUser(cwd: string, args: readonly string[]): Promise<Outcome> {
  if (process.geteuid?.() !== 0) return jouleline(cwd, args);
  const copy = makeTemporaryFolder({});
  const root = resolve(import.meta.dirname, '../..');
  const bundles = readdirSync(join(root, 'dist')).flatMap((name) =>
    name.endsWith('.js') ? [`dist/${name}`] : [],
  );
  for (const part of [...bundles, 'media', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  chmodSync(copy, 0o755);
  const cache = makeTemporaryFolder();
  chmodSync(cache, 0o777);
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  return runCommand(join(copy, 'dist/cli.js'), args, { cwd, env, uid: 65_534, gid: 65_534 });
}

interface Report {
  readonly problems: readonly string[];
  readonly files: readonly {
    readonly path: string;
    readonly lines: readonly { readonly line: number; readonly energy: { readonly mean: number } }[];
    readonly problems: readonly { readonly message: string }[];
  }[];
}

async function reportOn(cwd: string, ...args: readonly string[]): Promise<Report> {
  return JSON.parse((await jouleline(cwd, ['report', '.', '--format', 'json', ...args])).stdout) as Report;
}

const plain = 'class Plain {\n    int twice(int a) {\n        return a + a;\n    }\n}\n';

describe('texts', () => {
  test('of 100,000 lines are read to the end', async () => {
    const method = (index: number): string =>
      `  int m${index}(int n) {\n    int s = n * 2;\n    s++;\n    return s;\n  }\n`;
    const text = `class Many {\n${Array.from({ length: 20_000 }, (_, index) => method(index)).join('')}}\n`;
    const [file] = (await reportOn(makeTemporaryFolder({ 'Many.java': text }))).files;
    expect(file?.problems).toEqual([]);
    expect(file?.lines).toHaveLength(60_001);
  });

  test.each([
    ['a sum', `class Deep { int f(int n) { return n${' + n'.repeat(262_144)}; } int g() { return 1; } }`],
    [
      'brackets',
      `class Deep { int f() { return ${'('.repeat(500_000)}1; } }\nclass Other { int g() { return 1; } }`,
    ],
    ['classes', `class Other { int g() { return 1; } } ${'class A { '.repeat(50_000)}`],
  ])('of one line of a megabyte, with %s, have a result and a problem with its place', async (_, text) => {
    const { files } = await reportOn(makeTemporaryFolder({ 'Deep.java': text, 'Plain.java': plain }));
    expect(files).toHaveLength(2);
    expect(files.find(({ path }) => path === 'Deep.java')?.problems.length).toBeGreaterThan(0);
    expect(files.find(({ path }) => path === 'Plain.java')?.lines[0]?.energy.mean).toBeGreaterThan(0);
  });

  test('in UTF-16 with a byte order mark are read, and said to be so', async () => {
    const folder = makeTemporaryFolder({});
    writeFileSync(join(folder, 'Wide.java'), Buffer.from(`\ufeff${plain}`, 'utf16le'));
    const report = await reportOn(folder);
    expect(report.problems.join()).toMatch(/Wide\.java is UTF-16/);
    expect(report.files[0]?.lines.map(({ line }) => line)).toEqual([1, 3]);
  });
});

describe('folders', () => {
  test('that lead back into themselves are read once', async () => {
    const folder = makeTemporaryFolder({ 'a/b/Plain.java': plain });
    symlinkSync('../..', join(folder, 'a/b/up'));
    symlinkSync('b', join(folder, 'a/again'));
    symlinkSync('nowhere', join(folder, 'a/nowhere'));
    expect((await reportOn(folder)).files.map(({ path }) => path)).toEqual(['a/b/Plain.java']);
  });

  test.skipIf(process.platform === 'win32')('and files that may not be read are named', async () => {
    const folder = makeTemporaryFolder({
      'Plain.java': plain,
      'Secret.java': plain,
      'locked/Inner.java': plain,
    });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'Secret.java'), 0);
    chmodSync(join(folder, 'locked'), 0);
    const { status, stdout, stderr } = await asPlainUser(folder, ['report', '.', '--format', 'csv']);
    chmodSync(join(folder, 'locked'), 0o755);
    expect(status).toBe(1);
    expect(stderr).toMatch(/locked may not be read: permission denied/);
    expect(stderr).toMatch(/Secret\.java: may not be read: permission denied/);
    expect(stdout).toContain('Plain.java,3,');
  });
});

describe('class paths', () => {
  test('have each bad element named, with what is wrong', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'corrupt.jar': 'PK\u0003\u0004 and no more' });
    mkdirSync(join(folder, 'classes'));
    const { problems, files } = await reportOn(
      folder,
      '--class-path',
      'corrupt.jar',
      '--class-path',
      'classes',
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/corrupt\.jar is no zip file, or cut off.*; build or fetch it again/);
    expect(files[0]?.lines[0]?.energy.mean).toBeGreaterThan(0);
  });
});

describe('model files', () => {
  test.each([
    ['negative', '-1', /is -1; no operation gives energy back/],
    ['not a number', '"NaN"', /a finite number of joules is expected/],
    ['infinite', '1e999', /a finite number of joules is expected/],
  ])('with a cost that is %s are named with the place', async (_, cost, expected) => {
    const model = `{"format":"jouleline-cost-model","version":1,"kind":"per-operation","id":"mine","title":"Mine",
      "machine":"mine","mode":"interpreter","source":"mine","local":true,
      "operations":[{"name":"Multi","mean":1e-9,"sd":0},{"name":"Addition","mean":${cost},"sd":0}]}`;
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'model.json': model });
    const { status, stderr } = await jouleline(folder, [
      'report',
      '.',
      '--format',
      'csv',
      '--model',
      'model.json',
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/model\.json/);
    expect(stderr).toMatch(/operations\[1\]\.mean/);
    expect(stderr).toMatch(expected);
  });
});

describe('the place to write to', () => {
  test.skipIf(process.platform === 'win32')('may be closed to the user, or full', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    chmodSync(folder, 0o555);
    const closed = await asPlainUser(folder, ['report', 'Plain.java', '--out', 'page.html']);
    chmodSync(folder, 0o755);
    expect(closed).toMatchObject({ status: 1, stdout: '' });
    expect(closed.stderr).toBe("jouleline: page.html can't be written: permission denied\n");
    expect(readdirSync(folder)).toEqual(['Plain.java']);
  });

  test.skipIf(process.platform === 'win32')('holds no half-written file after Ctrl-C', async () => {
    const method = (index: number): string => `  int m${index}(int n) { return n * ${index}; }\n`;
    const text = `class Many {\n${Array.from({ length: 40_000 }, (_, index) => method(index)).join('')}}\n`;
    const folder = makeTemporaryFolder({ 'Many.java': text });
    const child = spawn(process.execPath, [cli, 'report', '.', '--format', 'json', '--out', 'report.json'], {
      cwd: folder,
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => {
      child.once('exit', (_, signal) => {
        done(signal);
      });
    });
    const watcher = watch(folder, (_, name) => {
      if (name?.endsWith('.part') === true) child.kill('SIGINT');
    });
    expect(await ended).toBe('SIGINT');
    watcher.close();
    expect(readdirSync(folder)).toEqual(['Many.java']);
  });
});
