package jouleline.runtime;

import java.util.concurrent.Callable;

/**
 * Who handed over what a thread runs: a task to an executor, a timer or a
 * queue. What application methods run of it hangs below the context that handed
 * it over ("DiffProf", section 3.5, which logs the identity of callbacks when
 * they are enqueued, and when they are dispatched).
 */
public final class HandOver {
    private static final HandedTasks tasks = new HandedTasks();
    /** Apart: what an executor runs may be run by the program itself, too, and is then its own. */
    private static final HandedTasks queued = new HandedTasks();

    private HandOver() {}

    /** A task is handed over. */
    public static void note(Object task) {
        Context handedOver = task == null ? null : CallTree.get().handOver();
        if (handedOver != null) tasks.put(task, handedOver);
    }

    /** The program queues something, which may be a task. */
    public static void queue(Object task) {
        if (!(task instanceof Runnable || task instanceof Callable)) return;
        Context handedOver = CallTree.get().handOver();
        if (handedOver != null) queued.put(task, handedOver);
    }

    /** The program runs something, which may have been queued. Whoever calls this puts back where it was. */
    public static void dequeue(Object task, CallTree tree) {
        Context handedOver = task == null ? null : queued.get(task);
        if (handedOver != null) tree.takeOver(handedOver);
    }

    /** The thread of a tree runs a task. Whoever calls this puts back where it was. */
    public static void begin(Object task, CallTree tree) {
        Context handedOver = task == null ? null : tasks.get(task);
        if (handedOver != null) tree.takeOver(handedOver);
    }
}
