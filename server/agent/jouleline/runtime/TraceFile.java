package jouleline.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * Writes trace.bin: the magic "JLTRACE", a version of one byte, then pieces. A piece has the number of the thread
 * and the number of its bytes, four bytes each, and tuples of numbers of seven bits a byte, the lowest first. A
 * tuple has twice the number of its path, or twice that of its call site plus 1; its begin less the end of the
 * tuple before it in the piece, or less the start of the trace, with the sign in the lowest bit; and its length;
 * all in nanoseconds. trace.tsv has the rest.
 */
final class TraceFile {
    private static final byte[] HEAD = {'J', 'L', 'T', 'R', 'A', 'C', 'E', 1};
    private static final long MOST_BYTES = 32L << 20;

    private static File folder;
    private static OutputStream out;
    private static long written;
    private static long tuples;
    private static long dropped;
    private static double probeNanos;

    private TraceFile() {}

    static synchronized void open(File into) throws IOException {
        folder = into;
        out = new FileOutputStream(new File(into, "trace.bin"));
        out.write(HEAD);
    }

    static synchronized void append(int thread, byte[] bytes, int length, long count) {
        if (written + length + 8 > MOST_BYTES || out == null) {
            dropped += count;
            return;
        }
        try {
            out.write(ByteBuffer.allocate(8 + length).putInt(thread).putInt(length).put(bytes, 0, length).array());
            written += 8 + length;
            tuples += count;
        } catch (IOException full) {
            out = null;
            dropped += count;
            Recording.stopped("trace.bin", full);
        }
    }

    /** Writes all that has been recorded so far. */
    static void write(boolean isLast) throws IOException {
        if (isLast) probeNanos = Trace.calibrate();
        Trace.flush();
        StringBuilder text = new StringBuilder();
        synchronized (TraceFile.class) {
            text.append("tuples\t").append(tuples).append("\ndropped\t").append(dropped);
        }
        text.append("\nticks\t").append(Clock.ticks).append("\nelapsed\t").append(System.nanoTime() - Trace.started);
        text.append("\nlongest\t").append(Clock.longest).append("\nprobe\t").append(probeNanos).append('\n');
        text.append(Metering.describe());
        // Not by the program's threads: where the stack is at its end, patterns fail by an exception of their own.
        for (String thread : Trace.threads())
            text.append("thread\t").append(thread.replaceAll("[\t\r\n]", " ")).append('\n');
        File part = new File(folder, "trace.part");
        OutputStream file = new FileOutputStream(part);
        try {
            file.write(text.toString().getBytes("UTF-8"));
        } finally {
            file.close();
        }
        Files.move(part.toPath(), new File(folder, "trace.tsv").toPath(), StandardCopyOption.ATOMIC_MOVE);
    }
}
