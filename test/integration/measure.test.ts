/** The built command measures real programs. Joules are those of CPU time, or of a command that always says the same. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { illClasses, living, oldestJdk } from '../host/run/ill-program';
import { compileKept } from '../support/compile-java';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function measure(args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, ['measure', ...args], { cwd: tmpdir() });
}

interface Measurement {
  readonly source: { readonly isProxy: boolean };
  readonly energy?: { readonly runs: number; readonly mean: number; readonly minimum: number };
  readonly startUp?: { readonly runs: number; readonly minimum: number };
  readonly idlePower?: number;
  readonly java?: { readonly mode: string };
  readonly fewer?: string;
  readonly problems: readonly string[];
  readonly runs: readonly {
    readonly start: number;
    readonly end: number;
    readonly rounds?: number;
    readonly ended: string;
    readonly energy?: number;
    readonly total?: number;
    readonly cpu?: { readonly user: number; readonly system: number };
  }[];
}

async function measureAsJson(
  args: readonly string[],
): Promise<Measurement & { readonly status: number | null }> {
  const { stdout, status } = await measure(['--format', 'json', ...args]);
  return { ...(JSON.parse(stdout) as Measurement), status };
}

describe('jouleline measure', () => {
  test('takes CPU time for a proxy, and tells start-up from the work', async () => {
    const measured = await measureAsJson([
      '--runs',
      '3',
      '--power',
      'cpu-time:20',
      '--class-path',
      illClasses(),
      '--main',
      'Ill',
      'busy',
      '500',
    ]);
    expect(measured).toMatchObject({
      status: 0,
      source: { isProxy: true },
      energy: { runs: 3 },
      startUp: { runs: 3 },
    });
    expect(measured.java?.mode).toContain('mixed mode');
    for (const { energy, cpu } of measured.runs)
      expect(energy).toBeCloseTo(20 * ((cpu?.user ?? NaN) + (cpu?.system ?? NaN)), 5);
    // The main thread alone is busy for 0.5 s; a main that does nothing is not.
    expect(measured.energy?.minimum).toBeGreaterThan(20 * 0.48);
    expect(measured.startUp?.minimum).toBeLessThan(measured.energy?.minimum ?? 0);
  });

  test('takes idle power away from what a meter says', async () => {
    const command = `command:${process.execPath} -e "setInterval(() => console.log(7.5), 20)"`;
    const java = ['--', 'java', '-cp', illClasses(), 'Ill', 'exit', '0'];
    const measured = await measureAsJson(['--runs', '2', '--power', command, ...java]);
    expect(measured).toMatchObject({ source: { isProxy: false } });
    expect(measured.idlePower).toBeCloseTo(7.5, 6);
    for (const { start, end, total, energy } of measured.runs) {
      expect(energy).toBeCloseTo(0, 6);
      expect(total).toBeCloseTo(7.5 * (end - start), 0);
    }
  });

  test('runs a short program as often as fills a session, and says what one run took', async () => {
    const options = ['--runs', '1', '--at-least', '3', '--power', 'cpu-time:20'];
    const program = ['--class-path', illClasses(), '--main', 'Ill', 'busy', '100'];
    const { stdout, status } = await measure([...options, ...program]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nruns +1 count, 1 made, each a session in which the program ran \d+ times\n/);
    const { runs } = await measureAsJson([...options, ...program]);
    const [run = { start: NaN, end: NaN, rounds: NaN, energy: NaN }] = runs;
    expect(run.end - run.start).toBeGreaterThanOrEqual(3);
    // Ill is busy for 0.1 s.
    expect(run.energy).toBeGreaterThan(20 * 0.09);
    expect((run.energy ?? NaN) * (run.rounds ?? NaN)).toBeLessThan(20 * 2 * (run.end - run.start));
  });

  test.each([
    ['exit', ['exit', '3'], 'failed (exit code 3)', 'before'],
    [
      'throw',
      ['throw'],
      'failed (exit code 1)',
      'Exception in thread "main" java.lang.IllegalStateException: on purpose',
    ],
    ['are killed', ['kill'], 'was ended by SIGKILL', 'before'],
  ])('believes no runs that %s: it makes one, and says how it ended', async (_, words, how, printed) => {
    const args = ['--runs', '12', '--power', 'cpu-time:20', '--class-path', illClasses(), '--main', 'Ill'];
    const { status, stdout, stderr } = await measure([...args, ...words]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`\njouleline: Ill ${how}\n`);
    // The program printed it.
    expect(stderr.split(printed)).toHaveLength(2);
    expect(stderr).not.toContain('set aside');
    expect(stderr).not.toContain(' J');
    const measured = await measureAsJson([...args, ...words]);
    expect(measured.status).toBe(1);
    expect(measured.runs).toHaveLength(1);
    expect([measured.energy, measured.java]).toEqual([undefined, undefined]);
  });

  test('says what it found, and what is wrong', async () => {
    const plain = await measure([
      ...['--runs', '2', '--power', 'cpu-time:20', '--class-path', illClasses()],
      ...['--main', 'Ill', 'exit', '0'],
    ]);
    expect(plain.status).toBe(0);
    expect(plain.stdout).toMatch(/^energy +proxy \d/);
    expect(plain.stderr).toContain('before\n');
    const endless = await measureAsJson([
      '--power',
      'cpu-time:20',
      '--time-limit',
      '1',
      '--class-path',
      illClasses(),
      '--main',
      'Ill',
      'forever',
    ]);
    expect(endless).toMatchObject({
      status: 1,
      fewer: 'run 1 did not end within the time limit',
    });
    expect(endless.runs).toHaveLength(1);
    expect(endless.energy).toBeUndefined();
  });

  test('asks for arguments only where a main reads them', async () => {
    const folder = compileKept({
      home: oldestJdk().home,
      sources: {
        'Reads.java': 'class Reads { public static void main(String[] a) { System.out.println(a[0]); } }',
        'Other.java': 'class Other { public static void main(String[] a) { throw new Error("no"); } }',
        'Bare.java':
          'class Bare { static String[] a; public static void main(String... b) { int c = a.length; } }',
      },
    });
    const ways = ['Reads', 'Other', 'Bare'].map(async (name) => {
      const options = ['--runs', '1', '--power', 'cpu-time:20', '--class-path', folder];
      const { stderr } = await measure([...options, '--main', name]);
      expect(stderr).toContain(`jouleline: ${name} failed (exit code 1)`);
      return stderr.includes('If it needs arguments');
    });
    expect(await Promise.all(ways)).toEqual([true, false, false]);
  });

  test('refuses a file of readings that is not there before anything starts', async () => {
    const folder = makeTemporaryFolder();
    const given = ['--class-path', illClasses(), '--main', 'Ill', 'exit', '0'];
    const missing = await measure(['--power', `file:${join(folder, 'watts.csv')}`, ...given]);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toBe(
      `jouleline: ${join(folder, 'watts.csv')} does not exist: correct it, or start the meter that writes it before the runs\n`,
    );
    expect((await measure(['--power', `file:${folder}`, ...given])).stderr).toContain('is a folder');
  });

  test('refuses what makes no sense, and what there is not', async () => {
    expect(await measure([])).toMatchObject({ status: 2 });
    expect((await measure(['--power', 'solar', '--', 'java'])).stderr).toContain('--power can\'t be "solar"');
    expect((await measure(['--runs', '0', '--', 'java'])).status).toBe(2);
    const missing = await measureAsJson(['--power', 'cpu-time:1', '--', '/no/such/program']);
    expect(missing.status).toBe(1);
    expect(missing.problems.join()).toContain('/no/such/program could not be started');
  });

  test('leaves nothing behind', async () => {
    const folder = makeTemporaryFolder();
    const args = ['measure', '--runs', '2', '--class-path', illClasses(), '--main', 'Ill', 'exit', '0'];
    await runCommand(cli, args, { cwd: folder, env: { ...process.env, TMPDIR: folder } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'leaves nothing behind when %s ends it and all around it',
    async (signal) => {
      const folder = makeTemporaryFolder();
      const args = [
        cli,
        'measure',
        '--power',
        'cpu-time:5',
        '--class-path',
        illClasses(),
        '--main',
        'Ill',
        'wait',
        'forever',
      ];
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      });
      const printed = text(child.stdout);
      const here = (): Promise<readonly string[]> => Promise.resolve(living().map(({ line }) => line));
      await waitFor(
        'both programs',
        here,
        (lines) => lines.some((line) => line.includes('Ill forever')),
        40_000,
      );
      process.kill(-(child.pid ?? NaN), signal);
      await waitFor('their end', here, (lines) => lines.length === 0, 10_000);
      await waitFor(
        'an empty folder',
        () => Promise.resolve(readdirSync(folder)),
        (left) => left.length === 0,
        10_000,
      );
      if (signal !== 'SIGKILL') expect(await printed).toContain('canceled after 0 of 10 runs');
    },
  );
});
