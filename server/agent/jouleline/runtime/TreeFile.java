package jouleline.runtime;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * Writes tree.bin: the magic "JLTREES", a version of one byte, then numbers of seven bits a byte, the lowest first,
 * the last byte without the highest bit. A tree has 1, its contexts, 0, the contexts beyond the limit, 0; a 0
 * follows the last tree. A context has its first counter plus 1, the site, the number of counters, the counters,
 * the number of links that lead back, for each of them how far up it leads (0 is the context itself; one more than
 * there are contexts above means beyond the limit), its site and its calls; then the contexts that it calls, and 0.
 */
final class TreeFile {
    private static final byte[] HEAD = {'J', 'L', 'T', 'R', 'E', 'E', 'S', 1};

    private final File path;
    private final File part;
    private DataOutputStream out;

    TreeFile(File folder) {
        path = new File(folder, "tree.bin");
        part = new File(folder, "tree.part");
    }

    /** Writes all trees as they are now. The earlier file stays until this one is complete. */
    void write() throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(part), 1 << 16));
        try {
            out.write(HEAD);
            CallTree.write(this);
            number(0);
        } finally {
            out.close();
        }
        Files.move(part.toPath(), path.toPath(), StandardCopyOption.ATOMIC_MOVE);
    }

    void write(Context root, Context beyond) throws IOException {
        number(1);
        children(root);
        children(beyond);
    }

    private void children(Context context) throws IOException {
        for (int site = 0; site < context.links.length; site++)
            for (Context.Link link = context.links[site]; link != null; link = link.next)
                if (!link.isBack) context(link.to, site);
        number(0);
    }

    private void context(Context context, int site) throws IOException {
        number(context.method + 1);
        number(site);
        number(context.counts.length);
        for (long count : context.counts) number(count);
        int back = 0;
        for (Context.Link link : context.links)
            for (; link != null; link = link.next) if (link.isBack) back++;
        number(back);
        for (int from = 0; back > 0 && from < context.links.length; from++) {
            for (Context.Link link = context.links[from]; link != null && back > 0; link = link.next) {
                if (!link.isBack) continue;
                number(distance(context, link.to));
                number(from);
                number(link.calls);
                back--;
            }
        }
        children(context);
    }

    private static int distance(Context from, Context to) {
        int distance = 0;
        for (Context above = from; above != null && above != to; above = above.parent) distance++;
        return distance;
    }

    private void number(long value) throws IOException {
        for (; (value & ~0x7fL) != 0; value >>>= 7) out.write((int) value & 0x7f | 0x80);
        out.write((int) value);
    }
}
