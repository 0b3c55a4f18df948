/**
 * Programs that run out of memory or stack, override what the agent might call, have odd class loaders or very many
 * threads, no error output or a full disk: they end as without the agent, and as soon.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJdks, type Jdk, quickTool } from '../support/jdks';
import { writeFiles } from '../support/temporary-folder';
import { all, atMost, type Bar, Failures } from './bars';

const SOURCES = {
  /** Ends by its own handler of uncaught exceptions, with a heap that is nearly full. */
  'Full.java': `import java.util.*;
public class Full {
  static final List<Object> held = new ArrayList<>();
  static byte[] reserve = new byte[1 << 23];
  public static void main(String[] arguments) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
      reserve = null;
      System.out.println(thread.getName() + " " + error.getClass().getName());
      System.exit(7);
    });
    Thread worker = new Thread(() -> { for (int size = 1 << 20; true; ) try { held.add(new byte[size]); }
      catch (OutOfMemoryError full) { if (size == 1 << 16) throw full; size /= 2; } }, "worker");
    worker.start();
    worker.join();
    Thread.sleep(5000);
  }
}
`,
  /** Has threads and class loaders whose methods print, or fail, when they are called. */
  'Overriding.java': `import java.nio.file.*;
public class Overriding {
  static class Own extends Thread {
    int done;
    @Override public long getId() { System.out.println("getId"); return work(1); }
    @Override public boolean equals(Object other) { System.out.println("equals"); return false; }
    @Override public int hashCode() { System.out.println("hashCode"); return 1; }
    @Override public String toString() { System.out.println("toString"); return "own"; }
    static long work(int n) { return n + 1; }
    @Override public void run() { for (int i = 0; i < 1000; i++) done += work(i); }
  }
  static class Loader extends ClassLoader {
    Loader() { super(null); }
    @Override public boolean equals(Object other) { System.out.println("equal loaders"); return false; }
    @Override public int hashCode() { System.out.println("hash of loader"); return 1; }
    @Override public String toString() { System.out.println("text of loader"); return "own"; }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      System.out.println("asked for " + name);
      try {
        byte[] bytes = Files.readAllBytes(Path.of(System.getProperty("java.class.path").replaceAll(".*:", "")).resolve(name + ".class"));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (java.io.IOException e) { throw new ClassNotFoundException(name, e); }
    }
  }
  public static void main(String[] arguments) throws Exception {
    Own[] threads = new Own[8];
    for (int i = 0; i < threads.length; i++) (threads[i] = new Own()).start();
    for (Own each : threads) { each.join(); System.out.println(each.done); }
    for (int i = 0; i < 2; i++)
      System.out.println(Class.forName("Deep", true, new Loader()).getMethod("depth", int.class).invoke(null, 3));
  }
}
`,
  'Deep.java': `public class Deep {
  public static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
  static int without(int n) { return without(n + 1) + 1; }
  public static void main(String[] arguments) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
      System.out.println(thread.getName() + " " + error.getClass().getName());
      System.exit(7);
    });
    for (int i = 0; i < 3; i++) try { without(0); } catch (StackOverflowError deep) { System.out.println("deep"); }
    Thread[] many = new Thread[2000];
    for (int i = 0; i < many.length; i++) (many[i] = new Thread(() -> depth(10))).start();
    for (Thread each : many) each.join();
    new Thread(() -> without(0), "worker").start();
  }
}
`,
  /** Calls what a trace always notes for the first time in a thread whose stack is nearly full. */
  'Edge.java': `public class Edge {
  static final int[] EMPTY = {};
  static void edge() { try { edge(); } catch (StackOverflowError deep) { java.util.Arrays.sort(EMPTY); } }
  public static void main(String[] arguments) throws Exception {
    java.util.Arrays.sort(EMPTY);
    for (int i = 0; i < 20; i++) {
      Thread one = new Thread(() -> { edge(); System.out.println("through"); });
      one.start();
      one.join();
    }
  }
}
`,
  /** Has so many threads at once, all in counted code. */
  'Threads.java': `import java.util.concurrent.*;
public class Threads {
  static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
  public static void main(String[] arguments) throws Exception {
    Thread[] all = new Thread[Integer.parseInt(arguments[0])];
    CountDownLatch started = new CountDownLatch(all.length);
    for (int i = 0; i < all.length; i++) {
      all[i] = new Thread(() -> {
        started.countDown();
        try { started.await(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        if (depth(10) != 10) throw new IllegalStateException("wrong");
      });
      all[i].start();
    }
    for (Thread each : all) each.join();
    System.out.println("done");
  }
}
`,
  /** Loads classes by loaders that are locked while they load, and ask each other, with threads at both ends. */
  'Locked.java': `import java.nio.file.*;
public class Locked extends ClassLoader {
  final String own;
  Locked other;
  Locked(String own) { super(Object.class.getClassLoader()); this.own = own; }
  @Override protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("Left") && !name.startsWith("Right")) return ClassLoader.getSystemClassLoader().loadClass(name);
    if (!name.startsWith(own)) return other.loadClass(name);
    Class<?> known = findLoadedClass(name);
    if (known != null) return known;
    try {
      byte[] bytes = Files.readAllBytes(Path.of(System.getProperty("java.class.path").replaceAll(".*:", "")).resolve(name + ".class"));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (java.io.IOException e) { throw new ClassNotFoundException(name, e); }
  }
  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 50; i++) {
      Locked left = new Locked("Left"), right = new Locked("Right");
      left.other = right;
      right.other = left;
      Thread one = new Thread(() -> run(left, "Left"));
      one.start();
      one.join();
      Thread two = new Thread(() -> run(right, "Right")), three = new Thread(() -> run(left, "Left"));
      two.start(); three.start();
      two.join(); three.join();
    }
    System.out.println("done");
  }
  static void run(Locked loader, String name) {
    try { if (!Class.forName(name, true, loader).getMethod("of", int.class).invoke(null, 3).equals(6)) throw new IllegalStateException("wrong"); }
    catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
  }
}
`,
  'Left.java': `public class Left { public static int of(int n) { return Right.twice(n); } }
`,
  'Right.java': `public class Right { public static int twice(int n) { return 2 * n; } public static int of(int n) { return twice(n); } }
`,
};

/** A million virtual threads, ten thousand at once. */
const VIRTUAL = `import java.util.concurrent.atomic.*;
public class Virtual {
  static final AtomicLong sum = new AtomicLong();
  static void work(int n) { for (int i = 0; i < n; i++) sum.incrementAndGet(); }
  public static void main(String[] arguments) throws Exception {
    int left = Integer.parseInt(arguments[0]);
    while (left > 0) {
      Thread[] wave = new Thread[Math.min(left, 10_000)];
      for (int i = 0; i < wave.length; i++) wave[i] = Thread.startVirtualThread(() -> { Thread.yield(); work(3); });
      for (Thread each : wave) each.join();
      left -= wave.length;
    }
    System.out.println(sum.get());
  }
}
`;

interface Load {
  readonly threads: number;
  readonly virtualThreads: number;
}

interface Case {
  readonly name: string;
  readonly options: readonly string[];
  readonly words: readonly string[];
  readonly surroundings?: 'closed error output' | 'full disk';
}

/** The lines of the JVM if a class is loaded where the stack or the heap is at its end, whichever agent is there. */
const OF_ANY_AGENT = /^\*\*\* java\.lang\.instrument ASSERTION FAILED .*\n/gm;
/** On a full disk it has to be said that nothing more is counted. */
const OF_FULL_DISK = /^jouleline: .*No space left on device.*\n/gm;
const SMALL: readonly string[] = ['-Xmx40m', '-Xss512k'];

function casesOf({ version }: Jdk, kind: string, { threads, virtualThreads }: Load): readonly Case[] {
  const small = (name: string): Case => ({ name, options: SMALL, words: [] });
  return [
    // A method that is first called when the heap is full gets no context in a tree.
    ...(kind === 'tree' ? [] : [small('Full')]),
    ...['Overriding', 'Deep', 'Edge', 'Locked'].map(small),
    { ...small('Overriding'), surroundings: 'closed error output' },
    ...(canMount() ? [{ ...small('Deep'), surroundings: 'full disk' } as const] : []),
    { name: 'Threads', options: ['-Xmx512m', '-Xss256k'], words: [String(threads)] },
    ...(version < 21 ? [] : [{ name: 'Virtual', options: ['-Xmx512m'], words: [String(virtualThreads)] }]),
  ];
}

export const RECORDS: Readonly<Record<string, readonly string[]>> = {
  counts: ['--exact-threads'],
  tree: [],
  trace: [],
};

export interface Ends {
  tried: number;
  /** Milliseconds from the last output to the end, beyond those without the agent. */
  readonly later: number[];
  readonly failures: Failures;
}

/** Runs all programs with and without the agent. */
export async function runPrograms(root: string, jdk: Jdk, kind: string, load: Load, ends: Ends): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-programs-'));
  try {
    const sources = { ...SOURCES, ...(jdk.version < 21 ? {} : { 'Virtual.java': VIRTUAL }) };
    writeFiles(folder, sources);
    execFileSync(join(jdk.home, 'bin/javac'), [...quickTool, '-nowarn', '-XDsuppressNotes', '-d', 'classes', ...Object.keys(sources)], { cwd: folder });
    const args = [join(root, 'dist/cli.js'), 'instrument', 'classes', '--out', 'counted', '--record', kind, ...(RECORDS[kind] ?? [])];
    const instrumented = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const agent = `-javaagent:${/^agent +(.*)$/m.exec(instrumented)?.[1] ?? ''}`;
    for (const each of casesOf(jdk, kind, load)) {
      const place = `${each.name}${each.surroundings === undefined ? '' : `, ${each.surroundings}`}, ${kind}, JDK ${jdk.version}`;
      const disk = each.surroundings === 'full disk' ? mountFull(folder) : undefined;
      try {
        const without = await run(jdk, folder, each, []);
        const { later, ...seen } = await run(jdk, folder, each, [`${agent}=${disk ?? join(folder, 'counted')}`]);
        ends.tried++;
        ends.later.push(later - without.later);
        for (const key of ['status', 'stdout', 'stderr'] as const)
          if (seen[key] !== without[key]) ends.failures.add(`${place}: ${key} ${JSON.stringify(String(seen[key]).slice(0, 500))} in place of ${JSON.stringify(String(without[key]).slice(0, 500))}`, place);
      } finally {
        if (disk !== undefined) execFileSync('umount', [disk]);
        for (const left of readdirSync(join(folder, 'counted'))) if (left.startsWith('jvm-')) rmSync(join(folder, 'counted', left), { recursive: true });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} // prettier-ignore

/** The files that the agent reads, on a disk that has room for little more. */
function mountFull(folder: string): string {
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  const counted = join(folder, 'counted');
  const pages = readdirSync(counted).reduce((sum, name) => sum + Math.ceil(statSync(join(counted, name)).size / 4096), 0);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${(pages + 100) * 4}k`, 'tmpfs', disk]);
  cpSync(counted, disk, { recursive: true });
  return disk;
} // prettier-ignore

export function canMount(): boolean {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0 || !existsSync('/mnt')) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // this user may not
  }
}

interface Run {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly later: number;
}

const LIMIT_MS = 300_000;

async function run({ home }: Jdk, folder: string, { name, options, words, surroundings }: Case, agent: readonly string[]): Promise<Run> {
  const java = [join(home, 'bin/java'), ...options, '-Xshare:off', ...agent, '-cp', 'classes', name, ...words];
  const [command = '', ...given] = surroundings === 'closed error output' ? ['sh', '-c', 'exec "$@" 2>&-', 'sh', ...java] : java;
  const child = spawn(command, given, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS, killSignal: 'SIGKILL' });
  const said = { stdout: '', stderr: '' };
  let last = performance.now();
  child.stdout.on('data', (bytes: Buffer) => {
    said.stdout += bytes.toString();
    last = performance.now();
  });
  child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  const stderr = said.stderr.replace(OF_ANY_AGENT, '');
  return { status: status ?? signal, stdout: said.stdout, stderr: surroundings === 'full disk' ? stderr.replace(OF_FULL_DISK, '') : stderr, later: performance.now() - last };
} // prettier-ignore

/** All programs on all JDKs here, with ten thousand threads and a million virtual ones. */
export async function programBars(root: string, virtualThreads = 1_000_000): Promise<readonly Bar[]> {
  const ends: Ends = { tried: 0, later: [], failures: new Failures() };
  for (const jdk of findJdks())
    for (const kind of Object.keys(RECORDS)) await runPrograms(root, jdk, kind, { threads: 10_000, virtualThreads }, ends);
  for (const line of ends.failures.lines) console.log(line);
  return [
    all('programs that end as without the agent', ends.tried - ends.failures.causes.size, ends.tried),
    atMost('from the last output to the end, beyond what it takes without', ends.later, 2000, 'ms'),
  ];
} // prettier-ignore
