package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;

/**
 * One recording: reads what to swap in, and keeps counts.bin up to date, so
 * that what was counted outlives the program however it ends.
 *
 * counts.bin, big-endian longs: magic "JLCOUNTS", version, state, whether there
 * are threads beside the first, then the counters.
 */
public final class Recording {
    private static final long MAGIC = 0x4a4c434f554e5453L;
    private static final long VERSION = 1;
    private static final int STATE = 2;
    private static final int THREADS = 3;
    private static final int HEAD = 4;
    private static final long ENDED = 1;
    private static final long INTERVAL_MILLIS = 500;
    /** After the end has begun other shutdown hooks still run. */
    private static final long LAST_INTERVAL_MILLIS = 5;

    /** Counters of a block; the last one may be shorter. */
    private static final int BLOCK = 32768;

    /** Set before what counts is loaded. */
    static ClassTable classes;
    static Thread firstThread;

    private static LongBuffer file;

    private Recording() {}

    public static void start(File folder, Instrumentation instrumentation) throws IOException {
        classes = ClassTable.read(folder);
        firstThread = Thread.currentThread();
        file = map(new File(folder, "counts.bin"));
        file.put(0, MAGIC).put(1, VERSION);
        copy();
        instrumentation.addTransformer(new ClassSwap(classes, new Journal(new File(folder, "classes.log"))));
        Thread writer = new Thread(new Writer(INTERVAL_MILLIS), "jouleline-writer");
        Thread last = new Thread(new LastWriter(), "jouleline-last-writer");
        Runtime.getRuntime().addShutdownHook(last);
        writer.setDaemon(true);
        writer.start();
        OtherThreads.watch();
    }

    static long[] allocate(int block) {
        return new long[classes.perThread ? 0 : Math.max(0, Math.min(BLOCK, classes.counters - block * BLOCK))];
    }

    private static LongBuffer map(File path) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(path, "rw");
        try {
            long bytes = 8L * (HEAD + classes.counters);
            opened.setLength(bytes);
            return opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes).asLongBuffer();
        } finally {
            opened.close();
        }
    }

    private static synchronized void copy() {
        file.put(THREADS, OtherThreads.seen() ? 1 : 0);
        LongBuffer target = file.duplicate();
        target.position(HEAD);
        if (classes.perThread) target.put(ThreadCounters.sum());
        else for (long[] block : Counters.blocks) target.put(block);
    }

    private static final class Writer implements Runnable {
        private final long interval;

        Writer(long interval) {
            this.interval = interval;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Thread.sleep(interval);
                    copy();
                }
            } catch (InterruptedException stopped) {
                copy();
            }
        }
    }

    private static final class LastWriter implements Runnable {
        @Override
        public void run() {
            copy();
            file.put(STATE, ENDED);
            Thread after = new Thread(new Writer(LAST_INTERVAL_MILLIS), "jouleline-after");
            after.setDaemon(true);
            after.start();
        }
    }
}
