package jouleline.runtime;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The capture of a program that is already running. The process that attaches names classes in wanted.txt, and gets
 * those that are loaded (loaded.tsv). Once there is a classes.tsv they are swapped, and attached.txt is written.
 * Once there is a stop.txt, or watched.txt is no longer touched, or the process that it names is gone, also from the
 * start, all are put back, and ended.txt is written.
 * failed.txt says which of these steps failed, and why.
 */
public final class Attachment implements Runnable {
    private static final Charset UTF_8 = Charset.forName("UTF-8");
    private static final long POLL_MILLIS = 50;
    /** The time after which the capture counts as abandoned; watched.txt is touched every second. */
    private static final long DESERTED_NANOS = 15000000000L;
    /** The time for methods that were called just before the end to return and be counted. */
    private static final long SETTLE_MILLIS = 100;

    /** Set while a program is captured: each capture has its own copy of this class, and sees no others. */
    private static final String ATTACHED = "jouleline.attached";

    private final File folder;
    private final Instrumentation instrumentation;
    private long touched;
    private long touchSeen = System.nanoTime();
    /** The process that attached, as Linux shows it; null where that can't be seen. */
    private File watcher;

    private Attachment(File folder, Instrumentation instrumentation) {
        this.folder = folder;
        this.instrumentation = instrumentation;
    }

    public static void begin(File folder, Instrumentation instrumentation) {
        Thread thread = new OwnThread(new Attachment(folder, instrumentation), "attachment");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        // A class that two captures swapped would count for neither, and be put back as the other's.
        Object other = System.getProperties().putIfAbsent(ATTACHED, folder.getPath());
        if (other != null) {
            say("failed.txt", "it is being recorded already");
            return;
        }
        try {
            watcher = processOf(new File(folder, "watched.txt"));
            Set<String> wanted =
                new HashSet<String>(Files.readAllLines(new File(folder, "wanted.txt").toPath(), UTF_8));
            Retransformation loaded = new Retransformation(instrumentation, wanted);
            LoadedClasses known = new LoadedClasses(wanted, new File(folder, "loaded.bin"));
            instrumentation.addTransformer(known, true);
            try {
                for (Map.Entry<String, Throwable> each : loaded.run().entrySet())
                    known.fail(each.getKey(), each.getValue());
                known.close();
                say("loaded.tsv", known.index());
                if (await("classes.tsv")) record(loaded, known);
            } finally {
                instrumentation.removeTransformer(known);
            }
            say("ended.txt", "");
        } catch (Throwable problem) {
            say("failed.txt", Retransformation.oneLine(problem));
        } finally {
            System.getProperties().remove(ATTACHED);
            if (isLeft()) remove(folder);
        }
    }

    private static File processOf(File watched) throws IOException {
        String[] named = new String(Files.readAllBytes(watched.toPath()), UTF_8).split(" ");
        File process = new File("/proc", named[0]);
        boolean isSeen = process.isDirectory() || named.length > 1 && sees(named[1], watched.toPath());
        return isSeen ? process : null;
    }

    /**
     * True if a process that counts ids as this one does, and belongs to the same user, would be seen for as long as it
     * runs: it may have ended before this is asked. `written` is a file that it made.
     */
    private static boolean sees(String place, Path written) {
        try {
            Path self = new File("/proc/self").toPath();
            return place.equals(Files.readSymbolicLink(self.resolve("ns/pid")).toString())
                && Files.getOwner(self).equals(Files.getOwner(written));
        } catch (IOException unknown) {
            return false;
        } catch (RuntimeException unknown) {
            return false;
        }
    }

    /** True if nobody is there who would read what is recorded, and remove it. */
    private boolean isLeft() {
        return watcher != null && !watcher.isDirectory();
    }

    private static void remove(File file) {
        File[] inside = file.listFiles();
        if (inside != null) for (File each : inside) remove(each);
        file.delete();
    }

    private void record(Retransformation loaded, LoadedClasses known) throws IOException, InterruptedException {
        ClassSwap swap = Recording.attach(folder, instrumentation, known);
        instrumentation.removeTransformer(known);
        try {
            loaded.swap(swap);
            say("attached.txt", "");
            await("stop.txt");
        } finally {
            instrumentation.removeTransformer(swap);
            loaded.putBack();
        }
        Thread.sleep(SETTLE_MILLIS);
        Recording.end();
    }

    /** True once the file exists; false if the process that attached is gone, or wants to stop. */
    private boolean await(String name) throws InterruptedException {
        File file = new File(folder, name);
        File stop = new File(folder, "stop.txt");
        File watched = new File(folder, "watched.txt");
        while (!file.exists()) {
            long last = watched.lastModified();
            if (last != touched) touchSeen = System.nanoTime();
            touched = last;
            if (stop.exists() || isLeft() || System.nanoTime() - touchSeen > DESERTED_NANOS) return false;
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Writes a file that is complete once it exists. */
    private void say(String name, String text) {
        try {
            File part = new File(folder, name + ".part");
            Files.write(part.toPath(), text.getBytes(UTF_8));
            Files.move(part.toPath(), new File(folder, name).toPath(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException gone) {
            // Where a cleaner of temporary files took the folder, nobody would read it, and the program's output is its own.
            if (folder.isDirectory()) System.err.println("jouleline: " + name + " can't be written: " + gone);
        }
    }
}
