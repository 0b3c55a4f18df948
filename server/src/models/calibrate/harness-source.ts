/**
 * The Java program that runs benchmarks as it is told, line by line.
 *
 * Sits in `models/`. For each line `NAME ROUNDS` on its input it prepares
 * the benchmark, runs it once for what happens only once, collects garbage (section 3.1.2 of the probabilistic energy
 * profiler), runs it, and answers with a line of times: CPU time of its thread
 * and of the process, begin and end by `System.nanoTime`, and collections while
 * it ran. `NAME ROUNDS again` collects nothing. The argument `warm` runs a benchmark until it is compiled before it is
 * measured for the first time. Compiles with Java 8 and later.
 */
import { JAVA_PACKAGE } from './benchmark';

export const HARNESS_CLASS = `${JAVA_PACKAGE}.Harness`;

/** The source texts of the harness, by file name. */
export const HARNESS_SOURCES: ReadonlyMap<string, string> = new Map([
  [
    'Benchmark.java',
    `package ${JAVA_PACKAGE};

public interface Benchmark {
  void prepare();

  void run(int rounds);
}
`,
  ],
  [
    'Inputs.java',
    `package ${JAVA_PACKAGE};

/** Neither final nor known to javac: what is computed with these is computed. */
final class Inputs {
  static int aI = 7, bI = 3, zeroI = 0, rI;
  static long aL = 70000000007L, bL = 30000000003L, zeroL = 0, rL;
  static float aF = 7.25f, bF = 3.5f, zeroF = 0, rF;
  static double aD = 7.25, bD = 3.5, zeroD = 0, rD;
  static Object aR = new Object(), bR = "b", zeroR = null, rR;
  static boolean yes = true, no = false, rZ;
  static String text = "text";
}
`,
  ],
  [
    'Harness.java',
    `package ${JAVA_PACKAGE};

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

public final class Harness {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final java.lang.management.OperatingSystemMXBean SYSTEM =
      ManagementFactory.getOperatingSystemMXBean();

  public static void main(String[] arguments) throws Exception {
    java.util.List<String> options = java.util.Arrays.asList(arguments);
    boolean collects = options.contains("collect");
    boolean warms = options.contains("warm");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    Map<String, Benchmark> prepared = new HashMap<String, Benchmark>();
    System.out.println("ready " + System.nanoTime());
    for (String line = input.readLine(); line != null && !line.equals("quit"); line = input.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("clock")) System.out.println("clock " + System.nanoTime());
      else if (words[0].equals("idle")) idle(Long.parseLong(words[1]));
      else {
        boolean isFirst = words.length < 3;
        Benchmark benchmark = prepare(words[0], Integer.parseInt(words[1]), prepared, collects, warms);
        if (benchmark != null) measure(benchmark, words[0], Integer.parseInt(words[1]), collects && isFirst);
      }
      System.out.flush();
    }
  }

  private static void idle(long milliseconds) throws InterruptedException {
    long begin = System.nanoTime();
    Thread.sleep(milliseconds);
    System.out.println("idle " + begin + " " + System.nanoTime());
  }

  private static Benchmark prepare(
      String name, int rounds, Map<String, Benchmark> prepared, boolean runsOnce, boolean warms) {
    Benchmark benchmark = prepared.get(name);
    if (benchmark != null) return benchmark;
    try {
      benchmark =
          (Benchmark)
              Class.forName("${JAVA_PACKAGE}." + name).getDeclaredConstructor().newInstance();
      benchmark.prepare();
      // What is linked and initialized once is no cost of a round; a run that counts has no such extra.
      if (runsOnce) benchmark.run(1);
      for (int run = 0; warms && run < 2; run++) benchmark.run(rounds);
      prepared.put(name, benchmark);
      return benchmark;
    } catch (Throwable problem) {
      fail(name, problem);
      return null;
    }
  }

  private static void fail(String name, Throwable problem) {
    System.out.println("failed " + name + " " + String.valueOf(problem).replace('\\n', ' '));
  }

  private static void measure(Benchmark benchmark, String name, int rounds, boolean collects) {
    try {
      if (collects) System.gc();
      long collections = collections();
      long begin = System.nanoTime();
      long process = processTime();
      long thread = THREADS.getCurrentThreadCpuTime();
      benchmark.run(rounds);
      long threadEnd = THREADS.getCurrentThreadCpuTime();
      long processEnd = processTime();
      long end = System.nanoTime();
      System.out.println(
          "ran " + name + " " + rounds + " " + (threadEnd - thread) + " " + (processEnd - process)
              + " " + begin + " " + end + " " + (collections() - collections));
    } catch (Throwable problem) {
      fail(name, problem);
    }
  }

  private static long processTime() {
    return SYSTEM instanceof com.sun.management.OperatingSystemMXBean
        ? ((com.sun.management.OperatingSystemMXBean) SYSTEM).getProcessCpuTime()
        : -1;
  }

  private static long collections() {
    long count = 0;
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans())
      count += bean.getCollectionCount();
    return count;
  }
}
`,
  ],
]);
