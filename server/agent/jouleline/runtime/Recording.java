package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;

/**
 * One recording: reads what to swap in, and keeps counts.bin up to date, so
 * that what was counted outlives the program however it ends. Each JVM of a
 * recording has a folder of its own in the recording's.
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
    private static final int CHUNK = 1 << 16;

    /** Counters of a block; the last one may be shorter. */
    private static final int BLOCK = 32768;

    /** Set before what counts is loaded. */
    static ClassTable classes;
    static Thread firstThread;

    private static LongBuffer file;
    private static Stacks stacks;
    private static Journal journal;

    private Recording() {}

    public static void start(File recording, Instrumentation instrumentation) throws IOException {
        classes = ClassTable.read(recording);
        firstThread = Thread.currentThread();
        File folder = Files.createTempDirectory(recording.toPath(), "jvm-").toFile();
        journal = new Journal(new File(folder, "classes.log"));
        journal.write("jvm", property("java.version") + "\t" + property("java.vendor") + "\t" + property("java.vm.name"));
        stacks = new Stacks(classes, folder);
        file = map(new File(folder, "counts.bin"));
        file.put(0, MAGIC).put(1, VERSION);
        copy();
        instrumentation.addTransformer(new ClassSwap(classes, journal));
        Thread writer = new Thread(new Writer(INTERVAL_MILLIS), "jouleline-writer");
        Thread last = new Thread(new LastWriter(), "jouleline-last-writer");
        Runtime.getRuntime().addShutdownHook(last);
        writer.setDaemon(true);
        writer.start();
        OtherThreads.watch();
    }

    private static String property(String name) {
        return String.valueOf(System.getProperty(name)).replaceAll("[\t\r\n]", " ");
    }

    static long[] allocate(int block) {
        return new long[classes.perThread ? 0 : Math.max(0, Math.min(BLOCK, classes.counters - block * BLOCK))];
    }

    private static LongBuffer map(File path) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(path, "rw");
        try {
            long bytes = 8L * (HEAD + classes.counters);
            // Written, not only claimed: on a full disk a mapped page that has no place ends the JVM.
            byte[] zeros = new byte[CHUNK];
            for (long done = 0; done < bytes; done += CHUNK) opened.write(zeros, 0, (int) Math.min(CHUNK, bytes - done));
            return opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes).asLongBuffer();
        } finally {
            opened.close();
        }
    }

    /** Stacks first: what runs on in between counts more than it is known to, and never less than nothing. */
    private static synchronized void copy() {
        try {
            stacks.write();
        } catch (IOException full) {
            journal.write("stopped", "running.log\t" + full);
        }
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
            } catch (OutOfMemoryError full) {
                journal.write("stopped", "counts.bin\t" + full);
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
