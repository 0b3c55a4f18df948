/** `jouleline profile --record tree --follow-jdk`: trees that go on into the JDK, on every JDK here. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const program = `package app;
import java.util.*;
public class Main {
  static int fill(List<Integer> list, int times) { for (int i = 0; i < times; i++) list.add(i); return list.size(); }
  static int sort(int times) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < times; i++) words.add("w" + i * 31 % 97);
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words) counts.merge(word, 1, Integer::sum);
    Deque<String> last = new ArrayDeque<>();
    for (String word : new TreeSet<>(words)) { last.addLast(word); if (last.size() > 5) last.removeFirst(); }
    Collections.sort(words);
    return counts.size() + last.size() + words.size();
  }
  public static void main(String[] arguments) throws Exception {
    int sum = fill(new ArrayList<>(), 1000);
    Thread thread = new Thread(() -> fill(new ArrayList<>(), 11));
    thread.start();
    thread.join();
    sort(10);
    for (int round = 0; round < 20; round++) sum += sort(2000);
    System.out.println(sum);
  }
}
`;

interface Node {
  readonly class: string;
  readonly method: string;
  readonly calls: number;
  readonly children: readonly Node[];
}

describe.each(findJdks())('jouleline profile --follow-jdk, JDK $version', ({ home }) => {
  const java = join(home, 'bin/java');

  function compiled(): string {
    const folder = makeTemporaryFolder({ 'Main.java': program });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Main.java')]);
    return folder;
  }

  function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
    return runCommand(cli, args, { cwd: folder, env: { ...process.env, JAVA_HOME: home } });
  }

  async function record(
    folder: string,
    patterns: readonly string[],
    ...more: readonly string[]
  ): Promise<readonly Node[]> {
    const followed = patterns.flatMap((pattern) => ['--follow-jdk', pattern]);
    const given = ['profile', '--record', 'tree', '--runs', '0', '--out', 'profile.json', ...followed];
    const { status, stderr } = await jouleline(folder, ...given, ...more);
    expect([status, stderr]).toEqual([0, expect.stringContaining('wrote profile.json')]);
    const { stdout } = await jouleline(folder, 'tree', 'profile.json', '--json');
    return (JSON.parse(stdout) as { readonly roots: readonly Node[] }).roots;
  }

  test('counts what is called within the JDK, also of classes that were loaded before', async () => {
    const folder = compiled();
    const patterns = ['java.util.ArrayList', 'java.util.Abstract*', 'java.util.Arrays', 'java.lang.Object'];
    const roots = await record(folder, patterns, '--class-path', 'classes', '--main', 'app.Main');
    const fill = find(roots, ['app/Main.main', 'app/Main.fill']);
    // Room for ten at first, then half as much again: 10, 15, 22, 33, … 1234.
    expect(find([...(fill?.children ?? [])], ['java/util/ArrayList.add'])).toMatchObject({
      calls: 1000,
      children: [{ method: 'add', calls: 1000, children: [{ method: 'grow', calls: 13 }] }],
    });
    const main = find(roots, ['app/Main.main'])?.children ?? [];
    const other = find(main, ['app/Main.lambda$main$0', 'app/Main.fill', 'java/util/ArrayList.add']);
    expect(other).toMatchObject({ calls: 11, children: [{ calls: 11, children: [{ calls: 2 }] }] });
    const { coverage } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as {
      coverage: { leftOut: readonly { class: string; method?: string; reason: string }[] };
    };
    const object = coverage.leftOut.find((each) => each.class === 'java/lang/Object');
    expect(object?.reason).toBe('The agent runs it while it counts');
    const copyOf = coverage.leftOut.find(
      ({ method }) => method?.startsWith('copyOf([Ljava/lang/Object;I') === true,
    );
    expect(copyOf?.reason).toBe('The JVM may run code of its own in its place');
  });

  test('finds out which classes of the JDK the program calls, and what these extend', async () => {
    const folder = compiled();
    const roots = await record(folder, ['called'], '--class-path', 'classes', '--main', 'app.Main');
    const add = ['app/Main.main', 'app/Main.fill', 'java/util/ArrayList.add', 'java/util/ArrayList.add'];
    expect(find(roots, [...add, 'java/util/ArrayList.grow'])?.calls).toBe(13);
    const added = [
      'java/util/TreeSet.<init>',
      'java/util/TreeSet.addAll',
      'java/util/AbstractCollection.addAll',
    ];
    expect(find(roots, ['app/Main.main', 'app/Main.sort', ...added])?.calls).toBe(1);
    const { coverage } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as {
      coverage: { counted: readonly { class: string }[] };
    };
    expect(JSON.stringify(coverage)).not.toContain('java/util/LinkedList');
  });

  test('counts the same whether the JVM compiles or not', async () => {
    const folder = compiled();
    const patterns = ['Hash*', 'Tree*', 'A*', 'Collections', 'Tim*', 'Object*'].map(
      (name) => `java.util.${name}`,
    );
    const sums = async (mode: string): Promise<ReadonlyMap<string, number>> => {
      const command = ['--', java, mode, '-cp', 'classes', 'app.Main'];
      const [main] = (await record(folder, patterns, ...command)).filter(({ method }) => method === 'main');
      // Not the first call: there the JVM makes what lambdas and texts are made with.
      const sort = main?.children.filter(({ method, calls }) => method === 'sort' && calls === 20) ?? [];
      return sumCalls(sort, new Map());
    };
    const [compiling, interpreting] = [await sums('-Xmixed'), await sums('-Xint')];
    expect(compiling.size).toBeGreaterThan(40);
    expect(compiling).toEqual(interpreting);
  });

  test('says what can not be followed', async () => {
    const folder = compiled();
    const given = ['profile', '--out', 'p.json', '--class-path', 'classes', '--main', 'app.Main'];
    const unknown = await jouleline(folder, ...given, '--record', 'tree', '--follow-jdk', 'java.utl.*');
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('has no such class')]);
    const counts = await jouleline(folder, ...given, '--follow-jdk', 'java.util.*');
    expect([counts.status, counts.stderr]).toEqual([2, expect.stringContaining('is for --record tree')]);
  });
});

/** Finds a node by its path of `class.method` from a root on. */
function find(nodes: readonly Node[], path: readonly string[]): Node | undefined {
  const [name, ...rest] = path;
  for (const node of nodes.filter((each) => `${each.class}.${each.method}` === name)) {
    const found = rest.length === 0 ? node : find(node.children, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sumCalls(nodes: readonly Node[], sums: Map<string, number>): ReadonlyMap<string, number> {
  for (const { class: owner, method, calls, children } of nodes) {
    sums.set(`${owner}.${method}`, (sums.get(`${owner}.${method}`) ?? 0) + calls);
    sumCalls(children, sums);
  }
  return sums;
}
