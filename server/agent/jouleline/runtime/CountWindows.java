package jouleline.runtime;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes windows.bin: how much each counter grew from one moment to the next, while the program runs. The file has
 * the magic "JLWINDOW", a version of one byte, then windows. All numbers have seven bits a byte, the lowest first:
 * the nanoseconds since the window before ended, or since the trace began; the number of counters that changed; for
 * each of them its number less that of the one before, and how much was added, with the sign in the lowest bit.
 */
final class CountWindows implements Runnable {
    private static final byte[] HEAD = {'J', 'L', 'W', 'I', 'N', 'D', 'O', 'W', 1};
    private static final long MOST_BYTES = 32L << 20;
    private static final long INTERVAL_NANOS = 10000000;
    /** The share of the time, as 1 / SHARE, that looking at the counters may take. */
    private static final int SHARE = 50;

    private static OutputStream out;
    private static long[] seen;
    private static long written;
    private static long last = Trace.started;
    private static volatile boolean isStopped;

    private CountWindows() {}

    static void start(File folder) throws IOException {
        out = new FileOutputStream(new File(folder, "windows.bin"));
        out.write(HEAD);
        seen = new long[Recording.classes.counters];
        OwnThread.startClock(new CountWindows(), "windows");
    }

    static void stop() {
        isStopped = true;
    }

    @Override
    public void run() {
        long pause = INTERVAL_NANOS;
        while (!isStopped && out != null) {
            java.util.concurrent.locks.LockSupport.parkNanos(pause);
            long begun = System.nanoTime();
            write();
            pause = Math.max(INTERVAL_NANOS, SHARE * (System.nanoTime() - begun));
        }
    }

    /** Ends a window now. */
    static synchronized void write() {
        if (out == null) return;
        Metering.read();
        long before = System.nanoTime();
        long[] counts = Counters.copy();
        long now = before + (System.nanoTime() - before) / 2;
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        int changed = 0;
        int previous = 0;
        for (int i = 0; i < counts.length; i++) {
            long added = counts[i] - seen[i];
            if (added == 0) continue;
            number(entries, i - previous);
            number(entries, added << 1 ^ added >> 63);
            previous = i;
            changed++;
        }
        seen = counts;
        ByteArrayOutputStream window = new ByteArrayOutputStream();
        number(window, now - last);
        number(window, changed);
        last = now;
        try {
            written += window.size() + entries.size();
            if (written > MOST_BYTES) throw new IOException("it has " + MOST_BYTES + " bytes");
            window.writeTo(out);
            entries.writeTo(out);
        } catch (IOException full) {
            out = null;
            Recording.stopped("windows.bin", full);
        }
    }

    private static void number(ByteArrayOutputStream to, long value) {
        for (; (value & ~0x7fL) != 0; value >>>= 7) to.write((int) (value & 0x7f | 0x80));
        to.write((int) value);
    }
}
