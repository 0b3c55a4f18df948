/** Programs that run out of memory, override what the agent might call, or have odd class loaders end as without the agent. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findJdks, quickTool } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const jdks = findJdks();

const programs = {
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
};

/** The lines of the JVM if a class is loaded where the stack or the heap is at its end, whichever agent is there. */
const OF_ANY_AGENT = /^\*\*\* java\.lang\.instrument ASSERTION FAILED .*\n/gm;

interface Kind {
  readonly home: string;
  readonly kind: string;
  readonly options: readonly string[];
}

const kinds = jdks.flatMap(({ home, version }): readonly (Kind & { readonly version: number })[] => [
  { home, version, kind: 'counts', options: ['--exact-threads'] },
  { home, version, kind: 'tree', options: [] },
  { home, version, kind: 'trace', options: [] },
]);

describe.runIf(jdks.length > 0)('an instrumented program ends as it would by itself', () => {
  test.each(kinds)('$kind, JDK $version', ({ home, kind, options }) => {
    const folder = makeTemporaryFolder(programs);
    const names = Object.keys(programs);
    execFileSync(join(home, 'bin/javac'), [...quickTool, '-d', 'classes', ...names], { cwd: folder });
    const args = [cli, 'instrument', 'classes', '--out', 'counted', '--record', kind, ...options];
    const instrumented = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const agent = `-javaagent:${/^agent +(.*)$/m.exec(instrumented)?.[1] ?? ''}=${join(folder, 'counted')}`;
    for (const name of names.map((file) => file.replace('.java', ''))) {
      // A method that is first called when the heap is full gets no context in a tree.
      if (name === 'Full' && kind === 'tree') continue;
      const run = (more: readonly string[]): unknown => {
        const given = ['-Xmx40m', '-Xss512k', '-Xshare:off', ...more, '-cp', 'classes', name];
        const { status, stdout, stderr } = spawnSync(join(home, 'bin/java'), given, {
          cwd: folder,
          encoding: 'utf8',
          timeout: 60_000,
          killSignal: 'SIGKILL',
        });
        return { name, status, stdout, stderr: stderr.replace(OF_ANY_AGENT, '') };
      };
      expect(run([agent])).toEqual(run([]));
    }
  });
});
