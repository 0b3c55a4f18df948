package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * One recording: reads what to swap in, and keeps counts.bin up to date, so
 * that what was counted outlives the program however it ends.
 *
 * counts.bin, big-endian: magic "JLCOUNTS" (8 bytes), version (8), state (8),
 * then the counters.
 */
public final class Recording {
    static final long MAGIC = 0x4a4c434f554e5453L;
    static final long VERSION = 1;
    private static final int HEAD = 3;
    private static final long RUNNING = 0;
    private static final long ENDED = 1;
    private static final long INTERVAL_MILLIS = 500;

    /** Counters of a block; the last one may be shorter. */
    private static final int BLOCK = 32768;

    /** Set before {@link Counters} is loaded. */
    private static int counters;

    private static LongBuffer file;

    private Recording() {}

    public static void start(File folder, Instrumentation instrumentation) throws IOException {
        ClassTable classes = ClassTable.read(folder);
        counters = classes.counters;
        file = map(new File(folder, "counts.bin"));
        file.put(0, MAGIC).put(1, VERSION).put(2, RUNNING);
        copy();
        instrumentation.addTransformer(new ClassSwap(classes, new Journal(new File(folder, "classes.log"))));
        Thread writer = new Thread(new Writer(), "jouleline-writer");
        writer.setDaemon(true);
        writer.start();
        Runtime.getRuntime().addShutdownHook(new Thread(new LastWriter(), "jouleline-last-writer"));
    }

    static long[] allocate(int block) {
        return new long[Math.max(0, Math.min(BLOCK, counters - block * BLOCK))];
    }

    private static LongBuffer map(File path) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(path, "rw");
        try {
            long bytes = 8L * (HEAD + counters);
            opened.setLength(bytes);
            MappedByteBuffer mapped = opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            return ((ByteBuffer) mapped).asLongBuffer();
        } finally {
            opened.close();
        }
    }

    private static void copy() {
        LongBuffer target = file.duplicate();
        target.position(HEAD);
        for (long[] block : Counters.blocks) target.put(block);
    }

    private static final class Writer implements Runnable {
        @Override
        public void run() {
            try {
                while (true) {
                    Thread.sleep(INTERVAL_MILLIS);
                    copy();
                }
            } catch (InterruptedException stopped) {
                copy();
            }
        }
    }

    /** Other hooks run at the same time, and what they count is the program's too. */
    private static final class LastWriter implements Runnable {
        @Override
        public void run() {
            Thread after = new Thread(new Runnable() {
                @Override
                public void run() {
                    try {
                        while (true) {
                            copy();
                            Thread.sleep(5);
                        }
                    } catch (InterruptedException stopped) {
                        copy();
                    }
                }
            }, "jouleline-after");
            after.setDaemon(true);
            after.start();
            copy();
            file.put(2, ENDED);
        }
    }
}
