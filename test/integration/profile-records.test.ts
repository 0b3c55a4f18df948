/** The output of `jouleline tree` and `jouleline trace` for real programs, and class paths with odd names. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const program = `package app;
public class Main {
  static int leaf(int i) { return i % 2; }
  static int twice(int i) { return leaf(i) + leaf(i + 1); }
  static int fact(int i) { return i == 0 ? 1 : i * fact(i - 1); }
  static void wait(int milliseconds) throws Exception { Thread.sleep(milliseconds); }
  public static void main(String[] arguments) throws Exception {
    int sum = 0;
    for (int i = 0; i < 50; i++) sum += twice(i);
    sum += leaf(7) + fact(5);
    for (int i = 0; i < 3; i++) wait(40);
    System.out.println(sum);
  }
}
`;

interface Node {
  readonly class: string;
  readonly method: string;
  readonly calls: number;
  readonly site?: { readonly line: number };
  readonly recursion?: readonly { readonly up?: number; readonly calls: number }[];
  readonly children: readonly Node[];
}

interface Tuple {
  readonly thread: string;
  readonly method: string;
  readonly call?: string;
  readonly line?: number;
  readonly enter: number;
  readonly exit: number;
}

describe.each(findJdks())('kinds of record, JDK $version', ({ home }) => {
  function compiled(classes = 'classes'): string {
    const folder = makeTemporaryFolder({ 'src/app/Main.java': program });
    const source = join(folder, 'src/app/Main.java');
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, classes), source]);
    return folder;
  }

  function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
    return runCommand(cli, args, { cwd: folder, env: { ...process.env, JAVA_HOME: home } });
  }

  async function record(folder: string, kind: string, classPath = 'classes'): Promise<Outcome> {
    const given = ['profile', '--record', kind, '--runs', '0', '--out', 'p.json', '--class-path', classPath];
    const done = await jouleline(folder, ...given, '--main', 'app.Main');
    expect(done).toMatchObject({ status: 0, stdout: '171\n' });
    return done;
  }

  async function printed(folder: string, command: string): Promise<unknown> {
    const { status, stdout, stderr } = await jouleline(folder, command, 'p.json', '--json');
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as unknown;
  }

  test('a tree has what each method did for each caller, with lines and recursion', async () => {
    const folder = compiled();
    await record(folder, 'tree');
    const { roots, beyond } = (await printed(folder, 'tree')) as Readonly<Record<string, readonly Node[]>>;
    expect(beyond).toEqual([]);
    expect(roots?.map(({ class: owner, method, calls }) => [owner, method, calls])).toEqual([
      ['app/Main', 'main', 1],
    ]);
    const called = (node: Node | undefined): unknown =>
      node?.children.map(({ method, calls, site }) => [method, calls, site?.line]);
    const [main] = roots ?? [];
    expect(called(main)).toEqual([
      ['twice', 50, 9],
      ['leaf', 1, 10],
      ['fact', 6, 10],
      ['wait', 3, 11],
    ]);
    // Two calls of one line are two sites.
    expect(called(main?.children[0])).toEqual([
      ['leaf', 50, 4],
      ['leaf', 50, 4],
    ]);
    expect(main?.children[2]?.recursion).toMatchObject([{ up: 0, calls: 5 }]);
  });

  test('a trace has what took long, and what is always timed', async () => {
    const folder = compiled();
    await record(folder, 'trace');
    const { tuples } = (await printed(folder, 'trace')) as { readonly tuples: readonly Tuple[] };
    const of = (called: string): readonly Tuple[] =>
      tuples.filter(({ call }) => call?.startsWith(called) === true);
    const waits = of('java/lang/Thread.sleep');
    expect(waits.map(({ method, line }) => [method, line])).toEqual(waits.map(() => ['wait', 6]));
    expect(waits.length).toBe(3);
    // The clock may be a tick late at both ends.
    for (const { enter, exit } of waits) expect(exit - enter).toBeGreaterThan(20e6);
    expect(of('java/io/PrintStream.println').map(({ method, line }) => [method, line])).toEqual([
      ['main', 12],
    ]);
    expect(new Set(tuples.map(({ thread }) => thread))).toEqual(new Set(['main']));
  });

  test('traces have tasks, and are compared with each other and with trees', async () => {
    const folder = compiled();
    for (const [kind, out] of [
      ['trace', 'a.json'],
      ['trace', 'b.json'],
      ['tree', 'c.json'],
    ] as const) {
      await record(folder, kind);
      renameSync(join(folder, 'p.json'), join(folder, out));
    }
    for (const other of ['b.json', 'c.json']) {
      const { status, stdout } = await jouleline(folder, 'diff', 'a.json', other, '--format', 'json');
      expect(status).toBe(0);
      const { tasks, notes } = JSON.parse(stdout) as {
        readonly tasks: readonly {
          readonly method: string;
          readonly path: readonly string[];
          readonly matched: boolean;
          readonly callsA?: number;
          readonly callsB?: number;
          readonly p?: number;
        }[];
        readonly notes: readonly string[];
      };
      const sleeps = tasks.find(({ method }) => method.includes('Thread.sleep'));
      expect(sleeps?.matched).toBe(true);
      // Where the trace's clock stood still for as long as one of them slept, it has not seen all.
      expect([3, undefined]).toContain(sleeps?.callsA);
      expect(other === 'c.json' ? [3] : [3, undefined]).toContain(sleeps?.callsB);
      expect(sleeps?.path.map((method) => /main/.test(method))).toEqual([true]);
      expect(tasks.every(({ matched, p }) => matched && p === undefined)).toBe(true);
      expect(notes.join('\n')).toMatch(
        /a\.json: its calls are those of a trace that took a millisecond or more/,
      );
      expect(/c\.json every call that was recorded/.test(notes.join('\n'))).toBe(other === 'c.json');
    }
  });

  test('commands say which kind a profile is not', async () => {
    const folder = compiled();
    await record(folder, 'paths');
    for (const command of ['tree', 'trace']) {
      const { status, stderr } = await jouleline(folder, command, 'p.json');
      expect([status, stderr]).toEqual([1, expect.stringContaining('p.json')]);
    }
  });

  test('class paths may have letters of any language, and spaces', async () => {
    const odd = 'Klassen für 测试 ω';
    const folder = compiled(odd);
    await record(folder, 'counts', odd);
    const counts = (await printed(folder, 'counts')) as {
      readonly methods: readonly { readonly name: string; readonly calls: number }[];
    };
    expect(counts.methods.find(({ name }) => name === 'leaf')?.calls).toBe(101);
    const { status } = await jouleline(folder, 'instrument', odd, '--out', 'gezählt ω', '--record', 'tree');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'gezählt ω/classes/app/Main.class'))).toBe(true);
  });

  test('a jar whose entries point outside of it writes nothing there', async () => {
    const folder = compiled();
    const bytes = new Uint8Array(readFileSync(join(folder, 'classes/app/Main.class')));
    writeFileSync(
      join(folder, 'odd.jar'),
      zipSync({ '../../app/Main.class': bytes, '../note.txt': strToU8('x'), 'app/Main.class': bytes }),
    );
    const before = readdirSync(join(folder, '..')).filter((name) => name === 'app');
    const { status, stderr } = await jouleline(
      folder,
      'instrument',
      'odd.jar',
      '--out',
      'a/b/out',
      '--record',
      'counts',
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('../../app/Main.class')]);
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['out']);
    expect(readdirSync(join(folder, '..')).filter((name) => name === 'app')).toEqual(before);
    const given = [
      'profile',
      '--runs',
      '0',
      '--out',
      'p.json',
      '--class-path',
      'odd.jar',
      '--main',
      'app.Main',
    ];
    const run = await jouleline(folder, ...given);
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('../../app/Main.class')]);
    expect(run.stdout).toBe('171\n');
  });
});
