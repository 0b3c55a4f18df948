/** `jouleline profile --record tree --follow-jdk`: trees that go on into the JDK, on every JDK here. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
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

/** A program below whose calls the JDK runs code that no line of it calls: it loads classes, links lambdas, and splits. */
const varied = `package app;
import java.util.*;
public class Varied {
  static int words(String text) {
    List<String> found = new ArrayList<>();
    for (String word : text.split(" ")) found.add(word);
    return found.size();
  }
  interface Shape { double area(); }
  record Square(double side) implements Shape { public double area() { return side * side; } }
  public static void main(String[] arguments) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) text.append("w" + i).append(' ');
    int sum = words(text + "end");
    Map<String, Integer> lengths = new HashMap<>();
    for (int i = 0; i < 50; i++) lengths.merge("k" + i % 7, i, Integer::sum);
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < 20; i++) shapes.add(new Square(20 - i));
    shapes.sort(Comparator.comparingDouble(Shape::area));
    sum += List.of(4, 5).get(1);
    Thread thread = new Thread(() -> lengths.put("last", words("a b")));
    thread.start();
    thread.join();
    System.out.println(sum + lengths.size() + String.format(" %.1f", shapes.get(0).area()) + shapes);
    refer();
  }
  static void refer() {
    Arrays.stream(new int[] { 3, 1, 2 }).boxed().forEach(new ArrayList<Integer>()::add);
  }
}
`;

/** A program whose lines cost what a class of the JDK does behind an interface. */
function asking(type: string): string {
  return `package app;
import java.util.*;
public class Ask {
  static boolean ask(Collection<Integer> all, int what) {
    return all.contains(what);
  }
  public static void main(String[] arguments) {
    Collection<Integer> all = new ${type}<>();
    for (int i = 0; i < 300; i++) all.add(i);
    int found = 0;
    for (int i = 0; i < 300; i++) if (ask(all, 2 * i)) found++;
    System.out.println(found);
  }
}
`;
}

interface Compared {
  readonly methods: readonly {
    readonly methodB: string;
    readonly energyA: number;
    readonly energyB: number;
    readonly operations: readonly { readonly operation: string }[];
  }[];
  readonly tasks: readonly { readonly method: string }[];
  readonly notes: readonly string[];
}

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
    const { classes } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as {
      classes: readonly { name: string; isFollowed?: boolean }[];
    };
    const followed = classes.flatMap(({ name, isFollowed }) => (isFollowed === true ? [name] : []));
    expect(followed).toEqual(
      expect.arrayContaining(['java/util/ArrayList', 'java/util/AbstractList', 'java/util/TreeSet']),
    );
    expect(followed).not.toContain('java/util/LinkedList');
    expect(classes.find(({ name }) => name === 'app/Main')?.isFollowed).toBeUndefined();
  });

  test('gives lines what they ran in the JDK, and compares them and their tasks by it', async () => {
    const sides = ['ArrayList', 'HashSet'];
    const folder = makeTemporaryFolder(
      Object.fromEntries(sides.map((side) => [`${side}/src/app/Ask.java`, asking(side)])),
    );
    const run = async (side: string, follows: boolean): Promise<string> => {
      const out = `${side}${follows ? '' : '-alone'}.json`;
      runJdkTool(home, 'javac', [
        ...['-g', '-d', join(folder, side, 'classes')],
        join(folder, side, 'src/app/Ask.java'),
      ]);
      const { status, stderr } = await jouleline(
        ...([folder, 'profile', '--record', 'tree', '--runs', '0', '--out', out] as const),
        ...(follows ? ['--follow-jdk', 'called'] : []),
        ...['--class-path', `${side}/classes`, '--main', 'app.Ask'],
      );
      expect([status, stderr]).toEqual([0, expect.stringContaining(`wrote ${out}`)]);
      return out;
    };
    const [list, set] = [await run('ArrayList', true), await run('HashSet', true)];
    const report = await jouleline(folder, 'report', '--profile', list, '--top', '1', 'ArrayList/src');
    expect(report.stdout).toMatch(/#1 {2}\S*Ask\.java:5 {2}9\d\.\d % of all/);
    expect(report.stdout).toContain('300 × calls ArrayList.contains, counted in the JDK');
    expect(report.stdout).not.toContain('not among the files named');
    const compared = await jouleline(folder, 'diff', list, set, '--format', 'json');
    const { methods, tasks, notes } = JSON.parse(compared.stdout) as Compared;
    expect(methods.filter(({ methodB }) => !methodB.startsWith('app.Ask.'))).toEqual([]);
    const ask = methods.find(({ methodB }) => methodB.startsWith('app.Ask.ask('));
    expect((ask?.energyA ?? 0) / (ask?.energyB ?? Infinity)).toBeGreaterThan(10);
    expect(ask?.operations.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(sides.map((side) => `java.util.${side}.contains, counted in the JDK`)),
    );
    expect(tasks[0]?.method).toBe('java.util.ArrayList.contains');
    expect(notes.join('\n')).not.toContain('--follow-jdk');
    const bytes = await jouleline(folder, 'diff', list, set, '--metric', 'allocation', '--format', 'json');
    // The list, and the array of ten references that its first element makes; copies of it are made by a library call.
    expect(JSON.parse(bytes.stdout)).toMatchObject({ unit: 'bytes', totals: { energyA: 24 + 16 + 10 * 4 } });
    const timeless = await jouleline(folder, 'diff', list, set, '--metric', 'time');
    expect([timeless.status, timeless.stderr]).toEqual([
      1,
      expect.stringContaining('ArrayList.json does not say how much processor time its runs took'),
    ]);
    const unfollowed = await run('HashSet', false);
    const { stdout: counted } = await jouleline(
      ...([folder, 'diff', unfollowed, unfollowed, '--metric', 'executions', '--format', 'json'] as const),
    );
    const executions = executionsIn(join(folder, unfollowed));
    expect(JSON.parse(counted)).toMatchObject({
      unit: 'executions',
      totals: { energyA: executions, delta: 0 },
    });
    const alone = await jouleline(folder, 'diff', list, unfollowed, '--format', 'json');
    expect((JSON.parse(alone.stdout) as Compared).notes.join('\n')).toContain(
      'calls into the JDK were followed in ArrayList.json, and not in HashSet-alone.json',
    );
  });

  test('takes only what the program calls, and has it in reports, checks and exports', async () => {
    const folder = makeTemporaryFolder({ 'src/app/Varied.java': varied });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'src/app/Varied.java')]);
    const given = ['--record', 'tree', '--runs', '0', '--class-path', 'classes', '--main', 'app.Varied'];
    for (const out of ['one.json', 'other.json']) {
      const follow = ['profile', '--out', out, '--follow-jdk', 'called', ...given];
      expect((await jouleline(folder, ...follow)).stderr).toContain(`wrote ${out}`);
    }
    const { stdout } = await jouleline(folder, 'diff', 'one.json', 'other.json');
    expect(stdout).toMatch(/Methods that ran differently .*\n {2}none\n/);
    expect(stdout).toMatch(/\nTasks .*\n {2}none\n/);
    // The library's own calls are parts of its cost, and those of classes being loaded are nobody's.
    const { stdout: listed } = await jouleline(folder, 'tree', 'one.json', '--json');
    const { roots } = JSON.parse(listed) as { readonly roots: readonly Node[] };
    const words = find(roots, ['app/Varied.main', 'app/Varied.words']);
    expect(words?.children.map(({ class: owner, method, calls }) => [owner, method, calls])).toEqual([
      ['java/util/ArrayList', '<init>', 1],
      ['java/util/ArrayList', 'add', 301],
      ['java/util/ArrayList', 'size', 1],
    ]);
    // A stream calls what the program refers to.
    expect(find(roots, ['app/Varied.main', 'app/Varied.refer', 'java/util/ArrayList.add'])?.calls).toBe(3);
    // What makes a text of the list does not say what the list does for it.
    expect(find(roots, ['app/Varied.main', 'java/util/AbstractCollection.toString'])?.calls).toBe(1);
    const csv = await jouleline(folder, 'report', '--profile', 'one.json', '--format', 'csv', 'src');
    const ofLine = csv.stdout.split('\n').find((row) => row.startsWith('src/app/Varied.java,6,'));
    const joules = Number(ofLine?.split(',')[3]);
    expect(joules).toBeGreaterThan(0);
    // The list that `of` makes is of a class that was not followed: its call costs what it usually does.
    expect(csv.stdout).toMatch(/^src\/app\/Varied\.java,20,.*\b1 java\.util\.List\.get\b/m);
    const exported = await jouleline(folder, 'export', 'one.json', '--format', 'csv');
    const parts = exported.stdout.split('\n').filter((row) => row.startsWith('app/Varied.java,6,'));
    const energies = parts.map((row) => Number(/,(?<energy>[\d.e-]+),J,/.exec(row)?.groups?.['energy']));
    expect(parts.join('\n')).toContain(',java.util.ArrayList.add,');
    expect(energies.reduce((sum, each) => sum + each, 0) / joules).toBeCloseTo(1, 6);
    const budget = { line: 'app.Varied.words', energy: joules * 0.999, unit: 'J' };
    writeFileSync(
      join(folder, 'b.json'),
      JSON.stringify({ format: 'jouleline-budget', version: 1, budgets: [budget] }),
    );
    const checked = await jouleline(
      folder,
      'check',
      'one.json',
      '--budget',
      'b.json',
      '--strict',
      '--source',
      'src',
    );
    expect([checked.status, checked.stdout]).toEqual([3, expect.stringContaining('line app.Varied.words')]);
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
    const beside = await jouleline(
      ...([folder, ...given, '--record', 'tree', '--follow-jdk', 'called'] as const),
      ...['--follow-jdk', 'java.utl.*'],
    );
    expect([beside.status, beside.stderr]).toEqual([2, expect.stringContaining('--follow-jdk java.utl.*: ')]);
    const counts = await jouleline(folder, ...given, '--follow-jdk', 'java.util.*');
    expect([counts.status, counts.stderr]).toEqual([2, expect.stringContaining('is for --record tree')]);
  });
});

/** The executions of all operations of a profile. */
function executionsIn(path: string): number {
  const { classes } = JSON.parse(readFileSync(path, 'utf8')) as ProfileDocument;
  return classes
    .flatMap(({ methods }) => methods.flatMap(({ operations }) => operations))
    .reduce((sum, [, , executions]) => sum + executions, 0);
}

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
