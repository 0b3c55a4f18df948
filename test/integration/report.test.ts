/** `jouleline report`: what it adds up, prints and leaves out. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline, plain, reportOn, type Report } from './built-command';

describe('jouleline report', () => {
  test('finds the innermost loops of the sample, which nobody marked', async () => {
    const { status, stdout, stderr } = await jouleline(['report', '.', '--top', '8']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/#1 {2}skysurvey\/image\/Blur\.java:23 /);
    expect(stdout).toContain('sum += share * source.get(px, py);');
    // A library formats texts there, in a method that one of the loops calls.
    expect(stdout).toMatch(/#2 {2}skysurvey\/image\/Detector\.java:53 /);
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
    // What other files call it with is known of the whole program only.
    const [file] = alone.files;
    const other = whole.files.find(({ path }) => path === file?.path);
    const namesOf = (each: typeof file) =>
      each?.lines.map(({ line, operations }) => [line, ...operations.map(({ name }) => name).sort()]);
    expect(namesOf(file)).toEqual(namesOf(other));
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

  test('has costs by a table that was imported, beside another model', async () => {
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
    expect(stdout).toMatch(/^one run +\d+ nJ +5 nJ$/m);
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
