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

    /** Loads what probes need, which may run first where the stack is about to overflow: a class that can't be initialized then never is. */
    static void load() {
        Object task = new Object();
        tasks.put(task, null, null);
        tasks.forget(task, tasks.get(task));
    }

    /** A task is handed over. */
    public static void note(Object task) {
        if (task != null) put(tasks, task);
    }

    /** A task is handed over of which it is known who made it, unless it has run since. */
    public static void noteAgain(Object task) {
        if (tasks.get(task) == null) put(tasks, task);
    }

    /** The thread of a tree runs a task. Whoever calls this puts back where it was. */
    public static void begin(Object task, CallTree tree) {
        if (task != null) take(tasks, task, tree);
    }

    /** The same for a task that runs once. */
    public static void beginOnce(Object task, CallTree tree) {
        HandedTasks.Entry found = tasks.get(task);
        if (found == null) return;
        tasks.forget(task, found);
        tree.takeOver(found.context, found.tree);
    }

    /** The program queues something, which may be a task. */
    public static void queue(Object task) {
        if (task instanceof Runnable || task instanceof Callable) put(queued, task);
    }

    /** The program runs something, which may have been queued. Whoever calls this puts back where it was. */
    public static void dequeue(Object task, CallTree tree) {
        if (task != null) take(queued, task, tree);
    }

    private static void put(HandedTasks to, Object task) {
        CallTree tree = CallTree.get();
        Context handedOver = tree.handOver();
        if (handedOver != null) to.put(task, tree, handedOver);
    }

    private static void take(HandedTasks from, Object task, CallTree tree) {
        HandedTasks.Entry found = from.get(task);
        if (found != null) tree.takeOver(found.context, found.tree);
    }
}
