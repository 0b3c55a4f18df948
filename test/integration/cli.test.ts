/** The built command (dist/cli.js), as people and scripts run it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import type { FolderContent } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const sample = resolve(import.meta.dirname, '../fixtures/sample/src/main/java');

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

function jouleline(
  args: readonly string[],
  { cwd = sample, environment = {} }: RunOptions = {},
): Promise<Outcome> {
  // An empty variable is as good as none (no-color.org); the test runner may have set them.
  const neutral = { NO_COLOR: '', FORCE_COLOR: '' };
  return runCommand(cli, args, { cwd, env: { ...process.env, ...neutral, ...environment } });
}

interface Report {
  readonly model: { readonly id: string };
  readonly totals: {
    readonly pricedShare: number;
    readonly untypedCount: number;
    readonly untyped: readonly { readonly name: string }[];
  };
  readonly failed: readonly { readonly path: string; readonly message: string }[];
  readonly problems: readonly string[];
  readonly files: readonly {
    readonly path: string;
    readonly total: { readonly mean: number };
    readonly problems: readonly { readonly message: string; readonly start: { readonly line: number } }[];
    readonly lines: readonly {
      readonly line: number;
      readonly energy: { readonly mean: number; readonly low: number; readonly high: number };
      readonly share: number;
      readonly mostlyUnpriced: boolean;
      readonly operations: readonly {
        readonly name: string;
        readonly count: number;
        readonly energy: { readonly mean: number } | null;
      }[];
    }[];
  }[];
}

async function reportOn(
  files: FolderContent,
  ...args: readonly string[]
): Promise<{ readonly report: Report; readonly outcome: Outcome }> {
  const outcome = await jouleline(['report', '.', '--format', 'json', ...args], {
    cwd: makeTemporaryFolder(files),
  });
  return { report: JSON.parse(outcome.stdout) as Report, outcome };
}

const plain = `class Plain {
    int twice(int a) {
        return a + a;
    }
}
`;

describe('jouleline report', () => {
  test('finds the innermost loops of the sample, which nobody marked', async () => {
    const { status, stdout, stderr } = await jouleline(['report', '.', '--top', '8']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/#1 {2}skysurvey\/image\/Blur\.java:23 /);
    expect(stdout).toContain('sum += share * source.get(px, py);');
    expect(stdout).toContain('skysurvey/orbit/Calibration.java:33');
    expect(stdout).toContain('(Raspberry Pi 5, interpreter)');
    expect(stdout).not.toContain('\u001b');
  });

  test('adds up: operations to lines, lines to files', async () => {
    const report = JSON.parse((await jouleline(['report', '.', '--format', 'json'])).stdout) as Report;
    expect(report.files).toHaveLength(13);
    for (const { total, lines } of report.files) {
      const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
      const near = (value: number, expected: number) => {
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-6 * expected);
      };
      near(sum(lines.map(({ energy }) => energy.mean)), total.mean);
      near(sum(lines.map(({ share }) => share)), total.mean > 0 ? 1 : 0);
      for (const { energy, operations } of lines) {
        near(sum(operations.map((operation) => operation.energy?.mean ?? 0)), energy.mean);
        expect(energy.low).toBeLessThanOrEqual(energy.mean);
        expect(energy.high).toBeGreaterThanOrEqual(energy.mean);
      }
    }
  });

  test('takes a file alone by the declarations of its source folder', async () => {
    const alone = JSON.parse(
      (await jouleline(['report', 'skysurvey/image/Blur.java', '--format', 'json'])).stdout,
    ) as Report;
    const whole = JSON.parse((await jouleline(['report', '.', '--format', 'json'])).stdout) as Report;
    expect(alone.totals.untyped).toEqual([]);
    const [file] = alone.files;
    expect(file?.total).toEqual(whole.files.find(({ path }) => path === file?.path)?.total);
  });

  test('names what it cannot type, and counts it', async () => {
    const text = 'class Open {\n    int f(Missing m) {\n        return m.size + 1;\n    }\n}\n';
    const { report } = await reportOn({ 'Open.java': text });
    expect(report.totals.untypedCount).toBeGreaterThan(0);
    expect(report.totals.untyped.map(({ name }) => name).join(' ')).toMatch(/_\?/);
  });

  test('writes a page that stands alone, and says nothing on the way', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    const outcome = await jouleline(['report', '.', '--format', 'html', '--out', 'page.html'], {
      cwd: folder,
    });
    expect(outcome).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toMatch(
      /^<!DOCTYPE html>[\s\S]*return a \+ a;[\s\S]*<\/html>\n$/,
    );
    expect(readdirSync(folder).sort()).toEqual(['Plain.java', 'page.html']);
  });

  test('writes listing and page in one go', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    const { stdout } = await jouleline(['report', 'Plain.java', '--page', 'page.html'], { cwd: folder });
    expect(stdout).toContain('Plain.java:3');
    expect(statSync(join(folder, 'page.html')).size).toBeGreaterThan(1000);
  });

  test('one execution, estimate and worst case are not the same', async () => {
    const text =
      'class Loop {\n    int f(int n) {\n        int s = 0;\n        for (int i = 0; i < n; i++) s += i;\n        return s;\n    }\n}\n';
    const total = async (frequency: string) =>
      (await reportOn({ 'Loop.java': text }, '--frequency', frequency)).report.files[0]?.total.mean ?? 0;
    const once = await total('one-execution');
    const estimated = await total('estimated');
    const worst = await total('worst-case');
    expect(once).toBeLessThan(estimated);
    expect(estimated).toBeLessThan(worst);
  });

  test('prices by a table of costs that was imported, beside another model', async () => {
    const folder = makeTemporaryFolder({
      'Half.java': 'class Half { int f(int a, int b) { return a + b; } }',
      'costs.csv': 'name,cost [nJ],sd [nJ]\nAddition_int_int,2,0.1\nReturn_int,3,0.1\n',
    });
    const imported = await jouleline(['models', 'import', 'costs.csv', '--out', 'mine.json', '--local'], {
      cwd: folder,
    });
    expect(imported).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('2 costs of operations') as string,
    });
    const models = 'rpi5-openjdk21-xint,./mine.json';
    const { stdout } = await jouleline(['report', 'Half.java', '--model', models], { cwd: folder });
    expect(stdout).toMatch(/^ +rpi5-openjdk21-xint +mine$/m);
    expect(stdout).toMatch(/^all files .* 5 nJ$/m);
    expect((await jouleline(['models', 'import', 'costs.csv'], { cwd: folder })).status).toBe(2);
    expect(
      (await jouleline(['models', 'import', 'costs.csv', '--out', 'costs.csv'], { cwd: folder })).status,
    ).toBe(2);
  });

  test('says how likely all of it stays within a limit', async () => {
    const files = { 'Half.java': 'class Half { int f(int a, int b) { return a + b; } }' };
    interface Chances {
      readonly limit: number;
      readonly lines: {
        readonly energy: { readonly mean: number; readonly low: number };
        readonly probability: number;
        readonly transferError: null;
      };
      readonly run: null;
    }
    const chancesAt = async (limit: string): Promise<Chances> => {
      const { report } = await reportOn(files, '--within', limit);
      return (report as unknown as { readonly within: Chances }).within;
    };
    const { limit, lines, run } = await chancesAt('1e-3mAh@3.7V');
    expect(limit).toBeCloseTo(0.01332, 9);
    expect([lines.transferError, run]).toEqual([null, null]);
    expect((await chancesAt(`${lines.energy.low}J`)).lines.probability).toBeCloseTo(0.05, 4);
    expect((await chancesAt(`${lines.energy.mean}J`)).lines.probability).toBeCloseTo(0.5, 4);
    for (const [text, message] of [
      ['20mAh', /at a voltage only/],
      ['much', /is no energy/],
    ] as const) {
      const { status, stderr } = await jouleline(['report', '.', '--within', text]);
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  test('leaves out what is excluded', async () => {
    const files = { 'src/A.java': 'class A {}', 'gen/B.java': 'class B {}' };
    const { report } = await reportOn(files, '--exclude', '**/gen/**', '--exclude', 'nothing');
    expect(report.files.map(({ path }) => path)).toEqual(['src/A.java']);
  });
});

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
    const outcome = await jouleline(['report', '.'], {
      cwd: makeTemporaryFolder({ 'readme.txt': 'no code' }),
    });
    expect(outcome).toMatchObject({ status: 1, stderr: 'jouleline: no Java file was found\n' });
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
    ['report --fromat json .', 'unknown option --fromat; did you mean --format?'],
    ['reprot .', 'unknown command reprot; did you mean report?'],
    ['report --format yaml .', 'It is one of: text, json, html, csv'],
    ['report --top none .', '--top needs a whole number of at least 1, not "none"'],
    ['report --model rpi5-openjdk21 .', 'did you mean rpi5-openjdk21-xint?'],
    ['report', 'report needs a file or a folder'],
    ['operations a b', 'operations needs exactly one file'],
    ['', 'Usage: jouleline COMMAND'],
  ])('"%s" is explained, with exit code 2', async (line, expected) => {
    const outcome = await jouleline(line === '' ? [] : line.split(' '));
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain(expected);
  });
});

describe('the other commands', () => {
  test('operations: blocks and operations, line by line', async () => {
    const { status, stdout } = await jouleline(['operations', 'skysurvey/image/Histogram.java']);
    const document = JSON.parse(stdout) as {
      readonly format: string;
      readonly lines: readonly {
        readonly line: number;
        readonly blocks: readonly string[];
        readonly operations: readonly { readonly name: string }[];
      }[];
    };
    expect({ status, format: document.format }).toEqual({ status: 0, format: 'jouleline-operations' });
    const line = document.lines.find((each) => each.line === 12);
    expect(line?.blocks).toEqual(['Histogram.of(Frame)#for_2']);
    expect(line?.operations.map(({ name }) => name)).toContain('BitAnd_int_int');
  });

  test('models and doctor speak to people, and in JSON', async () => {
    expect((await jouleline(['models'])).stdout).toContain('rpi5-openjdk21-xint');
    expect(JSON.parse((await jouleline(['models', '--json'])).stdout)).toMatchObject([
      { id: 'rpi5-openjdk21-xint' },
    ]);
    expect((await jouleline(['doctor'])).stdout).toMatch(/Node +20|Node +2\d/);
    expect(JSON.parse((await jouleline(['doctor', '--json'])).stdout)).toHaveProperty('checks');
  });

  test('help and version are answers, not errors', async () => {
    for (const args of [['--help'], ['report', '--help'], ['help', 'operations'], ['models', '--help']]) {
      expect(await jouleline(args)).toMatchObject({ status: 0, stderr: '' });
    }
    expect((await jouleline(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('streams', () => {
  test('colours come when they are forced, and go when they are not wanted', async () => {
    const colours = async (environment: Readonly<Record<string, string>>) =>
      (await jouleline(['report', 'skysurvey/image/Blur.java'], { environment })).stdout;
    expect(await colours({ FORCE_COLOR: '3' })).toContain('\u001b[48;2;');
    expect(await colours({ FORCE_COLOR: '2' })).toContain('\u001b[48;5;');
    expect(await colours({ NO_COLOR: '1' })).not.toContain('\u001b');
    expect(await colours({ FORCE_COLOR: '0' })).not.toContain('\u001b');
  });

  test('a reader that has seen enough is no error', async () => {
    const child = spawn(process.execPath, [cli, 'report', '.', '--format', 'json'], { cwd: sample });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((done) => child.once('exit', done));
    expect({ status, complaints }).toEqual({ status: 0, complaints: '' });
  });

  test('runs from anywhere, also through a link, as an installed command does', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    mkdirSync(join(folder, 'bin'));
    symlinkSync(cli, join(folder, 'bin', 'jouleline'));
    const { status, stdout } = await runCommand(join(folder, 'bin', 'jouleline'), ['report', 'Plain.java'], {
      cwd: folder,
    });
    expect({ status, found: stdout.includes('Plain.java:3') }).toEqual({ status: 0, found: true });
    rmSync(join(folder, 'bin'), { recursive: true });
    expect(readFileSync(cli, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  });
});
