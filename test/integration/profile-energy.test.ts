/**
 * The energies that `jouleline profile` measures, of programs that behave and of those that don't. Joules are those of CPU time, or
 * of a command that always says the same.
 */
import { bundledModel } from '../cost/bundled-model';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { illClasses, living } from '../host/run/ill-program';
import { ecalcModelText } from '../support/ecalc-model';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const jdks = findJdks();
const home = jdks[0]?.home ?? '';

const program = `package app;
public class Main {
  interface Shape { double area(); }
  record Square(double side) implements Shape { public double area() { return side * side; } }
  record Disc(double radius) implements Shape { public double area() { return Math.PI * radius * radius; } }
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static int twice(int n) { return fib(n) + fib(n); }
  static void never() { System.out.println("never"); }
  public static void main(String[] arguments) {
    double area = 0;
    Shape[] shapes = { new Square(2), new Disc(3), new Disc(4) };
    for (Shape shape : shapes) area += shape.area();
    long varies = System.nanoTime() % 1000;
    for (long i = 0; i < varies; i++) area += 1;
    System.out.println(twice(38) + " " + (area > 0));
  }
}
`;

/** Most of it is the library's. */
const digesting = `package app;
import java.security.MessageDigest;
public class Main {
  public static void main(String[] arguments) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] piece = new byte[1 << 21];
    for (int round = 0; round < 150; round++) {
      digest.update(piece);
      for (int i = 0; i < 1000; i++) piece[i] += i;
    }
    System.out.println(digest.digest().length);
  }
}
`;

interface Figures {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Report {
  readonly model: { readonly machine: string };
  readonly problems: readonly string[];
  readonly measured: {
    readonly source: { readonly isProxy: boolean };
    readonly account: {
      readonly total: number;
      readonly lines: number;
      readonly library: number | null;
      readonly uncounted: number | null;
      readonly runtime: Readonly<Record<string, number | null>>;
      readonly idle: number;
      readonly unattributed: number;
    };
    readonly transferError: number | null;
    readonly factor: number | null;
    readonly notes: readonly string[];
  };
  readonly files: readonly {
    readonly methods: readonly {
      readonly name: string;
      readonly calls?: number;
      readonly energy: Figures;
      readonly inclusive?: Figures;
    }[];
    readonly lines: readonly {
      readonly line: number;
      readonly executions: number;
      readonly energy: Figures;
    }[];
  }[];
}

interface Profile {
  readonly baselines?: {
    readonly estimate: number;
    readonly methods: readonly { readonly name: string; readonly energy: number }[];
  };
  readonly program: { readonly exitCode: number | null; readonly ended: string };
  readonly counting: { readonly runs: number };
  readonly measurement?: {
    readonly requested: number;
    readonly fewer?: string;
    readonly energy?: { readonly runs: number };
    readonly startUp?: { readonly runs: number };
    readonly runs: readonly { readonly outputBytes: number }[];
  };
  readonly classes: readonly {
    readonly methods: readonly { readonly name: string; readonly calls: number }[];
  }[];
}

function compiled(): string {
  const folder = makeTemporaryFolder({ 'src/app/Main.java': program });
  const source = join(folder, 'src/app/Main.java');
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), source]);
  return folder;
}

const environment = { ...process.env, JAVA_HOME: home };

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd: folder, env: environment });
}

function readProfile(folder: string): Profile {
  return JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as Profile;
}

async function reportOf(folder: string): Promise<Report> {
  const { stdout } = await jouleline(
    folder,
    'report',
    '--profile',
    'profile.json',
    '--format',
    'json',
    'src',
  );
  return JSON.parse(stdout) as Report;
}

const measured = [
  'profile',
  '--class-path',
  'classes',
  '--source',
  'src',
  '--out',
  'profile.json',
  '--runs',
  '3',
];
const ofMain = ['--power', 'cpu-time:10', '--main', 'app.Main'];

describe.runIf(jdks.length > 0)('a measured profile', () => {
  test('lays what is left of the measured energy on lines, and all of it adds up', async () => {
    const folder = compiled();
    const done = await jouleline(folder, ...measured, ...ofMain);
    expect([done.status, done.stdout]).toEqual([0, '78176338 true\n']);
    expect(done.stderr).toMatch(
      /a run takes proxy [\d.]+ m?J \([\d.]+ m?J to [\d.]+ m?J\), mean of 3 runs, by CPU time in place of a meter/,
    );
    expect(done.stderr).toContain('app/Main.main');
    const profile = readProfile(folder);
    expect(profile).toMatchObject({
      counting: { runs: 2 },
      measurement: { requested: 3, energy: { runs: 3 }, startUp: { runs: 3 } },
    });
    const report = await reportOf(folder);
    const { account, transferError, factor, notes } = report.measured;
    expect(report.measured.source.isProxy).toBe(true);
    expect(report.model.machine).toContain('proxy');
    expect(account.idle).toBe(0);
    // A fast machine has too few samples of the run itself.
    const told = /measured on (?:1\d other programs, JDK \d+|\d methods of this program, by [\d,]+ samples)/;
    const source = told.exec(notes.join())?.[0] ?? '';
    expect(source).not.toBe('');
    const measuredErrors = bundledModel().transfer?.map(({ off }) => off);
    expect(measuredErrors?.includes(transferError ?? NaN)).toBe(source.includes('other programs'));
    expect(notes.join()).toMatch(
      /library: methods by the model, or by their bodies.*thread switching: [\d,]+ times a run/,
    );
    // One println stands beside 126 million calls.
    const library = account.library ?? NaN;
    expect(library).toBeGreaterThan(0);
    expect(library).toBeLessThan(account.lines / 1000);
    const runtime = Object.values(account.runtime).reduce((sum: number, part) => sum + (part ?? 0), 0);
    const { uncounted, idle, unattributed, total } = account;
    // Nobody else's classes ran, but the JDK's for itself.
    expect(uncounted).toBeLessThan(total / 5);
    const sums = account.lines + library + (uncounted ?? 0) + runtime + idle + unattributed;
    expect(sums / total).toBeCloseTo(1, 9);
    const [file] = report.files;
    if (factor === null || file === undefined) throw new Error(notes.join());
    const lines = file.lines.reduce((sum, { energy }) => sum + energy.mean, 0);
    expect(lines / (account.lines + library)).toBeCloseTo(1, 6);
    // Nothing is better known than costs carry over from program to program.
    for (const { energy } of file.lines.filter(({ energy: { mean } }) => mean > 0))
      expect(energy.high).toBeGreaterThan(energy.mean * 1.7699);
    const lineOf = (line: number): Report['files'][0]['lines'][0] | undefined =>
      file.lines.find((each) => each.line === line);
    expect(lineOf(6)?.executions).toBe(2 * 126_491_971);
    const method = (name: string): Report['files'][0]['methods'][0] | undefined =>
      file.methods.find((each) => each.name.endsWith(name));
    expect(method('never()')).toMatchObject({ calls: 0, energy: { mean: 0 } });
    const [fib, twice, main] = [method('fib(int)'), method('twice(int)'), method('main(String[])')];
    // fib calls itself only: what enters it from outside is all of it.
    expect(twice?.inclusive?.mean).toBeCloseTo((fib?.energy.mean ?? NaN) + (twice?.energy.mean ?? NaN), 6);
    const sum = file.methods.reduce((total, { energy }) => total + energy.mean, 0);
    const initializers = file.methods.filter(({ name }) => /enum|static|clinit/.test(name));
    expect(initializers).toEqual([]);
    expect(main?.inclusive?.mean).toBeCloseTo(sum - (method('Main()')?.energy.mean ?? 0), 6);
  });

  test('compares eCalc’s cost functions with its baselines, keeps that, and lays them on lines', async () => {
    const folder = compiled();
    writeFileSync(join(folder, 'ecalc.json'), ecalcModelText);
    const compared = ['--compare-baselines', '--model', './ecalc.json'];
    const done = await jouleline(folder, ...measured, '--runs', '1', ...compared, ...ofMain);
    expect(done.stderr).toMatch(/model tiny-ecalc: E_S .* × measured\n/);
    expect(done.stderr).toMatch(/E_M +[\d.]+ m?J +> 99\.9 % +app\/Main\.fib\(I\)I\n/);
    const { baselines } = readProfile(folder);
    // Of fib alone: calls, and what the model knows of its instructions.
    expect(baselines?.estimate).toBeGreaterThan(2 * 126_491_971 * (2e-8 + 4e-9));
    expect(baselines?.methods[0]?.name).toBe('app/Main.fib(I)I');
    const report = ['report', 'src', '--model', './ecalc.json', '--format', 'json'];
    const reported = JSON.parse(
      (await jouleline(folder, ...report, '--profile', 'profile.json')).stdout,
    ) as Report & Profile;
    expect(reported.baselines?.methods.map(({ name }) => name)).toEqual(
      baselines?.methods.map(({ name }) => name),
    );
    const { account } = reported.measured;
    const lines = reported.files[0]?.lines ?? [];
    expect(lines.reduce((sum, { energy }) => sum + energy.mean, 0) / account.lines).toBeCloseTo(1, 6);
    expect(lines.toSorted((a, b) => b.energy.mean - a.energy.mean)[0]?.line).toBe(6);
    const refused = await jouleline(folder, ...report);
    expect([refused.status === 0, refused.stderr]).toEqual([
      false,
      expect.stringContaining('name a profile with --profile'),
    ]);
  });

  test('tells library methods apart whose calls a trace timed, on the lines that call them', async () => {
    const folder = makeTemporaryFolder({ 'src/app/Main.java': digesting });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'src/app/Main.java')]);
    const done = await jouleline(folder, ...measured, '--record', 'trace', ...ofMain);
    expect(done.status).toBe(0);
    const report = await reportOf(folder);
    const { account, notes } = report.measured;
    // Two take nearly all of the time; on a busy machine a short call may be seen to take some, too.
    expect(notes.join()).toMatch(
      /library: [2-4] methods by the time of calls in the traced run, [5-9]\d % of its time/,
    );
    expect(notes.join()).toMatch(
      /wait, or whose work is the system's, are not told apart: java.io.PrintStream.println/,
    );
    const library = account.library ?? NaN;
    expect(library).toBeGreaterThan(account.lines);
    const runtime = Object.values(account.runtime).reduce((sum: number, part) => sum + (part ?? 0), 0);
    expect(account.lines + library + (account.uncounted ?? 0) + runtime + account.unattributed).toBeCloseTo(
      account.total,
      6,
    );
    const lines = report.files[0]?.lines ?? [];
    const hottest = lines.toSorted((a, b) => b.energy.mean - a.energy.mean)[0];
    expect(hottest?.line).toBe(8);
    expect(hottest?.energy.mean).toBeGreaterThan(library * 0.9);
    // No better known than a model's: shares of time are no energies.
    expect(hottest?.energy.high).toBeGreaterThan((hottest?.energy.mean ?? NaN) * 1.7);
    const sum = lines.reduce((total, { energy }) => total + energy.mean, 0);
    expect(sum / (account.lines + library)).toBeCloseTo(1, 6);
  });

  test('knows a meter from a proxy: idling is told apart, and the mean is shown', async () => {
    const folder = compiled();
    const meter = `command:${process.execPath} -e "setInterval(() => console.log(7.5), 20)"`;
    const done = await jouleline(folder, ...measured, '--power', meter, '--main', 'app.Main');
    // On a busy machine the meter itself may come late, and a run with a gap is left out.
    expect(done.stderr).toMatch(/mean of [1-3] runs?/);
    const { account, source } = (await reportOf(folder)).measured;
    expect(source.isProxy).toBe(false);
    expect(account.idle).toBeGreaterThan(0);
    // That meter shows the same whether the program runs or not: nothing of it is the program's.
    expect(Math.abs(account.total - account.idle)).toBeLessThan(account.idle / 4);
  });

  test('is made of what a program reads once, whoever types it', async () => {
    const folder = makeTemporaryFolder();
    const args = [...measured.slice(0, -1), '1', '--class-path', illClasses(), ...ofMain.slice(0, 2)];
    const child = spawn(process.execPath, [cli, ...args, '--main', 'Ill', 'echo'], {
      cwd: folder,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    child.stdin.end('one\ntwo\n');
    const [stdout, stderr] = await printed;
    expect(stdout).toContain('one\ntwo\n');
    const { measurement } = readProfile(folder);
    expect(stderr).toContain('a run takes proxy');
    expect(measurement?.runs.map(({ outputBytes }) => outputBytes)).toEqual([stdout.length]);
  });

  test.each([
    ['exits with a code', ['exit', '3'], /Ill failed \(exit code 3\)\n {2}before\n/],
    ['is killed', ['kill'], /Ill was ended by SIGKILL\n {2}before\n/],
    ['never ends', ['forever'], /Ill did not end within the time limit\n--time-limit gives it more/],
    ['prints without end', ['flood'], /Ill printed more than the limit\n--output-limit lets it/],
    ['closes its streams', ['close'], /Ill failed \(exit code 5\)\n {2}said\n/],
  ])('is none of a program that %s, which runs once', async (_, words, message) => {
    const folder = makeTemporaryFolder();
    const args = [...measured.slice(0, -1), '1', '--class-path', illClasses(), '--power', 'cpu-time:10'];
    const limits = ['--time-limit', '3', '--output-limit', '0.1'];
    const done = await runCommand(cli, [...args, ...limits, '--main', 'Ill', ...words], {
      cwd: folder,
      env: { ...environment, TMPDIR: folder },
    });
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(message);
    expect(done.stderr).not.toContain('a run takes');
    expect(readdirSync(folder)).toEqual([]);
    expect(living()).toEqual([]);
  });

  test('is not begun with a meter that is not there', async () => {
    const folder = compiled();
    const done = await jouleline(folder, ...measured, '--power', 'command:', '--main', 'app.Main');
    expect([done.status, done.stdout]).toEqual([2, '']);
    expect(await jouleline(folder, ...measured, '--power', 'solar', '--main', 'app.Main')).toMatchObject({
      status: 2,
    });
    const broken = ['--power', 'command:/no/such/meter', '--main', 'app.Main'];
    const counted = await jouleline(folder, ...measured, ...broken);
    expect([counted.status, counted.stdout]).toEqual([1, '78176338 true\n']);
    expect(counted.stderr).toContain('/no/such/meter could not be started');
    expect(readProfile(folder).measurement).toMatchObject({ fewer: 'the meter gave no reading' });
  });

  test('that is canceled while it measures keeps counts and runs, and leaves nothing', async () => {
    const folder = makeTemporaryFolder();
    const args = [...measured.slice(0, -1), '1000', '--class-path', illClasses(), '--power', 'cpu-time:10'];
    const progress = join(folder, 'progress');
    const child = spawn(
      process.execPath,
      [cli, ...args, '--progress', progress, '--main', 'Ill', 'exit', '0'],
      {
        cwd: folder,
        env: { ...environment, TMPDIR: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const printed = text(child.stderr);
    const read = (): Promise<string> => {
      try {
        return Promise.resolve(readFileSync(progress, 'utf8'));
      } catch {
        // Nothing is written yet.
        return Promise.resolve('');
      }
    };
    await waitFor('the third run', read, (said) => /run [3-9] of 1000: .*s left/.test(said), 60_000);
    child.kill('SIGINT');
    expect(await printed).toMatch(/a run takes proxy/);
    const { measurement } = readProfile(folder);
    expect(measurement?.fewer).toMatch(/canceled after \d+ of 1,000 runs/);
    expect(measurement?.energy?.runs).toBeGreaterThanOrEqual(2);
    expect(readdirSync(folder).sort()).toEqual(['profile.json', 'progress']);
    expect(living()).toEqual([]);
  });
});
