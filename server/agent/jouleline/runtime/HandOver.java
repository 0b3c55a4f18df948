package jouleline.runtime;

import java.util.ArrayDeque;
import java.util.LinkedList;
import java.util.PriorityQueue;
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
    /** Other objects in queues, one entry for each time that they were queued. */
    private static final HandedTasks objects = new HandedTasks();
    /** Each class, with true if an object of it was queued: looking for objects of other classes costs little. */
    private static final ClassValue<boolean[]> isQueued = new ClassValue<boolean[]>() {
        @Override
        protected boolean[] computeValue(Class<?> type) {
            return new boolean[1];
        }
    };

    private HandOver() {}

    /**
     * Loads the classes that probes need. A probe may run first just before the stack overflows, and a class whose
     * initialization fails can never be used.
     */
    static void load() {
        Object task = new Object();
        tasks.put(task, null, null);
        tasks.forget(task, tasks.get(task));
        objects.add(task, null, null, 0, 0);
        objects.take(task, 0);
        isQueued.get(Object.class);
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
        tree.works++;
        HandedTasks.Entry found = task == null ? null : tasks.get(task);
        if (found != null) tree.takeOver(found.context, found.tree);
    }

    /** Does the same for a task that runs once. */
    public static void beginOnce(Object task, CallTree tree) {
        tree.works++;
        HandedTasks.Entry found = tasks.get(task);
        if (found == null) return;
        tasks.forget(task, found);
        tree.takeOver(found.context, found.tree);
    }

    /** Notes that the program is about to queue an object, which may be a task. */
    public static void queue(Object queue, Object object, CallTree tree) {
        if (isTask(object)) put(queued, object);
        else if (!isOfOneThread(queue)) queueObject(queue, object, tree);
    }

    /** Does the same where the program holds a lock, so that any queue may be one of several threads. */
    public static void queueLocked(Object queue, Object object, CallTree tree) {
        if (isTask(object)) put(queued, object);
        else queueObject(queue, object, tree);
    }

    private static boolean isTask(Object object) {
        return object instanceof Runnable || object instanceof Callable;
    }

    /** True for a queue that no two threads may use without a lock. */
    private static boolean isOfOneThread(Object queue) {
        if (queue == null) return false;
        Class<?> type = queue.getClass();
        return type == ArrayDeque.class || type == LinkedList.class || type == PriorityQueue.class;
    }

    private static void queueObject(Object queue, Object object, CallTree tree) {
        tree.lastQueued = null;
        Context handedOver = object == null ? null : tree.handOver();
        if (handedOver == null) return;
        boolean[] known = isQueued.get(object.getClass());
        if (!known[0]) known[0] = true;
        tree.lastQueued = objects.add(object, tree, handedOver, System.identityHashCode(queue), tree.works);
    }

    /** Takes back what was noted last, if the queue did not take the object. */
    public static void offered(boolean isTaken, CallTree tree) {
        if (!isTaken && tree.lastQueued != null) tree.lastQueued.take();
    }

    /** Notes that a queue of the program's own gets an object, which may be a task. The caller has not been left yet. */
    public static void queueOwn(Object queue, Object object) {
        queueLocked(queue, object, CallTree.get());
    }

    /** Notes in a tree who queued an object that the program has taken from the tree's queue. */
    public static void take(Object object, CallTree tree) {
        if (!isOfOneThread(tree.queue)) {
            takeLocked(object, tree);
        } else {
            tree.queue = null;
            tree.taken = null;
        }
    }

    /** Does the same where the program holds a lock. */
    public static void takeLocked(Object object, CallTree tree) {
        Object queue = tree.queue;
        tree.queue = null;
        tree.taken = null;
        if (object == null || !isQueued.get(object.getClass())[0]) return;
        HandedTasks.Entry found = objects.take(object, System.identityHashCode(queue));
        if (found == null) return;
        tree.taken = tree.ownOf(found.context, found.tree);
        tree.takenWorks = found.tree == tree ? found.turn.works : -1;
    }

    /**
     * Lets the thread work on what it took, unless the thread itself queued that, after `begun` pieces of work, and the
     * taker was entered no later. The caller restores the context afterwards.
     */
    public static void workOn(Context handedOver, int begun, int begunBefore, CallTree tree) {
        if (handedOver == null || begun >= begunBefore) return;
        tree.current = handedOver;
        tree.site = 0;
    }

    /** Lets the program run something that may have been queued. The caller restores the context afterwards. */
    public static void dequeue(Object task, CallTree tree) {
        HandedTasks.Entry found = task == null ? null : queued.get(task);
        if (found == null) return;
        tree.works++;
        tree.takeOver(found.context, found.tree);
    }

    private static void put(HandedTasks to, Object task) {
        CallTree tree = CallTree.get();
        Context handedOver = tree.handOver();
        if (handedOver != null) to.put(task, tree, handedOver);
    }
}
