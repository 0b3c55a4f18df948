/** Work that other threads do, in trees and comparisons of the command line, with and without who handed it over. */
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const program = `import java.util.*;
import java.util.concurrent.*;
public class Work {
  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    int sum = pool.submit(() -> fill(1000)).get();
    Thread thread = new Thread(() -> fill(10));
    thread.start();
    thread.join();
    pool.shutdown();
    System.out.println(sum);
  }
  static int fill(int times) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < times; i++) list.add(i * 31 % 7);
    return list.size();
  }
}
`;

interface Task {
  readonly method: string;
  readonly path: readonly string[];
  readonly energyA: number;
  readonly callsA?: number;
}

interface Comparison {
  readonly totals: { readonly energyA: number };
  readonly tasks: readonly Task[];
  readonly notes: readonly string[];
}

interface Speedscope {
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly { readonly samples: readonly (readonly number[])[] }[];
}

describe.each(findJdks())('work that is handed over, JDK $version', ({ home }) => {
  function compiled(): string {
    const folder = makeTemporaryFolder({ 'Work.java': program });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Work.java')]);
    return folder;
  }

  const jouleline = (folder: string, ...args: readonly string[]): Promise<Outcome> =>
    runCommand(cli, args, { cwd: folder, env: { ...process.env, JAVA_HOME: home } });

  async function record(folder: string, out: string, ...more: readonly string[]): Promise<void> {
    const program = ['--class-path', 'classes', '--main', 'Work'];
    const { status, stderr } = await jouleline(
      folder,
      ...['profile', '--record', 'tree', '--runs', '0', '--out', out, ...program, ...more],
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining(`wrote ${out}`)]);
  }

  async function compare(folder: string, profile: string): Promise<Comparison> {
    const { status, stdout, stderr } = await jouleline(folder, 'diff', profile, profile, '--format', 'json');
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Comparison;
  }

  test('is part of the task that handed it over', async () => {
    const folder = compiled();
    await record(folder, 'told.json');
    const { tasks, notes, totals } = await compare(folder, 'told.json');
    const submit = tasks.find(({ method }) => method.endsWith('ExecutorService.submit'));
    expect(submit).toMatchObject({ path: [expect.stringContaining('main')], callsA: 1 });
    expect(submit?.energyA).toBeGreaterThan(totals.energyA * 0.5);
    const adding = tasks.filter(({ method }) => method.endsWith('List.add'));
    expect(adding.map(({ path, callsA }) => [path.length, path[1], callsA])).toEqual([
      [3, 'java.util.concurrent.ExecutorService.submit', 1000],
      [3, 'java.lang.Thread.<init>', 10],
    ]);
    // The profile is compared with itself: what is said of both is said once.
    expect(notes.filter((note) => note.includes('of the program began'))).toEqual([]);
  });

  test('has who handed it over on its stacks', async () => {
    const folder = compiled();
    await record(folder, 'told.json');
    const { stdout } = await jouleline(folder, 'export', 'told.json', '--format', 'speedscope');
    const { shared, profiles } = JSON.parse(stdout) as Speedscope;
    const stacks = (profiles[0]?.samples ?? []).map((stack) =>
      stack.map((frame) => shared.frames[frame]?.name.replace(/\(.*/, '')),
    );
    const filling = new Set(
      stacks.filter((stack) => stack.at(-1)?.endsWith('Work.fill') === true).map((stack) => stack[1]),
    );
    expect(filling).toEqual(
      new Set(['java.util.concurrent.ExecutorService.submit', 'java.lang.Thread.<init>']),
    );
  });

  test('is said to be of nobody where that was not recorded', async () => {
    const folder = compiled();
    await record(folder, 'plain.json', '--no-hand-over');
    const { tasks, notes } = await compare(folder, 'plain.json');
    const adding = tasks.find(({ method }) => method.endsWith('List.add'));
    expect(adding).toMatchObject({ path: [expect.stringContaining('lambda')], callsA: 1010 });
    // The profile is compared with itself: what is said of both is said once.
    expect(notes.filter((note) => note.includes('of the program began'))).toEqual([
      expect.stringMatching(
        /plain.json: \S+ \S+ \(\d\S* %\) is on paths.*: who handed that work over was not recorded/,
      ),
    ]);
  });

  test('is asked for with trees alone', async () => {
    const { status, stderr } = await jouleline(
      compiled(),
      ...['profile', '--no-hand-over', '--out', 'p.json', '--class-path', 'classes', '--main', 'Work'],
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining('is for --record tree')]);
  });
});
