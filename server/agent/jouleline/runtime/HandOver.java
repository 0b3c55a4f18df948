package jouleline.runtime;

import java.util.concurrent.Callable;

/**
 * Finds the context that handed over the task that a thread runs: to an executor, a timer or a queue. Methods of
 * the application that the task runs hang below that context ("DiffProf", section 3.5, logs the identity of
 * callbacks when they are enqueued, and when they are dispatched).
 */
public final class HandOver {
    private static final HandedTasks tasks = new HandedTasks();
    /** Kept apart: a task that an executor runs may also be run by the program itself, and is then the program's. */
    private static final HandedTasks queued = new HandedTasks();

    private HandOver() {}

    /**
     * Loads the classes that probes need. A probe may run first just before the stack overflows, and a class whose
     * initialization fails can never be used.
     */
    static void load() {
        Object task = new Object();
        tasks.put(task, null, null);
        tasks.forget(task, tasks.get(task));
    }

    /** Notes that a task is handed over. */
    public static void note(Object task) {
        if (task != null) put(tasks, task);
    }

    /** Notes that a task is handed over whose creator is known, unless it has run since. */
    public static void noteAgain(Object task) {
        if (tasks.get(task) == null) put(tasks, task);
    }

    /** Lets the thread of a tree run a task. The caller restores the context afterwards. */
    public static void begin(Object task, CallTree tree) {
        if (task != null) take(tasks, task, tree);
    }

    /** Does the same for a task that runs once. */
    public static void beginOnce(Object task, CallTree tree) {
        HandedTasks.Entry found = tasks.get(task);
        if (found == null) return;
        tasks.forget(task, found);
        tree.takeOver(found.context, found.tree);
    }

    /** Notes that the program queues something, which may be a task. */
    public static void queue(Object task) {
        if (task instanceof Runnable || task instanceof Callable) put(queued, task);
    }

    /** Lets the program run something that may have been queued. The caller restores the context afterwards. */
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
