package jouleline.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Ties the power of a traced program to its trace. For a meter, this JVM works and rests by a pattern before the
 * program and after it, and trace.tsv says when. Where processor time stands in for a meter, power.tsv has it: the
 * nanoseconds since the trace began, and the nanoseconds that the program's threads have used by then.
 */
final class Metering {
    private static final String PROCESSOR_TIME = "cpu";
    private static final String NOTHING = "-";

    /** The nanoseconds of a chip, then the chips of both patterns: 1 while this JVM works, 0 while it rests. */
    private static String[] load = {};
    private static final StringBuffer emitted = new StringBuffer();
    private static OutputStream out;
    private static ThreadMXBean threads;
    private static final Map<Long, Long> used = new HashMap<Long, Long>();
    private static long sum;

    private Metering() {}

    static void open(String asked, File folder) throws IOException {
        if (asked.equals(NOTHING)) return;
        if (!asked.equals(PROCESSOR_TIME)) {
            load = asked.split(" ");
            return;
        }
        threads = ManagementFactory.getThreadMXBean();
        if (threads.isThreadCpuTimeSupported()) threads.setThreadCpuTimeEnabled(true);
        out = new FileOutputStream(new File(folder, "power.tsv"));
    }

    /** The milliseconds that a pattern takes; 0 if there is none. */
    static long patternMillis() {
        return load.length == 0 ? 0 : Long.parseLong(load[0]) * load[2].length() / 1000000;
    }

    static void beforeProgram() {
        emit(1);
    }

    static void afterProgram() {
        emit(2);
    }

    private static void emit(int pattern) {
        if (load.length == 0) return;
        long chip = Long.parseLong(load[0]);
        String chips = load[pattern];
        long begun = System.nanoTime();
        for (int i = 0; i < chips.length(); i++) {
            long until = begun + (i + 1) * chip;
            for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime())
                if (chips.charAt(i) == '0') LockSupport.parkNanos(left);
        }
        emitted.append("pattern\t").append(begun - Trace.started).append('\t').append(chip).append('\t').append(chips).append('\n');
    }

    /** Lines of trace.tsv: the calendar's milliseconds when the trace began, and the patterns so far. */
    static String describe() {
        if (load.length == 0) return "";
        long calendar = System.currentTimeMillis() - (System.nanoTime() - Trace.started) / 1000000;
        return "calendar\t" + calendar + "\n" + emitted;
    }

    /** True for the thread that ends the JVM: it is the first thread, once more. */
    private static boolean isLast(long id) {
        ThreadInfo info = threads.getThreadInfo(id);
        return info == null || info.getThreadName().equals(Samples.LAST_THREAD);
    }

    /** Writes down the processor time of all threads but the agent's. A thread's time after its last reading is lost. */
    static void read() {
        if (out == null) return;
        long before = System.nanoTime();
        for (long id : threads.getAllThreadIds()) {
            if (OwnThread.isOwn(id)) continue;
            long now = threads.getThreadCpuTime(id);
            if (now < 0) continue;
            Long last = used.put(id, now);
            sum += now - (last != null ? last : isLast(id) ? now : 0);
        }
        long time = before + (System.nanoTime() - before) / 2;
        try {
            out.write((time - Trace.started + "\t" + sum + "\n").getBytes("US-ASCII"));
        } catch (IOException full) {
            out = null;
            Recording.stopped("power.tsv", full);
        }
    }
}
