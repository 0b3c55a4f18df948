package jouleline.runtime;

/**
 * Counters of which each thread has its own, so that no count is lost. The
 * first thread's are found without a look-up: most programs have but one that
 * matters.
 */
public final class ThreadCounters {
    /** Classes of one page of a thread's table. */
    private static final int PAGE = 64;

    private static final ClassTable classes = Recording.classes;
    private static final Thread first = Recording.firstThread;
    private static final long[][] ofFirst = new long[classes.own.length][];
    private static final Tables tables = new Tables();

    private ThreadCounters() {}

    /** The counters that the running thread has of a class. */
    public static long[] of(int number) {
        Thread current = Thread.currentThread();
        if (current == first) {
            long[] known = ofFirst[number];
            return known != null ? known : (ofFirst[number] = new long[classes.own[number]]);
        }
        long[][][] pages = tables.of(current).pages;
        long[][] page = pages[number / PAGE];
        if (page == null) page = pages[number / PAGE] = new long[PAGE][];
        long[] known = page[number % PAGE];
        return known != null ? known : (page[number % PAGE] = new long[classes.own[number]]);
    }

    /** All threads' together. */
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
        /** By counter: of threads that have ended. Guarded by this. */
        private final long[] ended = new long[classes.counters];

        @Override
        Table create(Thread thread) {
            return new Table(thread, (classes.own.length + PAGE - 1) / PAGE);
        }

        @Override
        void retire(Table table) {
            table.addTo(ended);
        }

        synchronized long[] sum() {
            Table running = sweep();
            long[] sum = ended.clone();
            for (Table table = running; table != null; table = after(table)) table.addTo(sum);
            return sum;
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
