package jouleline.runtime;

import java.lang.ref.WeakReference;
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

    private final AtomicReferenceArray<Entry> buckets = new AtomicReferenceArray<Entry>(BUCKETS);

    /** The newest entry comes first, and hides older ones of the same task. */
    static final class Entry extends WeakReference<Object> {
        final CallTree tree;
        final Context context;
        private final Entry next;
        private final int length;
        /** The length at which the bucket is searched next. */
        private final int tooLong;

        private Entry(Object task, CallTree tree, Context context, Entry next, int tooLong) {
            super(task);
            this.tree = tree;
            this.context = context;
            this.next = next;
            this.length = next == null ? 1 : next.length + 1;
            this.tooLong = tooLong;
        }
    }

    /** `tree` holds the context. Searching a bucket takes about as long as adding what was added since the last search. */
    void put(Object task, CallTree tree, Context context) {
        int bucket = bucketOf(task);
        while (true) {
            Entry first = buckets.get(bucket);
            if (first != null && first.context == context && first.get() == task) return;
            Entry next = first;
            int tooLong = first == null ? FEW : first.tooLong;
            if (first != null && first.length >= tooLong) {
                next = living(first);
                tooLong = FEW + 2 * (next == null ? 0 : next.length);
            }
            if (buckets.compareAndSet(bucket, first, new Entry(task, tree, context, next, tooLong))) return;
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
        for (Entry entry = first; entry != null; entry = entry.next) reversed = copy(entry, reversed);
        Entry kept = null;
        for (Entry entry = reversed; entry != null; entry = entry.next) kept = copy(entry, kept);
        return kept;
    }

    private static Entry copy(Entry entry, Entry next) {
        Object task = entry.get();
        return task == null ? next : new Entry(task, entry.tree, entry.context, next, 0);
    }
}
