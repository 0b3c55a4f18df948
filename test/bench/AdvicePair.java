import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Two ways to do the same, and the CPU time that each takes: of all threads, and of the one that collects garbage (Linux, serial collector). */
abstract class AdvicePair {
    static final int SAMPLES = 15;
    static volatile long sink;

    /** The number of rounds. */
    final int n;

    AdvicePair(int n) {
        this.n = n;
    }

    abstract long before() throws Exception;

    abstract long after() throws Exception;

    static String[] texts(int n) {
        String[] texts = new String[n];
        for (int i = 0; i < n; i++) texts[i] = "key" + i * 7;
        return texts;
    }

    static Integer[] numbers(int n) {
        Integer[] numbers = new Integer[n];
        for (int i = 0; i < n; i++) numbers[i] = i * 300;
        return numbers;
    }

    static File file(int n) {
        try {
            File file = File.createTempFile("pair", ".txt");
            file.deleteOnExit();
            Files.write(file.toPath(), "x".repeat(n).getBytes());
            return file;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Class, n, milliseconds of warming up, milliseconds of a sample. Prints nanoseconds of each sample, before and after. */
    public static void main(String[] arguments) throws Exception {
        int n = Integer.parseInt(arguments[1]);
        AdvicePair pair = (AdvicePair)
                Class.forName(arguments[0]).getDeclaredConstructor(int.class).newInstance(n);
        if (arguments.length < 5 && pair.before() != pair.after()) throw new IllegalStateException(pair.before() + " " + pair.after());
        long warm = Long.parseLong(arguments[2]) * 1_000_000;
        long sample = Long.parseLong(arguments[3]) * 1_000_000;
        // In turn, so that neither is compiled for a program that has only one of them.
        for (int turn = 0; turn < 4; turn++) {
            timesFor(pair, true, warm / 4);
            timesFor(pair, false, warm / 4);
        }
        long[] times = {timesFor(pair, true, sample), timesFor(pair, false, sample)};
        double[][] took = new double[2][SAMPLES];
        for (int i = 0; i < SAMPLES; i++)
            for (int side = 0; side < 2; side++) took[side][i] = measure(pair, side == 0, times[side]);
        for (double[] side : took)
            System.out.println(Arrays.stream(side).sorted().mapToObj(Double::toString).collect(Collectors.joining(" ")));
    }

    /** How often it runs in a time. */
    static long timesFor(AdvicePair pair, boolean isBefore, long nanoseconds) throws Exception {
        long end = cpuTime() + nanoseconds;
        long times = 0;
        for (long step = 1; cpuTime() < end; step = Math.min(step * 2, 1 << 14)) {
            measure(pair, isBefore, step);
            times += step;
        }
        return Math.max(1, times);
    }

    static double measure(AdvicePair pair, boolean isBefore, long times) throws Exception {
        long begin = cpuTime();
        long sum = 0;
        if (isBefore) for (long i = 0; i < times; i++) sum += pair.before();
        else for (long i = 0; i < times; i++) sum += pair.after();
        sink = sum;
        return (double) (cpuTime() - begin) / times;
    }

    static final Path COLLECTOR = collector();

    static Path collector() {
        for (File task : new File("/proc/self/task").listFiles()) {
            try {
                if (Files.readString(task.toPath().resolve("comm")).strip().equals("VM Thread"))
                    return task.toPath().resolve("schedstat");
            } catch (IOException gone) {
                // A thread that ended is not the one that is sought.
            }
        }
        throw new IllegalStateException("no thread is called VM Thread");
    }

    static long cpuTime() throws IOException {
        long collected = Long.parseLong(Files.readString(COLLECTOR).split(" ")[0]);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long others = 0;
        // A stream in parallel works in threads of its own, which stay.
        for (long id : threads.getAllThreadIds())
            if (id != Thread.currentThread().threadId()) others += Math.max(0, threads.getThreadCpuTime(id));
        return threads.getCurrentThreadCpuTime() + others + collected;
    }
}
