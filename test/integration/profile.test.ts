/** Profiling on the command line: real programs, real JVMs. */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const jdks = findJdks();
const home = jdks[0]?.home ?? '';

const program = `package app;
public class Main {
  static class Task implements Runnable { public void run() { for (int i = 0; i < 100; i++) Main.step(i); } }
  enum Way { UP, DOWN { @Override int of(int i) { return -i; } }; int of(int i) { return i; } }
  record Pair(int a, int b) { int sum() { return a + b; } }
  interface Shape { int ZERO = Integer.parseInt("0"); static int twice(int i) { return 2 * i; } default int area() { return ZERO; } }
  static int step(int i) { return i % 2 == 0 ? 1 : 0; }
  public static void main(String[] arguments) throws Exception {
    int even = 0;
    for (int i = 0; i < 1000; i++) even += step(i);
    even += Way.UP.of(1) + Way.DOWN.of(2) + new Pair(3, 4).sum() + Shape.twice(5) + new Shape() {}.area();
    Runnable lambda = () -> step(7);
    lambda.run();
    System.out.println(even + String.join(" ", arguments));
    if (arguments.length > 0 && arguments[0].equals("fail")) System.exit(3);
    if (arguments.length > 0 && arguments[0].equals("threads")) { Thread t = new Thread(new Task()); t.start(); t.join(); }
    if (arguments.length > 0 && arguments[0].equals("wait")) { System.out.flush(); Thread.sleep(60000); }
  }
}
`;

const log = `import java.io.*;
class Log {
  static double sum;
  static void step(int i) { sum += Math.sqrt(i); }
  public static void main(String[] args) throws IOException {
    boolean isSaved = new File("profile.json").exists();
    for (int i = 0; i < 1000; i++) step(i);
    try (FileWriter out = new FileWriter("log.txt", true)) { out.write(isSaved + "\\n"); }
  }
}
`;

const race = `class Race {
  static int total;
  static void step(int i) { if (i % 3 == 0) total++; }
  public static void main(String[] arguments) throws Exception {
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) threads[t] = new Thread(() -> { for (int i = 0; i < 2_000_000; i++) step(i); });
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    System.out.println(total > 0);
  }
}
`;

interface Counts {
  readonly counting: {
    readonly lostWhenShared?: number;
    readonly isExact: boolean;
    readonly hasOtherThreads: boolean;
    readonly running: readonly unknown[];
  };
  readonly coverage: { readonly differing: readonly string[]; readonly loadedClasses: number };
  readonly methods: readonly {
    readonly class: string;
    readonly name: string;
    readonly calls: number;
    readonly lines: readonly { readonly line: number; readonly executions: number }[];
    readonly blocks: readonly unknown[];
  }[];
}

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd: folder, env: environment });
}

const environment = { ...process.env, JAVA_HOME: home };

function compiled(): string {
  const folder = makeTemporaryFolder({ 'src/app/Main.java': program });
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'src/app/Main.java')]);
  return folder;
}

async function countsOf(folder: string, file = 'profile.json'): Promise<Counts> {
  return JSON.parse((await jouleline(folder, 'counts', file, '--json')).stdout) as Counts;
}

function callsOf({ methods }: Counts, name: string): number | undefined {
  return methods.find((method) => method.name === name)?.calls;
}

const profile = [
  'profile',
  '--runs',
  '0',
  '--class-path',
  'classes',
  '--source',
  'src',
  '--out',
  'profile.json',
];

describe.runIf(jdks.length > 0)('jouleline profile', () => {
  test('counts what a main class runs, in classes of every kind', async () => {
    const folder = compiled();
    const done = await jouleline(folder, ...profile, '--main', 'app.Main', 'one', 'two');
    expect([done.status, done.stdout]).toEqual([0, '516one two\n']);
    const counts = await countsOf(folder);
    expect(counts.counting).toMatchObject({ isExact: true, hasOtherThreads: false, running: [] });
    expect(callsOf(counts, 'main')).toBe(1);
    expect(callsOf(counts, 'step')).toBe(1001);
    expect(['of', 'sum', 'twice', 'area', 'values'].map((name) => callsOf(counts, name))).toEqual([
      1, 1, 1, 1, 0,
    ]);
    const main = counts.methods.find(({ name }) => name === 'main');
    expect(main?.lines.find(({ line }) => line === 10)).toEqual({ line: 10, executions: 1001 });
    expect(main?.blocks.length).toBeGreaterThan(3);
  });

  test('its report has the costs of what was counted', async () => {
    const folder = compiled();
    await jouleline(folder, ...profile, '--main', 'app.Main');
    const done = await jouleline(folder, 'report', '--profile', 'profile.json', 'src', '--format', 'json');
    expect([done.status, done.stderr]).toEqual([0, '']);
    const report = JSON.parse(done.stdout) as {
      frequency: string;
      files: {
        provenance: string;
        lines: { line: number; operations: { name: string; count: number }[] }[];
      }[];
    };
    expect(report.frequency).toBe('counted');
    expect(report.files[0]?.provenance).toBe('modeled');
    const step = report.files[0]?.lines.find(({ line }) => line === 7);
    expect(step?.operations.find(({ name }) => name.startsWith('Modulo_int'))?.count).toBe(1001);
    const wrong = await jouleline(folder, 'report', '--profile', 'src/app/Main.java', 'src');
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('is no JSON')]);
  });

  test('counts any command, finds its class path, and keeps no secrets', async () => {
    const folder = compiled();
    const java = join(home, 'bin/java');
    const given = [
      '--keep-failed',
      '--out',
      'profile.json',
      '--',
      java,
      '-cp',
      'classes',
      'app.Main',
      'fail',
      '--api-key',
      'XYZ',
      'token=XYZ',
    ];
    const done = await jouleline(folder, 'profile', '--runs', '0', ...given);
    expect([done.status, done.stderr]).toEqual([
      1,
      expect.stringContaining('java failed (exit code 3)\n  516fail --api-key XYZ token=XYZ\n'),
    ]);
    expect(callsOf(await countsOf(folder), 'step')).toBe(1001);
    const text = readFileSync(join(folder, 'profile.json'), 'utf8');
    expect(text).not.toContain('XYZ');
    expect(text).not.toContain(process.env['PATH']);
  });

  test('believes no program that fails: it runs once, and only its counts are kept, on request', async () => {
    const folder = compiled();
    const given = [...profile, '--runs', '3', '--power', 'cpu-time:10', '--progress', 'progress'];
    const done = await jouleline(folder, ...given, '--main', 'app.Main', 'fail');
    expect(done).toMatchObject({ status: 1, stdout: '516fail\n' });
    const said =
      'app.Main failed (exit code 3)\n  516fail\nIf it needs arguments, name them after the class.';
    expect(done.stderr).toContain(`jouleline: ${said}`);
    expect(readFileSync(join(folder, 'progress'), 'utf8')).toContain(`failed: ${said}`);
    expect(readdirSync(folder)).not.toContain('profile.json');
    const kept = await jouleline(folder, ...given, '--keep-failed', '--main', 'app.Main', 'fail');
    expect(kept).toMatchObject({ status: 1, stdout: '516fail\n' });
    expect(callsOf(await countsOf(folder), 'step')).toBe(1001);
    expect(readFileSync(join(folder, 'profile.json'), 'utf8')).not.toContain('"measurement"');
    for (const use of [['report', '--profile'], ['diff', 'profile.json'], ['learn']]) {
      const refused = await jouleline(
        folder,
        ...use,
        'profile.json',
        ...(use[0] === 'report' ? ['src'] : []),
      );
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('profile.json has counts of a program that failed (exit code 3)');
    }
  });

  test('counts all JVMs of a command together', async () => {
    const folder = compiled();
    const java = `'${join(home, 'bin/java')}' -cp classes app.Main`;
    const done = await jouleline(folder, ...profile, '--', 'sh', '-c', `${java} && ${java}`);
    expect(done.status).toBe(0);
    expect(callsOf(await countsOf(folder), 'step')).toBe(2002);
  });

  test('says that threads may lose counts of each other, unless they count apart', async () => {
    const folder = compiled();
    const shared = await jouleline(folder, ...profile, '--main', 'app.Main', 'threads');
    expect([shared.status, shared.stderr]).toEqual([0, expect.stringContaining('several threads')]);
    expect((await countsOf(folder)).counting.isExact).toBe(false);
    const apart = await jouleline(folder, ...profile, '--exact-threads', '--main', 'app.Main', 'threads');
    expect(apart.status).toBe(0);
    expect((await countsOf(folder)).counting.isExact).toBe(true);
    expect(callsOf(await countsOf(folder), 'step')).toBe(1101);
  });

  test('counts threads apart once it saw several, and says what they lost on common counters', async () => {
    const folder = makeTemporaryFolder({ 'Race.java': race });
    const given = ['profile', '--runs', '2', '--power', 'cpu-time:10', '--source', 'Race.java'];
    const done = await jouleline(folder, ...given, '--out', 'profile.json', '--main', 'Race');
    expect(done.stderr).toMatch(
      /several threads: each counted by itself after the first run, which (?:had lost [\d.]+ % of all executions|lost nothing)/,
    );
    expect(done.status).toBe(0);
    const { counting } = await countsOf(folder);
    expect(counting).toMatchObject({ threads: 'per thread', hasOtherThreads: true, isExact: true, runs: 2 });
    expect(counting.lostWhenShared).toBeLessThan(1);
    expect(callsOf(await countsOf(folder), 'step')).toBe(8_000_000);
    const report = await jouleline(folder, 'report', '--profile', 'profile.json', 'Race.java');
    expect(report.stdout + report.stderr).toContain('each counted by itself');
  });

  test('with one measured run makes one of each kind, and saves the counts before it measures', async () => {
    const folder = makeTemporaryFolder({ 'Log.java': log });
    const given = ['profile', '--runs', '1', '--power', 'cpu-time:10', '--source', 'Log.java'];
    const done = await jouleline(folder, ...given, '--out', 'profile.json', '--main', 'Log');
    expect(done.status, done.stderr).toBe(0);
    // Counted, sampled and measured, each once.
    expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toBe('false\ntrue\ntrue\n');
    expect((await countsOf(folder)).counting).toMatchObject({ isExact: true, runs: 1 });
    expect(callsOf(await countsOf(folder), 'step')).toBe(1000);
  });

  test.each<readonly [string, (child: ChildProcess) => void]>([
    ['is told to end', (child) => child.kill('SIGTERM')],
    [
      'loses the editor that started it',
      (child) => {
        child.disconnect();
      },
    ],
  ])(
    'ends with its program when it %s, and saves nothing, or its counts where that is asked for',
    async (_, end) => {
      const folder = compiled();
      const temporary = makeTemporaryFolder();
      const cancel = async (...options: readonly string[]): Promise<string> => {
        const child = fork(cli, [...profile, ...options, '--main', 'app.Main', 'wait'], {
          cwd: folder,
          env: { ...environment, TMPDIR: temporary },
          silent: true,
        });
        let said = '';
        child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.stdout?.once('data', () => {
          end(child);
        });
        expect(await ended).toBe(1);
        expect(readdirSync(temporary).filter((name) => name.startsWith('jouleline-'))).toEqual([]);
        return said;
      };
      expect(await cancel()).toContain('app.Main was canceled before its end: nothing is saved');
      expect(existsSync(join(folder, 'profile.json'))).toBe(false);
      await cancel('--keep-failed');
      expect(callsOf(await countsOf(folder), 'step')).toBe(1001);
      const shown = await jouleline(folder, 'report', '--profile', 'profile.json', 'src');
      expect(shown.stderr).toContain('profile.json has counts of a program that was canceled');
    },
  );

  test('says which classes are stale, changed by another agent, or not there', async () => {
    const folder = compiled();
    const later = Date.now() / 1000 + 60;
    utimesSync(join(folder, 'src/app/Main.java'), later, later);
    const older = await jouleline(folder, ...profile, '--main', 'app.Main');
    expect([older.status, older.stderr]).toEqual([1, expect.stringContaining('older than their sources')]);
    mkdirSync(join(folder, 'empty'));
    const none = await jouleline(
      folder,
      'profile',
      '--runs',
      '0',
      '--class-path',
      'empty',
      '--out',
      'p.json',
      '--main',
      'Main',
    );
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('there is no class Main')]);
    const missing = await jouleline(folder, ...profile, '--', 'no-such-program');
    expect([missing.status, missing.stderr]).toEqual([
      1,
      expect.stringContaining('there is no such program'),
    ]);
    expect((await jouleline(folder, ...profile)).status).toBe(2);
  });
});

describe.runIf(jdks.length > 0)('jouleline instrument', () => {
  test('prints what it did, and writes classes that run with the agent', async () => {
    const folder = compiled();
    const done = await jouleline(folder, 'instrument', 'classes', '--out', 'counted', '--record', 'counts');
    expect(done.status).toBe(0);
    const figures = new Map(
      done.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/, 2) as [string, string]),
    );
    expect(Number(figures.get('classes'))).toBe(readdirSync(join(folder, 'classes/app')).length);
    expect(Number(figures.get('bytecodes'))).toBeGreaterThan(Number(figures.get('probes')));
    expect(figures.get('skipped')).toBe('0');
    const agent = `-javaagent:${figures.get('agent') ?? ''}=counted`;
    const run = [agent, '-Xverify:all', '-cp', 'classes', 'app.Main'];
    expect(await outputOf(join(home, 'bin/java'), run, { cwd: folder })).toContain('516');
    expect(readdirSync(join(folder, 'counted')).filter((name) => name.startsWith('jvm-'))).toHaveLength(1);
  });

  test('refuses names that lead out of a jar, reports damaged classes, and does the rest', async () => {
    const folder = compiled();
    const good = readFileSync(join(folder, 'classes/app/Main.class'));
    const jar = zipSync({
      'app/Main.class': good,
      '../outside.class': good,
      'app/Cut.class': good.subarray(0, 200),
      'app/Text.class': new TextEncoder().encode('no class'),
    });
    writeFileSync(join(folder, 'odd.jar'), jar);
    const done = await jouleline(folder, 'instrument', 'odd.jar', '--out', 'out/deep');
    expect(done.status).toBe(1);
    for (const expected of ['../outside.class', 'app/Cut', 'app/Text'])
      expect(done.stderr).toContain(expected);
    expect(readdirSync(join(folder, 'out/deep/classes/app'))).toEqual(['Main.class']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['deep']);
  });
});
