/** The built command's results on disk, the folders that it leaves out, and how it is stopped. */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function report(cwd: string, cache: string, ...args: readonly string[]) {
  return runCommand(cli, ['report', '.', '--format', 'json', ...args], {
    cwd,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
}

function entriesIn(cache: string): readonly string[] {
  const folder = join(cache, 'jouleline', 'results');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'))
    : [];
}

const sources = {
  'a/A.java': 'package a; class A { int f(int x) { return x * b.B.K + new b.B().g(x); } }\n',
  'b/B.java':
    'package b; public class B { public static int K = 2; public int g(int x) { return x + 1; } }\n',
};

describe('results on disk', () => {
  test('make the same report, entry by entry', async () => {
    const [folder, cache] = [makeTemporaryFolder(sources), makeTemporaryFolder()];
    const first = await report(folder, cache);
    const entries = entriesIn(cache);
    expect(entries).toHaveLength(3); // two files, and the fingerprint of their headers
    expect((await report(folder, cache)).stdout).toBe(first.stdout);
    expect((await report(folder, cache, '--no-cache')).stdout).toBe(first.stdout);
    expect(entriesIn(cache)).toEqual(entries);
  });

  test('follow each change, of a body and of a header that another file depends on', async () => {
    const [folder, cache] = [makeTemporaryFolder(sources), makeTemporaryFolder()];
    await report(folder, cache);
    for (const text of [
      sources['b/B.java'].replace('x + 1', 'x / 3 + 1'),
      sources['b/B.java'].replaceAll('int g', 'long g').replace('int K', 'double K'),
    ]) {
      writeFileSync(join(folder, 'b/B.java'), text);
      expect((await report(folder, cache)).stdout).toBe((await report(folder, cache, '--no-cache')).stdout);
    }
  });

  test('are not trusted where they are damaged, and give way to those of another version', async () => {
    const [folder, cache] = [makeTemporaryFolder(sources), makeTemporaryFolder()];
    const first = await report(folder, cache);
    const results = join(cache, 'jouleline', 'results');
    for (const name of entriesIn(cache)) appendFileSync(join(results, name), 'no more');
    mkdirSync(join(results, 'vof-before'));
    writeFileSync(join(results, 'vof-before', `${'0'.repeat(40)}.gz`), 'old');
    const again = await report(folder, cache);
    expect(again).toMatchObject({ status: 0, stderr: '', stdout: first.stdout });
    expect(readdirSync(results)).toHaveLength(1);
  });

  test('are none with --no-cache, nor where no folder can be written', async () => {
    const [folder, cache] = [makeTemporaryFolder(sources), makeTemporaryFolder({ jouleline: 'a file' })];
    const without = await report(folder, cache, '--no-cache');
    expect(without).toMatchObject({ status: 0, stderr: '' });
    const blocked = await report(folder, cache);
    expect(blocked).toMatchObject({ status: 0, stdout: without.stdout });
    expect(blocked.stderr).toMatch(/^jouleline: the cache in .* can't be written .*; going on without it\n$/);
    expect(readFileSync(join(cache, 'jouleline'), 'utf8')).toBe('a file');
  });
});

test('folders that a build tool fills are left out; packages of such names are not', async () => {
  const folder = makeTemporaryFolder({
    'pom.xml': '<project/>',
    'target/generated/Made.java': 'class Made {}',
    'src/main/java/build/target/Own.java': 'package build.target; class Own {}',
    'sub/build.gradle': '',
    'sub/build/Copy.java': 'class Copy {}',
    'sub/src/Sub.java': 'class Sub {}',
  });
  const { stdout } = await report(folder, makeTemporaryFolder());
  const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
  expect(files.map(({ path }) => path)).toEqual(['src/main/java/build/target/Own.java', 'sub/src/Sub.java']);
});

test('an interrupt ends it at once, with its threads, and leaves no process and no half of a file', async () => {
  const method = (index: number) => `int m${index}(int a) { for (int i = 0; i < a; i++) a += i; return a; }`;
  const body = Array.from({ length: 20_000 }, (_, index) => method(index)).join('\n');
  const folder = makeTemporaryFolder({ 'A.java': 'class A {}', 'Long.java': `class Long {\n${body}\n}\n` });
  const cache = makeTemporaryFolder();
  const child = spawn(process.execPath, [cli, 'report', '.', '--out', 'out.txt'], {
    cwd: folder,
    detached: true, // a group of its own, as a shell gives it
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: 'ignore',
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the command did not start');
  const ended = new Promise((done) =>
    child.once('exit', (_code, signal) => {
      done(signal);
    }),
  );
  // The first result comes long before the long file's.
  await waitFor(
    'results on disk',
    () => Promise.resolve(entriesIn(cache).length),
    (count) => count > 0,
  );
  process.kill(-pid, 'SIGINT');
  expect(await ended).toBe('SIGINT');
  expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
  expect(readdirSync(folder)).toEqual(['A.java', 'Long.java']);
});
