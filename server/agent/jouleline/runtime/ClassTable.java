package jouleline.runtime;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The instrumented classes of a capture. The first line of classes.tsv has the version, the number of counters, how
 * threads share them, what is recorded, whether classes of the JDK are among them, whether hand-overs are
 * followed, and how the power of a trace is tied to it. Then comes a line for each class: its name, the CRC-32 and length of the original, the place and length
 * of the instrumented class in classes.bin, its first counter, and the number of its counters. Several lines may
 * have one name.
 */
final class ClassTable {
    static final String VERSION = "5";

    final int counters;
    final boolean perThread;
    /** `counts`, `paths`, `tree`, or `trace`; `samples` where nothing is counted. */
    final String record;
    /** True if classes of the JDK are among them. */
    final boolean isFollowed;
    /** True if contexts hang below those that handed them over. */
    final boolean isHandedOver;
    /** `-`, `cpu`, or the nanoseconds and the chips of patterns of load: what {@link Metering} takes. */
    final String metering;
    /** The first counter of each class, in the order of the lines; `counters` has how many it has. */
    final int[] first;
    final int[] own;
    private final Map<String, Entry> entries;
    private final File bytes;

    private ClassTable(String[] head, List<int[]> places, Map<String, Entry> entries, File bytes) {
        this.counters = Integer.parseInt(head[1]);
        this.perThread = head[2].equals("per thread");
        this.record = head[3];
        this.isFollowed = head[4].equals("followed");
        this.isHandedOver = head[5].equals("handed over");
        this.metering = head[6];
        this.first = new int[places.size()];
        this.own = new int[places.size()];
        for (int i = 0; i < first.length; i++) {
            first[i] = places.get(i)[0];
            own[i] = places.get(i)[1];
        }
        this.entries = entries;
        this.bytes = bytes;
    }

    static final class Entry {
        final long crc;
        final int length;
        final long start;
        final int size;
        /** True if something is counted in it. */
        final boolean counts;
        final Entry next;

        Entry(long crc, int length, long start, int size, boolean counts, Entry next) {
            this.crc = crc;
            this.length = length;
            this.start = start;
            this.size = size;
            this.counts = counts;
            this.next = next;
        }
    }

    static ClassTable read(File folder) throws IOException {
        BufferedReader lines = new BufferedReader(
            new InputStreamReader(new FileInputStream(new File(folder, "classes.tsv")), "UTF-8"));
        try {
            String[] head = lines.readLine().split("\t");
            if (!head[0].equals(VERSION)) throw new IOException("classes.tsv has version " + head[0]);
            Map<String, Entry> entries = new HashMap<String, Entry>();
            List<int[]> places = new ArrayList<int[]>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split("\t");
                entries.put(cells[0], new Entry(
                    Long.parseLong(cells[1]), Integer.parseInt(cells[2]),
                    Long.parseLong(cells[3]), Integer.parseInt(cells[4]), !cells[6].equals("0"),
                    entries.get(cells[0])));
                places.add(new int[] {Integer.parseInt(cells[5]), Integer.parseInt(cells[6])});
            }
            return new ClassTable(head, places, entries, new File(folder, "classes.bin"));
        } finally {
            lines.close();
        }
    }

    Set<String> names() {
        return entries.keySet();
    }

    /** True if something is counted in classes of a name, which has dots. */
    boolean counts(String name) {
        Entry entry = find(name.replace('.', '/'));
        return entry != null && entry.counts;
    }

    /** The entries of a name, one after the other; null if there are none. */
    Entry find(String name) {
        return entries.get(name);
    }

    byte[] load(Entry entry) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(bytes, "r");
        try {
            byte[] content = new byte[entry.size];
            opened.seek(entry.start);
            opened.readFully(content);
            return content;
        } finally {
            opened.close();
        }
    }
}
