/** `jouleline report` and its words on input that nobody would choose: what is wrong is named, the rest is shown. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline, plain, reportOn, type Report } from './built-command';

describe('bad input', () => {
  test('never writes over what it reads, by whatever name', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'model.json': '{' });
    symlinkSync('Plain.java', join(folder, 'link.html'));
    for (const args of [
      ['Plain.java', '--out', 'Plain.java'],
      ['.', '--out', './Plain.java'],
      ['.', '--page', 'link.html'],
      ['.', '--model', './model.json', '--out', 'model.json'],
    ]) {
      const { status, stderr } = await jouleline(['report', ...args], { cwd: folder });
      expect({ args, status }).toEqual({ args, status: 1 });
      expect(stderr).toMatch(/^jouleline: \S+ is one of the files to read.*; name another to write\n$/);
    }
    expect(readFileSync(join(folder, 'Plain.java'), 'utf8')).toBe(plain);
    expect(readFileSync(join(folder, 'model.json'), 'utf8')).toBe('{');
    const page = await jouleline(['report', '.', '--format', 'html', '--out', 'link.html'], {
      cwd: makeTemporaryFolder({ 'Plain.java': plain, 'link.html': 'of an earlier run' }),
    });
    expect(page).toMatchObject({ status: 0, stderr: '' });
  });

  test('asks for the name of a file to write, and for two where two are to be written', async () => {
    const say = async (...args: readonly string[]) => {
      const { status, stderr } = await jouleline(['report', '.', ...args]);
      return `${status} ${stderr.split('\n')[0] ?? ''}`;
    };
    expect(await say('--out', '')).toBe('2 jouleline: --out needs the name of a file');
    expect(await say('--page=')).toBe('2 jouleline: --page needs the name of a file');
    expect(await say('--out', 'a.html', '--page', './a.html')).toMatch(/^2 .* name the same file/);
  });

  test('names a model file once, with what is wrong', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'model.json': '[]' });
    const of = async (model: string) =>
      (await jouleline(['report', '.', '--model', model], { cwd: folder })).stdout;
    expect(await of('model.json')).toMatch(/\n {2}model\.json: holds a list/);
    expect(await of('none.json')).toContain('none.json: does not exist\n');
  });

  test('names the files that can be no source, and shows the others', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'Binary.java': 'a\u0000b', 'Empty.java': '' });
    symlinkSync('nowhere', join(folder, 'Dangling.java'));
    const outcome = await jouleline(['report', '.', 'Gone.java', '--format', 'json'], { cwd: folder });
    const report = JSON.parse(outcome.stdout) as Report;
    expect(outcome.status).toBe(1);
    expect(report.files.map(({ path }) => path).sort()).toEqual(['Empty.java', 'Plain.java']);
    expect(report.failed.map(({ path }) => path).sort()).toEqual([
      'Binary.java',
      'Dangling.java',
      'Gone.java',
    ]);
    expect(outcome.stderr).toMatch(/Binary\.java: is binary/);
    expect(outcome.stderr).toMatch(/Gone\.java: does not exist/);
  });

  test('reads what is not UTF-8 as ISO 8859-1, and says so', async () => {
    const folder = makeTemporaryFolder({});
    writeFileSync(
      join(folder, 'Old.java'),
      Buffer.from('class Old { String s = "\xe4"; int f(int a) { return a + 1; } }', 'latin1'),
    );
    const outcome = await jouleline(['report', 'Old.java', '--format', 'json'], { cwd: folder });
    const report = JSON.parse(outcome.stdout) as Report;
    expect(report.problems.join()).toContain('Old.java is not UTF-8');
    expect(report.files[0]?.total.mean).toBeGreaterThan(0);
    expect(outcome.status).toBe(0);
  });

  test.each(['report', 'advise'])('%s lets no name of a file steer the terminal', async (command) => {
    const folder = makeTemporaryFolder({});
    writeFileSync(join(folder, 'A\u001b[31m\u202eB.java'), Buffer.from('class Gr\xf6\xdfe { }', 'latin1'));
    const { stderr, stdout } = await jouleline([command, '.', '--no-build-files'], { cwd: folder });
    expect(stdout + stderr).toContain('A\ufffd[31m\ufffdB.java is not UTF-8');
    expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/);
  });

  test('broken code has its place named, and the rest its energy', async () => {
    const text = 'class Broken {\n    int good(int a) { return a * 2; }\n    int bad( { return 1 +; }\n}\n';
    const { report, outcome } = await reportOn({ 'Broken.java': text });
    const [file] = report.files;
    expect(outcome.status).toBe(0);
    expect(file?.lines.some(({ line, energy }) => line === 2 && energy.mean > 0)).toBe(true);
    expect(file?.problems.map(({ start }) => start.line)).toContain(3);
  });

  test('a corrupt jar is named, everything else shown, and the exit code tells', async () => {
    const { report, outcome } = await reportOn(
      { 'Plain.java': plain, 'corrupt.jar': 'no zip at all' },
      '--class-path',
      'corrupt.jar',
    );
    expect(report.problems.join()).toContain('corrupt.jar');
    expect(report.files[0]?.total.mean).toBeGreaterThan(0);
    expect(outcome.status).toBe(1);
  });

  test.each([
    ['no JSON', '{', /model\.json/],
    ['another version', '{"format":"jouleline-cost-model","version":99}', /version/],
    ['something else', '[]', /model\.json/],
  ])(
    'a model file with %s is named; the default model serves, and the exit code tells',
    async (_, text, expected) => {
      const { report, outcome } = await reportOn(
        { 'Plain.java': plain, 'model.json': text },
        '--model',
        './model.json',
      );
      expect(outcome.status).toBe(1);
      expect(outcome.stderr).toMatch(expected);
      expect(report.model.id).toBe('rpi5-openjdk21-xint');
      expect(report.files[0]?.total.mean).toBeGreaterThan(0);
    },
  );

  test('says so when there is no Java at all', async () => {
    const cwd = makeTemporaryFolder({ 'readme.txt': 'no code' });
    const way =
      'jouleline: no Java file was found: name files or folders with .java files that --exclude does not leave out\n';
    // No report of nothing, which would look like one of a program that takes no energy.
    expect(await jouleline(['report', '.'], { cwd })).toMatchObject({ status: 1, stdout: '', stderr: way });
    expect(await jouleline(['report', '.', '--blocks'], { cwd })).toMatchObject({ status: 1, stdout: '' });
    expect(await jouleline(['report', 'nope'], { cwd })).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: 'jouleline: nope: does not exist\n',
    });
  });

  test.each([
    ['.', /is a folder; name a file in it/],
    ['missing/report.json', /there is no folder/],
  ])('does not write to %s, and says why', async (out, expected) => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    const outcome = await jouleline(['report', 'Plain.java', '--out', out], { cwd: folder });
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(expected);
    expect(readdirSync(folder)).toEqual(['Plain.java']);
  });

  test('keeps a link that it writes through', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain, 'real.txt': 'old' });
    symlinkSync('real.txt', join(folder, 'link.txt'));
    await jouleline(['report', 'Plain.java', '--out', 'link.txt'], { cwd: folder });
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toContain('Plain.java:3');
  });

  test.each([
    [
      'report --fromat json .',
      "unknown option '--fromat'; did you mean --format?\nSee: jouleline report --help",
    ],
    ['reprot .', "unknown command 'reprot'; did you mean report?\nSee: jouleline --help"],
    ['report --format yaml .', 'It is one of: text, json, html, csv'],
    ['report --top none .', '--top needs a whole number of at least 1, not "none"'],
    ['report --model rpi5-openjdk21 .', 'It is one of: rpi5-openjdk21-xint'],
    ['report', 'report needs a file or a folder'],
    ['operations a b', 'operations needs exactly one file'],
    ['', 'Usage: jouleline COMMAND'],
  ])('"%s" is explained, with exit code 2', async (line, expected) => {
    const outcome = await jouleline(line === '' ? [] : line.split(' '));
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain(expected);
  });
});
