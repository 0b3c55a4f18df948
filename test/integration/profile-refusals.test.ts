/** Requests that `jouleline profile` refuses, or fulfills in part: it says so before, or beside what was done. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findJdks, quickTool } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';

function profile(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return run(folder, 'profile', '--runs', '0', ...args);
}

function run(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd: folder, env: { ...process.env, JAVA_HOME: home } });
}

async function compiled(): Promise<string> {
  const folder = makeTemporaryFolder();
  writeFileSync(
    join(folder, 'Main.java'),
    'public class Main { public static void main(String[] a) { System.out.println("ran"); } }',
  );
  mkdirSync(join(folder, 'classes'));
  const javac = join(home, 'bin', 'javac');
  await outputOf(javac, ['-g', '-d', 'classes', 'Main.java'], { cwd: folder });
  return folder;
}

const saved = ['--class-path', 'classes', '--out', 'p.json', '--main'];

test('a file that can not be written is said before the program runs', async () => {
  const folder = await compiled();
  const { status, stdout, stderr } = await profile(
    folder,
    '--class-path',
    'classes',
    '--out',
    'none/p.json',
    '--main',
    'Main',
  );
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('there is no folder');
});

test('class files that are none are named, and the others counted', async () => {
  const folder = await compiled();
  writeFileSync(join(folder, 'classes', 'Broken.class'), 'no class');
  const { status, stdout, stderr } = await profile(folder, ...saved, 'Main');
  expect(`${status} ${stdout}`).toBe('1 ran\n');
  expect(stderr).toMatch(/1 class file was not counted: .*Broken/);
  expect(existsSync(join(folder, 'p.json'))).toBe(true);
});

test('classes without line numbers are named, and counted by method', async () => {
  const folder = await compiled();
  await outputOf(join(home, 'bin', 'javac'), [...quickTool, '-g:none', '-d', 'classes', 'Main.java'], {
    cwd: folder,
  });
  const done = await profile(folder, ...saved, 'Main');
  expect(`${done.status} ${done.stdout}`).toBe('1 ran\n');
  expect(done.stderr).toMatch(/1 class has no line numbers.*javac -g.*: Main/);
  const report = await runCommand(cli, ['report', '--profile', 'p.json', 'Main.java'], { cwd: folder });
  expect(report.stdout).toContain('has no line numbers');
});

test('a class that is not there, or has no main method, is refused before anything starts', async () => {
  const folder = await compiled();
  writeFileSync(
    join(folder, 'Two.java'),
    'package two; class First { int main; } class Second extends First {}',
  );
  await outputOf(join(home, 'bin', 'javac'), ['-d', 'classes', 'Two.java'], { cwd: folder });
  const given = ['--class-path', 'classes', '--out', 'p.json', '--main'];
  for (const [main, message] of [
    ['Nain', 'there is no class Nain on the class path\nIs it Main?'],
    ['app.main', 'there is no class app.main on the class path\nIs it Main?'],
    ['Second', 'there is no class Second on the class path\nIs it two.Second?'],
    ['Other', 'there is no class Other on the class path\nIs it compiled'],
    ['two.First', 'two.First has no main method'],
  ] as const) {
    const done = await profile(folder, ...given, main);
    expect([done.status, done.stdout, done.stderr]).toEqual([1, '', expect.stringContaining(message)]);
    const measured = await run(folder, 'measure', '--class-path', 'classes', '--main', main);
    expect([measured.status, measured.stdout]).toEqual([1, '']);
    expect(measured.stderr).toContain(message);
  }
  // What it inherits, or the JDK has, is the JVM's to find.
  expect((await profile(folder, ...given, 'two.Second')).stderr).toContain('two.Second failed (exit code 1)');
  const tool = ['--runs', '1', '--class-path', 'classes', '--main', 'com.sun.tools.javac.Main'];
  expect((await run(folder, 'measure', ...tool, '--', '-version')).stderr).toContain('javac ');
  expect(existsSync(join(folder, 'p.json'))).toBe(false);
});

test.runIf(findJdks().length > 1)('a JDK that is too old names a newer one', async () => {
  const folder = await compiled();
  const newest = findJdks().at(-1);
  await outputOf(join(newest?.home ?? '', 'bin', 'javac'), ['-d', 'classes', 'Main.java'], { cwd: folder });
  const given = ['--class-path', 'classes', '--main', 'Main'];
  for (const done of [
    await profile(folder, ...given, '--out', 'p.json'),
    await run(folder, 'measure', ...given),
  ]) {
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(
      /UnsupportedClassVersionError[^]*It needs a JDK \d+ or newer, such as .*--java-home/,
    );
  }
});

test('a file of readings that can not come to be is said before the program runs', async () => {
  const folder = await compiled();
  const given = ['--runs', '1', '--power', 'file:none/watts.csv', '--class-path', 'classes'];
  const { status, stdout, stderr } = await profile(folder, ...given, '--out', 'p.json', '--main', 'Main');
  expect(`${status} ${stdout}`).toBe('1 ');
  expect(stderr).toContain('none/watts.csv lies in no folder');
});

test('a program that can not start leaves the profile of an earlier run', async () => {
  const folder = await compiled();
  expect((await profile(folder, ...saved, 'Main')).status).toBe(0);
  const before = readFileSync(join(folder, 'p.json'), 'utf8');
  const { status, stderr } = await profile(folder, ...saved, 'Nope');
  expect(status).toBe(1);
  expect(stderr).toContain('there is no class Nope on the class path');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe(before);
});

test.runIf(existsSync('/dev/full'))(
  'a profile that could not be written where it was to is elsewhere',
  async () => {
    const done = await profile(
      await compiled(),
      '--class-path',
      'classes',
      '--out',
      '/dev/full',
      '--main',
      'Main',
    );
    expect(done.status).toBe(1);
    const [, place = ''] = /the disk is full; the profile is in (.*)\n/.exec(done.stderr) ?? [];
    expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject({ format: 'jouleline-profile' });
    // Nobody else may read it, or has been waiting for its name.
    expect(statSync(dirname(place)).mode & 0o777).toBe(0o700);
    rmSync(dirname(place), { recursive: true });
    expect(done.stderr).toContain('counted 1 of 1 class');
    expect(done.stderr).not.toContain('wrote');
  },
);

test('a modular program has its classes on the module path', async () => {
  const folder = await compiled();
  const words = [
    '--out',
    'p.json',
    '--',
    join(home, 'bin', 'java'),
    '-p',
    'classes',
    '-cp',
    'classes',
    'Main',
  ];
  expect((await profile(folder, ...words)).stderr).toContain('counted 1 of 1 class');
});

test('nothing is left of what was compiled and recorded, should it be killed', async () => {
  const folder = makeTemporaryFolder();
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  writeFileSync(
    join(folder, 'Wait.java'),
    'class Wait { public static void main(String[] a) throws Exception { System.out.println("waits"); Thread.sleep(600000); } }',
  );
  const words = [cli, 'profile', '--runs', '0', '--source', 'Wait.java', '--out', 'p.json', '--main', 'Wait'];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, JAVA_HOME: home, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  expect(readdirSync(temporary).length).toBeGreaterThan(1);
  child.kill('SIGKILL');
  await expect.poll(() => readdirSync(temporary), { timeout: 20_000 }).toEqual([]);
});
