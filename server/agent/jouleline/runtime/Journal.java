package jouleline.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes classes.log: the fate of each class, one line each, written at once. */
final class Journal {
    private final OutputStream out;

    Journal(File path) throws IOException {
        out = new FileOutputStream(path);
    }

    synchronized void write(String event, String detail) {
        try {
            out.write((event + "\t" + detail + "\n").getBytes("UTF-8"));
        } catch (IOException full) {
            System.err.println("jouleline: " + event + " " + detail + ": " + full.getMessage());
        }
    }
}
