import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs a program's main method again and again, for some seconds and in silence: `Again SECONDS CLASS ARGUMENT…`. Prints
 * the CPU time in ns that the main thread takes of a run, the median of the later half.
 */
class Again {
    public static void main(String[] arguments) throws Exception {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        Method main = Class.forName(arguments[1]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        var threads = ManagementFactory.getThreadMXBean();
        long[] times = new long[100_000];
        int runs = 0;
        do {
            long before = threads.getCurrentThreadCpuTime();
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
            times[runs++ % times.length] = threads.getCurrentThreadCpuTime() - before;
        } while (System.nanoTime() < end);
        int kept = Math.min(runs, times.length);
        long[] later = Arrays.copyOfRange(times, kept / 2, kept);
        Arrays.sort(later);
        out.println(later[later.length / 2]);
    }
}
