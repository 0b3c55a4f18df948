package jouleline.runtime;

/**
 * Counters of which each thread has its own, so that no count is lost. Those of the first thread are found without
 * a look-up: in most programs only that thread matters.
 */
public final class ThreadCounters {
    /** The number of classes of one page of a thread's table. */
    private static final int PAGE = 64;
    private static final int RECENT = 4096;

    private static final ClassTable classes = Recording.classes;
    private static final Thread first = Recording.firstThread;
    private static final long[][] ofFirst = new long[classes.own.length][];
    private static final Tables tables = new Tables();
    /** The last entry that was asked for, by thread and class. Threads overwrite each other's entries, and both stay correct. */
    private static final Entry[] recent = new Entry[RECENT];

    private ThreadCounters() {}

    /** The counters that the running thread has for a class. */
    public static long[] of(int number) {
        Thread current = Thread.currentThread();
        if (current == first) {
            long[] known = ofFirst[number];
            return known != null ? known : (ofFirst[number] = new long[classes.own[number]]);
        }
        Entry entry = recent[place(current, number)];
        return entry != null && entry.thread == current && entry.number == number
                ? entry.counts
                : find(current, number);
    }

    /** Neighboring places belong to threads of one pool, and to classes of one program. */
    private static int place(Thread thread, int number) {
        return ThreadStates.numberOf(thread) * 37 + number & RECENT - 1;
    }

    private static long[] find(Thread current, int number) {
        long[][][] pages = tables.of(current).pages;
        long[][] page = pages[number / PAGE];
        if (page == null) page = pages[number / PAGE] = new long[PAGE][];
        long[] known = page[number % PAGE];
        if (known == null) known = page[number % PAGE] = new long[classes.own[number]];
        recent[place(current, number)] = new Entry(current, number, known);
        return known;
    }

    /** The last answer to a thread. All fields are final, so other threads see it whole. */
    private static final class Entry {
        final Thread thread;
        final int number;
        final long[] counts;

        Entry(Thread thread, int number, long[] counts) {
            this.thread = thread;
            this.number = number;
            this.counts = counts;
        }
    }

    /** The sum over all threads, which the next call overwrites. */
    static long[] sum() {
        long[] sum = tables.sum();
        for (int number = 0; number < ofFirst.length; number++) add(ofFirst[number], number, sum);
        return sum;
    }

    private static void add(long[] counts, int number, long[] sum) {
        if (counts == null) return;
        int start = classes.first[number];
        for (int i = 0; i < counts.length; i++) sum[start + i] += counts[i];
    }

    private static final class Tables extends ThreadStates<Table> {
        /** The counts of ended threads, by counter. Guarded by the lock. */
        private final long[] ended = new long[classes.counters];
        private final long[] sum = new long[classes.counters];

        @Override
        Table create(Thread thread) {
            return new Table(thread, (classes.own.length + PAGE - 1) / PAGE);
        }

        @Override
        void retire(Table table) {
            table.addTo(ended);
        }

        /** The next call overwrites the sum. */
        long[] sum() {
            lock();
            try {
                Table running = sweep();
                // No array is made: the heap may be full when the program ends.
                System.arraycopy(ended, 0, sum, 0, sum.length);
                for (Table table = running; table != null; table = after(table)) table.addTo(sum);
                return sum;
            } finally {
                unlock();
            }
        }
    }

    private static final class Table extends ThreadStates.State {
        final long[][][] pages;

        Table(Thread thread, int pages) {
            super(thread);
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
