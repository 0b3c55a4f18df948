/**
 * Code that is not counted has energy of its own. The program's loop and that of its jar are the same, and the jar's
 * runs nineteen times as often: by construction, the program's lines have a twentieth.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SampledWork } from '../../server/src/runs/sampled-work';
import { findTool } from '../../scripts/tools.mjs';
import { runJdkTool } from '../support/jdk-tools';
import { mavenProject } from '../support/java-projects';
import { findJdks } from '../support/jdks';
import { mavenJar } from '../support/maven';
import { outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';
const environment = { ...process.env, JAVA_HOME: home };
const PATIENCE_MS = 420_000;

const loop = `
  static long burn(long rounds) {
    long x = 88172645463325252L;
    for (long i = 0; i < rounds; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
    return x;
  }`;
const jar = `package jar;\npublic class Other {\n  public ${loop.trim()}\n}\n`;
const workOf = (rounds: number): string => `
    long sum = 0;
    for (int round = 0; round < ${rounds}; round++) {
      sum += burn(2_000_000) + jar.Other.burn(28_500_000);
      sum += jar.Other.burn(9_500_000);
    }
    System.out.println(sum);`;
const main = `package app;
public class Main {${loop}
  public static void main(String[] arguments) {${workOf(20)}
  }
}
`;
const testOf = (rounds: number): string => `package app;
public class MainTest {${loop}
  @org.junit.jupiter.api.Test public void works() {${workOf(rounds)}
    int[] once = {};
  }
}
`;
const jarAsDependency = `<dependency>
      <groupId>jar</groupId><artifactId>other</artifactId><version>1</version>
      <scope>system</scope><systemPath>\${project.basedir}/library/other.jar</systemPath>
    </dependency>`;

interface Account {
  readonly total: number;
  readonly lines: number;
  readonly library: number | null;
  readonly uncounted: number | null;
  readonly runtime: Readonly<Record<string, number | null>>;
  readonly idle: number;
  readonly unattributed: number;
}

interface Report {
  readonly measured: { readonly account: Account };
  readonly totals: {
    readonly energy: { readonly mean: number };
    readonly apart?: { readonly energy: { readonly mean: number } };
  };
  readonly files: readonly {
    readonly lines: readonly {
      readonly line: number;
      readonly executions: number;
      readonly energy: { readonly mean: number };
      readonly operations: readonly {
        readonly name: string;
        readonly energy: { readonly mean: number } | null;
      }[];
    }[];
  }[];
}

/** A folder with the program's classes and a jar that is not counted. */
function compiled(text: string, name: string, libraries: readonly string[] = []): string {
  const folder = makeTemporaryFolder({ 'other/jar/Other.java': jar, [`src/app/${name}.java`]: text });
  const inFolder = (path: string): string => join(folder, path);
  runJdkTool(home, 'javac', ['-g', '-d', inFolder('library'), inFolder('other/jar/Other.java')]);
  const path = [inFolder('library'), ...libraries].join(':');
  runJdkTool(home, 'javac', ['-g', '-cp', path, '-d', inFolder('classes'), inFolder(`src/app/${name}.java`)]);
  return folder;
}

/** What the lines of a saved profile took, without or with what they call of the jar. */
async function readReport(folder: string, calls: 'apart' | 'caller', sources: string): Promise<Report> {
  const args = ['report', '--profile', 'p.json', '--format', 'json', '--library-energy', calls, sources];
  const { stdout } = await runCommand(cli, args, { cwd: folder, env: environment });
  return JSON.parse(stdout) as Report;
}

/** The report of a run that counts only the classes of `app`, and what the stacks of further runs say of the two loops. */
async function reportOf(folder: string, ...target: readonly string[]): Promise<Report & SampledWork> {
  const args = ['profile', '--runs', '2', '--power', 'cpu-time:10', '--include', 'app.*', '--out', 'p.json'];
  const profiled = await runCommand(cli, [...args, ...target], { cwd: folder, env: environment });
  expect(profiled.status, profiled.stderr).toBe(0);
  const { measurement } = JSON.parse(readFileSync(join(folder, 'p.json'), 'utf8')) as {
    readonly measurement: { readonly sampled: SampledWork };
  };
  const report = await readReport(folder, 'apart', target.includes('mvn') ? 'src/test/java' : 'src');
  return { ...report, ...measurement.sampled };
}

function sumOf({ lines, library, uncounted, runtime, idle, unattributed }: Account): number {
  return [lines, library, uncounted, ...Object.values(runtime), idle, unattributed].reduce<number>(
    (sum, part) => sum + (part ?? 0),
    0,
  );
}

/** The counted code has a twentieth of what it and the jar took; nothing is lost, and no line has more than all. */
function expectTwentieth({ measured: { account }, totals, files, ...sampled }: Report & SampledWork): void {
  const inJar = sampled.largest.find(({ name }) => name === 'jar.Other')?.seconds ?? NaN;
  const share = sampled.counted / (sampled.counted + inJar);
  expect(share).toBeGreaterThan(0.03);
  expect(share).toBeLessThan(0.07);
  const counted = account.lines + (account.library ?? 0);
  const ofJar = ((account.uncounted ?? NaN) * inJar) / sampled.uncounted;
  expect(counted / (counted + ofJar)).toBeGreaterThan(0.03);
  expect(counted / (counted + ofJar)).toBeLessThan(0.07);
  expect(counted / account.total).toBeLessThan(0.07);
  expect(counted / account.total).toBeGreaterThan(0.01);
  expect(Math.abs(sumOf(account) / account.total - 1)).toBeLessThan(1e-9);
  // What lines call of libraries stands apart from them here.
  expect(Math.abs(totals.energy.mean / account.lines - 1)).toBeLessThan(1e-9);
  const once = files.flatMap(({ lines }) => lines).filter(({ executions }) => executions === 1);
  expect(once.length).toBeGreaterThan(0);
  for (const { energy } of once) expect(energy.mean / account.total).toBeLessThan(0.01);
}

/** The lines have what they call of the jar, of which the first of two calls has three quarters. */
function expectCalls({ files, totals, measured: { account } }: Report): void {
  const energies = files
    .flatMap(({ lines }) => lines)
    .flatMap(({ operations }) => operations)
    .flatMap(({ name, energy }) => (name === 'jar.Other.burn, not counted' ? [energy?.mean ?? NaN] : []));
  expect(energies).toHaveLength(2);
  const [first = NaN, second = NaN] = energies.sort((a, b) => b - a);
  expect(first / (first + second)).toBeGreaterThan(0.68);
  expect(first / (first + second)).toBeLessThan(0.82);
  expect((first + second) / account.total).toBeGreaterThan(0.8);
  expect(Math.abs(sumOf(account) / account.total - 1)).toBeLessThan(1e-9);
  const shown = account.lines + (account.library ?? 0);
  expect(Math.abs(totals.energy.mean / shown - 1)).toBeLessThan(1e-9);
}

/** A comparison has the energies of the report on each line of its only file, wherever what it calls is laid. */
async function expectComparedAlike(folder: string): Promise<void> {
  for (const place of ['caller', 'apart'] as const) {
    const { files, measured } = await readReport(folder, place, 'src');
    const args = ['diff', 'p.json', 'p.json', '--format', 'json', '--library-energy', place];
    const { stdout, status } = await runCommand(cli, args, { cwd: folder, env: environment });
    expect(status).toBe(0);
    const { methods, parts } = JSON.parse(stdout) as JsonComparison;
    const compared = methods.flatMap(({ lines }) => lines);
    const lines = files.flatMap((file) => file.lines).filter(({ energy }) => energy.mean > 0);
    expect(lines.length).toBeGreaterThan(4);
    for (const { line, energy } of lines) {
      const own = compared.filter(({ lineA }) => lineA === line);
      const ofComparison = own.reduce((sum, { energyA }) => sum + energyA, 0);
      expect(Math.abs(ofComparison / energy.mean - 1)).toBeLessThan(1e-9);
    }
    const { account } = measured;
    for (const [name, energy] of [
      ['lines', account.lines],
      ['library', account.library ?? 0],
      ['not counted', account.uncounted ?? NaN],
    ] as const) {
      const told = parts.find(({ part }) => part === name)?.energyA ?? 0;
      expect(Math.abs(told - energy) / account.total).toBeLessThan(1e-9);
    }
  }
}

interface JsonComparison {
  readonly parts: readonly { readonly part: string; readonly energyA?: number }[];
  readonly methods: readonly {
    readonly lines: readonly { readonly lineA: number; readonly energyA: number }[];
  }[];
}

describe.runIf(home !== '')('a jar that takes 95 % of the time has it in the account', () => {
  test(
    'of a main, and of a command',
    async () => {
      const folder = compiled(main, 'Main');
      const path = 'classes:library';
      expectTwentieth(await reportOf(folder, '--class-path', path, '--source', 'src', '--main', 'app.Main'));
      expectCalls(await readReport(folder, 'caller', 'src'));
      await expectComparedAlike(folder);
      const command = ['--', join(home, 'bin/java'), '-cp', path, 'app.Main'];
      expectTwentieth(await reportOf(folder, '--class-path', path, '--source', 'src', ...command));
    },
    PATIENCE_MS,
  );

  test(
    'of a program that sleeps between moments of work shorter than a tick',
    async () => {
      // The jar has three quarters, and sorting what is sorted is next to nothing: the model takes it for most of all.
      const sleeping = main.replace(
        workOf(20),
        `
    int[] sorted = new int[5_000];
    long sum = 0;
    try {
      for (int round = 0; round < 900; round++) {
        // On a busy machine samples come late: neither of the two is always the last.
        if (round % 2 == 0) sum += jar.Other.burn(300_000);
        sum += burn(100_000);
        if (round % 2 == 1) sum += jar.Other.burn(300_000);
        java.util.Arrays.sort(sorted);
        Thread.sleep(2);
      }
    } catch (InterruptedException never) {}
    System.out.println(sum);`,
      );
      const folder = compiled(sleeping, 'Main');
      const target = ['--class-path', 'classes:library', '--source', 'src', '--main', 'app.Main'];
      const { files, ...sampled } = await reportOf(folder, ...target);
      const inJar = sampled.largest.find(({ name }) => name === 'jar.Other')?.seconds ?? NaN;
      const share = sampled.counted / (sampled.counted + inJar);
      // A quarter. By where it sleeps all of it would be the program's.
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.7);
      const called = (await readReport(folder, 'caller', 'src')).files.flatMap(({ lines }) => lines);
      expect(files.flatMap(({ lines }) => lines).length).toBeGreaterThan(0);
      const energies = called.flatMap(({ operations }) => operations);
      const of = (name: RegExp): number =>
        energies.reduce((sum, each) => sum + (name.test(each.name) ? (each.energy?.mean ?? 0) : 0), 0);
      const all = of(/^(?!jar)/);
      expect(of(/^java\.util\.Arrays\.sort$/) / all).toBeLessThan(0.3);
      expect(of(/^java\.lang\.Thread\.sleep$/) / all).toBeLessThan(0.01);
    },
    PATIENCE_MS,
  );

  test.runIf(findTool('Maven') !== undefined)(
    "of a test, beside JUnit's own work",
    async () => {
      const launcher = mavenJar('org.junit.platform:junit-platform-console-standalone:1.10.2') ?? '';
      const folder = compiled(testOf(20), 'MainTest', [launcher]);
      const path = `classes:library:${launcher}`;
      const report = await reportOf(
        folder,
        '--class-path',
        path,
        '--source',
        'src',
        '--test',
        'app.MainTest#works',
      );
      expectTwentieth(report);
    },
    PATIENCE_MS,
  );

  test.runIf(findTool('Maven') !== undefined)(
    "of a test in a JVM that Maven forks, beside Maven's own work",
    async () => {
      const folder = makeTemporaryFolder({
        'other/jar/Other.java': jar,
        'src/test/java/app/MainTest.java': testOf(60),
        'pom.xml': String(mavenProject['pom.xml']).replace('<dependency>', `${jarAsDependency}<dependency>`),
      });
      runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'library'), join(folder, 'other/jar/Other.java')]);
      const library = join(folder, 'library');
      await outputOf(join(home, 'bin/jar'), ['cf', 'other.jar', 'jar'], { cwd: library });
      expectTwentieth(await reportOf(folder, '--', 'mvn', '-B', '-q', 'test'));
    },
    PATIENCE_MS,
  );

  test.runIf(findTool('Maven') !== undefined)(
    "and no line that ran once has a hundredth of a test of somebody else's library",
    async () => {
      const bench = resolve(import.meta.dirname, '../bench/own-tests.mjs');
      const { status, stdout, stderr } = await runCommand(bench, ['once', 'commons-codec', '3'], {
        cwd: makeTemporaryFolder(),
        env: environment,
      });
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/^the hottest line that ran once, of 3 tests: 0\.\d\d %$/m);
    },
    PATIENCE_MS,
  );
});

test(
  'collections are laid on the lines that allocate, by bytes, and the account stays whole',
  { timeout: PATIENCE_MS },
  async () => {
    const allocate = (name: string, bytes: number): string => `
  static int ${name}(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) { byte[] made = new byte[${bytes}]; kept[i % kept.length] = made; sum += made.length; }
    return sum;
  }`;
    const garbage = `package app;
public class Garbage {
  static byte[][] kept = new byte[500][];${allocate('many', 30_000)}${allocate('few', 10_000)}
  static int busy(int rounds) {
    int sum = 1;
    for (int i = 0; i < rounds; i++) sum = sum * 31 + i % 7;
    return sum;
  }
  public static void main(String[] arguments) {
    int sum = 0;
    for (int round = 0; round < 40; round++) sum += many(5_000) + busy(3_000_000) + few(5_000);
    System.out.println(sum);
  }
}
`;
    const folder = makeTemporaryFolder({ 'src/app/Garbage.java': garbage });
    await outputOf(join(home, 'bin', 'javac'), ['-g', '-d', 'classes', 'src/app/Garbage.java'], {
      cwd: folder,
    });
    const run = async (...args: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await runCommand(cli, args, { cwd: folder, env: environment });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const java = [join(home, 'bin', 'java'), '-Xmx100m', '-cp', 'classes', 'app.Garbage'];
    await run('profile', '--power', 'cpu-time:10', '--runs', '2', '--out', 'p.json', '--', ...java);
    const reportBy = async (place: string): Promise<Report> =>
      JSON.parse(
        await run('report', 'src', '--profile', 'p.json', '--format', 'json', '--library-energy', place),
      ) as Report;
    const [apart, laid] = [await reportBy('apart'), await reportBy('runtime')];
    const collected = laid.files
      .flatMap(({ lines }) => lines)
      .map(({ line, operations }) => ({
        line,
        energy: operations.find(({ name }) => name.startsWith('garbage collection'))?.energy?.mean ?? 0,
      }))
      .filter(({ energy }) => energy > 0)
      .sort((one, other) => other.energy - one.energy);
    const [many, few] = collected;
    const lineOf = (text: string): number => garbage.slice(0, garbage.indexOf(text)).split('\n').length;
    expect([many?.line, few?.line]).toEqual([lineOf('new byte[30000]'), lineOf('new byte[10000]')]);
    // The busy line creates and calls nothing.
    expect(collected.map(({ line }) => line)).not.toContain(lineOf('% 7'));
    // 3 to 1 by construction.
    expect((many?.energy ?? NaN) / (few?.energy ?? NaN)).toBeGreaterThan(2);
    expect((many?.energy ?? NaN) / (few?.energy ?? NaN)).toBeLessThan(4.5);
    const { account: before } = apart.measured;
    const { account } = laid.measured;
    const moved =
      (before.runtime['garbageCollection'] ?? NaN) - (account.runtime['garbageCollection'] ?? NaN);
    expect(Math.abs(moved - collected.reduce((sum, { energy }) => sum + energy, 0))).toBeLessThan(
      1e-9 * account.total,
    );
    for (const { total, lines, library, uncounted, runtime, idle, unattributed } of [before, account]) {
      const parts = [lines, library, uncounted, ...Object.values(runtime), idle, unattributed];
      const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0);
      expect(Math.abs(sum - total)).toBeLessThan(1e-9 * total);
    }
  },
);
