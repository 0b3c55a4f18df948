package jouleline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The target of probes where a path ends, or where a call of a library returns: it writes down begin and end if at
 * least a tick of the clock lies between. Anything shorter joins what follows it in the same activation, or the
 * path that called it.
 */
public final class Trace extends ThreadStates<Trace.Buffer> {
    /** The number of tuples of one thread before they are written. */
    private static final int BUFFER = 4096;
    /** The length of the longest tuple: four numbers. */
    private static final int LONGEST = 40;
    private static final int CALIBRATED = 100000;

    private static final Trace buffers = new Trace();
    private static final List<String> threads = new ArrayList<String>();
    static final long started = System.nanoTime();

    private Trace() {}

    /** Ends a path that began `since` by the clock; returns when the next one began. */
    public static long path(long since, int number) {
        if (since >= Clock.before) return since;
        long now = Clock.now;
        write((long) number << 1, since, now);
        return now;
    }

    /** Notes that a call at a site returned. */
    public static void call(long since, int site) {
        if (since < Clock.before) write((long) site << 1 | 1, since, Clock.now);
    }

    /** Does the same as {@link #call} by the exact clock, however short the call was. */
    public static void exactCall(long since, int site) {
        write((long) site << 1 | 1, since, System.nanoTime());
    }

    private static void write(long what, long from, long to) {
        Buffer buffer = buffers.of(Thread.currentThread());
        synchronized (buffer) {
            if (buffer.length + LONGEST > BUFFER) buffer.flush();
            buffer.number(what);
            long enter = from - buffer.last;
            buffer.number(enter << 1 ^ enter >> 63);
            buffer.number(Math.max(0, to - from));
            buffer.last = to;
            buffer.tuples++;
        }
    }

    @Override
    Buffer create(Thread thread) {
        synchronized (threads) {
            threads.add(String.valueOf(thread.getName()));
            return new Buffer(thread, threads.size() - 1);
        }
    }

    @Override
    void retire(Buffer buffer) {
        buffer.flush();
    }

    static void flush() {
        buffers.lock();
        try {
            for (Buffer buffer = buffers.sweep(); buffer != null; buffer = buffers.after(buffer)) buffer.flush();
        } finally {
            buffers.unlock();
        }
    }

    static String[] threads() {
        synchronized (threads) {
            return threads.toArray(new String[0]);
        }
    }

    /** The nanoseconds of a path's probe that writes nothing: the least of several tries. */
    static double calibrate() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long begun = System.nanoTime();
            // These paths begin later than any end, so nothing is ever written.
            for (int i = 0; i < CALIBRATED; i++) if (path(Long.MAX_VALUE - (Clock.now & 1), i) == 0) return 0;
            least = Math.min(least, System.nanoTime() - begun);
        }
        return (double) least / CALIBRATED;
    }

    static final class Buffer extends ThreadStates.State {
        private final int index;
        private final byte[] bytes = new byte[BUFFER];
        private int length;
        private long tuples;
        private long last = started;

        Buffer(Thread thread, int index) {
            super(thread);
            this.index = index;
        }

        private void number(long value) {
            for (; (value & ~0x7fL) != 0; value >>>= 7) bytes[length++] = (byte) (value & 0x7f | 0x80);
            bytes[length++] = (byte) value;
        }

        synchronized void flush() {
            if (length > 0) TraceFile.append(index, bytes, length, tuples);
            length = 0;
            tuples = 0;
            last = started;
        }
    }
}
