package jouleline.runtime;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which context handed a task over last, for as long as the task lives. Tasks
 * are told apart by identity, and nothing of theirs is called. Nobody waits:
 * what asks may be the JDK's own code that makes threads wait.
 */
final class HandedTasks {
    private static final int BUCKETS = 1 << 14;

    private final AtomicReferenceArray<Entry> buckets = new AtomicReferenceArray<Entry>(BUCKETS);

    private static final class Entry extends WeakReference<Object> {
        final Context context;
        final Entry next;

        Entry(Object task, Context context, Entry next) {
            super(task);
            this.context = context;
            this.next = next;
        }
    }

    void put(Object task, Context context) {
        int bucket = bucketOf(task);
        while (true) {
            Entry first = buckets.get(bucket);
            if (first != null && first.context == context && first.get() == task) return;
            if (buckets.compareAndSet(bucket, first, new Entry(task, context, others(first, task)))) return;
        }
    }

    /** Null where nobody is known to have handed it over. */
    Context get(Object task) {
        for (Entry entry = buckets.get(bucketOf(task)); entry != null; entry = entry.next)
            if (entry.get() == task) return entry.context;
        return null;
    }

    private static int bucketOf(Object task) {
        int hash = System.identityHashCode(task);
        return (hash ^ hash >>> 14) & BUCKETS - 1;
    }

    /** Those of other tasks that still live. */
    private static Entry others(Entry first, Object task) {
        boolean areAll = true;
        for (Entry entry = first; entry != null && areAll; entry = entry.next) {
            Object other = entry.get();
            areAll = other != null && other != task;
        }
        if (areAll) return first;
        Entry kept = null;
        for (Entry entry = first; entry != null; entry = entry.next) {
            Object other = entry.get();
            if (other != null && other != task) kept = new Entry(other, entry.context, kept);
        }
        return kept;
    }
}
