package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells what a program's threads spend processor time on: at each tick at which a thread runs, a part of its time goes
 * to the innermost class on its stack that is not the JDK's, and if that is none of those to be counted, to the
 * innermost line of these below it. Nothing is counted meanwhile. samples.tsv has the time before the program began,
 * then lines of a class's name, nanoseconds and the number of samples; where a counted line called it, also that line's
 * class, method and number, and what it called. Counted classes have the same of the JDK's code that they call. A
 * thread's time is divided over the stacks that are seen running: where it waits tells nothing of what it did. Lines that begin with (effects) have the bytes that threads allocated
 * meanwhile, how often they waited, the number of samples, and the innermost counted line on their stacks, if there is one.
 */
final class Samples implements Runnable {
    private static final long SHORTEST_NANOS = 500000;
    private static final long LONGEST_NANOS = 16000000;
    /** So many ticks after which the interval doubles: a long run needs no more of them. */
    private static final int TICKS = 4096;
    private static final int WRITTEN_EVERY = 256;
    /** Deeper calls of the JDK's own are not followed. */
    private static final int DEPTH = 512;
    private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "jouleline."};

    private static final String LOADING = "(class loading)";
    /** The packages whose native methods may wait for a device or another process. */
    private static final String[] DEVICES = {"java.io.", "java.net.", "sun.nio.ch.", "java.lang.Process"};
    private static final String JDK_ALONE = "(JDK)";
    /** The threads that carry virtual ones, whose stacks do not have what these run. */
    private static final String CARRIER = "(virtual threads)";

    /** The first thread once `main` returned: it has used what the first thread used, and does nothing more. */
    static final String LAST_THREAD = "DestroyJavaVM";

    private final ThreadMXBean threads;
    private final ClassTable counted;
    private final File folder;
    private final long before;
    private final Map<Long, Long> last = new HashMap<Long, Long>();
    private final Map<Long, Work> found = new HashMap<Long, Work>();
    /** The time for which a tick stands: a late one sees no more. */
    private long interval = SHORTEST_NANOS;
    /** Bytes allocated, waits and samples by the innermost counted line. */
    private final Map<String, long[]> effects = new HashMap<String, long[]>();
    /** The bytes and waits of each thread at the last tick. */
    private final Map<Long, long[]> lastEffects = new HashMap<Long, long[]>();
    private Thread own;

    private Samples(File recording, ClassTable counted) throws IOException {
        this.counted = counted;
        threads = ManagementFactory.getThreadMXBean();
        before = threads.getCurrentThreadCpuTime();
        folder = Files.createTempDirectory(recording.toPath(), "jvm-").toFile();
    }

    static void start(File recording, ClassTable counted) throws IOException {
        final Samples samples = new Samples(recording, counted);
        samples.own = new OwnThread(samples, "samples");
        samples.own.setDaemon(true);
        samples.own.setPriority(Thread.MAX_PRIORITY);
        samples.look(false);
        OwnThread.atEnd(new Runnable() {
            @Override
            public void run() {
                samples.look(true);
                samples.write();
            }
        }, "last-samples", 0);
        samples.own.start();
    }

    @Override
    public void run() {
        for (int ticks = 1; true; ticks++) {
            LockSupport.parkNanos(interval);
            look(true);
            // A program may end without a word: what is known early is written early.
            if (ticks % WRITTEN_EVERY == 0 || ticks < WRITTEN_EVERY && Integer.bitCount(ticks) == 1) write();
            if (ticks % TICKS == 0 && interval < LONGEST_NANOS) interval *= 2;
        }
    }

    /** Notes the time of each thread, and if `isKept`, what it was spent on. */
    private synchronized void look(boolean isKept) {
        long[] ids = threads.getAllThreadIds();
        long[] used = new long[ids.length];
        long[] busy = new long[ids.length];
        int length = 0;
        for (long id : ids) {
            long now = threads.getThreadCpuTime(id);
            Long known = last.put(id, now);
            long more = now - (known == null ? 0 : known);
            if (now < 0 || more <= 0 || id == own.getId() || id == Thread.currentThread().getId()) continue;
            used[length] = more;
            busy[length++] = id;
        }
        if (length == 0) return;
        long[] asked = new long[length];
        System.arraycopy(busy, 0, asked, 0, length);
        ThreadInfo[] infos = threads.getThreadInfo(asked, isKept ? DEPTH : 0);
        long[] allocated = allocatedBy(asked);
        for (int i = 0; i < length; i++) {
            if (infos[i] == null) continue;
            long waits = infos[i].getBlockedCount() + infos[i].getWaitedCount();
            long[] before = lastEffects.put(asked[i], new long[] {allocated[i], waits});
            if (!isKept || infos[i].getThreadName().equals(LAST_THREAD)) continue;
            StackTraceElement[] stack = infos[i].getStackTrace();
            Work work = found.get(asked[i]);
            if (work == null) found.put(asked[i], work = new Work());
            work.nanos += used[i];
            work.last = nameOf(stack);
            if (infos[i].getThreadState() == Thread.State.RUNNABLE && !isBlocked(stack)) work.add(work.last, interval, 1);
            addEffects(stack, allocated[i] - (before == null ? 0 : before[0]), waits - (before == null ? 0 : before[1]));
        }
    }

    /** The bytes that threads allocated in their lives; 0 where the JVM does not tell. */
    private long[] allocatedBy(long[] ids) {
        try {
            if (threads instanceof com.sun.management.ThreadMXBean)
                return ((com.sun.management.ThreadMXBean) threads).getThreadAllocatedBytes(ids);
        } catch (UnsupportedOperationException notTold) {
            // Other JVMs have other beans.
        } catch (NoClassDefFoundError notThere) {
            // The module of the bean was left out.
        }
        return new long[ids.length];
    }

    private void addEffects(StackTraceElement[] stack, long bytes, long waits) {
        String line = "";
        for (StackTraceElement frame : stack) {
            if (isLoading(frame.getClassName(), frame.getMethodName())) break;
            if (frame.getLineNumber() < 1 || !counted.counts(frame.getClassName())) continue;
            line = "\t" + frame.getClassName() + "\t" + frame.getMethodName() + "\t" + frame.getLineNumber();
            break;
        }
        long[] sum = effects.get(line);
        if (sum == null) effects.put(line, sum = new long[3]);
        sum[0] += Math.max(0, bytes);
        sum[1] += Math.max(0, waits);
        sum[2]++;
    }

    /** What one thread did. */
    private static final class Work {
        /** Its processor time. */
        long nanos;
        /** The name of its last stack, running or not. */
        String last;
        /** Lengths of ticks and their number by name and caller. */
        final Map<String, long[]> seen = new HashMap<String, long[]>();

        void add(String name, long length, long samples) {
            long[] sum = seen.get(name);
            if (sum == null) seen.put(name, sum = new long[2]);
            sum[0] += length;
            sum[1] += samples;
        }

        /** Adds its time to that of all, in the proportions in which it was seen. */
        void addTo(Work all) {
            long length = 0;
            for (long[] each : seen.values()) length += each[0];
            if (length == 0) all.add(last.replaceFirst("\t.*", ""), nanos, 0);
            else for (Map.Entry<String, long[]> each : seen.entrySet())
                all.add(each.getKey(), (long) ((double) nanos * each.getValue()[0] / length), each.getValue()[1]);
        }
    }

    private String nameOf(StackTraceElement[] stack) {
        boolean isCarrier = false;
        for (int i = 0; i < stack.length; i++) {
            String name = stack[i].getClassName();
            if (!isOfJdk(name)) return name + (counted.counts(name) ? calledBy(stack, i) : callerIn(stack, i));
            if (isLoading(name, stack[i].getMethodName())) return LOADING;
            if (name.equals("java.lang.VirtualThread")) isCarrier = true;
        }
        return isCarrier ? CARRIER : JDK_ALONE;
    }

    /** The counted line of a frame and what of the JDK it called; empty where it called nothing. */
    private static String calledBy(StackTraceElement[] stack, int counted) {
        StackTraceElement frame = stack[counted];
        if (counted == 0 || frame.getLineNumber() < 1) return "";
        StackTraceElement called = stack[counted - 1];
        return "\t" + frame.getClassName() + "\t" + frame.getMethodName() + "\t" + frame.getLineNumber() + "\t"
            + called.getClassName() + "." + called.getMethodName();
    }

    /** True where a native method may wait, which the state of its thread does not say. */
    private static boolean isBlocked(StackTraceElement[] stack) {
        if (stack.length == 0 || !stack[0].isNativeMethod()) return false;
        for (String prefix : DEVICES) if (stack[0].getClassName().startsWith(prefix)) return true;
        return false;
    }

    /** The innermost counted line below a frame, and what it called; empty where there is none, or a class is loaded. */
    private String callerIn(StackTraceElement[] stack, int innermost) {
        for (int i = innermost + 1; i < stack.length; i++) {
            StackTraceElement frame = stack[i];
            if (isLoading(frame.getClassName(), frame.getMethodName())) return "";
            if (frame.getLineNumber() < 1 || !counted.counts(frame.getClassName())) continue;
            StackTraceElement called = stack[i - 1];
            return "\t" + frame.getClassName() + "\t" + frame.getMethodName() + "\t" + frame.getLineNumber() + "\t"
                + called.getClassName() + "." + called.getMethodName();
        }
        return "";
    }

    /** True for what the JVM runs once, so that code can run at all. */
    private static boolean isLoading(String name, String method) {
        return method.equals("loadClass") && name.endsWith("ClassLoader")
            || name.startsWith("jdk.internal.loader.")
            || name.equals("java.lang.invoke.MethodHandleNatives") && method.startsWith("link");
    }

    private static boolean isOfJdk(String name) {
        for (String prefix : JDK) if (name.startsWith(prefix)) return true;
        return false;
    }

    private synchronized void write() {
        StringBuilder lines = new StringBuilder("before\t").append(before).append('\n');
        Work all = new Work();
        for (Work work : found.values()) work.addTo(all);
        for (Map.Entry<String, long[]> each : all.seen.entrySet()) {
            String key = each.getKey();
            int end = key.indexOf('\t') < 0 ? key.length() : key.indexOf('\t');
            lines.append(key, 0, end).append('\t').append(each.getValue()[0]).append('\t')
                .append(each.getValue()[1]).append(key, end, key.length()).append('\n');
        }
        for (Map.Entry<String, long[]> each : effects.entrySet())
            lines.append("(effects)\t").append(each.getValue()[0]).append('\t').append(each.getValue()[1]).append('\t')
                .append(each.getValue()[2]).append(each.getKey()).append('\n');
        try {
            File part = new File(folder, "samples.part");
            Files.write(part.toPath(), lines.toString().getBytes("UTF-8"));
            Files.move(part.toPath(), new File(folder, "samples.tsv").toPath(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException full) {
            // The earlier content stays.
        }
    }
}
