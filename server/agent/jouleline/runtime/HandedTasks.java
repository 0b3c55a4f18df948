package jouleline.runtime;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Remembers which context handed each task over last, for as long as the task lives. Tasks are told apart by
 * identity, and none of their methods is called. Nothing here blocks: the caller may be the JDK's own code that
 * blocks threads.
 */
final class HandedTasks {
    private static final int BUCKETS = 1 << 14;
    /** The number of entries up to which a bucket is not searched for tasks that are gone. */
    private static final int FEW = 8;
    /** The most entries that are kept of one object that is queued again and again, and taken by nobody known. */
    private static final int MOST_OF_ONE = 64;

    private final AtomicReferenceArray<Entry> buckets = new AtomicReferenceArray<Entry>(BUCKETS);

    /** The newest entry comes first, and hides older ones of the same task. */
    static final class Entry extends WeakReference<Object> {
        final CallTree tree;
        final Context context;
        /** Null if the entry is for each time that the task runs. */
        final Turn turn;
        private final Entry next;
        private final int length;
        /** The length at which the bucket is searched next. */
        private final int tooLong;

        private Entry(Object task, CallTree tree, Context context, Turn turn, Entry next, int tooLong) {
            super(task);
            this.tree = tree;
            this.context = context;
            this.turn = turn;
            this.next = next;
            this.length = next == null ? 1 : next.length + 1;
            this.tooLong = tooLong;
        }
    }

    /** How often a context put an object into a queue from which nobody has taken it since. */
    static final class Turn extends AtomicInteger {
        private static final long serialVersionUID = 1L;

        /** The hash of the queue's identity. */
        final int queue;
        /** The number of pieces of work that the thread had begun. */
        final int works;

        Turn(int queue, int works) {
            super(1);
            this.queue = queue;
            this.works = works;
        }

        /** Adds to the number, unless it is 0 or the turn is one of another queue or piece of work. */
        private boolean goesOn(int queue, int works) {
            if (queue != this.queue || works != this.works) return false;
            while (true) {
                int times = get();
                if (times == 0 || compareAndSet(times, times + 1)) return times > 0;
            }
        }

        /** True if the number was more than 0. */
        boolean take() {
            while (true) {
                int times = get();
                if (times == 0 || compareAndSet(times, times - 1)) return times > 0;
            }
        }
    }

    /** `tree` holds the context. Searching a bucket takes about as long as adding what was added since the last search. */
    void put(Object task, CallTree tree, Context context) {
        Entry first = buckets.get(bucketOf(task));
        if (first == null || first.context != context || first.get() != task) add(task, tree, context, null);
    }

    /** Notes one more time that a task was queued, and returns its turn. */
    Turn add(Object task, CallTree tree, Context context, int queue, int works) {
        Entry newest = get(task);
        if (newest != null && newest.context == context && newest.turn.goesOn(queue, works)) return newest.turn;
        Turn turn = new Turn(queue, works);
        add(task, tree, context, turn);
        return turn;
    }

    private void add(Object task, CallTree tree, Context context, Turn turn) {
        int bucket = bucketOf(task);
        while (true) {
            Entry first = buckets.get(bucket);
            Entry next = first;
            int tooLong = first == null ? FEW : first.tooLong;
            if (first != null && first.length >= tooLong) {
                next = living(first);
                tooLong = FEW + 2 * (next == null ? 0 : next.length);
            }
            if (buckets.compareAndSet(bucket, first, new Entry(task, tree, context, turn, next, tooLong))) return;
        }
    }

    /** The oldest entry of a task in a queue, whose turn it takes; of any queue, if the queue is 0. Null if there is none. */
    Entry take(Object task, int queue) {
        while (true) {
            Entry oldest = null;
            for (Entry entry = buckets.get(bucketOf(task)); entry != null; entry = entry.next)
                if (entry.get() == task && entry.turn.get() > 0 && (queue == 0 || entry.turn.queue == queue)) oldest = entry;
            if (oldest == null) return null;
            if (!oldest.turn.take()) continue;
            if (oldest.turn.get() == 0) forget(task, oldest);
            return oldest;
        }
    }

    /** Null if nobody is known to have handed the task over. */
    Entry get(Object task) {
        for (Entry entry = buckets.get(bucketOf(task)); entry != null; entry = entry.next)
            if (entry.get() == task) return entry;
        return null;
    }

    /** Forgets a task that runs once: its entry then means no more work to the garbage collector than any object. */
    void forget(Object task, Entry entry) {
        entry.clear();
        buckets.compareAndSet(bucketOf(task), entry, entry.next);
    }

    private static int bucketOf(Object task) {
        int hash = System.identityHashCode(task);
        return (hash ^ hash >>> 14) & BUCKETS - 1;
    }

    /** The entries of tasks that still live, in the same order. */
    private static Entry living(Entry first) {
        Entry reversed = null;
        for (Entry entry = first; entry != null; entry = entry.next)
            if (!isOverdue(entry, reversed)) reversed = copy(entry, reversed);
        Entry kept = null;
        for (Entry entry = reversed; entry != null; entry = entry.next) kept = copy(entry, kept);
        return kept;
    }

    /** True for what a newer entry of the same task hides, for turns that were taken, and for those before very many newer ones. */
    private static boolean isOverdue(Entry entry, Entry newer) {
        if (entry.turn != null && entry.turn.get() == 0) return true;
        Object task = entry.get();
        int others = 0;
        for (Entry other = newer; other != null; other = other.next) if (other.get() == task) others++;
        return others >= (entry.turn == null ? 1 : MOST_OF_ONE);
    }

    private static Entry copy(Entry entry, Entry next) {
        Object task = entry.get();
        return task == null ? next : new Entry(task, entry.tree, entry.context, entry.turn, next, 0);
    }
}
