import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;

/**
 * Runs one program for a while and prints what a run of it took at least, in
 * nanoseconds: CPU time of its thread, or time on the clock where it has
 * several: `Bench CLASS METHOD WARMUP_MS ROUNDS ROUND_MS`. `Bench CLASS METHOD`
 * runs it once, and prints what it computes.
 */
class Bench {
    private static final ThreadMXBean clock = ManagementFactory.getThreadMXBean();

    public static void main(String[] arguments) throws Exception {
        Method method = Class.forName(arguments[0]).getDeclaredMethod(arguments[1]);
        method.setAccessible(true);
        if (arguments.length == 2) {
            System.out.println(method.invoke(null));
            return;
        }
        boolean hasThreads = arguments[0].equals("Threads");
        long started = System.nanoTime();
        long end = started + Long.parseLong(arguments[2]) * 1_000_000;
        Object result = method.invoke(null);
        long half = (started + end) / 2;
        long halfRuns = 0;
        for (long now = started; now < end; now = System.nanoTime()) {
            method.invoke(null);
            if (now > half) halfRuns++;
        }
        // As many as took so long when it was warm: the clock of a thread ticks coarsely.
        long perRound = Math.max(1, halfRuns * Long.parseLong(arguments[4]) * 1_000_000 / Math.max(1, end - half));
        double best = Double.MAX_VALUE;
        for (int round = Integer.parseInt(arguments[3]); round > 0; round--) {
            long before = hasThreads ? System.nanoTime() : clock.getCurrentThreadCpuTime();
            for (long run = 0; run < perRound; run++) method.invoke(null);
            long after = hasThreads ? System.nanoTime() : clock.getCurrentThreadCpuTime();
            best = Math.min(best, (after - before) / (double) perRound);
        }
        System.out.println((long) best + " " + result);
    }
}
