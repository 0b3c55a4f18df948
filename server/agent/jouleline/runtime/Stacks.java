package jouleline.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Writes running.log: the frames of instrumented classes on all stacks, one line each with class, method, line, and
 * the class and method that it calls; an empty line ends a stack. If a thread runs handed-over work, a line before
 * tells below which context: `site:method` for each from the root on. The reader of the counters needs to know
 * which activations had not ended.
 */
final class Stacks {
    private final ClassTable classes;
    private final File path;
    private final File part;
    private String written;

    Stacks(ClassTable classes, File folder) {
        this.classes = classes;
        this.path = new File(folder, "running.log");
        this.part = new File(folder, "running.part");
    }

    void write() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet())
            if (!(each.getKey() instanceof OwnThread)) append(each.getKey(), each.getValue(), text);
        String now = text.toString();
        if (now.equals(written)) return;
        OutputStream out = new FileOutputStream(part);
        try {
            out.write(now.getBytes("UTF-8"));
        } finally {
            out.close();
        }
        Files.move(part.toPath(), path.toPath(), StandardCopyOption.ATOMIC_MOVE);
        written = now;
    }

    private void append(Thread thread, StackTraceElement[] stack, StringBuilder text) {
        int start = text.length();
        String callee = "\t";
        for (StackTraceElement frame : stack) {
            String owner = frame.getClassName();
            if (classes.counts(owner))
                text.append(owner).append('\t').append(frame.getMethodName()).append('\t')
                    .append(frame.getLineNumber()).append('\t').append(callee).append('\n');
            callee = owner + '\t' + frame.getMethodName();
        }
        if (text.length() == start) return;
        Context handedOver = classes.isHandedOver ? CallTree.handedOverTo(thread) : null;
        if (handedOver != null) text.insert(start, pathTo(handedOver) + '\n');
        text.append('\n');
    }

    private static String pathTo(Context context) {
        StringBuilder path = new StringBuilder();
        for (Context above = context; above.parent != null; above = above.parent)
            path.insert(0, " " + above.site + ':' + above.method);
        return path.substring(1);
    }
}
