package jouleline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Counters of which each thread has its own, so that no count is lost. The
 * first thread's are found without a look-up: most programs have but one that
 * matters.
 */
public final class ThreadCounters {
    /** Classes of one page of a thread's table. */
    private static final int PAGE = 64;
    /** Threads that are made between two looks at which have ended. */
    private static final int SWEEP = 256;

    private static final ClassTable classes = Recording.classes;
    private static final Thread first = Recording.firstThread;
    private static final long[][] ofFirst = new long[classes.own.length][];
    private static final ThreadLocal<Table> tables = new ThreadLocal<Table>();
    /** By number of the thread, the last that asked: found in half the time. Threads overwrite each other's; both are right. */
    private static final Table[] recent = new Table[1024];
    /** Of threads that may still run. Guarded by itself, as is what follows. */
    private static final List<Table> running = new ArrayList<Table>();
    /** By counter: of threads that have ended. */
    private static final long[] ended = new long[classes.counters];
    private static int made;

    private ThreadCounters() {}

    /** The counters that the running thread has of a class. */
    public static long[] of(int number) {
        Thread current = Thread.currentThread();
        if (current == first) {
            long[] known = ofFirst[number];
            return known != null ? known : (ofFirst[number] = new long[classes.own[number]]);
        }
        Table table = recent[place(current)];
        if (table == null || table.thread != current) table = find(current);
        long[][] page = table.pages[number / PAGE];
        if (page == null) page = table.pages[number / PAGE] = new long[PAGE][];
        long[] known = page[number % PAGE];
        return known != null ? known : (page[number % PAGE] = new long[classes.own[number]]);
    }

    private static int place(Thread current) {
        return (int) current.getId() & recent.length - 1;
    }

    private static Table find(Thread current) {
        Table table = tables.get();
        if (table == null) table = enter(current);
        return recent[place(current)] = table;
    }

    private static Table enter(Thread current) {
        Table table = new Table(current, (classes.own.length + PAGE - 1) / PAGE);
        tables.set(table);
        synchronized (running) {
            running.add(table);
            if (++made % SWEEP == 0) sweep();
        }
        return table;
    }

    /** Adds up what ended threads have counted: they will write no more, and all they wrote is seen. */
    private static void sweep() {
        int kept = 0;
        for (Table table : running) {
            if (table.thread.isAlive()) running.set(kept++, table);
            else table.addTo(ended);
        }
        running.subList(kept, running.size()).clear();
    }

    /** All threads' together. */
    static long[] sum() {
        long[] sum;
        synchronized (running) {
            sweep();
            sum = ended.clone();
            for (Table table : running) table.addTo(sum);
        }
        for (int number = 0; number < ofFirst.length; number++) add(ofFirst[number], number, sum);
        return sum;
    }

    private static void add(long[] counts, int number, long[] sum) {
        if (counts == null) return;
        int start = classes.first[number];
        for (int i = 0; i < counts.length; i++) sum[start + i] += counts[i];
    }

    private static final class Table {
        final Thread thread;
        final long[][][] pages;

        Table(Thread thread, int pages) {
            this.thread = thread;
            this.pages = new long[pages][][];
        }

        void addTo(long[] sum) {
            for (int i = 0; i < pages.length; i++) {
                if (pages[i] == null) continue;
                for (int j = 0; j < PAGE; j++) add(pages[i][j], i * PAGE + j, sum);
            }
        }
    }
}
