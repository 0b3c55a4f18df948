package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;

/**
 * One capture: reads which classes to swap in, and keeps counts.bin up to date, so that the counts outlive the
 * program however it ends. Each JVM has its own folder in that of the capture. counts.bin consists of big-endian
 * longs: the magic "JLCOUNTS", the version, the state, whether there are threads beside the first, then the
 * counters. A capture of the calling context tree has no counters there, but a tree.bin.
 */
public final class Recording {
    private static final long MAGIC = 0x4a4c434f554e5453L;
    private static final long VERSION = 1;
    private static final int STATE = 2;
    private static final int THREADS = 3;
    private static final int HEAD = 4;
    private static final long ENDED = 1;
    private static final long INTERVAL_MILLIS = 500;
    /** Other shutdown hooks still run after the end has begun. */
    private static final long LAST_INTERVAL_MILLIS = 5;
    private static final int CHUNK = 1 << 16;

    /** The counters of a block; the last one may be shorter. */
    private static final int BLOCK = 32768;

    /** Set before the classes that count are loaded. */
    static ClassTable classes;
    /** Null in a JVM that was attached to. */
    static Thread firstThread;

    private static LongBuffer file;
    /** Null if no tree is recorded. */
    private static TreeFile tree;
    private static boolean isTraced;
    private static boolean isStopped;
    private static Stacks stacks;
    private static Journal journal;
    private static Thread writer;
    /** Writes at the program's end. */
    private static Thread last;

    private Recording() {}

    /** Starts before the program begins. */
    public static void start(File recording, Instrumentation instrumentation) throws IOException {
        firstThread = Thread.currentThread();
        classes = ClassTable.read(recording);
        if (classes.record.equals("samples")) {
            Samples.start(recording, classes);
            return;
        }
        open(recording);
        Launch.note(recording, journal);
        ClassSwap swap = new ClassSwap(classes, journal, classes.isFollowed ? new JdkClasses() : null);
        instrumentation.addTransformer(swap, classes.isFollowed);
        keepWriting();
        OtherThreads.watch();
        if (classes.isHandedOver) ThreadOrigins.watch();
        if (classes.isFollowed || classes.isHandedOver) follow(instrumentation, swap);
        Exits.watch(instrumentation);
        if (isTraced) Metering.beforeProgram();
    }

    private static void follow(Instrumentation instrumentation, ClassSwap swap) {
        CallTree tree = CallTree.get();
        Context root = tree.leave();
        if (classes.isHandedOver) HandOver.load();
        if (classes.isFollowed) new Retransformation(instrumentation, classes.names()).swap(swap);
        tree.current = root;
        tree.site = 0;
    }

    /** Starts while the program runs. The caller then gives the loaded classes to the returned swap. */
    static ClassSwap attach(File recording, Instrumentation instrumentation, LoadedClasses loaded)
        throws IOException {
        classes = ClassTable.read(recording);
        open(recording);
        ClassSwap swap = new ClassSwap(classes, journal, loaded);
        instrumentation.addTransformer(swap, true);
        keepWriting();
        return swap;
    }

    /** Ends the capture while the program runs on. Later counts are written nowhere. */
    static void end() throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(last);
        } catch (IllegalStateException ending) {
            // The program is ending now, so its capture is already finished.
            return;
        }
        writer.interrupt();
        writer.join();
        Clock.stop();
        CountWindows.stop();
        copy(true);
        file.put(STATE, ENDED);
    }

    private static void open(File recording) throws IOException {
        File folder = Files.createTempDirectory(recording.toPath(), "jvm-").toFile();
        journal = new Journal(new File(folder, "classes.log"));
        journal.write("jvm", property("java.version") + "\t" + property("java.vendor") + "\t" + property("java.vm.name") + "\t" + property("java.vm.info"));
        stacks = new Stacks(classes, folder);
        if (classes.record.equals("tree")) tree = new TreeFile(folder);
        if (classes.record.equals("trace")) {
            isTraced = true;
            TraceFile.open(folder);
            Metering.open(classes.metering, folder);
            Clock.start();
        }
        file = map(new File(folder, "counts.bin"));
        file.put(0, MAGIC).put(1, VERSION);
        copy(false);
        if (isTraced) CountWindows.start(folder);
    }

    private static void keepWriting() {
        writer = new OwnThread(new Writer(INTERVAL_MILLIS), "writer");
        last = OwnThread.atEnd(new LastWriter(), "last-writer", Metering.patternMillis());
        writer.setDaemon(true);
        writer.start();
    }

    static void note(String event, String detail) {
        journal.write(event, detail);
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
            long bytes = 8L * (HEAD + (tree == null ? classes.counters : 0));
            // The file is really written, not only reserved: on a full disk a mapped page without space ends the
            // JVM.
            byte[] zeros = new byte[CHUNK];
            for (long done = 0; done < bytes; done += CHUNK) opened.write(zeros, 0, (int) Math.min(CHUNK, bytes - done));
            return opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes).asLongBuffer();
        } finally {
            opened.close();
        }
    }

    /** Stacks come first: what runs on in between then counts more than the stacks explain, and no count falls below 0. */
    private static synchronized void copy(boolean isLast) {
        try {
            stacks.write();
        } catch (IOException full) {
            stopped("running.log", full);
        } catch (OutOfMemoryError full) {
            // The counters take no memory.
            stopped("running.log", full);
        }
        file.put(THREADS, OtherThreads.seen() ? 1 : 0);
        writeOther(isLast);
        if (tree != null) return;
        LongBuffer target = file.duplicate();
        target.position(HEAD);
        if (classes.perThread) target.put(ThreadCounters.sum());
        else for (long[] block : Counters.blocks) target.put(block);
    }

    /** If there is no room for more, the earlier content stays. */
    private static void writeOther(boolean isLast) {
        if (isStopped) return;
        try {
            if (tree != null) tree.write();
            if (isTraced && isLast) CountWindows.write();
            if (isTraced) TraceFile.write(isLast);
        } catch (IOException full) {
            isStopped = true;
            stopped(tree == null ? "trace.tsv" : "tree.bin", full);
        }
    }

    /** Notes what is written or kept no more. This never fails. */
    static void stopped(String what, Object reason) {
        try {
            if (journal != null) note("stopped", what + "\t" + reason);
        } catch (Throwable full) {
            // Without memory nothing can be said.
        }
    }

    private static final class Writer implements Runnable {
        /** The share of the time, as 1 / SHARE, that writing may take. */
        private static final int SHARE = 20;

        private final long interval;

        Writer(long interval) {
            this.interval = interval;
        }

        @Override
        public void run() {
            try {
                long pause = interval;
                while (true) {
                    Thread.sleep(pause);
                    long started = System.nanoTime();
                    copy(false);
                    pause = Math.max(interval, SHARE * (System.nanoTime() - started) / 1000000);
                }
            } catch (InterruptedException interrupted) {
                copy(false);
            } catch (Throwable full) {
                stopped("counts.bin", full);
            }
        }
    }

    private static final class LastWriter implements Runnable {
        @Override
        public void run() {
            copy(true);
            file.put(STATE, ENDED);
            if (isTraced && Metering.patternMillis() > 0) {
                Metering.afterProgram();
                copy(false);
            }
            Thread after = new OwnThread(new Writer(LAST_INTERVAL_MILLIS), "after");
            after.setDaemon(true);
            after.start();
        }
    }
}
